package org.pyptoj.ir.dsl;

/**
 * A function of the program, named outside a class: what a {@code @pl.jit} function's name
 * evaluates to.
 *
 * @param name its name
 * @param key what the host knows it by
 */
public record FunctionRef(String name, Object key) {}

package org.pyptoj.ir.dsl;

/**
 * A symbolic extent that a script made with {@code pl.dynamic}.
 *
 * @param name its name
 */
public record DynamicExtent(String name) {}

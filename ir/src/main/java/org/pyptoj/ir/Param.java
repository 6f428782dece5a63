package org.pyptoj.ir;

import org.pyptoj.ir.expr.Var;

/**
 * A function's parameter.
 *
 * @param var its name and type
 * @param direction what the function does with it
 */
public record Param(Var var, Direction direction) {}

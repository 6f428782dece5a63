package org.pyptoj.ir.stmt;

import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;

/**
 * A value that a loop carries from one iteration to the next.
 *
 * @param var its name inside the body
 * @param init its value in the first iteration
 */
public record IterArg(Var var, Expr init) {}

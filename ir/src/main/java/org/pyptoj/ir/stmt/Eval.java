package org.pyptoj.ir.stmt;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;

/**
 * A call for its effect.
 *
 * @param value the call
 * @param span where it is written
 */
public record Eval(Expr value, Span span) implements Stmt {}

package org.pyptoj.ir.stmt;

import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.Span;

/**
 * A call for its effect.
 *
 * @param value the call
 * @param span where it is written
 */
public record Eval(Expr value, Span span) implements Stmt {}

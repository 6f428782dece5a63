package org.pyptoj.ir.stmt;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;

/**
 * {@code target = value}. Before {@code ConvertToSSA} a name may be assigned several times, each
 * time as a new variable of that name; afterwards once.
 *
 * @param target the variable
 * @param value its value
 * @param span where it is written
 */
public record Assign(Var target, Expr value, Span span) implements Stmt {}

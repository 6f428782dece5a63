package org.pyptoj.ir.stmt;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;

/**
 * The values that a loop body or a branch hands on.
 *
 * @param values the values
 * @param span where it is written
 */
public record Yield(List<Expr> values, Span span) implements Stmt {
  public Yield {
    values = List.copyOf(values);
  }
}

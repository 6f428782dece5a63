package org.pyptoj.ir.stmt;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;

/**
 * The end of a function.
 *
 * @param values its results
 * @param span where it is written
 */
public record Return(List<Expr> values, Span span) implements Stmt {
  public Return {
    values = List.copyOf(values);
  }
}

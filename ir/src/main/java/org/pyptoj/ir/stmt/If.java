package org.pyptoj.ir.stmt;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;

/**
 * A choice. With {@code results} both branches end in a {@link Yield} of as many values.
 *
 * @param condition BOOL
 * @param then taken when it holds
 * @param orElse taken otherwise; empty where there is none
 * @param results the yielded values after the choice
 * @param span where it is written
 */
public record If(Expr condition, Block then, Block orElse, List<Var> results, Span span)
    implements Stmt {
  public If {
    results = List.copyOf(results);
  }
}

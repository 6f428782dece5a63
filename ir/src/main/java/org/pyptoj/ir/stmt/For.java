package org.pyptoj.ir.stmt;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;

/**
 * A counted loop. With {@code iterArgs} its body ends in a {@link Yield} of as many values, and
 * {@code results} name them after the loop.
 *
 * @param index the loop variable
 * @param start first value
 * @param stop bound, excluded
 * @param step increment
 * @param iterArgs carried values
 * @param body statements
 * @param results carried values after the loop, one per iter arg
 * @param kind how iterations may be executed
 * @param attrs hints ({@code stage}, {@code chunk}, ...)
 * @param span where it is written
 */
public record For(
    Var index,
    Expr start,
    Expr stop,
    Expr step,
    List<IterArg> iterArgs,
    Block body,
    List<Var> results,
    ForKind kind,
    Attrs attrs,
    Span span)
    implements Stmt {
  public For {
    iterArgs = List.copyOf(iterArgs);
    results = List.copyOf(results);
  }

  /** The same loop with other carried values, another body and other results. */
  public For carrying(List<IterArg> args, Block other, List<Var> out) {
    return new For(index, start, stop, step, args, other, out, kind, attrs, span);
  }
}

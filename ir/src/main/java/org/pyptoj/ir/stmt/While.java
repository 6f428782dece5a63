package org.pyptoj.ir.stmt;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;

/**
 * A loop while a condition holds; carried values as in {@link For}.
 *
 * @param condition BOOL, evaluated before each iteration; may mention the iter args
 * @param iterArgs carried values
 * @param body statements
 * @param results carried values after the loop
 * @param span where it is written
 */
public record While(
    Expr condition, List<IterArg> iterArgs, Block body, List<Var> results, Span span)
    implements Stmt {
  public While {
    iterArgs = List.copyOf(iterArgs);
    results = List.copyOf(results);
  }

  /** The same loop with other carried values, another body and other results. */
  public While carrying(List<IterArg> args, Block other, List<Var> out) {
    return new While(condition, args, other, out, span);
  }
}

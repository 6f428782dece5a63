package org.pyptoj.ir.dsl;

import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;

/**
 * Keeps the calls of an expression in Python's order: operands and arguments from left to right,
 * then what they are given to. A nested call that may write or wait is taken out of the expression,
 * and so is every call that Python makes before it; the rest may stay where it is, since nothing
 * that happens in between changes it.
 *
 * <pre>
 * n = pl.read(x, [0]) + f(x)         value_kept0 = pl.read(x, [0])
 *                                    value_kept1 = f(x)
 *                                    n = value_kept0 + value_kept1
 * </pre>
 */
final class CallOrder extends Rewriter {

  private final Statements statements;
  private final Span at;
  private Expr root;
  private int effects;

  CallOrder(Statements statements, Span at) {
    this.statements = statements;
    this.at = at;
  }

  /** The expression with what had to go first taken out of it. */
  Expr of(Expr expr) {
    root = expr;
    new Walker() {
      @Override
      public void expr(Expr e) {
        effects += e != root && isEffect(e) ? 1 : 0;
        super.expr(e);
      }
    }.expr(expr);
    return effects == 0 ? expr : expr(expr);
  }

  private static boolean isEffect(Expr e) {
    return e instanceof FunctionCall || e instanceof Call c && c.op().effect().isObservable();
  }

  @Override
  protected Expr call(Call c) {
    return taken(c, super.call(c));
  }

  @Override
  protected Expr functionCall(FunctionCall c) {
    return taken(c, super.functionCall(c));
  }

  private Expr taken(Expr before, Expr call) {
    if (before == root) {
      return call;
    }
    boolean goesFirst = effects > 0;
    effects -= isEffect(before) ? 1 : 0;
    return goesFirst ? statements.name(call, at) : call;
  }
}

package org.pyptoj.ir.stmt;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;

/**
 * A region with a meaning of its own.
 *
 * @param kind which
 * @param attrs its arguments
 * @param taskId the variable that {@code with ... as name} binds, or null
 * @param body statements
 * @param span where it is written
 */
public record Scope(ScopeKind kind, Attrs attrs, Var taskId, Block body, Span span)
    implements Stmt {

  /**
   * Whether a grid or a cluster only launches what stands in it: one scope, or one call of a
   * function with arguments that are there already. Any other body is kernel code.
   */
  public boolean isLaunch() {
    int launched = 0;
    for (Stmt stmt : body.stmts()) {
      switch (stmt) {
        case Scope s -> launched++;
        case Assign a when isLaunch(a.value()) -> launched++;
        case Eval e when isLaunch(e.value()) -> launched++;
        case Assign a when a.value() instanceof TupleGet -> {}
        default -> {
          return false;
        }
      }
    }
    return launched == 1;
  }

  private static boolean isLaunch(Expr value) {
    if (!(value instanceof FunctionCall call)) {
      return false;
    }
    boolean[] computes = new boolean[1];
    Walker arguments =
        new Walker() {
          @Override
          public void expr(Expr e) {
            computes[0] |= e instanceof Call || e instanceof FunctionCall;
            super.expr(e);
          }
        };
    call.args().forEach(arguments::expr);
    return !computes[0];
  }
}

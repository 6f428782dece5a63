package org.pyptoj.ir.op;

import java.util.List;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;

/** Makes checked calls; the verifier implements it, and the DSL parser is handed it. */
@FunctionalInterface
public interface OpTyping {

  /**
   * A call whose result type is deduced.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException when a rule of the op does not hold
   */
  Call call(Op op, List<Expr> args, Attrs attrs, CallSite site);
}

package org.pyptoj.verifier;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.CallSite;

/** Deduces the result type of an op call and checks the op's rules on the way. */
public final class OpTypes {

  private OpTypes() {}

  /**
   * A checked call.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException when a rule of the op does not hold; all
   *     violations of one call are reported together
   */
  public static Call call(Op op, List<Expr> args, Attrs attrs, CallSite site) {
    throw new UnsupportedOperationException();
  }

  /** A checked call of a pass, which has one place for all operands. */
  public static Call call(Op op, List<Expr> args, Attrs attrs, Span span) {
    return call(op, args, attrs, CallSite.at(span));
  }
}

package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.passes.IrBuilder;

/** How one collective becomes loops, signals and tile ops inside a kernel. */
@FunctionalInterface
public interface CollectiveLowering {

  /**
   * Writes the collective.
   *
   * @param b where the statements go
   * @param call the collective's call
   * @return what the call's value is afterwards: the window it worked on, or the signal of a
   *     barrier
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException where the call cannot be lowered
   */
  Expr lower(IrBuilder b, Call call);
}

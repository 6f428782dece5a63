package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.passes.IrBuilder;

/**
 * {@code barrier}: one passage of the credit barrier and its epilogue; the signal is the result.
 */
final class BarrierLowering implements CollectiveLowering {

  @Override
  public Expr lower(IrBuilder b, Call call) {
    Expr signal = call.operand(ParamRole.SIGNAL);
    CreditBarrier barrier = CreditBarrier.mesh(b, Comm.of(b, signal), signal);
    barrier.pass(b, "");
    barrier.clear(b);
    return signal;
  }
}

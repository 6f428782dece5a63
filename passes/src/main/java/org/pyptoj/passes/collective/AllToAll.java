package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.IrBuilder;

/**
 * {@code all_to_all}: every rank puts row {@code dest} of its input into row {@code my_rank} of
 * that rank's window; the barrier says that all rows have arrived.
 */
final class AllToAll implements CollectiveLowering {

  @Override
  public Expr lower(IrBuilder b, Call call) {
    Expr input = call.operand(ParamRole.SOURCE);
    Expr target = call.operand(ParamRole.TARGET);
    Expr signal = call.operand(ParamRole.SIGNAL);
    DistributedTensorType type = (DistributedTensorType) target.type();
    Comm comm = Comm.of(b, target);
    Expr size = type.shape().get(1);
    Var stage = Stage.create(b, "aa_stage", type.dtype(), IntConst.index(1), size);
    b.each(
        "dest",
        comm.nranks(),
        (body, dest) ->
            AllGather.put(
                body, target, dest, input, stage, comm.myRank(), dest, IntConst.index(1), size));
    CreditBarrier barrier = CreditBarrier.mesh(b, comm, signal);
    barrier.pass(b, "");
    barrier.clear(b);
    return target;
  }
}

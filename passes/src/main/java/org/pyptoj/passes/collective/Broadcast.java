package org.pyptoj.passes.collective;

import java.util.List;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.IrBuilder;

/**
 * {@code broadcast}: after the barrier, which says that the root's slice is complete, every rank
 * gets it; the root's get copies its slice onto itself.
 */
final class Broadcast implements CollectiveLowering {

  @Override
  public Expr lower(IrBuilder b, Call call) {
    Expr target = call.operand(ParamRole.TARGET);
    Expr signal = call.operand(ParamRole.SIGNAL);
    DistributedTensorType type = (DistributedTensorType) target.type();
    CreditBarrier barrier = CreditBarrier.mesh(b, Comm.of(b, target), signal);
    barrier.pass(b, "");
    List<Expr> rectangle = AllReduceTarget.rectangle(type.shape());
    Var stage = Stage.create(b, "bcast_stage", type.dtype(), rectangle.get(0), rectangle.get(1));
    Expr root = IntConst.int32(call.attr(OpAttrs.ROOT));
    b.run(DistributedOp.TILE_GET, Attrs.NONE, target, root, target, stage);
    barrier.clear(b);
    return target;
  }
}

package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.IrBuilder;

/**
 * {@code allgather}: every rank puts its row into row {@code my_rank} of each rank's window, its
 * own included; the barrier says that all rows have arrived.
 */
final class AllGather implements CollectiveLowering {

  @Override
  public Expr lower(IrBuilder b, Call call) {
    Expr local = call.operand(ParamRole.SOURCE);
    Expr target = call.operand(ParamRole.TARGET);
    Expr signal = call.operand(ParamRole.SIGNAL);
    DistributedTensorType type = (DistributedTensorType) target.type();
    Comm comm = Comm.of(b, target);
    Expr size = type.shape().get(1);
    Var stage = Stage.create(b, "ag_stage", type.dtype(), IntConst.index(1), size);
    b.each(
        "peer",
        comm.nranks(),
        (body, peer) ->
            put(
                body,
                target,
                peer,
                local,
                stage,
                comm.myRank(),
                IntConst.index(0),
                IntConst.index(1),
                size));
    CreditBarrier barrier = CreditBarrier.mesh(b, comm, signal);
    barrier.pass(b, "");
    barrier.clear(b);
    return target;
  }

  /** Rows of a source into rows of a peer's window, over its whole width. */
  static void put(
      IrBuilder b,
      Expr target,
      Expr peer,
      Expr source,
      Expr stage,
      Expr targetRow,
      Expr sourceRow,
      Expr rows,
      Expr columns) {
    b.run(
        DistributedOp.TILE_PUT,
        Attrs.of(OpAttrs.ATOMIC, AtomicType.NONE),
        target,
        peer,
        source,
        stage,
        null,
        b.tuple(targetRow, IntConst.index(0)),
        b.tuple(sourceRow, IntConst.index(0)),
        b.tuple(rows, columns));
  }
}

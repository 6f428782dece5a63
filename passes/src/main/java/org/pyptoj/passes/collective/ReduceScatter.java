package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.IrBuilder;

/**
 * {@code reduce_scatter}: every rank combines row {@code my_rank} of all slices and, after a second
 * barrier, writes the result over its own row.
 *
 * <p>A row that is wider than a chunk is combined piece by piece between the same two barriers. Its
 * pieces are stored at once: no peer ever reads this rank's row {@code my_rank}.
 */
final class ReduceScatter implements CollectiveLowering {

  private static final long WHOLE_ROW_BYTES = 46 * 1024;
  private static final long PIECE_BYTES = 16 * 1024;
  private static final long LANE_BYTES = 32;

  @Override
  public Expr lower(IrBuilder b, Call call) {
    Expr target = call.operand(ParamRole.TARGET);
    Expr signal = call.operand(ParamRole.SIGNAL);
    DistributedTensorType type = (DistributedTensorType) target.type();
    Op combine = AllReduceTarget.combine(MeshAllReduce.reduceOp(call));
    Comm comm = Comm.of(b, target);
    Expr size = type.shape().get(1);
    Long known = Scalars.constant(size);
    int bytes = type.dtype().bytes();
    CreditBarrier barrier = CreditBarrier.mesh(b, comm, signal);
    barrier.pass(b, "");
    if (known != null && known * bytes <= WHOLE_ROW_BYTES) {
      Expr width = IntConst.index(Shapes.roundUp(known, LANE_BYTES / bytes));
      Expr place = b.tuple(comm.myRank(), IntConst.index(0));
      Expr shape = b.tuple(IntConst.index(1), width);
      Expr box = b.tuple(IntConst.index(1), size);
      Var own = b.bind("acc_initial", TileOp.LOAD, target, place, shape, box);
      Var sum =
          MeshAllReduce.accumulate(
              b,
              comm,
              own,
              combine,
              (then, peer) ->
                  then.bind("recv", DistributedOp.REMOTE_LOAD, target, peer, place, shape, box));
      barrier.pass(b, "2");
      b.run(TileOp.STORE, Attrs.NONE, sum, place, target);
    } else {
      Expr width = IntConst.index(PIECE_BYTES / bytes);
      Chunks chunks = new Chunks(target, comm.myRank(), width, 1);
      b.loop(
          "col",
          IntConst.index(0),
          size,
          width,
          (body, column) -> {
            Expr valid = Scalars.min(width, Scalars.sub(size, column));
            Var own = chunks.own(body, "acc_initial", column, valid);
            Var sum =
                MeshAllReduce.accumulate(
                    body,
                    comm,
                    own,
                    combine,
                    (then, peer) -> chunks.peers(then, "recv", peer, column, valid));
            chunks.store(body, "store_value", sum, column, valid);
          });
      barrier.pass(b, "2");
    }
    barrier.clear(b);
    return target;
  }
}

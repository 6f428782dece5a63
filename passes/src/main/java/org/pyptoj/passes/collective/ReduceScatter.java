package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.DistributedTensorType;

/**
 * {@code reduce_scatter}: every rank combines row {@code my_rank} of all slices and, after a second barrier, writes the
 * result over its own row.
 *
 * <p>A row that is wider than a chunk is combined piece by piece between the same two barriers. Its pieces are stored at
 * once: no peer ever reads this rank's row {@code my_rank}.
 */
final class ReduceScatter implements CollectiveLowering {

  private static final long WHOLE_ROW_BYTES = 46 * 1024;
  private static final long PIECE_BYTES = 16 * 1024;
  private static final long LANE_BYTES = 32;

  @Override
  public Expr lower(StatementBuilder b, Call call) {
    Expr target = call.arg(0);
    Expr signal = call.arg(1);
    Signals.checkMesh(call, signal);
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
      Var sum = piece(b, comm, target, combine, IntConst.index(0), width, size);
      barrier.pass(b, "2");
      store(b, comm, target, sum, IntConst.index(0));
    } else {
      Expr width = IntConst.index(PIECE_BYTES / bytes);
      b.loop(
          "col",
          IntConst.index(0),
          size,
          width,
          (body, column) -> {
            Expr valid = Scalars.min(width, Scalars.sub(size, column));
            Var sum = piece(body, comm, target, combine, column, width, valid);
            store(body, comm, target, sum, column);
          });
      barrier.pass(b, "2");
    }
    barrier.clear(b);
    return target;
  }

  private static Var piece(
      StatementBuilder b,
      Comm comm,
      Expr target,
      Op combine,
      Expr column,
      Expr width,
      Expr valid) {
    Expr place = b.tuple(comm.myRank(), column);
    Expr shape = b.tuple(IntConst.index(1), width);
    Expr box = b.tuple(IntConst.index(1), valid);
    Var own = b.bind("acc_initial", Op.TILE_LOAD, target, place, shape, box);
    return MeshAllReduce.accumulate(
        b, comm, own, combine, (then, peer) ->
            then.bind("recv", Op.REMOTE_LOAD, target, peer, place, shape, box));
  }

  private static void store(
      StatementBuilder b, Comm comm, Expr target, Var sum, Expr column) {
    b.run(Op.TILE_STORE, Attrs.NONE, sum, b.tuple(comm.myRank(), column), target);
  }
}

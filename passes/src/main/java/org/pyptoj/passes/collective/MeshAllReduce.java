package org.pyptoj.passes.collective;

import java.util.List;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.IrBuilder;

/**
 * Allreduce by direct exchange: every rank reads every peer's slice, combines, waits until all have
 * read, and writes the result over its own slice (specification, pld.tensor.allreduce, mesh).
 *
 * <p>A fully valid target is one stream of elements that is reduced chunk by chunk. After the ready
 * barrier, generation one, chunk {@code k} waits at generation {@code k + 2} before it is stored: a
 * peer may still be reading what the store replaces. A partly valid target is reduced as one
 * rectangle with two barriers.
 */
final class MeshAllReduce implements CollectiveLowering {

  @Override
  public Expr lower(IrBuilder b, Call call) {
    Expr signal = call.operand(ParamRole.SIGNAL);
    AllReduceTarget target = AllReduceTarget.of(call);
    Op combine = AllReduceTarget.combine(reduceOp(call));
    if (target.isPartial()) {
      rectangle(b, call, target, signal, combine);
    } else {
      stream(b, target, signal, combine);
    }
    return target.window();
  }

  /** The reduction that a call asks for. */
  static ReduceOp reduceOp(Call call) {
    ReduceOp op = call.attr(OpAttrs.REDUCE);
    return op == null ? ReduceOp.SUM : op;
  }

  private static void stream(IrBuilder b, AllReduceTarget target, Expr signal, Op combine) {
    Comm comm = Comm.of(b, target.window());
    Expr elements = Shapes.product(target.type().shape());
    Expr width = IntConst.index(target.width(elements));
    Chunks chunks = target.chunks(target.stream(b), width);
    CreditBarrier barrier = CreditBarrier.mesh(b, comm, signal);
    barrier.pass(b, "");
    b.loop(
        "col",
        IntConst.index(0),
        elements,
        width,
        (body, column) -> {
          Expr valid = Scalars.min(width, Scalars.sub(elements, column));
          Var own = chunks.own(body, "acc_initial", column, valid);
          Var sum =
              accumulate(
                  body,
                  comm,
                  own,
                  combine,
                  (then, peer) -> chunks.peers(then, "recv", peer, column, valid));
          Expr generation = Scalars.add(Scalars.floorDiv(column, width), IntConst.index(2));
          Expr credits =
              body.bind("chunk_expected", Scalars.cast(generation, DataType.INT32, body.span()));
          barrier.pass(body, credits, "_chunk");
          chunks.store(body, "store_value", sum, column, valid);
        });
    Expr total = Scalars.add(IntConst.index(1), Shapes.ceilDiv(elements, width));
    barrier.clear(b, Scalars.cast(total, DataType.INT32, b.span()));
  }

  /** A partly valid target has gaps between its rows; it is small, and reduced at once. */
  private static void rectangle(
      IrBuilder b, Call call, AllReduceTarget target, Expr signal, Op combine) {
    List<Expr> shape = target.type().shape();
    List<Expr> box = target.type().validShape();
    if (!Shapes.isPrefix(box.subList(0, box.size() - 1), shape.subList(0, shape.size() - 1))) {
      throw CollectiveRule.PARTIAL_BOX.at(
          call.span(),
          "The valid box "
              + Shapes.text(box)
              + " of a "
              + Shapes.text(shape)
              + " target is not one rectangle when the leading dimensions become rows.",
          "Reduce a target whose valid box is full in all leading dimensions but the first partial one.");
    }
    List<Expr> physical = AllReduceTarget.rectangle(shape);
    List<Expr> valid = AllReduceTarget.rectangle(box);
    List<Expr> tile = Shapes.isStatic(valid) ? valid : physical;
    Long rows = Scalars.constant(tile.get(0));
    Long columns = Scalars.constant(tile.get(1));
    if (rows == null
        || columns == null
        || rows * Shapes.roundUp(columns, target.lane()) > target.chunk()) {
      throw CollectiveRule.PARTIAL_SIZE.at(
          call.span(),
          "A partly valid target is reduced in one tile of at most 16 KiB, but "
              + Shapes.text(tile)
              + " "
              + target.type().dtype().dslName()
              + " elements are more or are not known.",
          "Make the valid box smaller, give it constant extents, or reduce the whole window.");
    }
    Comm comm = Comm.of(b, target.window());
    Expr box2d = b.tuple(valid);
    Expr view = b.bind("target_2d", TensorOp.AS_VIEW, target.window(), b.tuple(physical), box2d);
    Expr extents = b.tuple(tile.get(0), IntConst.index(Shapes.roundUp(columns, target.lane())));
    Expr origin = b.tuple(IntConst.index(0), IntConst.index(0));
    CreditBarrier barrier = CreditBarrier.mesh(b, comm, signal);
    barrier.pass(b, "");
    Var own = b.bind("acc_initial", TileOp.LOAD, view, origin, extents, box2d);
    Var sum =
        accumulate(
            b,
            comm,
            own,
            combine,
            (then, peer) ->
                then.bind("recv", DistributedOp.REMOTE_LOAD, view, peer, origin, extents, box2d));
    barrier.pass(b, "2");
    b.run(TileOp.STORE, Attrs.NONE, sum, origin, view);
    barrier.clear(b);
  }

  /** What {@link #accumulate} asks for: a peer's part, as a tile. */
  @FunctionalInterface
  interface PeerPart {
    Expr load(IrBuilder b, Var peer);
  }

  /** Combines the own part with that of each peer, in rank order. */
  static Var accumulate(IrBuilder b, Comm comm, Var own, Op combine, PeerPart part) {
    return b.fold(
        "peer",
        comm.nranks(),
        own,
        (body, peer, sum) ->
            body.choose(
                Scalars.compare(BinaryOp.NE, peer, comm.myRank()),
                then -> then.bind("acc_next", combine, sum, part.load(then, peer)),
                orElse -> sum));
  }
}

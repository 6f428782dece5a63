package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.IrBuilder;

/**
 * Allreduce on a ring: {@code NR - 1} rounds of reduce-scatter, after which each rank owns one
 * reduced segment, and as many rounds of allgather (specification, pld.tensor.allreduce, ring).
 * Every round has a row of the signal.
 *
 * <p>A rank only ever reads from its left neighbour. A segment is moved in subchunks; each passes
 * the round's barrier twice, before it is read (the neighbour's last store is over) and before it
 * is stored (the right neighbour has read what the store replaces). All ranks walk the same number
 * of subchunks, also where their own segment has run out.
 */
final class RingAllReduce implements CollectiveLowering {

  @Override
  public Expr lower(IrBuilder b, Call call) {
    Expr signal = call.operand(ParamRole.SIGNAL);
    AllReduceTarget target = AllReduceTarget.of(call);
    if (target.isPartial() && !Shapes.isPrefix(target.type().validShape(), target.type().shape())) {
      throw CollectiveRule.RING_PREFIX.at(
          call.span(),
          "mode=\"ring\" cuts one stream into segments, but the valid box "
              + Shapes.text(target.type().validShape())
              + " of a "
              + Shapes.text(target.type().shape())
              + " target is not its beginning.",
          "Use mode=\"mesh\", or a valid box that is a contiguous row-major prefix.");
    }
    new Rounds(b, target, (DistributedTensorType) signal.type(), signal, call).write();
    return target.window();
  }

  /** A ring's signal has no cells of its own; those of its rounds are named at each passage. */
  static MakeTuple noCell(Expr rank) {
    throw new IllegalStateException("a ring's cells are those of a round");
  }

  /** One call's rounds. */
  private static final class Rounds {

    private final IrBuilder b;
    private final Op combine;
    private final Comm comm;
    private final Expr signalRows;
    private final Expr me;
    private final Expr elements;
    private final Segments segments;
    private final Expr width;
    private final Chunks chunks;
    private final CreditBarrier barrier;

    Rounds(
        IrBuilder b,
        AllReduceTarget target,
        DistributedTensorType signalType,
        Expr signal,
        Call call) {
      this.b = b;
      this.combine = AllReduceTarget.combine(MeshAllReduce.reduceOp(call));
      this.comm = Comm.of(b, target.window());
      this.signalRows = signalType.shape().get(0);
      this.me = b.bind("my_rank_idx", Scalars.cast(comm.myRank(), DataType.INDEX, b.span()));
      this.elements = Shapes.product(target.type().validShape());
      this.segments = Segments.of(target, elements, signalType.shape().get(1));
      this.width = IntConst.index(target.width(segments.longest()));
      this.chunks = target.chunks(target.stream(b), width);
      this.barrier = new CreditBarrier(comm, signal, RingAllReduce::noCell);
    }

    void write() {
      Expr rounds = b.bind("nr_minus_one", Scalars.sub(comm.nranks(), IntConst.index(1)));
      b.each("rs_step", rounds, this::reduceScatter);
      b.each("ag_step", rounds, (body, step) -> allGather(body, step, rounds));
      Expr perRow = Scalars.mul(IntConst.index(2), Shapes.ceilDiv(segments.longest(), width));
      Expr total = Scalars.cast(perRow, DataType.INT32, b.span());
      b.each("reset_row", signalRows, (body, row) -> barrier.clear(body, cells(body, row), total));
    }

    private static CreditBarrier.Cells cells(IrBuilder b, Expr row) {
      return rank -> b.tuple(row, rank);
    }

    private Expr left(IrBuilder body, String hint) {
      return body.bind(hint, modulo(Scalars.sub(me, IntConst.index(1))));
    }

    /** A rank's number after walking around the ring. */
    private Expr modulo(Expr rank) {
      return Scalars.binary(
          BinaryOp.FLOOR_MOD, Scalars.add(rank, comm.nranks()), comm.nranks(), b.span());
    }

    private void reduceScatter(IrBuilder body, Var step) {
      Expr walked = body.bind("step", Scalars.add(step, IntConst.index(1)));
      Expr segment =
          body.bind(
              "recv_add_idx", modulo(Scalars.sub(Scalars.sub(me, walked), IntConst.index(1))));
      Expr left = left(body, "left");
      subchunks(
          body,
          "rs",
          step,
          segment,
          (then, column, valid) -> {
            Var theirs = chunks.peers(then, "recv_rs", left, column, valid);
            Var own = chunks.own(then, "acc_rs", column, valid);
            return then.bind("acc_rs_next", combine, own, theirs);
          });
    }

    private void allGather(IrBuilder body, Var step, Expr rounds) {
      Expr walked = body.bind("ag_step_val", Scalars.add(step, IntConst.index(1)));
      Expr round = body.bind("ag_round", Scalars.add(step, rounds));
      Expr segment = body.bind("ag_segment_idx", modulo(Scalars.sub(me, walked)));
      Expr left = left(body, "ag_left");
      subchunks(
          body,
          "ag",
          round,
          segment,
          (then, column, valid) -> chunks.peers(then, "recv_ag", left, column, valid));
    }

    /** What a subchunk holds when it is stored. */
    @FunctionalInterface
    private interface Content {
      Expr load(IrBuilder b, Expr column, Expr valid);
    }

    private void subchunks(
        IrBuilder body, String phase, Expr round, Expr segment, Content content) {
      Expr begin = body.bind(phase + "_segment_begin", segments.boundary(segment));
      Expr end =
          body.bind(
              phase + "_segment_end", segments.boundary(Scalars.add(segment, IntConst.index(1))));
      Expr length = body.bind(phase + "_segment_cols", Scalars.sub(end, begin));
      body.loop(
          phase + "_col",
          IntConst.index(0),
          segments.longest(),
          width,
          (inner, offset) -> subchunk(inner, phase, round, begin, length, offset, content));
    }

    private void subchunk(
        IrBuilder body,
        String phase,
        Expr round,
        Expr begin,
        Expr length,
        Expr offset,
        Content content) {
      Expr active = Scalars.compare(BinaryOp.LT, offset, length);
      Expr valid = Scalars.min(width, Scalars.sub(length, offset));
      Expr column = Scalars.add(begin, offset);
      Expr number = Scalars.floorDiv(offset, width);
      Expr ready = Scalars.add(Scalars.mul(number, IntConst.index(2)), IntConst.index(1));

      pass(body, round, ready, phase, "ready");
      Var tile =
          body.choose(
              active, then -> content.load(then, column, valid), orElse -> nothing(orElse, phase));
      pass(body, round, Scalars.add(ready, IntConst.index(1)), phase, "read");
      body.when(
          active,
          then -> {
            Expr from = inside(column);
            Expr to = Scalars.add(from, valid);
            Expr count = Scalars.sub(inside(to), from);
            chunks.store(then, phase + "_valid", tile, from, count);
          });
    }

    /**
     * The same column, in a form that shows that it is no further than the valid prefix: a store
     * into a partly valid view must prove it without the branch that it stands in.
     */
    private Expr inside(Expr column) {
      return Scalars.sub(elements, Scalars.max(IntConst.index(0), Scalars.sub(elements, column)));
    }

    /**
     * A subchunk that a shorter segment does not have still needs a tile of the same type: one
     * element of the stream.
     */
    private Var nothing(IrBuilder orElse, String phase) {
      return chunks.own(orElse, phase + "_placeholder", IntConst.index(0), IntConst.index(1));
    }

    private void pass(IrBuilder body, Expr round, Expr generation, String phase, String which) {
      Expr credits =
          body.bind(
              phase + "_" + which + "_epoch", Scalars.cast(generation, DataType.INT32, b.span()));
      barrier.pass(body, cells(body, round), credits, "_" + phase + "_" + which);
    }
  }
}

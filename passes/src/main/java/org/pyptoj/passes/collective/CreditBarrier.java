package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.passes.IrBuilder;

/**
 * The self-clearing credit barrier of one call of a collective (specification, Barrier-signal
 * protocol).
 *
 * <p>Every passage adds one credit to this rank's cell in each peer's signal and waits until each
 * peer's cell here holds at least as many credits as passages have begun in this call. The wait
 * compares with {@code Ge}: a fast peer may have added the next credit before this rank looks. When
 * the call is over, its credits are taken out of the own signal, so that the next call counts from
 * one again.
 *
 * <p>Credits only commute with each other: nothing but AtomicAdd may touch the cells.
 */
public final class CreditBarrier {

  /** Where in a signal the credits of a rank are counted. */
  @FunctionalInterface
  public interface Cells {
    /** The offsets of a rank's cell. */
    MakeTuple of(Expr rank);
  }

  private static final Attrs ADD = Attrs.of(OpAttrs.NOTIFY, NotifyOp.ATOMIC_ADD);
  private static final Attrs AT_LEAST = Attrs.of(OpAttrs.WAIT, WaitCmp.GE);

  private final Comm comm;
  private final Expr signal;
  private final Cells cells;
  private int passed;

  /**
   * @param comm who takes part
   * @param signal the INT32 signal
   * @param cells where in a signal the credits of a rank are counted
   */
  public CreditBarrier(Comm comm, Expr signal, Cells cells) {
    this.comm = comm;
    this.signal = signal;
    this.cells = cells;
  }

  /** The barrier of a {@code [NR, 1]} signal: one cell per rank. */
  public static CreditBarrier mesh(IrBuilder b, Comm comm, Expr signal) {
    return new CreditBarrier(comm, signal, rank -> b.tuple(rank, IntConst.index(0)));
  }

  /** Passes the barrier once more, in straight-line code; the generation is counted here. */
  public void pass(IrBuilder b, String suffix) {
    pass(b, IntConst.int32(++passed), suffix);
  }

  /** How many passages straight-line code has made. */
  public int passed() {
    return passed;
  }

  /**
   * Passes the barrier at a generation that the caller counts, as in a loop.
   *
   * @param generation INT32: credits that each peer must have given by now
   */
  public void pass(IrBuilder b, Expr generation, String suffix) {
    pass(b, cells, generation, suffix);
  }

  /** Passes a barrier whose cells lie elsewhere in the same signal, as those of a ring's round. */
  public void pass(IrBuilder b, Cells cells, Expr generation, String suffix) {
    MakeTuple mine = cells.of(comm.myRank());
    b.each(
        "peer" + suffix,
        comm.nranks(),
        (body, peer) ->
            body.when(
                other(peer),
                then ->
                    then.run(DistributedOp.NOTIFY, ADD, signal, peer, mine, IntConst.int32(1))));
    b.each(
        "src" + suffix,
        comm.nranks(),
        (body, src) ->
            body.when(
                other(src),
                then -> then.run(DistributedOp.WAIT, AT_LEAST, signal, cells.of(src), generation)));
  }

  /** Takes the credits of the straight-line passages out of the own signal. */
  public void clear(IrBuilder b) {
    clear(b, IntConst.int32(passed));
  }

  /**
   * Takes a number of credits out of every other rank's cell of the own signal.
   *
   * @param total INT32: passages of this call, a run-time value where a loop made them
   */
  public void clear(IrBuilder b, Expr total) {
    clear(b, cells, total);
  }

  /** The same for cells elsewhere in the signal. */
  public void clear(IrBuilder b, Cells cells, Expr total) {
    Expr taken = Scalars.sub(IntConst.int32(0), total);
    b.each(
        "reset_src",
        comm.nranks(),
        (body, src) ->
            body.when(
                other(src),
                then ->
                    then.run(
                        DistributedOp.NOTIFY, ADD, signal, comm.myRank(), cells.of(src), taken)));
  }

  private Expr other(Expr rank) {
    return Scalars.compare(BinaryOp.NE, rank, comm.myRank());
  }
}

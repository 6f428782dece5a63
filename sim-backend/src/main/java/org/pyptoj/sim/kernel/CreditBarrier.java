package org.pyptoj.sim.kernel;

import java.util.function.IntFunction;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;

/**
 * The self-clearing credit barrier of one collective call (specification, Barrier-signal protocol):
 * each pass adds one credit to every peer and waits until every peer's credits reach the pass's
 * number; at the end of the call all of them are taken back.
 */
final class CreditBarrier {

  private final Task task;
  private final TensorValue signal;
  private final IntFunction<long[]> cell;
  private final Span span;
  private final DistributedCompiler.Changes changes;
  private int generation;

  /**
   * A barrier.
   *
   * @param cell the cell that a rank's credits go to
   */
  CreditBarrier(Task task, TensorValue signal, IntFunction<long[]> cell, Span span) {
    this.task = task;
    this.signal = signal;
    this.cell = cell;
    this.span = span;
    this.changes = new DistributedCompiler.Changes(NotifyOp.ATOMIC_ADD, span);
    Peers.bound(signal, span);
    task.run.collectiveSignal(signal, span);
  }

  /** One cell per rank: {@code [NR]} or {@code [NR, 1]}. */
  static CreditBarrier perRank(Task task, TensorValue signal, Span span) {
    return lane(task, signal, 0, span);
  }

  /** One cell per rank and block: {@code [NR, stride]}. */
  static CreditBarrier lane(Task task, TensorValue signal, int lane, Span span) {
    Peers.bound(signal, span);
    int ranks = signal.domain().ranks();
    if (signal.dims() == 0 || signal.dims() > 2 || signal.shape()[0] < ranks) {
      throw new SimFailure(
          SimCode.SIGNAL_CELL,
          "a signal of shape "
              + java.util.Arrays.toString(signal.shape())
              + " has no cell for each of "
              + ranks
              + " ranks",
          span);
    }
    return new CreditBarrier(
        task, signal, signal.dims() == 1 ? r -> new long[] {r} : r -> new long[] {r, lane}, span);
  }

  /** Tells every peer, and waits until every peer has told this rank as often. */
  void pass() {
    generation++;
    int me = signal.rank();
    int ranks = signal.domain().ranks();
    for (int peer = 0; peer < ranks; peer++) {
      if (peer != me) {
        add(peer, me, 1);
      }
    }
    for (int source = 0; source < ranks; source++) {
      if (source != me) {
        SignalCells.await(task, signal, cell.apply(source), generation, WaitCmp.GE, false, span);
      }
    }
  }

  /** Takes all credits of the call back. */
  void clear() {
    int me = signal.rank();
    for (int source = 0; source < signal.domain().ranks(); source++) {
      if (source != me) {
        add(me, source, -generation);
      }
    }
    generation = 0;
  }

  private void add(int peer, int cellOf, int value) {
    SignalCells.notify(
        task,
        signal,
        peer,
        cell.apply(cellOf),
        value,
        NotifyOp.ATOMIC_ADD,
        changes.by(task.device),
        span);
  }
}

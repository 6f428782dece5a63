package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.schedule.Condition;
import org.pyptoj.sim.schedule.WaitQueue;

/** A wait for a signal cell. */
final class SignalWait implements Condition {

  private final Task task;
  private final TensorValue signal;
  private final Region region;
  private final long at;
  private final long[] index;
  private final int expected;
  private final WaitCmp cmp;
  private final boolean unsigned;
  private final Span span;

  /**
   * A wait.
   *
   * @param at the cell's byte
   * @param unsigned whether values compare as the completion runtime's counters do
   */
  SignalWait(
      Task task,
      TensorValue signal,
      long at,
      long[] index,
      int expected,
      WaitCmp cmp,
      boolean unsigned,
      Span span) {
    this.task = task;
    this.signal = signal;
    this.region = signal.region();
    this.at = at;
    this.index = index;
    this.expected = expected;
    this.cmp = cmp;
    this.unsigned = unsigned;
    this.span = span;
  }

  Span span() {
    return span;
  }

  WaitQueue queue() {
    return region.window().queue(region.owner());
  }

  /** Tells the listener that it was let go. */
  void tell() {
    SignalCells.waited(task, signal, index, span);
  }

  @Override
  public boolean holds() {
    int value = Elements.cell(region.segment(), at);
    return switch (cmp) {
      case EQ -> value == expected;
      case GE -> unsigned ? Integer.compareUnsigned(value, expected) >= 0 : value >= expected;
    };
  }

  @Override
  public SimFailure.Blocked describe() {
    Object change = region.window().lastChange(region.owner(), at);
    return task.blocked(
        span,
        region.window().name()
            + Arrays.toString(index)
            + (cmp == WaitCmp.EQ ? " == " : " >= ")
            + expected
            + (unsigned ? " (deferred)" : ""),
        (long) Elements.cell(region.segment(), at),
        change == null ? null : change.toString());
  }
}

package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener.TaskInfo;

/** What a task does with signals, in its own order. */
final class Tape {

  /** A step of a task. */
  sealed interface Step {}

  /**
   * Changes a cell.
   *
   * @param cell the cell's number
   */
  record Notify(int cell, NotifyOp op, int value, Span span) implements Step {}

  /**
   * Goes on when a cell has a value.
   *
   * @param cell the cell's number
   */
  record Wait(int cell, WaitCmp cmp, int expected, Span span) implements Step {
    boolean holds(int value) {
      return switch (cmp) {
        case EQ -> value == expected;
        case GE -> value >= expected;
      };
    }
  }

  /**
   * Goes on when another task has come to some step.
   *
   * @param task the other one's number
   * @param step how many steps it must have taken; -1 for all
   */
  record After(int task, int step) implements Step {}

  final TaskInfo task;
  final List<Step> steps = new ArrayList<>();

  /** Tasks that have ended before the next step. */
  private final BitSet ended = new BitSet();

  /** Tasks that have ended before the first step with a signal. */
  private BitSet endedBefore;

  Tape(TaskInfo task) {
    this.task = task;
  }

  /** Another task has ended, or has come as far as it is now. */
  void comesAfter(int number, Tape other, boolean hasEnded) {
    steps.add(new After(number, hasEnded ? -1 : other.steps.size()));
    ended.or(other.ended);
    if (hasEnded) {
      ended.set(number);
    }
  }

  void signals(Step step) {
    if (endedBefore == null) {
      endedBefore = (BitSet) ended.clone();
    }
    steps.add(step);
  }

  /** Whether another task has ended before this one does anything with signals. */
  boolean endedBefore(int number) {
    return endedBefore != null && endedBefore.get(number);
  }
}

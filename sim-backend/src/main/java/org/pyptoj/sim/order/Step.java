package org.pyptoj.sim.order;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.WaitCmp;

/** What a task does that others may have to wait for, or that may have to wait for others. */
sealed interface Step {

  /**
   * Changes a cell: by a notify, or by a store without one.
   *
   * @param cell the cell's number
   * @param sets whether the cell becomes the value; else the value is added
   * @param notifies whether it is a notify
   */
  record Change(int cell, boolean sets, int value, boolean notifies, Span span) implements Step {

    /** A cell's value behind it. */
    int applied(int before) {
      return sets ? value : before + value;
    }
  }

  /**
   * Goes on when a cell has a value.
   *
   * @param cell the cell's number
   * @param unsigned whether values compare as the completion runtime's counters do
   */
  record Wait(int cell, WaitCmp cmp, int expected, boolean unsigned, Span span) implements Step {

    boolean holds(int value) {
      return switch (cmp) {
        case EQ -> value == expected;
        case GE -> unsigned ? Integer.compareUnsigned(value, expected) >= 0 : value >= expected;
      };
    }
  }

  /** Comes behind what others may have to wait for, and does nothing. */
  record Milestone() implements Step {}

  /**
   * Goes on when another line has come to some step.
   *
   * @param line the other one's number
   * @param count how many steps it must have taken
   */
  record After(int line, int count) implements Step {}
}

package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.AccessListener.TaskInfo;

/** What a task has done, in its own order, as a run has shown it. */
final class Tape {

  /** Something that may be a step of the task. */
  sealed interface Entry {}

  /** A notify. */
  record Notified(Slice.Cell cell, boolean sets, int value, Span span) implements Entry {}

  /**
   * A store of integers, which changes cells where the memory is some.
   *
   * @param values in row-major order; null where they have not been kept
   */
  record Stored(Slice slice, AccessListener.Box box, boolean adds, int[] values, Span span)
      implements Entry {}

  /** A place that others have come after. */
  record Reached() implements Entry {}

  /** A wait that has been let go. */
  record Waited(Slice.Cell cell, WaitCmp cmp, int expected, boolean unsigned, Span span)
      implements Entry {}

  /**
   * The task has gone on after another one.
   *
   * @param count how many entries the other one had at that time; -1 where it had ended
   */
  record Followed(Tape other, int count) implements Entry {}

  /** How many touches back one is looked for that a new one belongs to. */
  private static final int LOOKED_BACK = 8;

  final TaskInfo task;

  /** The tape's number, in the order in which tasks were first heard of. */
  final int number;

  /** The numbers of tasks that have certainly ended before what comes next. */
  final BitSet known = new BitSet();

  /** The same when the task starts. */
  BitSet knownFirst = new BitSet();

  final List<Entry> entries = new ArrayList<>();
  final List<Touch> touches = new ArrayList<>();

  /** Waits that have not been let go yet. */
  final List<Waited> open = new ArrayList<>();

  /** Whether the next access belongs to the last entry. */
  boolean changing;

  boolean ended;

  Tape(TaskInfo task, int number) {
    this.task = task;
    this.number = number;
  }

  /**
   * Notes an access.
   *
   * @return whether it takes memory of its own
   */
  boolean touch(Touch touch) {
    for (int i = touches.size() - 1; i >= Math.max(0, touches.size() - LOOKED_BACK); i--) {
      Touch earlier = touches.get(i);
      if (earlier.absorbs(touch)) {
        return false;
      }
      // What has come before another access to the same bytes stays before it.
      if (earlier.position != touch.position || earlier.meets(touch)) {
        break;
      }
    }
    touches.add(touch);
    return true;
  }
}

package org.pyptoj.sim.order;

import org.pyptoj.ir.Span;
import org.pyptoj.sim.AccessListener.TaskInfo;

/**
 * What a task does to memory.
 *
 * @param task who
 * @param line the task's line
 * @param position where the line is when it happens
 * @param kind what
 * @param span where it is written
 */
record Access(TaskInfo task, int line, int position, AccessKind kind, Span span) {

  /** Where a report shows it. */
  Span place() {
    return task.place(span);
  }

  /** The same access, where it changes nothing. */
  Access keeping() {
    return new Access(task, line, position, AccessKind.KEEP, span);
  }

  /** How a report calls it. */
  @Override
  public String toString() {
    return "the " + kind.noun() + " of rank " + task.device() + " in " + task.name();
  }
}

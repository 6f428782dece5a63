package org.pyptoj.sim;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;

/** Several listeners as one. */
record Listeners(List<AccessListener> all) implements AccessListener {

  @Override
  public void begins() {
    all.forEach(AccessListener::begins);
  }

  @Override
  public void ends() {
    all.forEach(AccessListener::ends);
  }

  @Override
  public void access(TaskInfo task, Kind kind, Box box, Span span) {
    all.forEach(l -> l.access(task, kind, box, span));
  }

  @Override
  public void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {
    all.forEach(l -> l.notifying(task, cell, op, value, span));
  }

  @Override
  public void waiting(TaskInfo task, Box cell, WaitCmp cmp, int expected, Span span) {
    all.forEach(l -> l.waiting(task, cell, cmp, expected, span));
  }

  @Override
  public void started(TaskInfo task, List<Long> after) {
    all.forEach(l -> l.started(task, after));
  }

  @Override
  public void joined(TaskInfo task, List<Long> others) {
    all.forEach(l -> l.joined(task, others));
  }

  @Override
  public void ended(TaskInfo task) {
    all.forEach(l -> l.ended(task));
  }
}

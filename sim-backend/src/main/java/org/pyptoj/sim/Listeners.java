package org.pyptoj.sim;

import java.lang.foreign.MemorySegment;
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
  public void retained(Object allocation, int owner, MemorySegment contents) {
    all.forEach(l -> l.retained(allocation, owner, contents));
  }

  @Override
  public void ends() {
    all.forEach(AccessListener::ends);
  }

  @Override
  public SimFailure failed(SimFailure failure) {
    SimFailure told = failure;
    for (AccessListener listener : all) {
      told = listener.failed(told);
    }
    return told;
  }

  @Override
  public void access(TaskInfo task, Kind kind, Box box, Span span) {
    all.forEach(l -> l.access(task, kind, box, span));
  }

  @Override
  public void storing(TaskInfo task, Box box, boolean adds, int[] values, Span span) {
    all.forEach(l -> l.storing(task, box, adds, values, span));
  }

  @Override
  public void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {
    all.forEach(l -> l.notifying(task, cell, op, value, span));
  }

  @Override
  public void waiting(
      TaskInfo task, Box cell, WaitCmp cmp, int expected, boolean deferred, Span span) {
    all.forEach(l -> l.waiting(task, cell, cmp, expected, deferred, span));
  }

  @Override
  public void submitted(TaskInfo by, long order) {
    all.forEach(l -> l.submitted(by, order));
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

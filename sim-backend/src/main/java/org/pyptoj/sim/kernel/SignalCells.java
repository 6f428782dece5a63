package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;

/** Signals: cells of windows that peers change and that ranks wait for. */
final class SignalCells {

  private SignalCells() {}

  /** The byte of a signal cell, checked. */
  static long cell(Task task, TensorValue signal, long[] index, String what, Span span) {
    Peers.bound(signal, span);
    if (signal.dtype() != DataType.INT32 && signal.dtype() != DataType.UINT32) {
      throw new SimFailure(
          SimCode.ARGUMENT,
          "a signal holds 32-bit integers, not " + signal.dtype().dslName(),
          span);
    }
    for (int d = 0; d < index.length; d++) {
      if (index[d] < 0 || index[d] >= signal.shape()[d]) {
        throw new SimFailure(
            SimCode.SIGNAL_CELL,
            Accesses.place(task)
                + what
                + " names cell "
                + Arrays.toString(index)
                + " of "
                + Accesses.name(signal)
                + ", whose shape is "
                + Arrays.toString(signal.shape()),
            span);
      }
    }
    return signal.byteOf(index);
  }

  /** Changes a peer's signal cell. */
  static void notify(
      Task task,
      TensorValue signal,
      long peer,
      long[] index,
      int value,
      NotifyOp op,
      Object who,
      Span span) {
    TensorValue at = Peers.peer(signal, peer, "notify", span);
    long cell = cell(task, at, index, "notify", span);
    task.visible();
    task.notifies++;
    if (task.listener != null) {
      long[] one = new long[index.length];
      Arrays.fill(one, 1);
      task.listener.notifying(task.info, Accesses.box(at, index, one), op, value, span);
      Accesses.tell(
          task,
          op == NotifyOp.SET ? AccessListener.Kind.NOTIFY_SET : AccessListener.Kind.NOTIFY_ADD,
          at,
          index,
          one,
          span);
    }
    Region region = at.region();
    region.window().changed(region.owner(), cell, who);
    switch (op) {
      case ATOMIC_ADD -> Elements.addCell(region.segment(), cell, value);
      case SET -> Elements.setCell(region.segment(), cell, value);
    }
    task.scheduler.changed(region.window().queue(region.owner()));
  }

  /** Blocks until a cell of this rank satisfies a comparison, or defers the task's completion. */
  static void await(
      Task task,
      TensorValue signal,
      long[] index,
      int expected,
      WaitCmp cmp,
      boolean deferred,
      Span span) {
    long cell = cell(task, signal, index, deferred ? "defer_wait" : "wait", span);
    if (task.listener != null) {
      long[] one = new long[index.length];
      Arrays.fill(one, 1);
      task.listener.waiting(
          task.info, Accesses.box(signal, index, one), cmp, expected, deferred, span);
    }
    SignalWait wait = new SignalWait(task, signal, cell, index, expected, cmp, deferred, span);
    if (deferred) {
      task.defer(wait);
    } else {
      task.await(wait);
      wait.tell();
    }
  }

  /** Tells the listener that a wait was let go. */
  static void waited(Task task, TensorValue signal, long[] index, Span span) {
    if (task.listener != null) {
      long[] one = new long[index.length];
      Arrays.fill(one, 1);
      Accesses.tell(task, AccessListener.Kind.WAIT, signal, index, one, span);
    }
  }
}

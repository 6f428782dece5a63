package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.schedule.Fiber;
import org.pyptoj.sim.schedule.WaitQueue;

/**
 * A kernel that an orchestration has submitted: it waits for its predecessors, then for cores, then
 * runs.
 */
final class ChipTask {

  /** What a block of it does. */
  interface Work {
    Object[] run(Task task);
  }

  final Dispatch dispatch;
  final long id;
  final String name;
  final Span span;
  final int blocks;
  final List<TensorValue> reads;
  final List<TensorValue> writes;
  final WaitQueue queue = new WaitQueue();
  private final Work work;

  /** Guarded by the dispatch's lock. */
  final List<ChipTask> successors = new ArrayList<>();

  int pending;

  /** Tasks that have ended before it starts, for the listener. */
  final List<Long> after = new ArrayList<>();

  private final List<Long> blockIds = new ArrayList<>();
  private final List<SignalWait> deferred = new ArrayList<>();
  private int left;
  private volatile boolean done;
  private volatile Object[] results = Frame.NOTHING;

  ChipTask(
      Dispatch dispatch,
      String name,
      Span span,
      int blocks,
      List<TensorValue> reads,
      List<TensorValue> writes,
      Work work) {
    this.dispatch = dispatch;
    this.id = dispatch.run.nextTaskId();
    this.name = name;
    this.span = span;
    this.blocks = blocks;
    this.left = blocks;
    this.reads = reads;
    this.writes = writes;
    this.work = work;
  }

  boolean isDone() {
    return done;
  }

  Object[] results() {
    return results;
  }

  /** Whether it must come after another one that was submitted before. */
  boolean dependsOn(ChipTask earlier) {
    return meets(reads, earlier.writes)
        || meets(writes, earlier.writes)
        || meets(writes, earlier.reads);
  }

  /** Whether it reads or writes some of a tensor's memory. */
  boolean touches(TensorValue tensor) {
    return writes.stream().anyMatch(tensor::overlaps) || reads.stream().anyMatch(tensor::overlaps);
  }

  private static boolean meets(List<TensorValue> a, List<TensorValue> b) {
    for (TensorValue x : a) {
      for (TensorValue y : b) {
        if (x.overlaps(y)) {
          return true;
        }
      }
    }
    return false;
  }

  /** All blocks have their cores. */
  void start() {
    for (int b = 0; b < blocks; b++) {
      int block = b;
      dispatch.run.scheduler().spawn(fiber -> block(fiber, block));
    }
  }

  private void block(Fiber fiber, int block) {
    Device device = dispatch.run.device(dispatch.device);
    Task task =
        new Task(dispatch.run, dispatch.device, name, block, blocks, id, dispatch.place(span));
    task.fiber = fiber;
    if (task.listener != null) {
      task.listener.started(task.info, List.copyOf(after));
    }
    Object[] values = task.doing(() -> work.run(task));
    if (task.listener != null) {
      task.listener.ended(task.info);
    }
    device.count(task, true);
    boolean last;
    synchronized (this) {
      deferred.addAll(task.deferred);
      blockIds.add(task.id);
      if (block == 0) {
        results = values;
      }
      last = --left == 0;
    }
    device.release();
    if (last) {
      for (SignalWait wait : deferred) {
        dispatch.run.scheduler().await(fiber, wait.queue(), wait);
        wait.tell();
      }
      done = true;
      dispatch.completed(this);
      dispatch.run.scheduler().changed(queue);
    }
  }

  synchronized List<Long> blockIds() {
    return List.copyOf(blockIds);
  }
}

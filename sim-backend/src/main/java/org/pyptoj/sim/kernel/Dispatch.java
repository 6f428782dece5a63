package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.schedule.WaitQueue;

/** An orchestration that runs on a device, with the tasks that it has submitted. */
final class Dispatch {

  final Run run;
  final int device;
  private final Task orchestration;
  private final WaitQueue queue = new WaitQueue();

  /** Tasks that have not ended, in program order; guarded by this. */
  private final List<ChipTask> open = new ArrayList<>();

  private final Map<Long, ChipTask> byId = new HashMap<>();
  private volatile int outstanding;

  /** Tasks that have ended since the orchestration last drained; kept for the listener alone. */
  private final List<ChipTask> ended = new ArrayList<>();

  /** Whether only written dependencies count; used by the orchestration alone. */
  boolean manual;

  Dispatch(Run run, int device, Task orchestration) {
    this.run = run;
    this.device = device;
    this.orchestration = orchestration;
  }

  /** A place in the orchestration, or else where the orchestration is called. */
  Span place(Span span) {
    return span.isKnown() ? span : orchestration.call;
  }

  /** Takes a task in; it starts when what it depends on has ended. */
  ChipTask submit(
      String name,
      Span span,
      int blocks,
      List<TensorValue> reads,
      List<TensorValue> writes,
      long[] deps,
      ChipTask.Work work) {
    if (blocks < 1 || blocks > run.device(device).cores()) {
      throw new SimFailure(
          SimCode.GRID,
          name
              + " asks for "
              + blocks
              + " blocks at once, the device has "
              + run.device(device).cores()
              + " cores",
          span);
    }
    ChipTask task = new ChipTask(this, name, span, blocks, reads, writes, work);
    if (orchestration.listener != null) {
      orchestration.listener.submitted(orchestration.info, task.id);
    }
    boolean free;
    synchronized (this) {
      for (ChipTask earlier : open) {
        if (!manual && task.dependsOn(earlier)) {
          follow(earlier, task);
        }
      }
      for (ChipTask earlier : ended) {
        // It would have had to wait for it, had that one been slower.
        if (!manual && task.dependsOn(earlier)) {
          task.after.addAll(earlier.blockIds());
        }
      }
      for (long dep : deps) {
        ChipTask earlier = byId.get(dep);
        if (earlier != null) {
          follow(earlier, task);
        }
      }
      task.after.add(orchestration.id);
      open.add(task);
      byId.put(task.id, task);
      outstanding++;
      free = task.pending == 0;
    }
    if (free) {
      run.device(device).ready(task);
    }
    orchestration.visible();
    return task;
  }

  private static void follow(ChipTask earlier, ChipTask task) {
    task.after.addAll(earlier.blockIds());
    if (!earlier.isDone() && !earlier.successors.contains(task)) {
      earlier.successors.add(task);
      task.pending++;
    }
  }

  /** A task and its deferred conditions have ended. */
  void completed(ChipTask task) {
    List<ChipTask> next = new ArrayList<>();
    synchronized (this) {
      open.remove(task);
      if (orchestration.listener != null) {
        ended.add(task);
      }
      for (ChipTask successor : task.successors) {
        successor.after.addAll(task.blockIds());
        if (--successor.pending == 0) {
          next.add(successor);
        }
      }
      outstanding--;
    }
    next.forEach(t -> run.device(device).ready(t));
    run.scheduler().changed(queue);
  }

  /** Waits for all submitted tasks. */
  void drain(Span span) {
    run.scheduler()
        .await(
            orchestration.fiber,
            queue,
            new Task.WorkWait(orchestration, span, "its tasks") {
              @Override
              public boolean holds() {
                return outstanding == 0;
              }
            });
    if (orchestration.listener != null) {
      List<ChipTask> all;
      synchronized (this) {
        all = List.copyOf(ended);
        ended.clear();
      }
      joined(all);
    }
  }

  /** The orchestration knows that some tasks have ended, and no others. */
  private void joined(List<ChipTask> tasks) {
    if (orchestration.listener != null) {
      orchestration.listener.joined(
          orchestration.info, tasks.stream().flatMap(t -> t.blockIds().stream()).toList());
    }
  }

  /** Waits for one task. */
  void await(ChipTask task, Span span) {
    run.scheduler()
        .await(
            orchestration.fiber,
            task.queue,
            new Task.WorkWait(orchestration, span, "task " + task.name) {
              @Override
              public boolean holds() {
                return task.isDone();
              }
            });
    joined(List.of(task));
  }

  /** Waits for the tasks that touch a tensor. */
  void settle(TensorValue tensor, Span span) {
    List<ChipTask> touching;
    List<ChipTask> before;
    synchronized (this) {
      touching = open.stream().filter(t -> t.touches(tensor)).toList();
      before = ended.stream().filter(t -> t.touches(tensor)).toList();
    }
    joined(before);
    touching.forEach(t -> await(t, span));
  }
}

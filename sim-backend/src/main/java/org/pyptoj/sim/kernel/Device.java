package org.pyptoj.sim.kernel;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.pyptoj.sim.SimReport;

/** A device's cores and counters. All fields are guarded by the object's own lock. */
final class Device {

  private final int cores;
  private int free;

  /** Read without the lock by reports. */
  private final List<ChipTask> ready = new CopyOnWriteArrayList<>();

  private long tasks;
  private long ops;
  private long localBytes;
  private long remoteBytes;
  private long notifies;
  private long waits;

  Device(int cores) {
    this.cores = cores;
    this.free = cores;
  }

  int cores() {
    return cores;
  }

  /**
   * A task whose predecessors have ended; it starts as soon as enough cores are free for all of its
   * blocks.
   */
  synchronized void ready(ChipTask task) {
    ready.add(task);
    startReady();
  }

  /** A block has left its core. */
  synchronized void release() {
    free++;
    startReady();
  }

  /** Tasks that wait for cores. */
  List<ChipTask> waiting() {
    return List.copyOf(ready);
  }

  private void startReady() {
    for (int i = 0; i < ready.size() && free > 0; i++) {
      ChipTask task = ready.get(i);
      if (task.blocks <= free) {
        ready.remove(i--);
        free -= task.blocks;
        task.start();
      }
    }
  }

  /** Adds what a task did. */
  synchronized void count(Task task, boolean kernel) {
    tasks += kernel ? 1 : 0;
    ops += task.ops;
    localBytes += task.localBytes;
    remoteBytes += task.remoteBytes;
    notifies += task.notifies;
    waits += task.waits;
  }

  synchronized SimReport.Rank report(int id) {
    return new SimReport.Rank(id, tasks, ops, localBytes, remoteBytes, notifies, waits);
  }
}

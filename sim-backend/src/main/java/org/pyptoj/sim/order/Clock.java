package org.pyptoj.sim.order;

import java.util.Arrays;

/**
 * A vector clock: for each task up to which of its moments everything has come before. Tasks are
 * numbered as they appear.
 */
final class Clock {

  private int[] times;

  Clock() {
    this(new int[0]);
  }

  private Clock(int[] times) {
    this.times = times;
  }

  Clock copy() {
    return new Clock(times.clone());
  }

  int of(int task) {
    return task < times.length ? times[task] : 0;
  }

  void set(int task, int time) {
    if (task >= times.length) {
      times = Arrays.copyOf(times, Math.max(task + 1, times.length * 3 / 2));
    }
    times[task] = time;
  }

  /** From now on also everything that came before another clock's moment has come before. */
  void join(Clock other) {
    if (times.length < other.times.length) {
      times = Arrays.copyOf(times, other.times.length);
    }
    for (int i = 0; i < other.times.length; i++) {
      times[i] = Math.max(times[i], other.times[i]);
    }
  }
}

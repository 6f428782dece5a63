package org.pyptoj.sim.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The fibers whose conditions depend on one thing: a window slice, a task, a device's cores. */
public final class WaitQueue {

  /** Integers on two cache lines, which processors fetch together. */
  private static final int LINES = 32;

  /**
   * How many wait, with room on both sides: it is looked at by whoever changes anything, and
   * changed by others meanwhile.
   */
  private final AtomicIntegerArray waiting = new AtomicIntegerArray(3 * LINES);

  /** Guarded by the scheduler's lock. */
  final List<Fiber> fibers = new ArrayList<>();

  /** Whether nobody waits; asked without the scheduler's lock. */
  boolean isEmpty() {
    return waiting.get(LINES) == 0;
  }

  void add(Fiber fiber) {
    fibers.add(fiber);
    waiting.set(LINES, fibers.size());
  }

  void remove(int index) {
    fibers.remove(index);
    waiting.set(LINES, fibers.size());
  }
}

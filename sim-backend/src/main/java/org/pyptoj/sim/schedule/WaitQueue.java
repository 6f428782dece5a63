package org.pyptoj.sim.schedule;

import java.util.ArrayList;
import java.util.List;

/** The fibers whose conditions depend on one thing: a window slice, a task, a device's cores. */
public final class WaitQueue {

  /** How many wait; read without the scheduler's lock to skip empty queues. */
  volatile int waiting;

  /** Guarded by the scheduler's lock. */
  final List<Fiber> fibers = new ArrayList<>();
}

package org.pyptoj.sim.schedule;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Something that runs and may wait: the host, an orchestration, a kernel's block. */
public final class Fiber {

  final Consumer<Fiber> body;
  Thread thread;
  boolean started;

  /** Set by whoever lets it go on. */
  volatile boolean permit;

  /** What it waits for, or null; guarded by the scheduler's lock. */
  Condition condition;

  /** The next one that the same change lets go; belongs to who makes it. */
  Fiber nextWoken;

  Fiber(Consumer<Fiber> body) {
    this.body = body;
  }

  void pass() {
    permit = true;
    if (started) {
      LockSupport.unpark(thread);
    } else {
      started = true;
      thread.start();
    }
  }
}

package org.pyptoj.sim.schedule;

/** Lets fibers run in parallel. */
public final class FreeScheduler extends Scheduler {

  /** Fibers that run or are about to; guarded by the lock. */
  private int active;

  public FreeScheduler(long deadline) {
    super(deadline);
  }

  @Override
  public void visible(Fiber fiber) {
    check();
  }

  @Override
  void entered(Fiber fiber) {
    active++;
  }

  @Override
  void spawned(Fiber fiber) {
    active++;
    fiber.pass();
  }

  @Override
  void blocked(Fiber fiber) {
    active--;
    if (active == 0) {
      stuck();
    }
  }

  @Override
  void released(Fiber fiber) {
    active++;
  }

  @Override
  void wake(Fiber fiber) {
    fiber.pass();
  }

  @Override
  void ended(Fiber fiber) {
    active--;
    if (active == 0 && !live.isEmpty() && !isStopped()) {
      stuck();
    }
  }
}

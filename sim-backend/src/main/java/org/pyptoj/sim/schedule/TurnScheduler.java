package org.pyptoj.sim.schedule;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.sim.SimConfig.Chooser;

/** Lets one fiber run at a time and asks a chooser at each visible step who goes on. */
public final class TurnScheduler extends Scheduler {

  private final Chooser chooser;

  /** Fibers that can move, the running one among them; guarded by the lock. */
  private final List<Fiber> runnable = new ArrayList<>();

  public TurnScheduler(long deadline, Chooser chooser) {
    super(deadline);
    this.chooser = chooser;
  }

  /** A chooser that draws evenly from a seed. */
  public static Chooser seeded(long seed) {
    return new Chooser() {
      private long state = seed * 0x9E37_79B9_7F4A_7C15L + 0x632B_E59B_D9B4_E019L;

      @Override
      public int choose(int current, int count) {
        state += 0x9E37_79B9_7F4A_7C15L;
        long z = (state ^ (state >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        z ^= z >>> 31;
        return (int) Long.remainderUnsigned(z, count);
      }
    };
  }

  @Override
  public void visible(Fiber fiber) {
    lock.lock();
    try {
      check();
      if (runnable.size() == 1) {
        return;
      }
      Fiber next = choose(runnable.indexOf(fiber));
      if (next == fiber) {
        return;
      }
      next.pass();
    } finally {
      lock.unlock();
    }
    parkUntilPassed(fiber);
  }

  private Fiber choose(int current) {
    int picked = runnable.size() == 1 && current < 0 ? 0 : chooser.choose(current, runnable.size());
    return runnable.get(picked);
  }

  @Override
  void entered(Fiber fiber) {
    runnable.add(fiber);
  }

  @Override
  void spawned(Fiber fiber) {
    runnable.add(fiber);
  }

  @Override
  void blocked(Fiber fiber) {
    runnable.remove(fiber);
    passOn();
  }

  @Override
  void released(Fiber fiber) {
    runnable.add(fiber);
  }

  @Override
  void wake(Fiber fiber) {
    // It goes on when its turn comes.
  }

  @Override
  void ended(Fiber fiber) {
    runnable.remove(fiber);
    if (!isStopped()) {
      passOn();
    }
  }

  private void passOn() {
    if (!runnable.isEmpty()) {
      choose(-1).pass();
    } else if (!live.isEmpty()) {
      stuck();
    }
  }
}

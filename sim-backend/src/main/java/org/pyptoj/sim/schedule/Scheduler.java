package org.pyptoj.sim.schedule;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * Runs fibers until all have ended, and notices at once when none of them can move. Each fiber is a
 * virtual thread; the host's is the caller's thread.
 */
public abstract class Scheduler {

  private static final int LOCK_LOOKS = 64;

  final ReentrantLock lock = new ReentrantLock();

  /** Fibers that have not ended; guarded by the lock. */
  final Set<Fiber> live = new LinkedHashSet<>();

  private final long deadline;
  private volatile boolean stopped;
  private volatile Throwable failure;
  private Fiber host;

  /**
   * Work that has not become a fiber yet, for reports; asked with the lock held, so that it must
   * take none.
   */
  private Supplier<List<SimFailure.Blocked>> waitingWork = List::of;

  /**
   * A scheduler.
   *
   * @param deadline {@link System#nanoTime()} after which the run fails, or {@link Long#MAX_VALUE}
   */
  Scheduler(long deadline) {
    this.deadline = deadline;
  }

  /** Says how reports learn of work that is ready and waits for a core. */
  public final void reportWork(Supplier<List<SimFailure.Blocked>> work) {
    waitingWork = work;
  }

  /** Makes the calling thread the run's first fiber. */
  public final Fiber enterHost() {
    host = new Fiber(f -> {});
    host.thread = Thread.currentThread();
    host.started = true;
    lock.lock();
    try {
      live.add(host);
      entered(host);
    } finally {
      lock.unlock();
    }
    return host;
  }

  /** A new fiber that starts when its turn comes. */
  public final Fiber spawn(Consumer<Fiber> body) {
    Fiber fiber = new Fiber(body);
    fiber.thread = Thread.ofVirtual().unstarted(() -> main(fiber));
    lock.lock();
    try {
      live.add(fiber);
      spawned(fiber);
    } finally {
      lock.unlock();
    }
    return fiber;
  }

  private void main(Fiber fiber) {
    try {
      parkUntilPassed(fiber);
      fiber.body.accept(fiber);
    } catch (Stopped stop) {
      // The failure is recorded where it happened.
    } catch (Throwable problem) {
      fail(problem);
    } finally {
      lock.lock();
      try {
        live.remove(fiber);
        ended(fiber);
        if (stopped) {
          LockSupport.unpark(host.thread);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** A step that others may see: here another fiber may come first. */
  public abstract void visible(Fiber fiber);

  /**
   * Waits until a condition holds, that can only come to hold when its queue is told of a change.
   */
  public final void await(Fiber fiber, WaitQueue queue, Condition condition) {
    while (!condition.holds()) {
      block(fiber, queue, condition);
      parkUntilPassed(fiber);
    }
  }

  /** Tells the fibers of a queue that what they wait for has changed. */
  public final void changed(WaitQueue queue) {
    VarHandle.fullFence();
    if (queue.isEmpty()) {
      return;
    }
    Fiber woken = null;
    acquire();
    try {
      List<Fiber> waiters = queue.fibers;
      for (int i = 0; i < waiters.size(); i++) {
        Fiber fiber = waiters.get(i);
        if (fiber.condition.holds()) {
          queue.remove(i--);
          fiber.condition = null;
          released(fiber);
          fiber.nextWoken = woken;
          woken = fiber;
        }
      }
    } finally {
      lock.unlock();
    }
    // Waking takes longer than all of the above, so that it is done without the lock.
    while (woken != null) {
      Fiber next = woken.nextWoken;
      woken.nextWoken = null;
      wake(woken);
      woken = next;
    }
  }

  /**
   * Takes the lock. It is held for an instant, so that a few looks at it cost less than to let
   * another fiber have the core.
   */
  private void acquire() {
    for (int i = 0; i < LOCK_LOOKS; i++) {
      if (lock.tryLock()) {
        return;
      }
      Thread.onSpinWait();
    }
    lock.lock();
  }

  private void block(Fiber fiber, WaitQueue queue, Condition condition) {
    acquire();
    try {
      check();
      queue.add(fiber);
      VarHandle.fullFence();
      if (condition.holds()) {
        queue.remove(queue.fibers.size() - 1);
        fiber.permit = true;
        return;
      }
      fiber.condition = condition;
      blocked(fiber);
    } finally {
      lock.unlock();
    }
  }

  /** Parks until somebody passes the turn; the host also watches the clock. */
  final void parkUntilPassed(Fiber fiber) {
    while (!fiber.permit) {
      if (stopped) {
        throw Stopped.INSTANCE;
      }
      if (fiber == host && Thread.currentThread().isInterrupted()) {
        fail(new CancellationException("the run was interrupted"));
      } else if (fiber == host && deadline != Long.MAX_VALUE) {
        LockSupport.parkNanos(Math.max(1, deadline - System.nanoTime()));
        checkDeadline();
      } else {
        LockSupport.park();
      }
    }
    fiber.permit = false;
    check();
  }

  /** Ends the calling fiber where the run has failed. */
  public final void check() {
    if (stopped) {
      throw Stopped.INSTANCE;
    }
  }

  /** Fails the run where its time is up. */
  public final void checkDeadline() {
    check();
    if (deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0) {
      lock.lock();
      try {
        if (!stopped) {
          fail(
              new SimFailure(
                  SimCode.TIMEOUT,
                  "the run did not end within its time limit",
                  Span.NONE,
                  "raise the limit, or look for a loop that never ends",
                  waits()));
        }
      } finally {
        lock.unlock();
      }
      check();
    }
  }

  /** Ends the run: every fiber stops at its next step. */
  public final void fail(Throwable problem) {
    lock.lock();
    try {
      if (failure == null) {
        failure = problem;
      }
      stopped = true;
      for (Fiber fiber : live) {
        if (!fiber.started) {
          fiber.started = true;
          fiber.permit = true;
          fiber.thread.start();
        }
        LockSupport.unpark(fiber.thread);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The host leaves; after a failure it first waits until every other fiber has let go, then throws
   * it.
   */
  public final void leaveHost() {
    lock.lock();
    try {
      live.remove(host);
    } finally {
      lock.unlock();
    }
    if (failure != null) {
      while (true) {
        lock.lock();
        try {
          if (live.isEmpty()) {
            break;
          }
        } finally {
          lock.unlock();
        }
        // Not parked, since an interrupted thread would spin.
        Thread.onSpinWait();
        Thread.yield();
      }
      switch (failure) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
    }
  }

  /** Called with the lock held when no fiber can move. */
  final void stuck() {
    List<SimFailure.Blocked> waits = waits();
    long signals = waits.stream().filter(w -> w.value() != null).count();
    String what =
        signals == waits.size()
            ? (signals == 1 ? "1 task waits" : signals + " tasks wait") + " for a signal"
            : waits.size() + " tasks wait, " + signals + " of them for a signal";
    Span first = waits.isEmpty() ? Span.NONE : waits.getFirst().span();
    fail(
        new SimFailure(
            SimCode.DEADLOCK,
            "no rank can move: " + what + ", and nothing that is left can let them go",
            first,
            "see who should have notified each cell, and whether every rank takes the same path",
            waits));
  }

  private List<SimFailure.Blocked> waits() {
    List<SimFailure.Blocked> causes = new ArrayList<>();
    List<SimFailure.Blocked> consequences = new ArrayList<>();
    for (Fiber fiber : live) {
      Condition condition = fiber.condition;
      if (condition != null) {
        (condition.isConsequence() ? consequences : causes).add(condition.describe());
      }
    }
    List<SimFailure.Blocked> shown = causes.isEmpty() ? consequences : causes;
    shown.addAll(waitingWork.get());
    shown.sort((a, b) -> Integer.compare(a.device(), b.device()));
    return shown;
  }

  /** The host is there; called with the lock held, like the hooks below. */
  abstract void entered(Fiber fiber);

  abstract void spawned(Fiber fiber);

  abstract void blocked(Fiber fiber);

  abstract void released(Fiber fiber);

  /** A fiber that was released may go on; called without the lock. */
  abstract void wake(Fiber fiber);

  abstract void ended(Fiber fiber);

  final boolean isStopped() {
    return stopped;
  }
}

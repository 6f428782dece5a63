package org.pyptoj.frontend;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.order.DeadlockChecker;
import org.pyptoj.sim.order.RaceChecker;

/** What is looked for in every dispatch of a session, and what came of it. */
public final class Verdicts {

  /** Nothing is looked for. */
  public static final Verdicts NONE = new Verdicts(false, false);

  /** A few seconds, and some hundred bytes each. */
  private static final long SITUATIONS = 100_000;

  private final boolean races;
  private final boolean deadlocks;
  private final AtomicLong dispatches = new AtomicLong();
  private final List<DeadlockChecker> searches = new ArrayList<>();

  /**
   * Verdicts that the user wants.
   *
   * @param races whether accesses to windows that nothing orders fail
   * @param deadlocks whether a dispatch fails that another order of its signals would get stuck
   */
  public Verdicts(boolean races, boolean deadlocks) {
    this.races = races;
    this.deadlocks = deadlocks;
  }

  /** What hears of a program's dispatches, one after another; null where nothing is looked for. */
  public synchronized AccessListener listener() {
    if (!races && !deadlocks) {
      return null;
    }
    List<AccessListener> all = new ArrayList<>();
    if (races) {
      all.add(new RaceChecker());
    }
    if (deadlocks) {
      DeadlockChecker search = new DeadlockChecker(SITUATIONS);
      searches.add(search);
      all.add(search);
    }
    all.add(
        new AccessListener() {
          @Override
          public void access(TaskInfo task, Kind kind, Box box, Span span) {
            // Only ends are counted.
          }

          @Override
          public void ends() {
            dispatches.incrementAndGet();
          }
        });
    return AccessListener.all(all);
  }

  /** What was found out about dispatches that did not fail, in sentences. */
  public synchronized List<String> summary() {
    List<String> lines = new ArrayList<>();
    if (races) {
      lines.add(count(dispatches.get()) + " without a race");
    }
    if (deadlocks) {
      long situations = searches.stream().mapToLong(DeadlockChecker::situations).sum();
      long cutShort = searches.stream().mapToLong(DeadlockChecker::cutShort).sum();
      lines.add(
          count(dispatches.get() - cutShort)
              + " that no order of signals gets stuck; situations looked at: "
              + situations);
      if (cutShort > 0) {
        lines.add(
            count(cutShort)
                + " without a verdict on deadlocks: more than "
                + SITUATIONS
                + " situations, none of those looked at gets stuck");
      }
    }
    return lines;
  }

  private static String count(long dispatches) {
    return dispatches + (dispatches == 1 ? " dispatch" : " dispatches");
  }
}

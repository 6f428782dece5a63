package org.pyptoj.frontend;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.order.OrderChecker;

/** What is looked for in every dispatch of a session, and what came of it. */
public final class Verdicts {

  /** Nothing is looked for. */
  public static final Verdicts NONE = new Verdicts(false, false);

  /** A few seconds, and some hundred bytes each. */
  private static final long SITUATIONS = 100_000;

  private final boolean races;
  private final boolean deadlocks;
  private final List<OrderChecker> checkers = new ArrayList<>();

  /** How many dispatches had equal results, by how many seeds they ran under. */
  private final Map<Integer, Long> agreed = new TreeMap<>();

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
    OrderChecker checker = new OrderChecker(races, deadlocks, SITUATIONS);
    checkers.add(checker);
    return checker;
  }

  /** A dispatch has had the same results under so many seeds. */
  public synchronized void agreed(int seeds) {
    agreed.merge(seeds, 1L, Long::sum);
  }

  /** What was found out about dispatches that did not fail, and what it covers, in sentences. */
  public synchronized List<String> summary() {
    OrderChecker.Findings all =
        checkers.stream()
            .map(OrderChecker::findings)
            .reduce(new OrderChecker.Findings(0, 0, 0, 0, 0), OrderChecker.Findings::plus);
    List<String> lines = new ArrayList<>();
    agreed.forEach(
        (seeds, dispatches) ->
            lines.add(
                count(dispatches)
                    + (seeds == 1
                        ? " under one seed alone, since its windows persist: nothing to compare with"
                        : " with equal results under " + seeds + " seeds")));
    if (races) {
      lines.add(
          count(all.runs() - all.racesUndecided())
              + " without a race in any order of its signals; accesses compared: "
              + all.accesses());
      if (all.racesUndecided() > 0) {
        lines.add(count(all.racesUndecided()) + " without a verdict on races: too large");
      }
    }
    if (deadlocks) {
      lines.add(
          count(all.runs() - all.stuckUndecided())
              + " that no order of signals gets stuck; situations looked at: "
              + all.situations());
      if (all.stuckUndecided() > 0) {
        lines.add(
            count(all.stuckUndecided())
                + " without a verdict on deadlocks: too large; none of the "
                + SITUATIONS
                + " situations looked at gets stuck");
      }
    }
    if (races || deadlocks) {
      lines.add(
          "verdicts cover windows and signal cells, and the branches that these runs have taken");
    }
    return lines;
  }

  private static String count(long dispatches) {
    return dispatches + (dispatches == 1 ? " dispatch" : " dispatches");
  }
}

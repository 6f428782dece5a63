package org.pyptoj.sim.order;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * Gives verdicts on runs that hold for every order in which tasks may go on, whichever order the
 * run has taken.
 *
 * <p>A run is written down, and when it has ended its steps are taken in other orders: are there
 * two accesses to the same memory of a window that conflict and can happen at the same time? Is
 * there an order in which tasks get stuck? A run that has failed is asked for races too, since one
 * may be why.
 *
 * <p>It takes the steps of this run. Where a kernel takes other branches when signals arrive in
 * another order, other runs may show more. Where there is too much to look at, it says so.
 */
public final class OrderChecker implements AccessListener {

  /**
   * What has been found out about the runs that did not fail.
   *
   * @param runs how many there were
   * @param racesUndecided how many of them have no verdict on races
   * @param accesses how many accesses have been compared
   * @param stuckUndecided how many have no verdict on orders that get stuck
   * @param situations how many situations have been looked at
   */
  public record Findings(
      long runs, long racesUndecided, long accesses, long stuckUndecided, long situations) {

    /** What was found out about these runs and others. */
    public Findings plus(Findings other) {
      return new Findings(
          runs + other.runs,
          racesUndecided + other.racesUndecided,
          accesses + other.accesses,
          stuckUndecided + other.stuckUndecided,
          situations + other.situations);
    }
  }

  private final boolean races;
  private final boolean deadlocks;
  private final long limit;
  private volatile Recording recording;
  private Findings findings = new Findings(0, 0, 0, 0, 0);

  /**
   * A checker for any number of runs, one after the other.
   *
   * @param races whether runs with a race fail
   * @param deadlocks whether runs fail that another order gets stuck
   * @param limit how many situations are looked at in one run at most, for each of the two
   */
  public OrderChecker(boolean races, boolean deadlocks, long limit) {
    this.races = races;
    this.deadlocks = deadlocks;
    this.limit = limit;
    this.recording = new Recording(races);
  }

  public synchronized Findings findings() {
    return findings;
  }

  @Override
  public void begins() {
    recording = new Recording(races);
  }

  @Override
  public void ends() {
    Recording run = recording;
    recording = new Recording(races);
    judge(run);
  }

  @Override
  public SimFailure failed(SimFailure failure) {
    Recording run = recording;
    recording = new Recording(races);
    if (!races || failure.rule() == SimCode.TIMEOUT || run.isTooLong()) {
      return failure;
    }
    Judgement judgement = new Judgement(run);
    RaceSearch.Race race = judgement.lines.isVague() ? null : judgement.raceSearch().run();
    return race == null ? failure : race.failure().with(endedSo(failure));
  }

  private static Diagnostic.Note endedSo(SimFailure failure) {
    return new Diagnostic.Note(
        "this run has ended so: " + failure.diagnostic().message(), failure.diagnostic().span());
  }

  /** A run that is looked at. */
  private final class Judgement {
    private final Lines lines;
    private final List<Line> order;
    private final MustOrder must;
    private final OrderSearch search;

    Judgement(Recording run) {
      lines = Lines.of(run);
      order = Steady.order(lines);
      CellChanges[] changes = CellChanges.of(lines);
      must = new MustOrder(lines, changes, order);
      search = new OrderSearch(lines, changes, must);
    }

    RaceSearch raceSearch() {
      return new RaceSearch(lines, order, must, search, limit);
    }
  }

  private void judge(Recording run) {
    boolean racesKnown = true;
    boolean stuckKnown = true;
    long situations = 0;
    Judgement judgement = run.isTooLong() ? null : new Judgement(run);
    if (judgement == null || judgement.lines.isVague()) {
      racesKnown = false;
      stuckKnown = false;
    } else {
      if (races) {
        RaceSearch search = judgement.raceSearch();
        RaceSearch.Race race = search.run();
        if (race != null) {
          throw race.failure();
        }
        racesKnown = !search.isUndecided();
      }
      if (deadlocks) {
        long before = judgement.search.situations();
        OrderSearch.Stuck stuck = judgement.search.stuck(limit);
        if (stuck != null) {
          throw StuckReport.failure(judgement.lines, stuck);
        }
        situations = judgement.search.situations() - before;
        stuckKnown = !judgement.search.isCut();
      }
    }
    add(
        new Findings(
            1,
            races && !racesKnown ? 1 : 0,
            run.accesses(),
            deadlocks && !stuckKnown ? 1 : 0,
            situations));
  }

  private synchronized void add(Findings more) {
    findings = findings.plus(more);
  }

  @Override
  public void retained(Object allocation, int owner, MemorySegment contents) {
    recording.retained(allocation, owner, contents);
  }

  @Override
  public void access(TaskInfo task, Kind kind, Box box, Span span) {
    recording.access(task, kind, box, span);
  }

  @Override
  public void storing(TaskInfo task, Box box, boolean adds, int[] values, Span span) {
    recording.storing(task, box, adds, values, span);
  }

  @Override
  public void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {
    recording.notifying(task, cell, op, value, span);
  }

  @Override
  public void waiting(
      TaskInfo task, Box cell, WaitCmp cmp, int expected, boolean deferred, Span span) {
    recording.waiting(task, cell, cmp, expected, deferred, span);
  }

  @Override
  public void submitted(TaskInfo by, long order) {
    recording.submitted(by, order);
  }

  @Override
  public void started(TaskInfo task, List<Long> after) {
    recording.started(task, after);
  }

  @Override
  public void joined(TaskInfo task, List<Long> others) {
    recording.joined(task, others);
  }

  @Override
  public void ended(TaskInfo task) {
    recording.ended(task);
  }
}

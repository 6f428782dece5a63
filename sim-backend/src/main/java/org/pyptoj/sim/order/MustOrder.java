package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.op.WaitCmp;

/**
 * What certainly comes before what, in whatever order tasks go on. A step comes before a line's
 * position where the line cannot get there without it.
 *
 * <p>A wait is let go by some of the changes of its cell, and only what comes before all choices of
 * them comes before it. Where each of three tasks adds one and the wait is for two, no one of them
 * has to come first; where the wait is for three, all of them have to. So for each line, the
 * credits are taken in the order of how little of that line they need; as much as the last one
 * needs that is still wanted, the wait needs. What is taken from a cell counts only when it has
 * certainly been taken. Of values that are set, those are out that another one has certainly
 * overwritten.
 *
 * <p>What is said here is true of every order; not everything that is true is said. It starts from
 * nothing and goes over the steps until nothing more is found.
 */
final class MustOrder {

  /** Rounds after which what has been found is enough. */
  private static final int MOST_ROUNDS = 40;

  /** Values set that are looked at one by one where others are added to them. */
  private static final int MOST_BASES = 256;

  private final Lines lines;
  private final List<Line> order;
  private final CellChanges[] changes;
  private final int size;
  private final int[] nothing;

  /** For each line and position, which of the line's clocks holds there; 0 for none. */
  private final int[][] clockAt;

  private final List<List<int[]>> clocks = new ArrayList<>();

  /** Where each line is in the current round. */
  private int[] at;

  private boolean hasLookedAhead;

  /**
   * Finds the order.
   *
   * @param order whose turn it is, step by step, in some run of all steps
   */
  MustOrder(Lines lines, CellChanges[] changes, List<Line> order) {
    this.lines = lines;
    this.order = order;
    this.changes = changes;
    this.size = lines.size();
    this.nothing = new int[size];
    this.clockAt = new int[size][];
    for (Line line : lines.lines()) {
      clocks.add(new ArrayList<>());
      clockAt[line.number] = clockPlaces(line);
    }
    boolean more = true;
    for (int round = 0; more && round < MOST_ROUNDS; round++) {
      hasLookedAhead = false;
      more = round(null) && hasLookedAhead;
    }
  }

  /** A clock holds from behind the last of several waits on, where nothing lies between them. */
  private int[] clockPlaces(Line line) {
    boolean[] isSeen = new boolean[line.steps.size() + 2];
    line.touches.forEach(touch -> isSeen[touch.position()] = true);
    int[] places = new int[line.steps.size() + 1];
    int count = 0;
    for (int step = 0; step < line.steps.size(); step++) {
      boolean ends =
          step + 1 == line.steps.size() || !waits(line.steps.get(step + 1)) || isSeen[step + 1];
      if (waits(line.steps.get(step)) && ends) {
        clocks.get(line.number).add(nothing);
        count++;
      }
      places[step + 1] = count;
    }
    return places;
  }

  private static boolean waits(Step step) {
    return switch (step) {
      case Step.Wait wait -> true;
      case Step.After after -> true;
      case Step.Change change -> false;
      case Step.Milestone milestone -> false;
    };
  }

  /** What a line needs of each line to get to a position; of itself nothing is said. */
  private int[] clock(int line, int position) {
    int place = clockAt[line][position];
    return place == 0 ? nothing : clocks.get(line).get(place - 1);
  }

  /** Whether a line cannot get to a position before another one has taken a step. */
  boolean isBefore(int line, int step, int other, int position) {
    return line == other ? step < position : clock(other, position)[line] > step;
  }

  /** Whether a cell's waits are all let go by changes that are the same in every order. */
  boolean[] determinedCells() {
    boolean[] determined = new boolean[changes.length];
    Arrays.fill(determined, true);
    round(determined);
    return determined;
  }

  /** Goes over all steps; says whether something has been found. */
  private boolean round(boolean[] determined) {
    boolean found = false;
    at = new int[size];
    int[][] running = new int[size][size];
    for (Line line : order) {
      int number = line.number;
      int step = at[number];
      int[] now = running[number];
      switch (line.steps.get(step)) {
        case Step.Change change -> {}
        case Step.Milestone milestone -> {}
        case Step.After(int other, int count) -> {
          look(other, count - 1);
          join(now, clock(other, count));
          now[other] = Math.max(now[other], count);
        }
        case Step.Wait wait -> {
          require(wait, number, step, now);
          if (determined != null) {
            determined[wait.cell()] &= isDetermined(wait, number, step, now);
          }
        }
      }
      at[number]++;
      int place = clockAt[number][step + 1];
      if (place > clockAt[number][step]) {
        List<int[]> own = clocks.get(number);
        join(now, own.get(place - 1));
        if (!Arrays.equals(now, own.get(place - 1))) {
          own.set(place - 1, now.clone());
          found = true;
        }
      }
    }
    return found;
  }

  private void look(int line, int step) {
    hasLookedAhead |= step >= at[line];
  }

  private static void join(int[] now, int[] other) {
    for (int i = 0; i < now.length; i++) {
      now[i] = Math.max(now[i], other[i]);
    }
  }

  private static void meet(int[] now, int[] other) {
    for (int i = 0; i < now.length; i++) {
      now[i] = Math.min(now[i], other[i]);
    }
  }

  /** What must have been done when a step has been taken. */
  private int[] done(int line, int step) {
    look(line, step);
    int[] clock = clock(line, step).clone();
    clock[line] = step + 1;
    return clock;
  }

  /** Adds what a wait needs to what its line knows. */
  private void require(Step.Wait wait, int line, int step, int[] now) {
    CellChanges cell = changes[wait.cell()];
    boolean mayBeNegative = cell.hasTakes || cell.first < 0 || wait.expected() < 0;
    if (cell.mayOverflow() || wait.unsigned() && (mayBeNegative || cell.hasSets)) {
      return;
    }
    now[line] = step;
    int[] needed =
        cell.hasSets ? ofBases(cell, wait, line, step, now) : ofAll(cell, wait, line, step, now);
    if (needed != null) {
      join(now, needed);
    }
  }

  /** A wait for a cell that is never set; {@code now} says how far all lines certainly are. */
  private int[] ofAll(CellChanges cell, Step.Wait wait, int line, int step, int[] now) {
    long added = 0;
    long taken = 0;
    int[] from = new int[cell.parts.size()];
    for (int p = 0; p < from.length; p++) {
      CellChanges.Part part = cell.parts.get(p);
      from[p] = part.before(now[part.line]);
      added += part.sum(true, 0, from[p]);
      taken += part.sum(false, 0, from[p]);
    }
    long certain = cell.first + added - taken;
    int[] needed = credits(cell, true, from, wait.expected() - certain, line, step);
    if (wait.cmp() == WaitCmp.EQ) {
      int[] less = credits(cell, false, from, certain - wait.expected(), line, step);
      if (needed == null) {
        return less;
      }
      if (less != null) {
        join(needed, less);
      }
    }
    return needed;
  }

  /**
   * What must have been done when so much has been added (or taken).
   *
   * @param from the first change of each part that counts
   * @return null where nothing has to be, or where it cannot be
   */
  private int[] credits(
      CellChanges cell, boolean positive, int[] from, long wanted, int line, int step) {
    if (wanted <= 0) {
      return null;
    }
    int[] to = new int[from.length];
    long all = 0;
    int several = 0;
    int only = -1;
    for (int p = 0; p < from.length; p++) {
      CellChanges.Part part = cell.parts.get(p);
      int end = firstBehind(part, from[p], line, step);
      to[p] = Math.min(end, part.reaching(positive, from[p], wanted));
      long sum = part.sum(positive, from[p], to[p]);
      if (sum > 0) {
        all += sum;
        several++;
        only = p;
      }
    }
    if (all < wanted) {
      return null;
    }
    if (several == 1) {
      return done(cell.parts.get(only), to[only] - 1);
    }
    if (all == wanted) {
      int[] needed = new int[size];
      for (int p = 0; p < from.length; p++) {
        CellChanges.Part part = cell.parts.get(p);
        long sum = part.sum(positive, from[p], to[p]);
        if (sum > 0) {
          join(needed, done(part, part.reaching(positive, from[p], sum) - 1));
        }
      }
      return needed;
    }
    return choices(cell, positive, from, to, wanted);
  }

  private int[] done(CellChanges.Part part, int change) {
    return done(part.line, part.at[change]);
  }

  /** For each line, how much of it the least demanding changes need that are enough. */
  private int[] choices(CellChanges cell, boolean positive, int[] from, int[] to, long wanted) {
    List<int[]> clockOf = new ArrayList<>();
    List<Integer> values = new ArrayList<>();
    for (int p = 0; p < from.length; p++) {
      CellChanges.Part part = cell.parts.get(p);
      for (int i = from[p]; i < to[p]; i++) {
        int value = positive ? part.values[i] : -part.values[i];
        if (value > 0 && !part.sets[i]) {
          clockOf.add(done(part, i));
          values.add(value);
        }
      }
    }
    int[] needed = new int[size];
    long[] sorted = new long[values.size()];
    for (int other = 0; other < size; other++) {
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = (long) clockOf.get(i)[other] << Integer.SIZE | values.get(i);
      }
      Arrays.sort(sorted);
      long left = wanted;
      for (int i = 0; left > 0; i++) {
        left -= (int) sorted[i];
        needed[other] = (int) (sorted[i] >>> Integer.SIZE);
      }
    }
    return needed;
  }

  /** The first change of a part, from one on, that certainly comes after a step. */
  private int firstBehind(CellChanges.Part part, int from, int line, int step) {
    int low = from;
    int high = part.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean behind =
          part.line == line
              ? part.at[middle] > step
              : clock(part.line, part.at[middle])[line] > step;
      if (behind) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** A wait for a cell that is set: any value that has not been overwritten may have let it go. */
  private int[] ofBases(CellChanges cell, Step.Wait wait, int line, int step, int[] now) {
    int[] overwritten = new int[size];
    boolean isFresh = true;
    for (CellChanges.Part part : cell.parts) {
      int last = part.before(now[part.line]) - 1;
      while (last >= 0 && !part.sets[last]) {
        last--;
      }
      if (last >= 0) {
        isFresh = false;
        join(overwritten, clock(part.line, part.at[last]));
        overwritten[part.line] = Math.max(overwritten[part.line], part.at[last]);
      }
    }
    int[] needed = null;
    if (isFresh) {
      int[] ofBase = ofBase(cell, wait, null, 0, line, step, now);
      if (ofBase != null) {
        needed = ofBase;
      }
    }
    int bases = 0;
    for (CellChanges.Part part : cell.parts) {
      int end = firstBehind(part, 0, line, step);
      for (int i = part.before(overwritten[part.line]); i < end; i++) {
        if (part.sets[i]) {
          int[] ofBase = ofBase(cell, wait, part, i, line, step, now);
          if (++bases > MOST_BASES) {
            return null;
          }
          if (ofBase != null) {
            if (needed == null) {
              needed = ofBase;
            } else {
              meet(needed, ofBase);
            }
            if (isAlone(cell)) {
              // The line's later values need more.
              break;
            }
          }
        }
      }
    }
    return needed;
  }

  /** Whether nothing is added to what is set. */
  private static boolean isAlone(CellChanges cell) {
    return !cell.hasTakes && cell.parts.stream().allMatch(p -> p.sum(true, 0, p.size()) == 0);
  }

  /**
   * What must have been done when a wait is let go by a value that has been set, and by what has
   * been added since.
   *
   * @param base the part that sets it; null for the value with which the run began
   * @return null where it cannot be
   */
  private int[] ofBase(
      CellChanges cell,
      Step.Wait wait,
      CellChanges.Part base,
      int change,
      int line,
      int step,
      int[] now) {
    int[] needed = base == null ? new int[size] : done(base, change);
    long value = base == null ? cell.first : base.values[change];
    int[] from = new int[cell.parts.size()];
    long added = 0;
    long taken = 0;
    for (int p = 0; p < from.length; p++) {
      CellChanges.Part part = cell.parts.get(p);
      // What may come after the base, and what certainly does and comes before the wait.
      from[p] = part.before(needed[part.line]);
      int certain = base == null ? 0 : firstBehind(part, from[p], base.line, base.at[change]);
      int known = part.before(now[part.line]);
      added += part.sum(true, certain, known);
      taken += part.sum(false, certain, known);
    }
    long missing = wait.expected() - value + taken;
    int[] more = credits(cell, true, from, missing, line, step);
    if (missing > 0 && more == null) {
      return null;
    }
    if (more != null) {
      join(needed, more);
    }
    if (wait.cmp() == WaitCmp.EQ) {
      long tooMuch = value + added - wait.expected();
      int[] less = credits(cell, false, from, tooMuch, line, step);
      if (tooMuch > 0 && less == null) {
        return null;
      }
      if (less != null) {
        join(needed, less);
      }
    }
    return needed;
  }

  /**
   * Whether all changes of a wait's cell certainly come before it, or after it, and those before it
   * let it go: then nothing that others do can keep it from going on.
   */
  private boolean isDetermined(Step.Wait wait, int line, int step, int[] now) {
    CellChanges cell = changes[wait.cell()];
    if (cell.mayOverflow()) {
      return false;
    }
    now[line] = step;
    CellChanges.Part last = null;
    int set = -1;
    for (CellChanges.Part part : cell.parts) {
      int known = part.before(now[part.line]);
      if (firstBehind(part, known, line, step) > known) {
        return false;
      }
      for (int i = known - 1; i >= 0; i--) {
        if (part.sets[i]) {
          if (last == null || isBefore(last.line, last.at[set], part.line, part.at[i])) {
            last = part;
            set = i;
          }
          break;
        }
      }
    }
    long value = last == null ? cell.first : last.values[set];
    for (CellChanges.Part part : cell.parts) {
      int known = part.before(now[part.line]);
      int from = 0;
      if (last != null) {
        from = part == last ? set + 1 : part.before(clock(last.line, last.at[set])[part.line]);
        if (firstBehind(part, from, last.line, last.at[set]) > from) {
          return false;
        }
      }
      for (int i = from; i < known; i++) {
        if (part.sets[i]) {
          return false;
        }
      }
      value += part.sum(true, from, known) - part.sum(false, from, known);
    }
    return wait.holds((int) value);
  }
}

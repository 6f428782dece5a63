package org.pyptoj.sim.order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.op.WaitCmp;

/**
 * Takes the steps of lines in every order that makes a difference.
 *
 * <p>A cell is <em>plain</em> where no order of its steps keeps anybody from anything: whatever can
 * be done with it now can also be done later. Nobody waits for it; or all wait with {@code Ge} and
 * its value only rises; or one line alone waits for it, with {@code Ge}, and takes from it, and all
 * others only add; or each wait is let go by what certainly comes before it, and all else comes
 * later. So steps of plain cells are taken at once, and the other orders need not be looked at.
 * Credit barriers have plain cells only, and one order stands for all of theirs.
 */
final class OrderSearch {

  /** A step that a line takes or would take. */
  record Move(Line line, int step) {

    Step what() {
      return line.steps.get(step);
    }
  }

  /**
   * A situation in which nobody can move.
   *
   * @param waits who waits for what
   * @param values the value of each wait's cell
   * @param moves the last steps whose order makes a difference, the earliest first
   */
  record Stuck(List<Move> waits, int[] values, List<Move> moves) {}

  /** Whether two lines can be at two positions at the same time. */
  enum Meeting {
    YES,
    NO,
    /** There are more situations than were looked at. */
    UNKNOWN
  }

  private static final int SHOWN_MOVES = 4;
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final Lines lines;
  private final CellChanges[] changes;
  private final boolean[] plain;

  /** The place of each cell's value; -1 where nobody waits for it, so that its value is nothing. */
  private final int[] places;

  private final int[] first;

  /** Before which step each line stops. */
  private final int[] ends;

  private long situations;
  private boolean isCut;

  OrderSearch(Lines lines, CellChanges[] changes, MustOrder order) {
    this.lines = lines;
    this.changes = changes;
    this.places = new int[lines.cells()];
    this.first = new int[placeCells()];
    int[] values = lines.first();
    for (int cell = 0; cell < places.length; cell++) {
      if (places[cell] >= 0) {
        first[places[cell]] = values[cell];
      }
    }
    this.plain = plainCells();
    settle(order);
    this.ends = lines.lines().stream().mapToInt(l -> l.steps.size()).toArray();
  }

  private void settle(MustOrder order) {
    for (boolean is : plain) {
      if (!is) {
        boolean[] determined = order.determinedCells();
        for (int cell = 0; cell < plain.length; cell++) {
          plain[cell] |= determined[cell];
        }
        return;
      }
    }
  }

  /** How many situations have been looked at. */
  long situations() {
    return situations;
  }

  /** Whether the last search was cut short. */
  boolean isCut() {
    return isCut;
  }

  private int placeCells() {
    Arrays.fill(places, -1);
    int next = 0;
    for (Line line : lines.lines()) {
      for (Step step : line.steps) {
        if (step instanceof Step.Wait wait && places[wait.cell()] < 0) {
          places[wait.cell()] = next++;
        }
      }
    }
    return next;
  }

  private boolean[] plainCells() {
    int[] taker = new int[places.length];
    Arrays.fill(taker, NOBODY);
    boolean[] isEqual = new boolean[places.length];
    boolean[] isUnsigned = new boolean[places.length];
    for (Line line : lines.lines()) {
      for (Step step : line.steps) {
        if (step instanceof Step.Wait wait) {
          isEqual[wait.cell()] |= wait.cmp() == WaitCmp.EQ;
          isUnsigned[wait.cell()] |= wait.unsigned();
          own(taker, wait.cell(), line.number);
        }
      }
    }
    boolean[] is = new boolean[places.length];
    for (int cell = 0; cell < is.length; cell++) {
      CellChanges all = changes[cell];
      for (CellChanges.Part part : all.parts) {
        if (part.sum(false, 0, part.size()) > 0) {
          own(taker, cell, part.line);
        }
      }
      boolean rises = rises(all);
      boolean isCredit = !all.hasSets && taker[cell] != SEVERAL && !isUnsigned[cell];
      boolean isKnown = !all.mayOverflow() && !(isUnsigned[cell] && all.first < 0);
      is[cell] = places[cell] < 0 || !isEqual[cell] && isKnown && (rises || isCredit);
    }
    return is;
  }

  private static void own(int[] owner, int cell, int line) {
    owner[cell] = owner[cell] == NOBODY || owner[cell] == line ? line : SEVERAL;
  }

  /** Whether a cell's value never falls, in whatever order it is changed. */
  private static boolean rises(CellChanges cell) {
    if (!cell.hasSets) {
      return !cell.hasTakes;
    }
    boolean same = true;
    boolean falls = false;
    long level = cell.first;
    Integer value = null;
    for (CellChanges.Part part : cell.parts) {
      for (int i = 0; i < part.size(); i++) {
        same &= part.sets[i] && (value == null || value == part.values[i]);
        value = part.values[i];
        long before = level;
        level = part.sets[i] ? part.values[i] : before + part.values[i];
        falls |= level < before;
      }
    }
    return !falls && (same || cell.parts.size() == 1);
  }

  /** Where everybody is. */
  private static final class Situation {
    private final int[] at;
    private final int[] values;
    private final Situation before;
    private final Move move;

    Situation(int[] at, int[] values, Situation before, Move move) {
      this.at = at;
      this.values = values;
      this.before = before;
      this.move = move;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Situation that
          && Arrays.equals(at, that.at)
          && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(at) * 31 + Arrays.hashCode(values);
    }
  }

  /** What a search looks for; null goes on. */
  private interface Goal<T> {
    T reached(Situation situation, boolean isStuck);
  }

  /** Searches; null where nothing is found, or nothing before the limit. */
  private <T> T search(Goal<T> goal, long limit) {
    isCut = false;
    long last = situations + limit;
    Set<Situation> seen = new HashSet<>();
    Deque<Situation> open = new ArrayDeque<>();
    open.push(new Situation(new int[ends.length], first.clone(), null, null));
    while (!open.isEmpty()) {
      Situation now = open.pop();
      goOn(now);
      if (!seen.add(now)) {
        continue;
      }
      situations++;
      boolean moved = false;
      for (int line = 0; line < ends.length; line++) {
        if (canMove(now, line)) {
          moved = true;
          Situation next =
              new Situation(
                  now.at.clone(), now.values.clone(), now, new Move(lines.get(line), now.at[line]));
          take(next, line);
          open.push(next);
        }
      }
      T found = goal.reached(now, !moved);
      if (found != null) {
        return found;
      }
      if (situations >= last && !open.isEmpty()) {
        isCut = true;
        return null;
      }
    }
    return null;
  }

  /** A situation in which lines are stuck for ever; null where there is none. */
  Stuck stuck(long limit) {
    return search((situation, isStuck) -> isStuck ? stuck(situation) : null, limit);
  }

  /** Whether a line can be at a position while another one is at one. */
  Meeting meet(int one, int position, int other, int otherPosition, long limit) {
    int end = ends[one];
    int otherEnd = ends[other];
    ends[one] = position;
    ends[other] = otherPosition;
    try {
      Boolean met =
          search(
              (situation, isStuck) ->
                  situation.at[one] == position && situation.at[other] == otherPosition
                      ? Boolean.TRUE
                      : null,
              limit);
      return met != null ? Meeting.YES : isCut ? Meeting.UNKNOWN : Meeting.NO;
    } finally {
      ends[one] = end;
      ends[other] = otherEnd;
    }
  }

  private Step next(Situation s, int line) {
    return s.at[line] < ends[line] ? lines.get(line).steps.get(s.at[line]) : null;
  }

  private boolean canMove(Situation s, int line) {
    return switch (next(s, line)) {
      case null -> false;
      case Step.Change change -> true;
      case Step.Milestone milestone -> true;
      case Step.Wait wait -> wait.holds(s.values[places[wait.cell()]]);
      case Step.After(int other, int count) -> s.at[other] >= count;
    };
  }

  private void take(Situation s, int line) {
    if (next(s, line) instanceof Step.Change change && places[change.cell()] >= 0) {
      int at = places[change.cell()];
      s.values[at] = change.applied(s.values[at]);
    }
    s.at[line]++;
  }

  /** Takes the steps whose order makes no difference. */
  private void goOn(Situation s) {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int line = 0; line < s.at.length; line++) {
        while (isIndifferent(next(s, line)) && canMove(s, line)) {
          take(s, line);
          moved = true;
        }
      }
    }
  }

  private boolean isIndifferent(Step step) {
    return switch (step) {
      case null -> false;
      case Step.Change change -> plain[change.cell()];
      case Step.Wait wait -> plain[wait.cell()];
      case Step.After after -> true;
      case Step.Milestone milestone -> true;
    };
  }

  private Stuck stuck(Situation s) {
    List<Move> waits = new ArrayList<>();
    for (int line = 0; line < s.at.length; line++) {
      if (next(s, line) instanceof Step.Wait) {
        waits.add(new Move(lines.get(line), s.at[line]));
      }
    }
    if (waits.isEmpty()) {
      return null;
    }
    List<Move> moves = new ArrayList<>();
    for (Situation at = s; at != null && at.move != null; at = at.before) {
      if (at.move.what() instanceof Step.Change && moves.size() < SHOWN_MOVES) {
        moves.add(at.move);
      }
    }
    int[] values =
        waits.stream().mapToInt(w -> s.values[places[((Step.Wait) w.what()).cell()]]).toArray();
    return new Stuck(waits, values, moves.reversed());
  }
}

package org.pyptoj.sim.order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;

/**
 * Takes the steps of tasks in every order that makes a difference.
 *
 * <p>A cell is <em>plain</em> where nobody waits for it, or all wait with {@code Ge} and its value
 * only rises, or one task alone waits for it, with {@code Ge}, and takes from it, and all others
 * only add: whatever can be done with it now can also be done later, and does not keep anybody from
 * anything. So its steps are taken at once, and the other orders need not be looked at. Credit
 * barriers have plain cells only, and one order stands for all of theirs.
 */
final class OrderSearch {

  /** A step that a task takes or would take. */
  record Move(Tape task, Tape.Step step) {}

  /**
   * A situation in which nobody can move.
   *
   * @param waits who waits for what
   * @param values the value of each wait's cell
   * @param moves the last steps whose order makes a difference, the earliest first
   */
  record Stuck(List<Move> waits, int[] values, List<Move> moves) {}

  private static final int SHOWN_MOVES = 4;
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final List<Tape> tapes;
  private final boolean[] plain;
  private final int cells;

  /** The place of each cell's value; -1 where nobody waits for it, so that its value is nothing. */
  private final int[] places;

  private final int awaited;
  private final long limit;
  private long situations;
  private boolean complete = true;

  OrderSearch(List<Tape> tapes, int cells, long limit) {
    this.tapes = tapes;
    this.cells = cells;
    this.limit = limit;
    this.places = new int[cells];
    this.awaited = placeCells();
    this.plain = plainCells();
  }

  long situations() {
    return situations;
  }

  boolean isComplete() {
    return complete;
  }

  private int placeCells() {
    Arrays.fill(places, -1);
    int next = 0;
    for (Tape tape : tapes) {
      for (Tape.Step step : tape.steps) {
        if (step instanceof Tape.Wait wait && places[wait.cell()] < 0) {
          places[wait.cell()] = next++;
        }
      }
    }
    return next;
  }

  private boolean[] plainCells() {
    int[] taker = new int[cells];
    int[] writer = new int[cells];
    Arrays.fill(taker, NOBODY);
    Arrays.fill(writer, NOBODY);
    long[] level = new long[cells];
    boolean[] falls = new boolean[cells];
    boolean[] isTaken = new boolean[cells];
    boolean[] isSet = new boolean[cells];
    boolean[] isEqual = new boolean[cells];
    for (int task = 0; task < tapes.size(); task++) {
      for (Tape.Step step : tapes.get(task).steps) {
        switch (step) {
          case Tape.Wait(int cell, WaitCmp cmp, int expected, Span span) -> {
            isEqual[cell] |= cmp == WaitCmp.EQ;
            own(taker, cell, task);
          }
          case Tape.Notify(int cell, NotifyOp op, int value, Span span) -> {
            long before = level[cell];
            level[cell] = op == NotifyOp.SET ? value : before + value;
            falls[cell] |= level[cell] < before;
            isSet[cell] |= op == NotifyOp.SET;
            own(writer, cell, task);
            if (value < 0) {
              isTaken[cell] = true;
              own(taker, cell, task);
            }
          }
          case Tape.After after -> {}
        }
      }
    }
    boolean[] plain = new boolean[cells];
    for (int cell = 0; cell < cells; cell++) {
      boolean rises = !isSet[cell] && !isTaken[cell] || writer[cell] != SEVERAL && !falls[cell];
      boolean isCredit = !isSet[cell] && taker[cell] != SEVERAL;
      plain[cell] = places[cell] < 0 || !isEqual[cell] && (rises || isCredit);
    }
    return plain;
  }

  /** Tasks of which one starts when the other has ended count as one. */
  private void own(int[] owner, int cell, int task) {
    int before = owner[cell];
    if (before == NOBODY || before >= 0 && tapes.get(task).endedBefore(before)) {
      owner[cell] = task;
    } else if (before != task) {
      owner[cell] = SEVERAL;
    }
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

  /** Searches; null where no order gets stuck, or none was found before the limit. */
  Stuck run() {
    Set<Situation> seen = new HashSet<>();
    Deque<Situation> open = new ArrayDeque<>();
    open.push(new Situation(new int[tapes.size()], new int[awaited], null, null));
    while (!open.isEmpty()) {
      Situation now = open.pop();
      goOn(now);
      if (!seen.add(now)) {
        continue;
      }
      situations++;
      if (situations >= limit) {
        complete = false;
        return null;
      }
      boolean moved = false;
      for (int task = 0; task < now.at.length; task++) {
        if (canMove(now, task)) {
          moved = true;
          Situation next =
              new Situation(
                  now.at.clone(),
                  now.values.clone(),
                  now,
                  new Move(tapes.get(task), next(now, task)));
          take(next, task);
          open.push(next);
        }
      }
      if (!moved) {
        Stuck stuck = stuck(now);
        if (stuck != null) {
          return stuck;
        }
      }
    }
    return null;
  }

  private Tape.Step next(Situation s, int task) {
    List<Tape.Step> steps = tapes.get(task).steps;
    return s.at[task] < steps.size() ? steps.get(s.at[task]) : null;
  }

  private boolean canMove(Situation s, int task) {
    return switch (next(s, task)) {
      case null -> false;
      case Tape.Notify notify -> true;
      case Tape.Wait wait -> wait.holds(s.values[places[wait.cell()]]);
      case Tape.After(int other, int step) ->
          s.at[other] >= (step < 0 ? tapes.get(other).steps.size() : step);
    };
  }

  private void take(Situation s, int task) {
    if (next(s, task) instanceof Tape.Notify notify && places[notify.cell()] >= 0) {
      int at = places[notify.cell()];
      s.values[at] = notify.op() == NotifyOp.SET ? notify.value() : s.values[at] + notify.value();
    }
    s.at[task]++;
  }

  /** Takes the steps whose order makes no difference. */
  private void goOn(Situation s) {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int task = 0; task < s.at.length; task++) {
        while (isIndifferent(next(s, task)) && canMove(s, task)) {
          take(s, task);
          moved = true;
        }
      }
    }
  }

  private boolean isIndifferent(Tape.Step step) {
    return switch (step) {
      case null -> false;
      case Tape.Notify notify -> plain[notify.cell()];
      case Tape.Wait wait -> plain[wait.cell()];
      case Tape.After after -> true;
    };
  }

  private Stuck stuck(Situation s) {
    List<Move> waits = new ArrayList<>();
    for (int task = 0; task < s.at.length; task++) {
      if (next(s, task) instanceof Tape.Wait wait) {
        waits.add(new Move(tapes.get(task), wait));
      }
    }
    if (waits.isEmpty()) {
      return null;
    }
    List<Move> moves = new ArrayList<>();
    for (Situation at = s; at != null && at.move != null; at = at.before) {
      if (at.move.step() instanceof Tape.Notify && moves.size() < SHOWN_MOVES) {
        moves.add(at.move);
      }
    }
    int[] values =
        waits.stream().mapToInt(w -> s.values[places[((Tape.Wait) w.step()).cell()]]).toArray();
    return new Stuck(waits, values, moves.reversed());
  }
}

package org.pyptoj.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A small program of a few ranks, each of which has a row of data and some signal cells; and all
 * that can happen to it, found by taking its steps in every order, one by one, with no shortcut.
 *
 * @param ranks what each rank does, step by step
 * @param first the values with which the cells begin, by rank
 */
record SmallProgram(List<List<Op>> ranks, int[][] first) {

  static final int CELLS = 3;
  static final int WIDTH = 8;

  /** A step of a rank. */
  sealed interface Op {}

  /** Stores elements {@code from} to {@code to} of a rank's data, with a value of its own. */
  record Store(int owner, int from, int to, int value) implements Op {}

  /** Adds to elements of a rank's data. */
  record Add(int owner, int from, int to) implements Op {}

  /** Loads elements of a rank's data. */
  record Load(int owner, int from, int to) implements Op {}

  /** Notifies a cell. */
  record Notify(int owner, int cell, boolean sets, int value) implements Op {}

  /** Waits for a cell of its own. */
  record Wait(int cell, boolean isEqual, int expected) implements Op {}

  /** Stores into a cell of its own without a notify. */
  record CellWrite(int cell, int value) implements Op {}

  /** Reads a cell of its own without a wait. */
  record CellRead(int cell) implements Op {}

  /** Stores into a cell of any rank with a tile. */
  record CellStore(int owner, int cell, int value) implements Op {}

  /** What can happen. */
  record Outcome(boolean race, boolean stuck) {}

  private record State(List<Integer> at, List<Integer> values) {}

  /** Takes all orders. */
  Outcome outcome() {
    boolean race = false;
    boolean stuck = false;
    Set<State> seen = new HashSet<>();
    List<State> open = new ArrayList<>();
    open.add(
        new State(
            ranks.stream().map(r -> 0).toList(),
            Arrays.stream(first).flatMap(c -> Arrays.stream(c).boxed()).toList()));
    while (!open.isEmpty()) {
      State state = open.removeLast();
      if (!seen.add(state)) {
        continue;
      }
      List<Integer> ready = new ArrayList<>();
      boolean ended = true;
      for (int rank = 0; rank < ranks.size(); rank++) {
        if (state.at.get(rank) < ranks.get(rank).size()) {
          ended = false;
          if (isReady(rank, state)) {
            ready.add(rank);
          }
        }
      }
      stuck |= !ended && ready.isEmpty();
      for (int one : ready) {
        for (int other : ready) {
          race |= one < other && conflict(one, next(one, state), other, next(other, state));
        }
        open.add(after(one, state));
      }
    }
    return new Outcome(race, stuck);
  }

  private Op next(int rank, State state) {
    return ranks.get(rank).get(state.at.get(rank));
  }

  private boolean isReady(int rank, State state) {
    return !(next(rank, state) instanceof Wait w)
        || isLetGo(w, state.values.get(rank * CELLS + w.cell));
  }

  static boolean isLetGo(Wait wait, int value) {
    return wait.isEqual ? value == wait.expected : value >= wait.expected;
  }

  private State after(int rank, State state) {
    List<Integer> at = new ArrayList<>(state.at);
    at.set(rank, at.get(rank) + 1);
    List<Integer> values = new ArrayList<>(state.values);
    switch (next(rank, state)) {
      case Notify(int owner, int cell, boolean sets, int value) ->
          values.set(owner * CELLS + cell, sets ? value : values.get(owner * CELLS + cell) + value);
      case CellWrite(int cell, int value) -> values.set(rank * CELLS + cell, value);
      case CellStore(int owner, int cell, int value) -> values.set(owner * CELLS + cell, value);
      case Store s -> {}
      case Add a -> {}
      case Load l -> {}
      case Wait w -> {}
      case CellRead r -> {}
    }
    return new State(at, values);
  }

  /**
   * What a step does to memory: {@code r} reads, {@code w} writes, {@code a} adds, {@code s} sets.
   */
  private record Effect(char what, int owner, boolean isCell, int from, int to) {}

  private static Effect effect(int rank, Op op) {
    return switch (op) {
      case Store(int owner, int from, int to, int value) -> new Effect('w', owner, false, from, to);
      case Add(int owner, int from, int to) -> new Effect('a', owner, false, from, to);
      case Load(int owner, int from, int to) -> new Effect('r', owner, false, from, to);
      case Notify(int owner, int cell, boolean sets, int value) ->
          new Effect(sets ? 's' : 'a', owner, true, cell, cell + 1);
      case CellWrite(int cell, int value) -> new Effect('w', rank, true, cell, cell + 1);
      case CellRead(int cell) -> new Effect('r', rank, true, cell, cell + 1);
      case CellStore(int owner, int cell, int value) ->
          new Effect('w', owner, true, cell, cell + 1);
      case Wait w -> null;
    };
  }

  private static boolean conflict(int one, Op op, int other, Op otherOp) {
    Effect a = effect(one, op);
    Effect b = effect(other, otherOp);
    return a != null
        && b != null
        && a.owner == b.owner
        && a.isCell == b.isCell
        && a.from < b.to
        && b.from < a.to
        // Readers do not disturb each other, nor do those who add, nor those who set.
        && (a.what != b.what || a.what == 'w');
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("first " + Arrays.deepToString(first) + "\n");
    for (int rank = 0; rank < ranks.size(); rank++) {
      text.append("rank ").append(rank).append(": ");
      text.append(ranks.get(rank).stream().map(Op::toString).collect(Collectors.joining("; ")));
      text.append('\n');
    }
    return text.toString();
  }
}

package org.pyptoj.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;

/**
 * The signals that each rank sends and waits for, in its own order, as a run has shown them; and a
 * search through all orders in which the ranks could take these steps.
 */
final class SignalTape implements AccessListener {

  /** A step of a rank. */
  sealed interface Step {}

  /** Changes a cell. */
  record Notify(Cell cell, NotifyOp op, int value) implements Step {}

  /** Waits for a cell. */
  record Wait(Cell cell, WaitCmp cmp, int expected) implements Step {}

  /** A cell of a rank's signal. */
  record Cell(int owner, long at) {}

  private final List<List<Step>> tapes;

  SignalTape(int ranks) {
    tapes = IntStream.range(0, ranks).<List<Step>>mapToObj(r -> new ArrayList<>()).toList();
  }

  @Override
  public void access(TaskInfo task, Kind kind, Box box, Span span) {}

  @Override
  public void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {
    tapes.get(task.device()).add(new Notify(new Cell(cell.owner(), cell.first()), op, value));
  }

  @Override
  public void waiting(
      TaskInfo task, Box cell, WaitCmp cmp, int expected, boolean deferred, Span span) {
    tapes.get(task.device()).add(new Wait(new Cell(cell.owner(), cell.first()), cmp, expected));
  }

  List<List<Step>> tapes() {
    return tapes;
  }

  private record State(List<Integer> at, List<Integer> cells) {}

  /**
   * Takes the ranks' steps in every order.
   *
   * @return what goes wrong in some order: {@code "early"}, {@code "deadlock"} or {@code "left"};
   *     empty where all is well
   */
  static Set<String> problems(List<List<Step>> tapes) {
    List<Cell> cells =
        tapes.stream()
            .flatMap(List::stream)
            .map(s -> s instanceof Notify n ? n.cell() : ((Wait) s).cell())
            .distinct()
            .toList();
    Set<String> problems = new HashSet<>();
    Set<State> seen = new HashSet<>();
    List<State> open = new ArrayList<>();
    open.add(new State(tapes.stream().map(t -> 0).toList(), cells.stream().map(c -> 0).toList()));
    while (!open.isEmpty()) {
      State state = open.removeLast();
      if (!seen.add(state)) {
        continue;
      }
      boolean moved = false;
      boolean ended = true;
      for (int r = 0; r < tapes.size(); r++) {
        int at = state.at.get(r);
        if (at == tapes.get(r).size()) {
          continue;
        }
        ended = false;
        Integer[] next = state.cells.toArray(Integer[]::new);
        switch (tapes.get(r).get(at)) {
          case Notify n -> {
            int c = cells.indexOf(n.cell());
            next[c] = n.op() == NotifyOp.SET ? n.value() : next[c] + n.value();
          }
          case Wait w -> {
            int value = next[cells.indexOf(w.cell())];
            boolean passes = w.cmp() == WaitCmp.EQ ? value == w.expected() : value >= w.expected();
            if (!passes) {
              continue;
            }
            if (arrivals(tapes, state.at, w.cell()) < ordinal(tapes.get(r), at, w.cell())) {
              problems.add("early");
            }
          }
        }
        moved = true;
        Integer[] steps = state.at.toArray(Integer[]::new);
        steps[r]++;
        open.add(new State(List.of(steps), Arrays.asList(next)));
      }
      if (ended && state.cells.stream().anyMatch(v -> v != 0)) {
        problems.add("left");
      }
      if (!ended && !moved) {
        problems.add("deadlock");
      }
    }
    return problems;
  }

  /** How many credits a cell has been sent. */
  private static long arrivals(List<List<Step>> tapes, List<Integer> at, Cell cell) {
    long sent = 0;
    for (int r = 0; r < tapes.size(); r++) {
      sent +=
          tapes.get(r).subList(0, at.get(r)).stream()
              .filter(s -> s instanceof Notify n && n.cell().equals(cell) && n.value() > 0)
              .count();
    }
    return sent;
  }

  /** The how manieth wait for a cell a step is. */
  private static long ordinal(List<Step> tape, int at, Cell cell) {
    return tape.subList(0, at + 1).stream()
        .filter(s -> s instanceof Wait w && w.cell().equals(cell))
        .count();
  }
}

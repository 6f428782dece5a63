package org.pyptoj.passes;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.passes.SignalTraces.Act;
import org.pyptoj.passes.SignalTraces.Notify;
import org.pyptoj.passes.SignalTraces.Wait;

/**
 * Explicit-state search over all interleavings of the ranks' signal acts. It knows nothing of
 * credits: it says whether a wait can pass before the peer has arrived, whether ranks can block for
 * ever, and whether cells can differ from zero at the end.
 *
 * <p>The n-th wait of a rank on a peer's cell belongs to the peer's n-th arrival there, an arrival
 * being a notify to another rank.
 */
final class InterleavingSearch {

  private final List<List<Act>> traces;
  private final int ranks;
  private final int cells;

  /** Which rank a cell counts. */
  private final int[] source;

  InterleavingSearch(List<List<Act>> traces, int[] source) {
    this.traces = traces;
    this.ranks = traces.size();
    this.cells = source.length;
    this.source = source;
  }

  /** A state: how far each rank is, and what each rank's cells hold. */
  private record State(List<Integer> at, List<Long> held) {}

  /** What can go wrong, or empty where nothing can. */
  Optional<String> failure() {
    State start =
        new State(
            IntStream.range(0, ranks).mapToObj(r -> 0).toList(),
            IntStream.range(0, ranks * cells).mapToObj(i -> 0L).toList());
    Set<State> seen = new HashSet<>(Set.of(start));
    Deque<State> open = new ArrayDeque<>(Set.of(start));
    while (!open.isEmpty()) {
      State state = open.pop();
      boolean moved = false;
      boolean over = true;
      for (int rank = 0; rank < ranks; rank++) {
        int at = state.at().get(rank);
        if (at == traces.get(rank).size()) {
          continue;
        }
        over = false;
        Act act = traces.get(rank).get(at);
        if (act instanceof Wait w && !holds(state, rank, w)) {
          continue;
        }
        moved = true;
        if (act instanceof Wait w && isEarly(state, rank, at, w)) {
          return Optional.of("early pass");
        }
        State next = after(state, rank, act);
        if (seen.add(next)) {
          open.push(next);
        }
      }
      if (over && state.held().stream().anyMatch(v -> v != 0)) {
        return Optional.of("credits left");
      }
      if (!over && !moved) {
        return Optional.of("deadlock");
      }
    }
    return Optional.empty();
  }

  private boolean holds(State state, int rank, Wait w) {
    long held = state.held().get(rank * cells + w.cell());
    return w.cmp() == WaitCmp.GE ? held >= w.expected() : held == w.expected();
  }

  private boolean isEarly(State state, int rank, int at, Wait w) {
    long waits =
        traces.get(rank).subList(0, at + 1).stream()
            .filter(a -> a instanceof Wait other && other.cell() == w.cell())
            .count();
    int peer = source[w.cell()];
    long arrivals =
        traces.get(peer).subList(0, state.at().get(peer)).stream()
            .filter(a -> a instanceof Notify n && n.peer() == rank && n.cell() == w.cell())
            .count();
    return arrivals < waits;
  }

  private State after(State state, int rank, Act act) {
    Integer[] at = state.at().toArray(Integer[]::new);
    Long[] held = state.held().toArray(Long[]::new);
    at[rank]++;
    if (act instanceof Notify n) {
      int cell = n.peer() * cells + n.cell();
      held[cell] = n.op() == NotifyOp.SET ? n.value() : held[cell] + n.value();
    }
    return new State(Arrays.asList(at), Arrays.asList(held));
  }
}

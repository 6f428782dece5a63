package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * Looks for accesses that conflict and that some order of the run's signals lets happen at the same
 * time. First what certainly comes before what settles nearly all pairs; of each that is left an
 * order is searched for in which both tasks are at their accesses.
 */
final class RaceSearch {

  /** Situations after which a pair is put off until all others have been looked at. */
  private static final long FIRST_TRY = 2_000;

  /**
   * Two accesses to the same bytes.
   *
   * @param slice whose
   * @param from the first byte
   * @param to the byte behind the last one
   * @param elementBytes bytes of an element of the later access
   */
  record Race(Access earlier, Access later, Slice slice, long from, long to, int elementBytes) {

    SimFailure failure() {
      long first = from / elementBytes;
      long last = (to - 1) / elementBytes;
      return SimFailure.at(
          SimCode.RACE,
          "nothing orders "
              + later
              + " and "
              + earlier
              + ": both touch "
              + (first == last ? "element " + first : "elements " + first + " to " + last)
              + " of "
              + slice,
          later.place(),
          "let the one that has to come first notify, and the other one wait for it",
          List.of(new Diagnostic.Note(earlier + " is here", earlier.place())));
    }
  }

  /** Two positions of two lines. */
  private record Pair(int line, int position, int other, int otherPosition) {}

  private final Lines lines;
  private final List<Line> order;
  private final MustOrder must;
  private final OrderSearch search;
  private final long limit;
  private final Map<Pair, OrderSearch.Meeting> known = new HashMap<>();
  private final List<Race> putOff = new ArrayList<>();
  private Race found;
  private boolean isUndecided;

  RaceSearch(Lines lines, List<Line> order, MustOrder must, OrderSearch search, long limit) {
    this.lines = lines;
    this.order = order;
    this.must = must;
    this.search = search;
    this.limit = limit;
  }

  /** Whether some pair is left of which it is not known whether it can meet. */
  boolean isUndecided() {
    return isUndecided;
  }

  /** Searches; null where no race is found. */
  Race run() {
    Map<Slice, Shadow> shadows = new IdentityHashMap<>();
    int[] at = new int[lines.size()];
    int[] next = new int[lines.size()];
    for (Line line : lines.lines()) {
      touch(line, at, next, shadows);
    }
    for (Line line : order) {
      if (found != null) {
        return found;
      }
      at[line.number]++;
      touch(line, at, next, shadows);
    }
    if (found != null) {
      return found;
    }
    for (Race race : putOff) {
      Pair pair = pair(race);
      switch (search.meet(pair.line, pair.position, pair.other, pair.otherPosition, left())) {
        case YES -> {
          return race;
        }
        case NO -> {}
        case UNKNOWN -> isUndecided = true;
      }
    }
    return null;
  }

  private long left() {
    return Math.max(1, limit - search.situations());
  }

  private static Pair pair(Race race) {
    return new Pair(
        race.earlier.line(), race.earlier.position(), race.later.line(), race.later.position());
  }

  /** Takes what a line does where it is. */
  private void touch(Line line, int[] at, int[] next, Map<Slice, Shadow> shadows) {
    int number = line.number;
    while (next[number] < line.touches.size()
        && line.touches.get(next[number]).position() <= at[number]) {
      Line.Placed placed = line.touches.get(next[number]++);
      Touch touch = placed.touch();
      Access access = new Access(placed.task(), number, placed.position(), touch.kind, touch.span);
      Shadow shadow = shadows.computeIfAbsent(touch.slice, s -> new Shadow());
      touch.ranges(
          (from, to) ->
              shadow.access(
                  access,
                  from,
                  to,
                  this::isBefore,
                  (earlier, first, end) ->
                      conflict(
                          new Race(earlier, access, touch.slice, first, end, touch.elementBytes))));
    }
  }

  private boolean isBefore(Access earlier, Access later) {
    return earlier.line() == later.line()
        || must.isBefore(earlier.line(), earlier.position(), later.line(), later.position());
  }

  private void conflict(Race race) {
    if (found != null) {
      return;
    }
    Pair pair = pair(race);
    OrderSearch.Meeting meeting = known.get(pair);
    if (meeting == null) {
      meeting =
          search.meet(
              pair.line,
              pair.position,
              pair.other,
              pair.otherPosition,
              Math.min(FIRST_TRY, left()));
      known.put(pair, meeting);
      if (meeting == OrderSearch.Meeting.UNKNOWN) {
        putOff.add(race);
      }
    }
    if (meeting == OrderSearch.Meeting.YES) {
      found = race;
    }
  }
}

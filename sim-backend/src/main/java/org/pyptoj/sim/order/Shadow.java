package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * The accesses to each byte of one rank's slice of a window that others may still conflict with.
 */
final class Shadow {

  private static final class Piece {
    private final long end;
    private final List<Access> accesses;

    Piece(long end, List<Access> accesses) {
      this.end = end;
      this.accesses = accesses;
    }

    /** An access as these bytes have it: one that stores what its task has read there. */
    private Access here(Access access) {
      boolean keeps =
          access.kind() == AccessKind.REWRITE
              && accesses.stream()
                  .anyMatch(
                      a -> a.kind() == AccessKind.READ && a.task().id() == access.task().id());
      return keeps ? access.keeping() : access;
    }
  }

  /** Pieces that nobody has accessed are left out. */
  private final TreeMap<Long, Piece> pieces = new TreeMap<>();

  /** Hears of two accesses that conflict in some bytes while neither certainly comes first. */
  interface Conflicts {
    void found(Access earlier, long from, long to);
  }

  /**
   * Notes an access to some bytes. Accesses come in an order that some run could have taken.
   *
   * @param before whether an earlier access certainly comes before this one
   */
  void access(
      Access access, long from, long to, BiPredicate<Access, Access> before, Conflicts conflicts) {
    split(from);
    split(to);
    long at = from;
    for (Map.Entry<Long, Piece> entry : pieces.subMap(from, true, to, false).entrySet()) {
      Access here = entry.getValue().here(access);
      for (Access earlier : entry.getValue().accesses) {
        if (earlier.kind().conflicts(here.kind()) && !before.test(earlier, access)) {
          conflicts.found(earlier, entry.getKey(), entry.getValue().end);
        }
      }
    }
    List<long[]> fresh = new ArrayList<>();
    for (Map.Entry<Long, Piece> entry : pieces.subMap(from, true, to, false).entrySet()) {
      if (at < entry.getKey()) {
        fresh.add(new long[] {at, entry.getKey()});
      }
      at = entry.getValue().end;
      List<Access> accesses = entry.getValue().accesses;
      Access here = entry.getValue().here(access);
      // What conflicts with an access that this one replaces conflicts with this one too.
      accesses.removeIf(
          a -> (here.kind().covers(a.kind()) || a.kind() == here.kind()) && before.test(a, access));
      accesses.add(here);
    }
    if (at < to) {
      fresh.add(new long[] {at, to});
    }
    for (long[] piece : fresh) {
      pieces.put(piece[0], new Piece(piece[1], new ArrayList<>(List.of(access))));
    }
  }

  private void split(long at) {
    Map.Entry<Long, Piece> piece = pieces.lowerEntry(at);
    if (piece != null && piece.getValue().end > at) {
      List<Access> accesses = piece.getValue().accesses;
      pieces.put(at, new Piece(piece.getValue().end, new ArrayList<>(accesses)));
      pieces.put(piece.getKey(), new Piece(at, accesses));
    }
  }
}

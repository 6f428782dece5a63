package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** The last accesses to each byte of one rank's slice of a window. */
final class Shadow {

  private static final class Piece {
    private final long end;
    private final List<Access> accesses;

    Piece(long end, List<Access> accesses) {
      this.end = end;
      this.accesses = accesses;
    }

    private boolean isWrittenBack(Access access) {
      return access.kind() == Access.Kind.WRITE_BACK
          && accesses.stream()
              .anyMatch(a -> a.kind() == Access.Kind.READ && a.number() == access.number());
    }
  }

  /** Pieces that nobody has accessed are left out. */
  private final TreeMap<Long, Piece> pieces = new TreeMap<>();

  /** An access that meets another one in some bytes. */
  record Meeting(Access earlier, long from, long to) {}

  /**
   * Notes an access to some bytes.
   *
   * @param before whether an earlier access has come before this one
   * @return an earlier access that it conflicts with and that did not come before; null if none
   */
  Meeting access(Access access, long from, long to, BiPredicate<Access, Access> before) {
    split(from);
    split(to);
    Meeting meeting = null;
    long at = from;
    for (Map.Entry<Long, Piece> entry : pieces.subMap(from, true, to, false).entrySet()) {
      if (entry.getValue().isWrittenBack(access)) {
        continue;
      }
      for (Access earlier : entry.getValue().accesses) {
        if (meeting == null
            && earlier.kind().conflicts(access.kind())
            && !before.test(earlier, access)) {
          meeting = new Meeting(earlier, entry.getKey(), entry.getValue().end);
        }
      }
    }
    List<long[]> fresh = new ArrayList<>();
    for (Map.Entry<Long, Piece> entry : pieces.subMap(from, true, to, false).entrySet()) {
      if (at < entry.getKey()) {
        fresh.add(new long[] {at, entry.getKey()});
      }
      at = entry.getValue().end;
      if (entry.getValue().isWrittenBack(access)) {
        continue;
      }
      List<Access> accesses = entry.getValue().accesses;
      // What conflicts with an access that this one replaces conflicts with this one too.
      accesses.removeIf(
          a ->
              (access.kind().covers(a.kind()) || a.kind() == access.kind())
                  && before.test(a, access));
      accesses.add(access);
    }
    if (at < to) {
      fresh.add(new long[] {at, to});
    }
    for (long[] piece : fresh) {
      pieces.put(piece[0], new Piece(piece[1], new ArrayList<>(List.of(access))));
    }
    return meeting;
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

package org.pyptoj.sim.order;

import java.util.Map;
import java.util.TreeMap;

/** A set of bytes, kept as ranges that do not touch each other. */
final class ByteSet {

  /** The end of each range by its first byte. */
  private final TreeMap<Long, Long> ranges = new TreeMap<>();

  /** Adds the bytes of a range, its end excluded. */
  void add(long from, long to) {
    long first = from;
    long end = to;
    Map.Entry<Long, Long> before = ranges.floorEntry(from);
    if (before != null && before.getValue() >= from) {
      if (before.getValue() >= to) {
        return;
      }
      first = before.getKey();
    }
    Map<Long, Long> covered = ranges.subMap(first, true, to, true);
    for (long other : covered.values()) {
      end = Math.max(end, other);
    }
    covered.clear();
    ranges.put(first, end);
  }

  /** Whether some byte of a range is in the set. */
  boolean meets(long from, long to) {
    Map.Entry<Long, Long> before = ranges.lowerEntry(to);
    return before != null && before.getValue() > from;
  }
}

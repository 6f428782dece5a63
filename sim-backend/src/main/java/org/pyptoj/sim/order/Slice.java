package org.pyptoj.sim.order;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.TreeMap;

/** One rank's slice of a window, with the cells that somebody notifies or waits for. */
final class Slice {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final String window;
  final int owner;

  /** Cells by their first byte. */
  final TreeMap<Long, Cell> cells = new TreeMap<>();

  /** Where something has been stored of which it is not known what. */
  final ByteSet unknown = new ByteSet();

  /** What earlier runs have left; null where it is zero. */
  private MemorySegment left;

  private boolean copied;

  Slice(String window, int owner, MemorySegment left) {
    this.window = window;
    this.owner = owner;
    this.left = left;
  }

  /**
   * A signal cell.
   *
   * @param at its first byte
   */
  record Cell(Slice slice, long at) {

    /** The value with which the run began. */
    int first() {
      return slice.left == null ? 0 : slice.left.get(INT, at);
    }

    @Override
    public String toString() {
      return "element " + at / Integer.BYTES + " of " + slice;
    }
  }

  /** Somebody is about to change some of it: what earlier runs have left is kept. */
  void changes() {
    if (left != null && !copied) {
      left = MemorySegment.ofArray(left.toArray(ValueLayout.JAVA_BYTE));
      copied = true;
    }
  }

  Cell cell(long at) {
    return cells.computeIfAbsent(at, a -> new Cell(this, a));
  }

  @Override
  public String toString() {
    return "rank " + owner + "'s slice of window " + window;
  }
}

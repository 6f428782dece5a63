package org.pyptoj.sim.tile;

import java.util.function.IntPredicate;
import org.pyptoj.ir.type.DataType;

/**
 * Masks as the vector unit has them: one bit an element, eight of a row in a byte, the first in the
 * lowest bit; a row takes a multiple of 32 bytes. A byte counts where one of its elements does.
 */
final class Mask {

  private static final int BITS = 8;
  private static final int ROW_BYTES = 32;

  private Mask() {}

  /** The mask of the elements in a box that a test holds for, by their positions. */
  static Tile of(int[] shape, int[] valid, IntPredicate test) {
    int last = shape.length - 1;
    int columns = shape[last];
    int width = Math.ceilDiv(Math.ceilDiv(columns, BITS), ROW_BYTES) * ROW_BYTES;
    int[] bytes = shape.clone();
    bytes[last] = width;
    int[] counting = valid.clone();
    counting[last] = Math.ceilDiv(valid[last], BITS);
    Tile mask = Tile.create(DataType.UINT8, bytes, counting);
    TileOps.runs(
        shape,
        valid,
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            if (test.test(i)) {
              int column = i % columns;
              mask.ints()[i / columns * width + column / BITS] |= 1 << column % BITS;
            }
          }
        });
    return mask;
  }

  /** Whether a tile can be the mask of another one: integers with enough bits in enough rows. */
  static boolean fits(Tile mask, Tile of) {
    return mask.store() == Tile.Store.INT
        && mask.columns() * mask.dtype().bits() >= of.validColumns()
        && mask.size() / mask.columns() >= of.size() / of.columns();
  }

  /** The bit of the element at a position of a tile with so many columns. */
  static boolean get(Tile mask, int position, int columns) {
    int column = position % columns;
    int width = mask.dtype().bits();
    int bits = mask.ints()[position / columns * mask.columns() + column / width];
    return (bits >> column % width & 1) != 0;
  }
}

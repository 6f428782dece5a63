package org.pyptoj.ir.type;

/**
 * How a tile's elements are ordered in on-core memory.
 *
 * @param block order of blocks
 * @param inner order inside a block
 * @param fractal bytes of one fractal block
 * @param pad what elements outside the valid box hold
 */
public record TileLayout(Order block, Order inner, int fractal, Pad pad) {

  private static final int BOX_LINES = 16;

  /** Row-major without boxes: what vector tiles have unless a rule says otherwise. */
  public static final TileLayout ROW_MAJOR =
      new TileLayout(Order.ROW_MAJOR, Order.NONE_BOX, 512, Pad.NULL);

  /** Column-major without boxes: what a one-column vector tile has. */
  public static final TileLayout COL_MAJOR =
      new TileLayout(Order.COL_MAJOR, Order.NONE_BOX, 512, Pad.NULL);

  /** Orders, with their spelling in PTO text and behind {@code pl.TileLayout}. */
  public enum Order {
    NONE_BOX,
    ROW_MAJOR,
    COL_MAJOR;

    /** The spelling in PTO text and in the DSL. */
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** What lies outside the valid box; the ordinal is the {@code pad} of PTO text. */
  public enum Pad {
    NULL,
    ZERO,
    MAX,
    MIN;

    /** The spelling behind {@code pl.PadValue}. */
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** How many rows of elements of a type a box has; 1 where there are no boxes. */
  public int boxRows(DataType dtype) {
    return switch (inner) {
      case NONE_BOX -> 1;
      case ROW_MAJOR -> BOX_LINES;
      case COL_MAJOR -> fractal / BOX_LINES / dtype.bytes();
    };
  }

  /** How many columns a box has; 1 where there are no boxes. */
  public int boxColumns(DataType dtype) {
    return transposed().boxRows(dtype);
  }

  /** The layout under which the same bytes are the transposed matrix. */
  public TileLayout transposed() {
    return new TileLayout(flipped(block), flipped(inner), fractal, pad);
  }

  private static Order flipped(Order order) {
    return switch (order) {
      case ROW_MAJOR -> Order.COL_MAJOR;
      case COL_MAJOR -> Order.ROW_MAJOR;
      case NONE_BOX -> Order.NONE_BOX;
    };
  }

  /** The same layout with another padding. */
  public TileLayout withPad(Pad other) {
    return new TileLayout(block, inner, fractal, other);
  }
}

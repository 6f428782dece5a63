package org.pyptoj.sim.tile;

import java.util.Arrays;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.memory.Undefined;

/**
 * A tile at run time: elements in row-major order over the physical shape. Floats of every width
 * are kept as {@code float} and rounded to their type by whoever computes them; integers up to 32
 * bits as {@code int}, wider ones as {@code long}. Elements outside the valid box mean nothing.
 */
public final class Tile {

  /** How elements are kept. */
  public enum Store {
    FLOAT,
    INT,
    LONG;

    /** The store of an element type. */
    public static Store of(DataType dtype) {
      return dtype.isFloat() ? FLOAT : dtype.bits() > 32 ? LONG : INT;
    }
  }

  private final DataType dtype;
  private final int[] shape;
  private final int[] valid;
  private final int size;
  private final float[] floats;
  private final int[] ints;
  private final long[] longs;

  private Tile(DataType dtype, int[] shape, int[] valid, float[] floats, int[] ints, long[] longs) {
    this.dtype = dtype;
    this.shape = shape;
    this.valid = valid;
    this.size = count(shape);
    this.floats = floats;
    this.ints = ints;
    this.longs = longs;
  }

  /** A tile with fresh elements. */
  public static Tile create(DataType dtype, int[] shape, int[] valid) {
    int size = count(shape);
    return switch (Store.of(dtype)) {
      case FLOAT -> new Tile(dtype, shape, valid, new float[size], null, null);
      case INT -> new Tile(dtype, shape, valid, null, new int[size], null);
      case LONG -> new Tile(dtype, shape, valid, null, null, new long[size]);
    };
  }

  /**
   * A tile that takes over the elements of another one that is not needed any more, where they fit.
   */
  public static Tile reuse(Tile old, DataType dtype, int[] shape, int[] valid) {
    if (old == null || Store.of(dtype) != old.store() || old.size != count(shape)) {
      return create(dtype, shape, valid);
    }
    if (old.dtype == dtype && Arrays.equals(old.shape, shape) && Arrays.equals(old.valid, valid)) {
      return old;
    }
    return new Tile(dtype, shape, valid, old.floats, old.ints, old.longs);
  }

  /** The same elements under another shape. */
  public Tile view(int[] newShape, int[] newValid) {
    return new Tile(dtype, newShape, newValid, floats, ints, longs);
  }

  /** A copy of it, in the memory of {@code old} where that fits. */
  public Tile copyInto(Tile old) {
    Tile copy = reuse(old, dtype, shape, valid);
    switch (store()) {
      case FLOAT -> System.arraycopy(floats, 0, copy.floats, 0, floats.length);
      case INT -> System.arraycopy(ints, 0, copy.ints, 0, ints.length);
      case LONG -> System.arraycopy(longs, 0, copy.longs, 0, longs.length);
    }
    return copy;
  }

  /** A copy of it with elements of its own. */
  public Tile copy() {
    return new Tile(
        dtype,
        shape,
        valid,
        floats == null ? null : floats.clone(),
        ints == null ? null : ints.clone(),
        longs == null ? null : longs.clone());
  }

  static int count(int[] shape) {
    int count = 1;
    for (int extent : shape) {
      count *= extent;
    }
    return count;
  }

  public DataType dtype() {
    return dtype;
  }

  public Store store() {
    return floats != null ? Store.FLOAT : ints != null ? Store.INT : Store.LONG;
  }

  public int[] shape() {
    return shape;
  }

  public int[] valid() {
    return valid;
  }

  public int dims() {
    return shape.length;
  }

  /** Elements of the physical shape. */
  public int size() {
    return size;
  }

  public float[] floats() {
    return floats;
  }

  public int[] ints() {
    return ints;
  }

  public long[] longs() {
    return longs;
  }

  public boolean isFullyValid() {
    return valid == shape || Arrays.equals(valid, shape);
  }

  /** Extent of the innermost dimension. */
  public int columns() {
    return shape.length == 0 ? 1 : shape[shape.length - 1];
  }

  /** Valid extent of the innermost dimension. */
  public int validColumns() {
    return valid.length == 0 ? 1 : valid[valid.length - 1];
  }

  /** Whether another tile of this type holds the same bits at a position. */
  public boolean isSameAt(int at, Tile other) {
    return floats != null
        ? Float.floatToRawIntBits(floats[at]) == Float.floatToRawIntBits(other.floats[at])
        : ints != null ? ints[at] == other.ints[at] : longs[at] == other.longs[at];
  }

  /** An element as a floating-point number. */
  public double getDouble(int at) {
    return floats != null ? floats[at] : getLong(at);
  }

  /** An element as an integer; unsigned types come out non-negative. */
  public long getLong(int at) {
    if (floats != null) {
      return (long) floats[at];
    }
    if (ints != null) {
      return dtype == DataType.UINT32 ? Integer.toUnsignedLong(ints[at]) : ints[at];
    }
    return longs[at];
  }

  /** Stores a floating-point number, rounded to the element type. */
  public void setDouble(int at, double value) {
    if (floats != null) {
      floats[at] = Numbers.round(dtype, value);
    } else {
      setLong(at, (long) value);
    }
  }

  /** Stores an integer, wrapped to the element type. */
  public void setLong(int at, long value) {
    if (floats != null) {
      floats[at] = Numbers.round(dtype, (float) value);
    } else if (ints != null) {
      ints[at] = (int) Numbers.wrap(dtype, value);
    } else {
      longs[at] = value;
    }
  }

  /** The position of an element. */
  public int at(long... index) {
    int at = 0;
    for (int d = 0; d < shape.length; d++) {
      at = at * shape[d] + (int) index[d];
    }
    return at;
  }

  /** Fills everything with garbage: NaN, or a pattern that no kernel means. */
  public void poison() {
    if (floats != null) {
      Arrays.fill(floats, Undefined.asFloat(dtype));
    } else if (ints != null) {
      Arrays.fill(ints, (int) Numbers.wrap(dtype, 0xA5A5A5A5A5A5A5A5L));
    } else {
      Arrays.fill(longs, 0xA5A5A5A5A5A5A5A5L);
    }
  }

  @Override
  public String toString() {
    return "Tile" + Arrays.toString(shape) + " " + dtype;
  }
}

package org.pyptoj.sim.tile;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/** Parts of tiles moved, padded and put together. */
public final class TileMoves {

  private TileMoves() {}

  /** A part of a tile. */
  public static Tile slice(Tile a, int[] from, int[] shape, int[] valid, Span span) {
    for (int d = 0; d < shape.length; d++) {
      if (from[d] < 0 || from[d] + shape[d] > a.shape()[d]) {
        throw new SimFailure(
            SimCode.REGION,
            "a slice at "
                + Arrays.toString(from)
                + " of shape "
                + Arrays.toString(shape)
                + " leaves a tile of shape "
                + Arrays.toString(a.shape()),
            span);
      }
    }
    int[] box = valid;
    if (box == null) {
      box = new int[shape.length];
      for (int d = 0; d < box.length; d++) {
        box[d] = Math.clamp(a.valid()[d] - from[d], 0, shape[d]);
      }
    }
    Tile out = Tile.create(a.dtype(), shape, box);
    copy(a, from, out, new int[shape.length], shape);
    return out;
  }

  /** A tile with another one placed into it; only the source's valid box is copied. */
  public static Tile assemble(Tile target, Tile source, int[] at, Span span) {
    if (target.dtype() != source.dtype() || target.dims() != source.dims()) {
      throw new SimFailure(SimCode.SHAPE, "cannot place " + source + " into " + target, span);
    }
    int[] valid = target.valid().clone();
    for (int d = 0; d < at.length; d++) {
      if (at[d] < 0 || at[d] + source.valid()[d] > target.shape()[d]) {
        throw new SimFailure(
            SimCode.REGION,
            "a tile of valid shape "
                + Arrays.toString(source.valid())
                + " placed at "
                + Arrays.toString(at)
                + " leaves a tile of shape "
                + Arrays.toString(target.shape()),
            span);
      }
      valid[d] = Math.max(valid[d], at[d] + source.valid()[d]);
    }
    Tile copy = target.copy();
    Tile out = copy.view(target.shape(), valid);
    copy(source, new int[at.length], out, at, source.valid());
    return out;
  }

  /** Copies a box between tiles of the same rank. */
  static void copy(Tile from, int[] fromAt, Tile to, int[] toAt, int[] box) {
    int dims = box.length;
    int n = dims == 0 ? 1 : box[dims - 1];
    int rows = 1;
    for (int d = 0; d < dims - 1; d++) {
      rows *= box[d];
    }
    if (n == 0) {
      return;
    }
    for (int r = 0; r < rows; r++) {
      int rest = r;
      int a = dims == 0 ? 0 : fromAt[dims - 1];
      int b = dims == 0 ? 0 : toAt[dims - 1];
      int fromStride = from.columns();
      int toStride = to.columns();
      for (int d = dims - 2; d >= 0; d--) {
        int index = rest % box[d];
        rest /= box[d];
        a += (fromAt[d] + index) * fromStride;
        b += (toAt[d] + index) * toStride;
        fromStride *= from.shape()[d];
        toStride *= to.shape()[d];
      }
      switch (from.store()) {
        case FLOAT -> System.arraycopy(from.floats(), a, to.floats(), b, n);
        case INT -> System.arraycopy(from.ints(), a, to.ints(), b, n);
        case LONG -> System.arraycopy(from.longs(), a, to.longs(), b, n);
      }
    }
  }

  /** Two tiles side by side; the second follows the first's valid columns. */
  public static Tile concat(Tile a, Tile b, Span span) {
    int dims = a.dims();
    if (a.dtype() != b.dtype() || dims != b.dims()) {
      throw new SimFailure(SimCode.SHAPE, "cannot join " + a + " and " + b, span);
    }
    int[] shape = a.shape().clone();
    int[] valid = TileOps.meet(a.valid(), b.valid()).clone();
    shape[dims - 1] = a.columns() + b.columns();
    valid[dims - 1] = a.validColumns() + b.validColumns();
    Tile out = Tile.create(a.dtype(), shape, valid);
    int[] at = new int[dims];
    copy(a, at, out, at, a.valid());
    int[] next = new int[dims];
    next[dims - 1] = a.validColumns();
    copy(b, at, out, next, b.valid());
    return out;
  }

  /** Two dimensions exchanged. */
  public static Tile transpose(Tile a, int one, int two) {
    int dims = a.dims();
    int[] shape = a.shape().clone();
    int[] valid = a.valid().clone();
    shape[one] = a.shape()[two];
    shape[two] = a.shape()[one];
    valid[one] = a.valid()[two];
    valid[two] = a.valid()[one];
    Tile out = Tile.create(a.dtype(), shape, valid);
    int[] strides = new int[dims];
    int step = 1;
    for (int d = dims - 1; d >= 0; d--) {
      strides[d] = step;
      step *= a.shape()[d];
    }
    int swap = strides[one];
    strides[one] = strides[two];
    strides[two] = swap;
    TileOps.runs(
        shape,
        valid,
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            int rest = i;
            int from = 0;
            for (int d = dims - 1; d >= 0; d--) {
              from += (rest % shape[d]) * strides[d];
              rest /= shape[d];
            }
            TileOps.move(a, from, out, i);
          }
        });
    return out;
  }

  /** A row, so many times below each other. */
  public static Tile rows(Tile row, int count) {
    int columns = row.columns();
    Tile out =
        Tile.create(row.dtype(), new int[] {count, columns}, new int[] {count, row.validColumns()});
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < columns; j++) {
        TileOps.move(row, j, out, i * columns + j);
      }
    }
    return out;
  }

  /** A tile with one value everywhere. */
  public static Tile full(DataType dtype, int[] shape, double value, long whole) {
    Tile out = Tile.create(dtype, shape, shape);
    fill(out, value, whole);
    return out;
  }

  private static void fill(Tile tile, double value, long whole) {
    switch (tile.store()) {
      case FLOAT -> Arrays.fill(tile.floats(), Numbers.round(tile.dtype(), value));
      case INT -> Arrays.fill(tile.ints(), (int) Numbers.wrap(tile.dtype(), whole));
      case LONG -> Arrays.fill(tile.longs(), whole);
    }
  }

  /** Consecutive integers in row-major order. */
  public static Tile counting(DataType dtype, int[] shape, long start, boolean descending) {
    Tile out = Tile.create(dtype, shape, shape);
    for (int i = 0; i < out.size(); i++) {
      out.setLong(i, descending ? start - i : start + i);
    }
    return out;
  }

  /** The pad value of a type. */
  public static double padValue(DataType dtype, TileLayout.Pad pad) {
    return switch (pad) {
      case NULL, ZERO -> 0;
      case MAX -> dtype.isFloat() ? Double.POSITIVE_INFINITY : (double) bound(dtype, true);
      case MIN -> dtype.isFloat() ? Double.NEGATIVE_INFINITY : (double) bound(dtype, false);
    };
  }

  private static long bound(DataType dtype, boolean largest) {
    int bits = dtype == DataType.BOOL ? 1 : dtype.bits();
    if (dtype.isUnsigned() || dtype == DataType.BOOL) {
      return largest ? (bits == 64 ? -1L : (1L << bits) - 1) : 0;
    }
    long top = bits == 64 ? Long.MAX_VALUE : (1L << (bits - 1)) - 1;
    return largest ? top : -top - 1;
  }

  /** A fully valid tile: what lay outside the valid box holds the pad value. */
  public static Tile fillPad(Tile a, TileLayout.Pad pad) {
    return fillPad(a, pad, null);
  }

  /**
   * The same.
   *
   * @param reuse a tile that is not needed any more, or null
   */
  public static Tile fillPad(Tile a, TileLayout.Pad pad, Tile reuse) {
    Tile out = Tile.reuse(reuse, a.dtype(), a.shape(), a.shape());
    // Most tiles of a chunked stream are fully valid: nothing to fill.
    if (!Arrays.equals(a.valid(), a.shape())) {
      boolean extreme = pad == TileLayout.Pad.MAX || pad == TileLayout.Pad.MIN;
      fill(
          out, padValue(a.dtype(), pad), extreme ? bound(a.dtype(), pad == TileLayout.Pad.MAX) : 0);
    }
    int[] zero = new int[a.dims()];
    copy(a, zero, out, zero, a.valid());
    return out;
  }

  /**
   * A larger tile with a tile's valid box in its first corner.
   *
   * @param pad what fills the rest, or null for zero
   */
  public static Tile padded(Tile a, int[] shape, TileLayout.Pad pad, Span span) {
    boolean fits = a.dims() == shape.length;
    for (int d = 0; fits && d < shape.length; d++) {
      fits = a.shape()[d] <= shape[d];
    }
    if (!fits) {
      throw new SimFailure(
          SimCode.SHAPE, a + " does not fit into shape " + Arrays.toString(shape), span);
    }
    boolean extreme = pad == TileLayout.Pad.MAX || pad == TileLayout.Pad.MIN;
    TileLayout.Pad value = pad == null ? TileLayout.Pad.ZERO : pad;
    Tile out = Tile.create(a.dtype(), shape, shape);
    fill(
        out,
        padValue(a.dtype(), value),
        extreme ? bound(a.dtype(), value == TileLayout.Pad.MAX) : 0);
    int[] zero = new int[a.dims()];
    copy(a, zero, out, zero, a.valid());
    return out;
  }

  /** Ones on one side of a diagonal and on it, zeros on the other. */
  public static Tile triangle(
      DataType dtype, int[] shape, int[] valid, long diagonal, boolean upper) {
    Tile out = Tile.create(dtype, shape, valid);
    for (int i = 0; i < valid[0]; i++) {
      for (int j = 0; j < valid[1]; j++) {
        boolean one = upper ? j >= i + diagonal : j <= i + diagonal;
        out.setLong(i * shape[1] + j, one ? 1 : 0);
      }
    }
    return out;
  }

  /**
   * Each element as another type. Floats become integers by the mode and saturate; integers wrap.
   */
  public static Tile cast(Tile a, DataType to, String mode, Span span) {
    Tile out = Tile.create(to, a.shape(), a.valid());
    boolean fromFloat = a.store() == Tile.Store.FLOAT;
    boolean toFloat = out.store() == Tile.Store.FLOAT;
    Rounding rounding = Rounding.of(mode, span);
    TileOps.runs(
        a.shape(),
        a.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            if (fromFloat && toFloat) {
              out.floats()[i] = rounding.toFloat(to, a.floats()[i]);
            } else if (fromFloat) {
              out.setLong(i, saturate(to, rounding.toInteger(a.floats()[i])));
            } else if (toFloat) {
              out.floats()[i] = Numbers.round(to, (double) a.getLong(i));
            } else {
              out.setLong(i, a.getLong(i));
            }
          }
        });
    return out;
  }

  private static long saturate(DataType to, double value) {
    if (to == DataType.BOOL) {
      return value != 0 ? 1 : 0;
    }
    if (Double.isNaN(value)) {
      return 0;
    }
    if (to == DataType.UINT64) {
      return value <= 0
          ? 0
          : value >= 0x1p63
              ? (value >= 0x1p64 ? -1L : (long) (value - 0x1p63) + Long.MIN_VALUE)
              : (long) value;
    }
    return Math.clamp((long) value, bound(to, false), bound(to, true));
  }

  /**
   * A matrix product over the two innermost dimensions, added to an accumulator where there is one.
   */
  public static Tile matmul(
      Tile acc, Tile a, Tile b, boolean transA, boolean transB, DataType out, Span span) {
    int dims = a.dims();
    if (dims < 2 || dims != b.dims() || a.store() != b.store()) {
      throw new SimFailure(SimCode.SHAPE, "cannot multiply " + a + " and " + b, span);
    }
    int rowsA = a.shape()[dims - 2];
    int colsA = a.shape()[dims - 1];
    int rowsB = b.shape()[dims - 2];
    int colsB = b.shape()[dims - 1];
    int m = a.valid()[transA ? dims - 1 : dims - 2];
    int k =
        Math.min(a.valid()[transA ? dims - 2 : dims - 1], b.valid()[transB ? dims - 1 : dims - 2]);
    int n = b.valid()[transB ? dims - 2 : dims - 1];
    if ((transA ? rowsA : colsA) != (transB ? colsB : rowsB)) {
      throw new SimFailure(SimCode.SHAPE, "cannot multiply " + a + " and " + b, span);
    }
    int[] shape = a.shape().clone();
    int[] valid = a.valid().clone();
    shape[dims - 2] = transA ? colsA : rowsA;
    shape[dims - 1] = transB ? rowsB : colsB;
    valid[dims - 2] = m;
    valid[dims - 1] = n;
    int batches = 1;
    for (int d = 0; d < dims - 2; d++) {
      if (a.shape()[d] != b.shape()[d]) {
        throw new SimFailure(SimCode.SHAPE, "cannot multiply " + a + " and " + b, span);
      }
      batches *= shape[d];
    }
    Tile result = Tile.create(out, shape, valid);
    if (acc != null && (acc.store() != result.store() || acc.size() != result.size())) {
      throw new SimFailure(SimCode.SHAPE, "cannot add a product to " + acc, span);
    }
    int width = shape[dims - 1];
    int height = shape[dims - 2];
    for (int batch = 0; batch < batches; batch++) {
      int oa = batch * rowsA * colsA;
      int ob = batch * rowsB * colsB;
      int oo = batch * height * width;
      if (a.store() == Tile.Store.FLOAT) {
        floatProduct(acc, a, b, transA, transB, result, oa, ob, oo, m, n, k, colsA, colsB, width);
      } else {
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            long sum = acc == null ? 0 : acc.getLong(oo + i * width + j);
            for (int x = 0; x < k; x++) {
              sum +=
                  a.getLong(oa + (transA ? x * colsA + i : i * colsA + x))
                      * b.getLong(ob + (transB ? j * colsB + x : x * colsB + j));
            }
            result.setLong(oo + i * width + j, sum);
          }
        }
      }
    }
    return result;
  }

  private static void floatProduct(
      Tile acc,
      Tile a,
      Tile b,
      boolean transA,
      boolean transB,
      Tile result,
      int oa,
      int ob,
      int oo,
      int m,
      int n,
      int k,
      int colsA,
      int colsB,
      int width) {
    float[] row = new float[n];
    float[] other = b.floats();
    for (int i = 0; i < m; i++) {
      int at = oo + i * width;
      if (acc != null) {
        System.arraycopy(acc.floats(), at, row, 0, n);
      } else {
        Arrays.fill(row, 0);
      }
      for (int x = 0; x < k; x++) {
        float factor = a.floats()[oa + (transA ? x * colsA + i : i * colsA + x)];
        if (transB) {
          for (int j = 0; j < n; j++) {
            row[j] += factor * other[ob + j * colsB + x];
          }
        } else {
          int from = ob + x * colsB;
          for (int j = 0; j < n; j++) {
            row[j] += factor * other[from + j];
          }
        }
      }
      for (int j = 0; j < n; j++) {
        result.floats()[at + j] = Numbers.round(result.dtype(), row[j]);
      }
    }
  }
}

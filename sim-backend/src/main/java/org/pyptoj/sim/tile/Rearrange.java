package org.pyptoj.sim.tile;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * Elements that change places. A sorted pair is a value and, in the column behind it, the bits of
 * an index; pairs are moved as bits, so that no index is taken for a number.
 */
public final class Rearrange {

  /** Values that are sorted together. */
  private static final int BLOCK = 32;

  /** Runs that are merged together. */
  private static final int RUNS = 4;

  private Rearrange() {}

  /** Elements by positions that count a tile's elements row by row. */
  public static Tile gather(Tile from, Tile positions, Span span) {
    Tile out = Tile.create(from.dtype(), positions.shape(), positions.shape());
    TileOps.runs(
        positions.shape(),
        positions.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            TileOps.move(from, place(positions.getLong(i), from.size(), from, span), out, i);
          }
        });
    return out;
  }

  /** Of each row, the elements whose columns a tile of as many dimensions names. */
  public static Tile gatherColumns(Tile from, Tile columns, Span span) {
    int[] shape = columns.shape();
    Tile out = Tile.create(from.dtype(), shape, shape);
    int dims = shape.length;
    TileOps.runs(
        shape,
        columns.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            int row = 0;
            int rest = i / shape[dims - 1];
            int stride = 1;
            for (int d = dims - 2; d >= 0; d--) {
              row += rest % shape[d] * stride;
              rest /= shape[d];
              stride *= from.shape()[d];
            }
            int column = place(columns.getLong(i), from.columns(), from, span);
            TileOps.move(from, row * from.columns() + column, out, i);
          }
        });
    return out;
  }

  private static int place(long position, int count, Tile tile, Span span) {
    if (position < 0 || position >= count) {
      throw new SimFailure(
          SimCode.ELEMENT,
          "position " + position + " is none of the " + count + " of " + tile,
          span);
    }
    return (int) position;
  }

  /** The columns that a pattern names, their bits read as another type. */
  public static Tile gatherMask(Tile from, MaskPattern pattern, DataType as, Span span) {
    int rows = from.shape()[0];
    int columns = from.shape()[1] / pattern.stride();
    int[] shape = {rows, columns};
    Tile out = Tile.create(as, shape, shape);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        int at = i * from.shape()[1] + j * pattern.stride() + pattern.first();
        if (as == from.dtype()) {
          TileOps.move(from, at, out, i * columns + j);
        } else {
          setBits(out, i * columns + j, bits(from, at, span), span);
        }
      }
    }
    return out;
  }

  private static int bits(Tile tile, int at, Span span) {
    return switch (tile.dtype()) {
      case FP32 -> Float.floatToRawIntBits(tile.floats()[at]);
      case FP16 -> Float.floatToFloat16(tile.floats()[at]);
      case INT16, INT32, UINT16, UINT32 -> tile.ints()[at];
      default -> throw unread(tile.dtype(), span);
    };
  }

  private static void setBits(Tile tile, int at, int bits, Span span) {
    switch (tile.dtype()) {
      case FP32 -> tile.floats()[at] = Float.intBitsToFloat(bits);
      case FP16 -> tile.floats()[at] = Float.float16ToFloat((short) bits);
      case INT16, INT32, UINT16, UINT32 -> tile.setLong(at, bits);
      default -> throw unread(tile.dtype(), span);
    }
  }

  private static SimFailure unread(DataType dtype, Span span) {
    return new SimFailure(
        SimCode.UNSUPPORTED, "the bits of " + dtype.dslName() + " are not simulated", span);
  }

  /** Zeros, with elements of a tile at positions of another one's shape; later ones win. */
  public static Tile scatter(Tile into, Tile from, Tile positions, Span span) {
    Tile out = Tile.create(into.dtype(), into.shape(), into.valid());
    TileOps.runs(
        from.shape(),
        TileOps.meet(from.valid(), positions.valid()),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            TileOps.move(from, i, out, place(positions.getLong(i), out.size(), out, span));
          }
        });
    return out;
  }

  /** A copy of a tile with elements of another one's rows in other columns; later ones win. */
  public static Tile scatterColumns(Tile into, Tile columns, Tile from, Span span) {
    Tile out = into.copy();
    TileOps.runs(
        from.shape(),
        TileOps.meet(from.valid(), columns.valid()),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            int column = place(columns.getLong(i), out.columns(), out, span);
            TileOps.move(from, i, out, i / from.columns() * out.columns() + column);
          }
        });
    return out;
  }

  /**
   * A copy of a tile with another one's rows in place of those that are numbered; later ones win.
   */
  public static Tile scatterRows(Tile into, Tile rows, Tile from, Span span) {
    Tile out = into.copy();
    for (int k = 0; k < from.shape()[0]; k++) {
      int row = place(rows.getLong(k), out.shape()[0], out, span);
      for (int j = 0; j < from.columns(); j++) {
        TileOps.move(from, k * from.columns() + j, out, row * out.columns() + j);
      }
    }
    return out;
  }

  /**
   * The columns of a tile where a pattern says.
   *
   * @param keeps whether the other columns are those of {@code into}, and not zeros
   */
  public static Tile scatterMask(
      Tile into, Tile from, MaskPattern pattern, boolean keeps, Span span) {
    int rows = from.shape()[0];
    int columns = from.shape()[1];
    if (into.shape()[0] != rows || into.shape()[1] != columns * pattern.stride()) {
      throw new SimFailure(SimCode.SHAPE, "cannot scatter " + from + " into " + into, span);
    }
    Tile out = keeps ? into.copy() : Tile.create(into.dtype(), into.shape(), into.valid());
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        int at = i * into.shape()[1] + j * pattern.stride() + pattern.first();
        TileOps.move(from, i * columns + j, out, at);
      }
    }
    return out;
  }

  /** Each block of values sorted beside its indices. */
  public static Tile sortBlocks(Tile values, Tile indices, Span span) {
    int dims = values.dims();
    int columns = values.columns();
    int valid = values.validColumns();
    if (valid % BLOCK != 0 || values.size() != indices.size()) {
      throw new SimFailure(
          SimCode.SHAPE,
          valid + " columns of " + values + " are no whole blocks of " + BLOCK,
          span);
    }
    int[] shape = values.shape().clone();
    int[] box = values.valid().clone();
    shape[dims - 1] *= 2;
    box[dims - 1] *= 2;
    Tile out = Tile.create(values.dtype(), shape, box);
    int[] rows = values.valid().clone();
    rows[dims - 1] = Math.min(1, valid);
    TileOps.runs(
        values.shape(),
        rows,
        (at, n) -> {
          for (int first = at; first < at + n; first++) {
            for (int block = first; block < first + valid; block += BLOCK) {
              sort(values, indices, block, out);
            }
          }
        });
    return out;
  }

  private static void sort(Tile values, Tile indices, int block, Tile out) {
    Integer[] order = new Integer[BLOCK];
    Arrays.setAll(order, k -> block + k);
    float[] x = values.floats();
    Arrays.sort(
        order,
        (a, b) ->
            x[a] != x[b]
                ? Float.compare(x[b], x[a])
                : Long.compare(indices.getLong(a), indices.getLong(b)));
    for (int k = 0; k < BLOCK; k++) {
      int to = 2 * (block + k);
      out.floats()[to] = x[order[k]];
      out.floats()[to + 1] = Float.intBitsToFloat((int) indices.getLong(order[k]));
    }
  }

  /** Sorted runs of a row, merged four at a time. */
  public static Tile mergeRuns(Tile from, long length, Span span) {
    int columns = from.validColumns();
    if (length <= 0 || length % (2 * BLOCK) != 0 || columns % (RUNS * length) != 0) {
      throw new SimFailure(
          SimCode.SHAPE, columns + " columns are no runs of " + length + " in fours", span);
    }
    Tile out = Tile.create(from.dtype(), from.shape(), from.valid());
    int run = (int) length;
    for (int group = 0; group < columns; group += RUNS * run) {
      float[][] lists = new float[RUNS][];
      for (int i = 0; i < RUNS; i++) {
        lists[i] = Arrays.copyOfRange(from.floats(), group + i * run, group + (i + 1) * run);
      }
      merge(lists, out.floats(), group, group + RUNS * run, false);
    }
    return out;
  }

  /**
   * Sorted lists merged into one.
   *
   * @param shape of the result
   * @param exhausted whether it ends when one list is used up
   */
  public static Tile merge(Tile[] from, int[] shape, boolean exhausted, Span span) {
    float[][] lists = new float[from.length][];
    for (int i = 0; i < lists.length; i++) {
      lists[i] = Arrays.copyOf(from[i].floats(), from[i].validColumns());
    }
    Tile out = Tile.create(from[0].dtype(), shape, shape);
    merge(lists, out.floats(), 0, out.size(), exhausted);
    return out;
  }

  /** The pair of the greatest value first; of equal ones that of the first list. */
  private static void merge(float[][] lists, float[] out, int from, int to, boolean exhausted) {
    int[] next = new int[lists.length];
    for (int at = from; at < to; at += 2) {
      int pick = -1;
      for (int i = 0; i < lists.length; i++) {
        if (next[i] < lists[i].length
            && (pick < 0 || lists[i][next[i]] > lists[pick][next[pick]])) {
          pick = i;
        }
      }
      if (pick < 0) {
        return;
      }
      out[at] = lists[pick][next[pick]];
      out[at + 1] = lists[pick][next[pick] + 1];
      next[pick] += 2;
      if (exhausted && next[pick] >= lists[pick].length) {
        return;
      }
    }
  }
}

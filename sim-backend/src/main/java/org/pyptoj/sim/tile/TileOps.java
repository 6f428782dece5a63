package org.pyptoj.sim.tile;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * Elementwise work, reductions and expansions. Results are computed inside the valid box and
 * nowhere else.
 */
public final class TileOps {

  /** What the vector core reads at once. */
  private static final int BLOCK_BYTES = 32;

  private TileOps() {}

  /** The intersection of two boxes. */
  public static int[] meet(int[] a, int[] b) {
    if (Arrays.equals(a, b)) {
      return a;
    }
    int[] box = new int[a.length];
    for (int d = 0; d < box.length; d++) {
      box[d] = Math.min(a[d], b[d]);
    }
    return box;
  }

  /** What is done with a run of neighbours. */
  interface Run {
    void run(int at, int n);
  }

  /** Calls back for each run of neighbours inside a box. */
  static void runs(int[] shape, int[] box, Run run) {
    int dims = shape.length;
    int inner = dims;
    int length = 1;
    while (inner > 0) {
      inner--;
      if (box[inner] == 0) {
        return;
      }
      length *= box[inner];
      if (box[inner] != shape[inner]) {
        break;
      }
    }
    if (dims == 0 || inner == 0) {
      run.run(0, length);
      return;
    }
    int step = 1;
    for (int d = inner; d < dims; d++) {
      step *= shape[d];
    }
    int outer = 1;
    for (int d = 0; d < inner; d++) {
      outer *= box[d];
    }
    for (int i = 0; i < outer; i++) {
      int rest = i;
      int at = 0;
      int stride = step;
      for (int d = inner - 1; d >= 0; d--) {
        at += (rest % box[d]) * stride;
        rest /= box[d];
        stride *= shape[d];
      }
      run.run(at, length);
    }
  }

  private record Pair(Tile a, Tile b) {}

  /** Two tiles in the shape of both. */
  private static Pair stretched(Object fn, Tile a, Tile b, Span span) {
    int[] shape = broadcast(fn, a, b, span);
    int[] valid = new int[shape.length];
    for (int d = 0; d < shape.length; d++) {
      int va = a.shape()[d] == shape[d] ? a.valid()[d] : a.valid()[d] == 1 ? shape[d] : 0;
      int vb = b.shape()[d] == shape[d] ? b.valid()[d] : b.valid()[d] == 1 ? shape[d] : 0;
      valid[d] = Math.min(va, vb);
    }
    return new Pair(stretch(a, shape, valid), stretch(b, shape, valid));
  }

  /** Combines two tiles of one shape, or one of them stretched along dimensions of extent 1. */
  public static Tile binary(ScalarFn fn, Tile a, Tile b, Tile reuse, Span span) {
    if (a.dtype() != b.dtype()) {
      throw mismatch(fn, a, b, span);
    }
    if (!Arrays.equals(a.shape(), b.shape())) {
      Pair pair = stretched(fn, a, b, span);
      return binary(fn, pair.a, pair.b, reuse, span);
    }
    int[] valid = meet(a.valid(), b.valid());
    Tile out = Tile.reuse(reuse, a.dtype(), a.shape(), valid);
    if (a.store() == Tile.Store.FLOAT) {
      FloatLoops.Binary loop = FloatLoops.binary(fn);
      if (loop == null) {
        throw unsupported(fn, a.dtype(), span);
      }
      float[] x = a.floats();
      float[] y = b.floats();
      float[] z = out.floats();
      runs(a.shape(), valid, (at, n) -> loop.apply(x, y, z, at, n));
      round(out);
      return out;
    }
    LongBinaryOperator f = integer(fn, a.dtype(), span);
    if (a.dtype() == DataType.INT32
        && (fn == ScalarFn.ADD || fn == ScalarFn.SUB || fn == ScalarFn.MUL)) {
      int[] x = a.ints();
      int[] y = b.ints();
      int[] z = out.ints();
      switch (fn) {
        case ADD ->
            runs(
                a.shape(),
                valid,
                (at, n) -> {
                  for (int i = at; i < at + n; i++) {
                    z[i] = x[i] + y[i];
                  }
                });
        case SUB ->
            runs(
                a.shape(),
                valid,
                (at, n) -> {
                  for (int i = at; i < at + n; i++) {
                    z[i] = x[i] - y[i];
                  }
                });
        default ->
            runs(
                a.shape(),
                valid,
                (at, n) -> {
                  for (int i = at; i < at + n; i++) {
                    z[i] = x[i] * y[i];
                  }
                });
      }
      return out;
    }
    runs(
        a.shape(),
        valid,
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            out.setLong(i, f.applyAsLong(a.getLong(i), b.getLong(i)));
          }
        });
    return out;
  }

  /** Combines a tile of floats with a number. */
  public static Tile scalar(ScalarFn fn, Tile a, double b, Tile reuse, Span span) {
    if (a.store() != Tile.Store.FLOAT) {
      return scalar(fn, a, (long) b, reuse, span);
    }
    FloatLoops.Scalar loop = FloatLoops.scalar(fn);
    if (loop == null) {
      throw unsupported(fn, a.dtype(), span);
    }
    Tile out = Tile.reuse(reuse, a.dtype(), a.shape(), a.valid());
    float[] x = a.floats();
    float[] z = out.floats();
    float y = Numbers.round(a.dtype(), b);
    runs(a.shape(), a.valid(), (at, n) -> loop.apply(x, y, z, at, n));
    round(out);
    return out;
  }

  /** Combines a tile with an integer. */
  public static Tile scalar(ScalarFn fn, Tile a, long b, Tile reuse, Span span) {
    if (a.store() == Tile.Store.FLOAT) {
      return scalar(fn, a, (double) b, reuse, span);
    }
    LongBinaryOperator f = integer(fn, a.dtype(), span);
    Tile out = Tile.reuse(reuse, a.dtype(), a.shape(), a.valid());
    long y = Numbers.wrap(a.dtype(), b);
    runs(
        a.shape(),
        a.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            out.setLong(i, f.applyAsLong(a.getLong(i), y));
          }
        });
    return out;
  }

  /** Maps a tile. */
  public static Tile unary(ScalarFn fn, Tile a, Tile reuse, Span span) {
    Tile out = Tile.reuse(reuse, a.dtype(), a.shape(), a.valid());
    if (a.store() == Tile.Store.FLOAT) {
      FloatLoops.Unary loop = FloatLoops.unary(fn);
      if (loop == null) {
        throw unsupported(fn, a.dtype(), span);
      }
      float[] x = a.floats();
      float[] z = out.floats();
      runs(a.shape(), a.valid(), (at, n) -> loop.apply(x, z, at, n));
      round(out);
      return out;
    }
    LongUnaryOperator f = IntLoops.unary(fn, a.dtype());
    if (f == null) {
      throw unsupported(fn, a.dtype(), span);
    }
    runs(
        a.shape(),
        a.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            out.setLong(i, f.applyAsLong(a.getLong(i)));
          }
        });
    return out;
  }

  /**
   * Compares elementwise; the result is a mask. Codes: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge.
   *
   * @see Mask
   */
  public static Tile compare(int code, Tile a, Tile b, Span span) {
    if (a.dtype() != b.dtype()) {
      throw mismatch("compare", a, b, span);
    }
    if (!Arrays.equals(a.shape(), b.shape())) {
      Pair pair = stretched("compare", a, b, span);
      return compare(code, pair.a, pair.b, span);
    }
    return Mask.of(
        a.shape(),
        meet(a.valid(), b.valid()),
        i ->
            a.store() == Tile.Store.FLOAT
                ? test(code, a.floats()[i], b.floats()[i])
                : test(code, a.dtype(), a.getLong(i), b.getLong(i)));
  }

  /** Compares with a number. */
  public static Tile compare(int code, Tile a, double b) {
    float y = Numbers.round(a.dtype(), b);
    return Mask.of(
        a.shape(),
        a.valid(),
        i ->
            a.store() == Tile.Store.FLOAT
                ? test(code, a.floats()[i], y)
                : test(code, a.dtype(), a.getLong(i), (long) b));
  }

  private static boolean test(int code, float a, float b) {
    return switch (code) {
      case 0 -> a == b;
      case 1 -> a != b;
      case 2 -> a < b;
      case 3 -> a <= b;
      case 4 -> a > b;
      default -> a >= b;
    };
  }

  private static boolean test(int code, DataType dtype, long a, long b) {
    int order = dtype == DataType.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    return switch (code) {
      case 0 -> order == 0;
      case 1 -> order != 0;
      case 2 -> order < 0;
      case 3 -> order <= 0;
      case 4 -> order > 0;
      default -> order >= 0;
    };
  }

  /** {@code a} where the mask is set, {@code b} elsewhere. */
  public static Tile select(Tile mask, Tile a, Tile b, Span span) {
    if (a.dtype() != b.dtype()) {
      throw mismatch("select", a, b, span);
    }
    if (!Arrays.equals(a.shape(), b.shape())) {
      Pair pair = stretched("select", a, b, span);
      return select(mask, pair.a, pair.b, span);
    }
    if (!Mask.fits(mask, a)) {
      throw mismatch("select", mask, a, span);
    }
    Tile out = Tile.create(a.dtype(), a.shape(), meet(a.valid(), b.valid()));
    runs(
        a.shape(),
        out.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            move(Mask.get(mask, i, a.columns()) ? a : b, i, out, i);
          }
        });
    return out;
  }

  /** {@code a} where the mask is set, a number elsewhere. */
  public static Tile select(Tile mask, Tile a, double b, Span span) {
    if (!Mask.fits(mask, a)) {
      throw mismatch("select", mask, a, span);
    }
    Tile out = Tile.create(a.dtype(), a.shape(), a.valid());
    runs(
        a.shape(),
        a.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            if (Mask.get(mask, i, a.columns())) {
              move(a, i, out, i);
            } else {
              out.setDouble(i, b);
            }
          }
        });
    return out;
  }

  /** Combines two tiles where both are valid, and copies the first where it alone is. */
  public static Tile part(ScalarFn fn, Tile a, Tile b, Span span) {
    if (a.dtype() != b.dtype() || !Arrays.equals(a.shape(), b.shape())) {
      throw mismatch(fn, a, b, span);
    }
    for (int d = 0; d < a.dims(); d++) {
      if (b.valid()[d] > a.valid()[d]) {
        throw new SimFailure(
            SimCode.SHAPE,
            "the second value is valid in "
                + Arrays.toString(b.valid())
                + ", beyond the first's "
                + Arrays.toString(a.valid()),
            span);
      }
    }
    Tile both = binary(fn, a, b, null, span);
    Tile out = Tile.create(a.dtype(), a.shape(), a.valid());
    runs(
        a.shape(),
        a.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            move(a, i, out, i);
          }
        });
    runs(
        b.shape(),
        b.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            move(both, i, out, i);
          }
        });
    return out;
  }

  /**
   * Where in each row, or in each column, the greatest or least valid element stands; of equal ones
   * the first.
   */
  public static Tile argReduce(ScalarFn fn, Tile a, boolean rows) {
    int dims = a.dims();
    int axis = rows ? dims - 1 : dims - 2;
    int[] shape = a.shape().clone();
    int[] valid = a.valid().clone();
    shape[axis] = 1;
    valid[axis] = Math.min(1, valid[axis]);
    Tile out = Tile.create(DataType.INT32, shape, valid);
    int width = a.columns();
    int height = a.shape()[dims - 2];
    int[] firsts = a.valid().clone();
    firsts[axis] = 1;
    int stride = rows ? 1 : width;
    int count = a.valid()[axis];
    boolean greatest = fn == ScalarFn.MAX;
    runsOfOne(
        a.shape(),
        firsts,
        at -> {
          int best = 0;
          for (int k = 1; k < count; k++) {
            int order = order(a, at + k * stride, at + best * stride);
            best = (greatest ? order > 0 : order < 0) ? k : best;
          }
          out.ints()[rows ? at / width : at / (height * width) * width + at % width] = best;
        });
    return out;
  }

  /** The sign of the difference of two elements; 0 also where one of them is no number. */
  private static int order(Tile a, int one, int other) {
    if (a.store() == Tile.Store.FLOAT) {
      float x = a.floats()[one];
      float y = a.floats()[other];
      return x > y ? 1 : x < y ? -1 : 0;
    }
    return a.dtype() == DataType.UINT64
        ? Long.compareUnsigned(a.getLong(one), a.getLong(other))
        : Long.compare(a.getLong(one), a.getLong(other));
  }

  static void move(Tile from, int i, Tile to, int j) {
    switch (from.store()) {
      case FLOAT -> to.floats()[j] = from.floats()[i];
      case INT -> to.ints()[j] = from.ints()[i];
      case LONG -> to.longs()[j] = from.longs()[i];
    }
  }

  /** Reduces each row to one column. Sums and products of floats are rounded once. */
  public static Tile reduceRows(ScalarFn fn, Tile a, Span span) {
    int dims = a.dims();
    int[] shape = a.shape().clone();
    int[] valid = a.valid().clone();
    shape[dims - 1] = 1;
    int columns = a.valid()[dims - 1];
    valid[dims - 1] = Math.min(1, columns);
    Tile out = Tile.create(a.dtype(), shape, valid);
    int[] rows = a.valid().clone();
    rows[dims - 1] = 1;
    int width = a.columns();
    runsOfOne(a.shape(), rows, at -> reduceInto(fn, a, at, 1, columns, out, at / width, span));
    return out;
  }

  /**
   * Reduces each column to one row. Sums and products of floats are rounded to the tile's type at
   * every step, as the vector core does it with whole rows.
   *
   * @param tree whether neighbours are combined in pairs, and their results again, instead of one
   *     row after the other; a row that is left over goes into the first
   */
  public static Tile reduceColumns(ScalarFn fn, Tile a, boolean tree, Span span) {
    int dims = a.dims();
    int[] shape = a.shape().clone();
    int[] valid = a.valid().clone();
    int axis = Math.max(0, dims - 2);
    int width = dims == 1 ? 1 : a.columns();
    int height = a.shape()[axis];
    int rows = a.valid()[axis];
    shape[axis] = 1;
    valid[axis] = Math.min(1, rows);
    Tile out = Tile.create(a.dtype(), shape, valid);
    int[] columns = a.valid().clone();
    columns[axis] = 1;
    runsOfOne(
        a.shape(),
        columns,
        at -> {
          int plane = at / (height * width);
          int to = plane * width + at % width;
          if (rows > 0
              && a.store() == Tile.Store.FLOAT
              && (fn == ScalarFn.ADD || fn == ScalarFn.MUL)) {
            out.floats()[to] = combined(fn, a, at, width, rows, tree);
          } else {
            reduceInto(fn, a, at, width, rows, out, to, span);
          }
        });
    return out;
  }

  private static float combined(
      ScalarFn fn, Tile a, int first, int stride, int rows, boolean tree) {
    float[] x = a.floats();
    if (!tree) {
      float sum = x[first];
      for (int i = 1; i < rows; i++) {
        sum = combined(fn, a.dtype(), sum, x[first + i * stride]);
      }
      return sum;
    }
    float[] parts = new float[rows];
    for (int i = 0; i < rows; i++) {
      parts[i] = x[first + i * stride];
    }
    for (int n = rows; n > 1; n /= 2) {
      for (int i = 0; i < n / 2; i++) {
        parts[i] = combined(fn, a.dtype(), parts[2 * i], parts[2 * i + 1]);
      }
      if (n % 2 == 1) {
        parts[0] = combined(fn, a.dtype(), parts[0], parts[n - 1]);
      }
    }
    return parts[0];
  }

  private static float combined(ScalarFn fn, DataType dtype, double a, double b) {
    return Numbers.round(dtype, fn == ScalarFn.ADD ? a + b : a * b);
  }

  private interface Position {
    void at(int position);
  }

  private static void runsOfOne(int[] shape, int[] box, Position each) {
    runs(
        shape,
        box,
        (at, n) -> {
          for (int i = 0; i < n; i++) {
            each.at(at + i);
          }
        });
  }

  private static void reduceInto(
      ScalarFn fn, Tile a, int first, int stride, int n, Tile out, int to, Span span) {
    if (n == 0) {
      return;
    }
    if (a.store() == Tile.Store.FLOAT) {
      float[] x = a.floats();
      double acc = x[first];
      for (int i = 1; i < n; i++) {
        double next = x[first + i * stride];
        acc =
            switch (fn) {
              case ADD -> acc + next;
              case MUL -> acc * next;
              case MAX -> Math.max(acc, next);
              case MIN -> Math.min(acc, next);
              default -> throw unsupported(fn, a.dtype(), span);
            };
      }
      out.floats()[to] = Numbers.round(a.dtype(), acc);
      return;
    }
    LongBinaryOperator f = integer(fn, a.dtype(), span);
    long acc = a.getLong(first);
    for (int i = 1; i < n; i++) {
      acc = Numbers.wrap(a.dtype(), f.applyAsLong(acc, a.getLong(first + i * stride)));
    }
    out.setLong(to, acc);
  }

  /**
   * Combines each row of a tile with that row's value of a one-column tile, or with that row's
   * block of 32 bytes, which is laid side by side as often as it fits.
   */
  public static Tile expandRows(ScalarFn fn, Tile a, Tile column, Tile reuse, Span span) {
    int[] shape = a.shape();
    int rows = a.size() / Math.max(1, a.columns());
    int block = column.size() / Math.max(1, rows);
    boolean fits = block == 1 || block * a.dtype().bytes() == BLOCK_BYTES;
    if (a.dtype() != column.dtype() || !fits || column.size() != block * rows) {
      throw mismatch(fn, a, column, span);
    }
    Tile wide = Tile.create(a.dtype(), shape, a.valid());
    int width = a.columns();
    runs(
        shape,
        a.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            move(column, i / width * block + i % width % block, wide, i);
          }
        });
    return binary(fn, a, wide, reuse, span);
  }

  /** Combines each column of a tile with that column's value of a one-row tile. */
  public static Tile expandColumns(ScalarFn fn, Tile a, Tile row, Tile reuse, Span span) {
    int[] shape = a.shape();
    if (a.dtype() != row.dtype() || row.size() != a.columns()) {
      throw mismatch(fn, a, row, span);
    }
    Tile wide = Tile.create(a.dtype(), shape, a.valid());
    int width = a.columns();
    runs(
        shape,
        a.valid(),
        (at, n) -> {
          for (int i = at; i < at + n; i++) {
            move(row, i % width, wide, i);
          }
        });
    return binary(fn, a, wide, reuse, span);
  }

  private static int[] broadcast(Object fn, Tile a, Tile b, Span span) {
    if (a.dims() != b.dims()) {
      throw mismatch(fn, a, b, span);
    }
    int[] shape = new int[a.dims()];
    for (int d = 0; d < shape.length; d++) {
      int x = a.shape()[d];
      int y = b.shape()[d];
      if (x != y && x != 1 && y != 1) {
        throw mismatch(fn, a, b, span);
      }
      shape[d] = Math.max(x, y);
    }
    return shape;
  }

  private static Tile stretch(Tile a, int[] shape, int[] valid) {
    if (Arrays.equals(a.shape(), shape)) {
      return a;
    }
    Tile out = Tile.create(a.dtype(), shape, valid);
    runsOfOne(
        shape,
        valid,
        at -> {
          int rest = at;
          int from = 0;
          int stride = 1;
          for (int d = shape.length - 1; d >= 0; d--) {
            int index = rest % shape[d];
            rest /= shape[d];
            from += (a.shape()[d] == 1 ? 0 : index) * stride;
            stride *= a.shape()[d];
          }
          move(a, from, out, at);
        });
    return out;
  }

  private static void round(Tile out) {
    DataType dtype = out.dtype();
    if (dtype == DataType.FP32) {
      return;
    }
    float[] z = out.floats();
    runs(
        out.shape(),
        out.valid(),
        (at, n) -> {
          if (dtype == DataType.FP16) {
            for (int i = at; i < at + n; i++) {
              z[i] = Float.float16ToFloat(Float.floatToFloat16(z[i]));
            }
          } else {
            for (int i = at; i < at + n; i++) {
              z[i] = Numbers.round(dtype, z[i]);
            }
          }
        });
  }

  private static LongBinaryOperator integer(ScalarFn fn, DataType dtype, Span span) {
    LongBinaryOperator f = IntLoops.binary(fn, dtype, span);
    if (f == null) {
      throw unsupported(fn, dtype, span);
    }
    return f;
  }

  static SimFailure unsupported(ScalarFn fn, DataType dtype, Span span) {
    return new SimFailure(
        SimCode.UNSUPPORTED, "no " + fn + " of " + dtype.dslName() + " elements", span);
  }

  static SimFailure mismatch(Object what, Tile a, Tile b, Span span) {
    return new SimFailure(
        SimCode.SHAPE, "operands of " + what + " do not go together: " + a + " and " + b, span);
  }
}

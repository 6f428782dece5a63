package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * Folds a tensor along some of its dimensions. The reduced dimensions are moved to the end, and the
 * elements are then read as one stream in which every {@code length} consecutive ones give a
 * result.
 */
final class Reduction {
  /** What the elements are folded to. */
  enum Op {
    SUM,
    PROD,
    MAX,
    MIN,
    ANY,
    ALL,
    COUNT_NONZERO,
    SUM_SQUARES,
    SUM_ABS,
    MAX_ABS,
    MIN_ABS,
    NAN_SUM
  }

  private static final int LANES = 8;
  private static final BigInteger BLOCK = BigInteger.valueOf(Copy.BLOCK);

  private Reduction() {}

  /**
   * The source with the kept dimensions first and the reduced ones behind.
   *
   * @param dims dimension numbers; null for all
   */
  static Tensor reducedLast(Tensor x, boolean[] reduced) {
    long[] order = new long[x.rank()];
    int n = 0;
    for (int d = 0; d < order.length; d++) {
      if (!reduced[d]) {
        order[n++] = d;
      }
    }
    for (int d = 0; d < order.length; d++) {
      if (reduced[d]) {
        order[n++] = d;
      }
    }
    return x.permute(order);
  }

  static boolean[] mask(Tensor x, long[] dims) {
    boolean[] reduced = new boolean[x.rank()];
    if (dims == null || dims.length == 0) {
      java.util.Arrays.fill(reduced, true);
      return reduced;
    }
    for (long dim : dims) {
      int d = Shapes.dim(dim, x.rank());
      if (x.rank() > 0) {
        if (reduced[d]) {
          throw TorchError.runtime("dimension %d appears more than once in dim".formatted(d));
        }
        reduced[d] = true;
      }
    }
    return reduced;
  }

  static long[] shape(Tensor x, boolean[] reduced, boolean keep) {
    long[] result = new long[x.rank()];
    int n = 0;
    for (int d = 0; d < result.length; d++) {
      if (!reduced[d]) {
        result[n++] = x.shape()[d];
      } else if (keep) {
        result[n++] = 1;
      }
    }
    return java.util.Arrays.copyOf(result, n);
  }

  /**
   * Folds along {@code dims} (null: all). The operand is first converted to {@code compute}, the
   * result stored as {@code result}.
   */
  static Tensor reduce(Op op, Tensor x, long[] dims, boolean keep, Dtype compute, Dtype result) {
    boolean[] reduced = mask(x, dims);
    Tensor out = Tensor.zeros(result, shape(x, reduced, keep));
    long outputs = out.numel();
    if (outputs == 0) {
      return out;
    }
    Tensor stream = reducedLast(x, reduced);
    long length = x.numel() / outputs;
    if (length == 0 && (op == Op.MAX || op == Op.MIN || op == Op.MAX_ABS || op == Op.MIN_ABS)) {
      throw TorchError.runtime(
          "cannot take the maximum or minimum of no elements; give dim for a nonempty dimension");
    }
    if (length == 0) {
      Copy.fill(out, compute.isFloat() ? (Object) identity(op) : (Object) (long) identity(op));
      return out;
    }
    if (compute.compute() == Dtype.Compute.FLOAT && outputs == 1 && isSplit(op, length)) {
      float[] one = {split(op, stream, length)};
      new StridedWriter(out).write(one, 1);
      return out;
    }
    StridedReader reader = new StridedReader(stream);
    StridedWriter writer = new StridedWriter(out);
    float[] whole = stream.floats();
    // Results whose elements end together with a block: where a block ends decides about rounding.
    long together = Copy.BLOCK / BigInteger.valueOf(length).gcd(BLOCK).longValue();
    long share = Math.ceilDiv(Math.ceilDiv(Parallel.CHUNK, length), together) * together;
    Parallel.range(
        outputs,
        share,
        (from, to) -> {
          long first = from * length;
          StridedReader in = reader.from(first);
          StridedWriter results = writer.from(from);
          switch (compute.compute()) {
            case FLOAT -> floats(op, in, whole, first, to - from, length, results);
            case DOUBLE -> doubles(op, in, to - from, length, results);
            case LONG -> longs(op, in, to - from, length, results);
          }
        });
    return out;
  }

  /** Whether the folds of parts can be put together without another rounding. */
  private static boolean isSplit(Op op, long length) {
    return Parallel.shares(length)
        && switch (op) {
          case PROD, COUNT_NONZERO -> false;
          default -> true;
        };
  }

  /** Folds all elements to one result, whole parts of them on several threads. */
  private static float split(Op op, Tensor x, long length) {
    int parts = Math.toIntExact(length / Parallel.CHUNK);
    long rest = length % Parallel.CHUNK;
    float[] folded = new float[parts];
    StridedReader reader = new StridedReader(x);
    float[] whole = x.floats();
    // Sums take single numbers from memory faster than blocks are copied.
    boolean direct =
        op == Op.SUM && whole == null && x.dtype() == Dtype.FLOAT32 && x.isContiguous();
    MemorySegment inMemory = direct ? x.storage().read() : null;
    Parallel.range(
        parts,
        1,
        (part, _) -> {
          long first = part * Parallel.CHUNK;
          Fold fold = new Fold(op);
          if (inMemory != null) {
            for (long at = first; at < first + Parallel.CHUNK; at += Fold.PIECE) {
              fold.add(sum(inMemory, (x.offset() + at) * Float.BYTES, Fold.PIECE), 1);
            }
            folded[(int) part] = fold.result();
          } else {
            Cursor cursor = cursor(Parallel.CHUNK, whole, first);
            folded[(int) part] = fold.of(reader.from(first), cursor, whole, Parallel.CHUNK);
          }
        });
    Fold fold = new Fold(op);
    for (int p = 0; p < parts; p++) {
      fold.add(folded[p], Parallel.CHUNK / Fold.PIECE);
    }
    if (rest > 0) {
      // Not a whole part: its pieces follow one by one, as they would without parts.
      long first = length - rest;
      return fold.of(reader.from(first), cursor(rest, whole, first), whole, rest);
    }
    return fold.result();
  }

  private static Cursor cursor(long elements, float[] whole, long first) {
    return new Cursor(
        elements,
        Copy.block(Math.max(elements, 1)),
        whole != null,
        whole != null ? (int) first : 0);
  }

  // Each driver reads blocks that may hold several results' elements or a part of one's.

  /**
   * @param whole the elements of all blocks if they lie in one array, otherwise null
   * @param first the place of the first element among all
   */
  private static void floats(
      Op op,
      StridedReader in,
      float[] whole,
      long first,
      long outputs,
      long length,
      StridedWriter writer) {
    float[] one = new float[1];
    Cursor cursor = cursor(outputs * length, whole, first);
    Fold fold = new Fold(op);
    for (long o = 0; o < outputs; o++) {
      one[0] = fold.of(in, cursor, whole, length);
      fold.clear();
      writer.write(one, 1);
    }
  }

  /** The fold of one result's elements in single precision. */
  private static final class Fold {
    /** Elements that are folded one after another. */
    static final int PIECE = 512;

    private final Op op;
    private final boolean pairwise;
    private final float[] partial = new float[64];
    private float[] block;
    private float total;
    private long pieces;

    Fold(Op op) {
      this.op = op;
      this.pairwise = isSum(op);
      this.total = (float) identity(op);
    }

    void clear() {
      total = (float) identity(op);
      pieces = 0;
    }

    /** Folds the next elements too and returns the result. */
    float of(StridedReader in, Cursor cursor, float[] whole, long length) {
      if (whole == null && block == null) {
        block = new float[cursor.capacity];
      }
      float[] elements = whole != null ? whole : block;
      for (long left = length; left > 0; ) {
        if (cursor.isEmpty()) {
          int read = cursor.refill();
          if (whole == null) {
            in.read(elements, read);
          }
        }
        int count = (int) Math.min(left, Math.min(cursor.available(), PIECE));
        add(fold(op, elements, cursor.take(count), count), 1);
        left -= count;
      }
      return result();
    }

    /**
     * Adds what pieces were folded to. Sums of pieces are added pairwise, as a binary counter
     * carries, so that the rounding error grows with the logarithm of the length.
     *
     * @param count a power of two that divides the number of the pieces before
     */
    void add(float folded, long count) {
      if (!pairwise) {
        total = join(op, total, folded);
        return;
      }
      pieces += count;
      float sum = folded;
      int level = Long.numberOfTrailingZeros(count);
      for (long bits = pieces >> level; (bits & 1) == 0; bits >>= 1) {
        sum = partial[level] + sum;
        level++;
      }
      partial[level] = sum;
    }

    float result() {
      if (!pairwise) {
        return total;
      }
      float sum = total;
      boolean first = true;
      int level = 0;
      for (long bits = pieces; bits != 0; bits >>= 1, level++) {
        if ((bits & 1) != 0) {
          sum = first ? partial[level] : partial[level] + sum;
          first = false;
        }
      }
      return sum;
    }
  }

  private static void doubles(
      Op op, StridedReader in, long outputs, long length, StridedWriter writer) {
    double[] one = new double[1];
    double[] block = new double[Copy.block(Math.max(outputs * length, 1))];
    Cursor cursor = new Cursor(outputs * length, block.length, false, 0);
    for (long o = 0; o < outputs; o++) {
      double total = identity(op);
      for (long left = length; left > 0; ) {
        if (cursor.isEmpty()) {
          in.read(block, cursor.refill());
        }
        int count = (int) Math.min(left, cursor.available());
        total = join(op, total, fold(op, block, cursor.take(count), count));
        left -= count;
      }
      one[0] = total;
      writer.write(one, 1);
    }
  }

  private static void longs(
      Op op, StridedReader in, long outputs, long length, StridedWriter writer) {
    long[] one = new long[1];
    long[] block = new long[Copy.block(Math.max(outputs * length, 1))];
    Cursor cursor = new Cursor(outputs * length, block.length, false, 0);
    for (long o = 0; o < outputs; o++) {
      long total =
          switch (op) {
            case PROD, ALL -> 1;
            case MAX -> Long.MIN_VALUE;
            case MIN -> Long.MAX_VALUE;
            default -> 0;
          };
      for (long left = length; left > 0; ) {
        if (cursor.isEmpty()) {
          in.read(block, cursor.refill());
        }
        int count = (int) Math.min(left, cursor.available());
        total = fold(op, total, block, cursor.take(count), count);
        left -= count;
      }
      one[0] = total;
      writer.write(one, 1);
    }
  }

  /**
   * Where the next unread element of the current block is. Blocks are read to the same place one
   * after another, or lie one behind another as they are.
   */
  private static final class Cursor {
    private final int capacity;
    private final boolean inPlace;
    private long unread;
    private int at;
    private int end;

    Cursor(long total, int capacity, boolean inPlace, int start) {
      at = start;
      end = start;
      this.unread = total;
      this.capacity = capacity;
      this.inPlace = inPlace;
    }

    boolean isEmpty() {
      return at == end;
    }

    int available() {
      return end - at;
    }

    int refill() {
      int count = (int) Math.min(capacity, unread);
      at = inPlace ? end : 0;
      end = at + count;
      unread -= count;
      return count;
    }

    int take(int count) {
      int from = at;
      at += count;
      return from;
    }
  }

  private static boolean isSum(Op op) {
    return op == Op.SUM || op == Op.SUM_SQUARES || op == Op.SUM_ABS || op == Op.NAN_SUM;
  }

  private static double identity(Op op) {
    return switch (op) {
      case PROD, ALL -> 1;
      case MAX -> Double.NEGATIVE_INFINITY;
      case MIN, MIN_ABS -> Double.POSITIVE_INFINITY;
      default -> 0;
    };
  }

  private static float join(Op op, float a, float b) {
    return switch (op) {
      case PROD, ALL -> a * b;
      case MAX, MAX_ABS, ANY -> Math.max(a, b);
      case MIN, MIN_ABS -> Math.min(a, b);
      default -> a + b;
    };
  }

  private static double join(Op op, double a, double b) {
    return switch (op) {
      case PROD, ALL -> a * b;
      case MAX, MAX_ABS, ANY -> Math.max(a, b);
      case MIN, MIN_ABS -> Math.min(a, b);
      default -> a + b;
    };
  }

  private static float fold(Op op, float[] x, int from, int n) {
    return switch (op) {
      case SUM -> sum(x, from, n);
      case MAX -> max(x, from, n);
      case MIN -> min(x, from, n);
      default -> {
        float total = (float) identity(op);
        for (int i = from; i < from + n; i++) {
          float v = x[i];
          total =
              switch (op) {
                case PROD -> total * v;
                case ANY -> total != 0 || v != 0 ? 1 : 0;
                case ALL -> total != 0 && v != 0 ? 1 : 0;
                case COUNT_NONZERO -> total + (v != 0 ? 1 : 0);
                case SUM_SQUARES -> total + v * v;
                case SUM_ABS -> total + Math.abs(v);
                case MAX_ABS -> Math.max(total, Math.abs(v));
                case MIN_ABS -> Math.min(total, Math.abs(v));
                case NAN_SUM -> v != v ? total : total + v;
                default -> throw new IllegalArgumentException(op.name());
              };
        }
        yield total;
      }
    };
  }

  private static double fold(Op op, double[] x, int from, int n) {
    double total = identity(op);
    for (int i = from; i < from + n; i++) {
      double v = x[i];
      total =
          switch (op) {
            case SUM -> total + v;
            case MAX -> Math.max(total, v);
            case MIN -> Math.min(total, v);
            case PROD -> total * v;
            case ANY -> total != 0 || v != 0 ? 1 : 0;
            case ALL -> total != 0 && v != 0 ? 1 : 0;
            case COUNT_NONZERO -> total + (v != 0 ? 1 : 0);
            case SUM_SQUARES -> total + v * v;
            case SUM_ABS -> total + Math.abs(v);
            case MAX_ABS -> Math.max(total, Math.abs(v));
            case MIN_ABS -> Math.min(total, Math.abs(v));
            case NAN_SUM -> v != v ? total : total + v;
            default -> throw new IllegalArgumentException(op.name());
          };
    }
    return total;
  }

  private static long fold(Op op, long start, long[] x, int from, int n) {
    long total = start;
    if (op == Op.SUM) {
      for (int i = from; i < from + n; i++) {
        total += x[i];
      }
      return total;
    }
    for (int i = from; i < from + n; i++) {
      long v = x[i];
      total =
          switch (op) {
            case PROD -> total * v;
            case MAX -> Math.max(total, v);
            case MIN -> Math.min(total, v);
            case ANY -> (total | v) != 0 ? 1 : 0;
            case ALL -> total != 0 && v != 0 ? 1 : 0;
            case COUNT_NONZERO -> total + (v != 0 ? 1 : 0);
            case NAN_SUM -> total + v;
            default -> throw new IllegalArgumentException(op.name());
          };
    }
    return total;
  }

  // Several independent accumulators: floating point additions may not be reordered by the
  // compiler, so one alone would wait for each addition.

  private static float sum(float[] x, int from, int n) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    int i = from;
    int end = from + n - n % LANES;
    for (; i < end; i += LANES) {
      a += x[i];
      b += x[i + 1];
      c += x[i + 2];
      d += x[i + 3];
      e += x[i + 4];
      f += x[i + 5];
      g += x[i + 6];
      h += x[i + 7];
    }
    float total = ((a + b) + (c + d)) + ((e + f) + (g + h));
    for (; i < from + n; i++) {
      total += x[i];
    }
    return total;
  }

  /**
   * The same sum of numbers in memory.
   *
   * @param n a multiple of the number of accumulators
   */
  private static float sum(MemorySegment x, long start, int n) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    for (int i = 0; i < n; i += LANES) {
      long at = start + i * (long) Float.BYTES;
      a += x.get(Strided.FLOAT, at);
      b += x.get(Strided.FLOAT, at + 4);
      c += x.get(Strided.FLOAT, at + 8);
      d += x.get(Strided.FLOAT, at + 12);
      e += x.get(Strided.FLOAT, at + 16);
      f += x.get(Strided.FLOAT, at + 20);
      g += x.get(Strided.FLOAT, at + 24);
      h += x.get(Strided.FLOAT, at + 28);
    }
    return ((a + b) + (c + d)) + ((e + f) + (g + h));
  }

  private static float max(float[] x, int from, int n) {
    float m = x[from];
    for (int i = from + 1; i < from + n; i++) {
      m = Math.max(m, x[i]);
    }
    return m;
  }

  private static float min(float[] x, int from, int n) {
    float m = x[from];
    for (int i = from + 1; i < from + n; i++) {
      m = Math.min(m, x[i]);
    }
    return m;
  }
}

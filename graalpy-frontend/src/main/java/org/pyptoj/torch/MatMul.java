package org.pyptoj.torch;

import java.util.Arrays;

/**
 * Matrix products. Reduced floats are multiplied and added in single precision, rounded once. Large
 * products of floats are {@link Blas}'s where it is at hand.
 */
final class MatMul {
  /**
   * Rows from this length on are read into arrays of their own: the compiler vectorises no loop
   * over different places of what may be one array.
   */
  private static final int NARROW = 16;

  /** Multiplications that one thread takes at a time. */
  private static final long ROW_WORK = 1 << 18;

  private MatMul() {}

  /** The product by {@code torch.matmul}'s rules for vectors, matrices and batches. */
  static Tensor matmul(Tensor a, Tensor b) {
    if (a.rank() == 0 || b.rank() == 0) {
      throw TorchError.runtime("matmul needs operands with at least one dimension");
    }
    Tensor x = a.rank() == 1 ? a.unsqueeze(0) : a;
    Tensor y = b.rank() == 1 ? b.unsqueeze(1) : b;
    if (x.size(-1) != y.size(-2)) {
      throw TorchError.runtime(
          "matrix shapes %s and %s cannot be multiplied"
              .formatted(Shapes.text(a.shape()), Shapes.text(b.shape())));
    }
    long[] batch = Shapes.broadcast(lead(x), lead(y));
    Tensor out = batched(x, y, batch);
    if (a.rank() == 1) {
      out = out.squeeze(-2);
    }
    return b.rank() == 1 ? out.squeeze(-1) : out;
  }

  private static long[] lead(Tensor t) {
    return Arrays.copyOf(t.shape(), t.rank() - 2);
  }

  private static Tensor batched(Tensor x, Tensor y, long[] batch) {
    if (x.dtype() != y.dtype()) {
      throw TorchError.runtime(
          "matrix product needs one element type, got %s and %s".formatted(x.dtype(), y.dtype()));
    }
    if (x.dtype().isFloat8() || x.dtype() == Dtype.BOOL) {
      throw TorchError.runtime("matrix product is not defined for " + x.dtype());
    }
    int m = Math.toIntExact(x.size(-2));
    int k = Math.toIntExact(x.size(-1));
    int n = Math.toIntExact(y.size(-1));
    int rank = batch.length;
    long[] shape = Arrays.copyOf(batch, rank + 2);
    shape[rank] = m;
    shape[rank + 1] = n;
    Tensor out = Tensor.zeros(x.dtype(), shape);
    if (out.numel() == 0 || k == 0) {
      return out;
    }
    Tensor left = expand(x, batch);
    Tensor right = expand(y, batch);
    long count = Shapes.numel(batch);
    if (Blas.pays(x.dtype(), (double) m * n * k) && Blas.multiply(left, right, out, count)) {
      return out;
    }
    StridedReader lefts = new StridedReader(left);
    StridedReader rights = new StridedReader(right);
    StridedWriter writer = new StridedWriter(out);
    for (long i = 0; i < count; i++) {
      StridedWriter matrix = writer.from(i * m * n);
      switch (x.dtype().compute()) {
        case FLOAT -> floats(lefts, rights, matrix, m, k, n);
        case DOUBLE -> doubles(lefts, rights, matrix, m, k, n);
        case LONG -> longs(lefts, rights, matrix, m, k, n);
      }
    }
    return out;
  }

  /** Shares the rows of a result out. */
  private static void rows(int m, int k, int n, Parallel.Range body) {
    Parallel.range(m, Math.max(ROW_WORK / ((long) k * n), 1), body);
  }

  private static void floats(
      StridedReader left, StridedReader right, StridedWriter out, int m, int k, int n) {
    float[] a = new float[Math.multiplyExact(m, k)];
    float[][] b = n < NARROW ? new float[1][Math.multiplyExact(k, n)] : new float[k][n];
    left.read(a, m * k);
    for (float[] part : b) {
      right.read(part, part.length);
    }
    rows(
        m,
        k,
        n,
        (from, to) -> {
          StridedWriter writer = out.from(from * n);
          float[] row = new float[n];
          for (int r = (int) from; r < to; r++) {
            Arrays.fill(row, 0);
            if (n < NARROW) {
              narrowRow(a, r * k, b[0], row);
            } else {
              row(a, r * k, b, row);
            }
            writer.write(row, n);
          }
        });
  }

  private static void doubles(
      StridedReader left, StridedReader right, StridedWriter out, int m, int k, int n) {
    double[] a = new double[Math.multiplyExact(m, k)];
    double[] b = new double[Math.multiplyExact(k, n)];
    left.read(a, m * k);
    right.read(b, k * n);
    rows(
        m,
        k,
        n,
        (from, to) -> {
          StridedWriter writer = out.from(from * n);
          double[] row = new double[n];
          for (int r = (int) from; r < to; r++) {
            Arrays.fill(row, 0);
            for (int p = 0; p < k; p++) {
              add(row, a[r * k + p], b, p * n, n);
            }
            writer.write(row, n);
          }
        });
  }

  private static void longs(
      StridedReader left, StridedReader right, StridedWriter out, int m, int k, int n) {
    long[] a = new long[Math.multiplyExact(m, k)];
    long[] b = new long[Math.multiplyExact(k, n)];
    left.read(a, m * k);
    right.read(b, k * n);
    rows(
        m,
        k,
        n,
        (from, to) -> {
          StridedWriter writer = out.from(from * n);
          long[] row = new long[n];
          for (int r = (int) from; r < to; r++) {
            Arrays.fill(row, 0);
            for (int p = 0; p < k; p++) {
              add(row, a[r * k + p], b, p * n, n);
            }
            writer.write(row, n);
          }
        });
  }

  private static Tensor expand(Tensor t, long[] batch) {
    long[] shape = Arrays.copyOf(batch, batch.length + 2);
    shape[batch.length] = t.size(-2);
    shape[batch.length + 1] = t.size(-1);
    return t.expand(shape);
  }

  private static void row(float[] a, int at, float[][] b, float[] sum) {
    int p = 0;
    for (; p + 4 <= b.length; p += 4) {
      addFour(sum, a, at + p, b, p);
    }
    for (; p < b.length; p++) {
      add(sum, a[at + p], b[p]);
    }
  }

  /** Adds multiples of four rows at once to spare loads and stores of the sum. */
  private static void addFour(float[] sum, float[] a, int at, float[][] b, int p) {
    float x0 = a[at];
    float x1 = a[at + 1];
    float x2 = a[at + 2];
    float x3 = a[at + 3];
    float[] b0 = b[p];
    float[] b1 = b[p + 1];
    float[] b2 = b[p + 2];
    float[] b3 = b[p + 3];
    for (int j = 0; j < sum.length; j++) {
      sum[j] = sum[j] + x0 * b0[j] + x1 * b1[j] + x2 * b2[j] + x3 * b3[j];
    }
  }

  private static void add(float[] sum, float x, float[] b) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += x * b[j];
    }
  }

  private static void narrowRow(float[] a, int at, float[] b, float[] sum) {
    for (int p = at, q = 0; q < b.length; p++) {
      for (int j = 0; j < sum.length; j++, q++) {
        sum[j] += a[p] * b[q];
      }
    }
  }

  private static void add(double[] sum, double x, double[] b, int at, int n) {
    for (int j = 0; j < n; j++) {
      sum[j] += x * b[at + j];
    }
  }

  private static void add(long[] sum, long x, long[] b, int at, int n) {
    for (int j = 0; j < n; j++) {
      sum[j] += x * b[at + j];
    }
  }
}

package org.pyptoj.torch;

import java.util.Arrays;
import java.util.List;

/**
 * Factors matrices into orthonormal columns and an upper triangle by Householder reflections, with
 * LAPACK's choice of signs.
 */
final class HouseholderQr {
  private HouseholderQr() {}

  /** The reduced factors Q and R of a matrix or of each matrix of a batch. */
  static Values.Named factor(Tensor x) {
    if (x.rank() < 2 || x.dtype() != Dtype.FLOAT32 && x.dtype() != Dtype.FLOAT64) {
      throw TorchError.runtime("linalg.qr needs float or double matrices");
    }
    int m = (int) x.size(-2);
    int n = (int) x.size(-1);
    int k = Math.min(m, n);
    long[] batch = Arrays.copyOf(x.shape(), x.rank() - 2);
    Tensor q = Tensor.zeros(x.dtype(), matrices(batch, m, k));
    Tensor r = Tensor.zeros(x.dtype(), matrices(batch, k, n));
    if (x.numel() > 0) {
      StridedReader reader = new StridedReader(x);
      StridedWriter columns = new StridedWriter(q);
      StridedWriter triangle = new StridedWriter(r);
      double[] a = new double[m * n];
      double[] basis = new double[m * k];
      for (long i = Shapes.numel(batch); i > 0; i--) {
        reader.read(a, m * n);
        factor(a, basis, m, n, k);
        columns.write(basis, m * k);
        triangle.write(a, k * n);
      }
    }
    return new Values.Named("linalg_qr", List.of("Q", "R"), List.of(q, r));
  }

  private static long[] matrices(long[] batch, long rows, long columns) {
    long[] shape = Arrays.copyOf(batch, batch.length + 2);
    shape[batch.length] = rows;
    shape[batch.length + 1] = columns;
    return shape;
  }

  /** Turns {@code a} into its triangle and fills {@code basis} with the columns of Q. */
  private static void factor(double[] a, double[] basis, int m, int n, int k) {
    double[][] mirrors = new double[k][];
    for (int c = 0; c < k; c++) {
      double[] v = new double[m];
      double squares = 0;
      for (int r = c; r < m; r++) {
        v[r] = a[r * n + c];
        squares += v[r] * v[r];
      }
      if (squares > v[c] * v[c]) {
        // Away from zero, so that nothing cancels.
        v[c] += Math.copySign(Math.sqrt(squares), v[c]);
        mirrors[c] = v;
        reflect(v, a, c, m, n);
      }
    }
    for (int r = 0; r < m; r++) {
      for (int c = 0; c < Math.min(r, n); c++) {
        a[r * n + c] = 0;
      }
    }
    Arrays.fill(basis, 0);
    for (int c = 0; c < k; c++) {
      basis[c * k + c] = 1;
    }
    for (int c = k - 1; c >= 0; c--) {
      if (mirrors[c] != null) {
        reflect(mirrors[c], basis, 0, m, k);
      }
    }
  }

  /** Reflects the columns from {@code first} on in the plane orthogonal to {@code v}. */
  private static void reflect(double[] v, double[] a, int first, int m, int n) {
    double norm = 0;
    for (double x : v) {
      norm += x * x;
    }
    for (int c = first; c < n; c++) {
      double dot = 0;
      for (int r = 0; r < m; r++) {
        dot += v[r] * a[r * n + c];
      }
      for (int r = 0; r < m; r++) {
        a[r * n + c] -= 2 * dot / norm * v[r];
      }
    }
  }
}

package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Products that are large enough for the library, against sums in double precision. */
class BlasTest {
  private static Tensor random(Random random, Dtype dtype, long... shape) {
    float[] values = new float[Math.toIntExact(Shapes.numel(shape))];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Creation.ofFloats(values, dtype, shape);
  }

  /** Some elements of a product of matrices, each summed here. */
  private static void check(Tensor a, Tensor b, Tensor product, double tolerance, Random random) {
    assertEquals(a.dtype(), product.dtype());
    long k = a.size(1);
    for (int i = 0; i < 200; i++) {
      long row = random.nextInt((int) a.size(0));
      long column = random.nextInt((int) b.size(1));
      double[] left = Indexing.toDoubles(a.select(0, row));
      double[] right = Indexing.toDoubles(b.select(1, column));
      double sum = 0;
      for (int p = 0; p < k; p++) {
        sum += left[p] * right[p];
      }
      double got = (Double) product.select(0, row).select(0, column).item();
      // Terms are about 1, so that their sum is about the root of their number.
      assertEquals(sum, got, tolerance * Math.sqrt(k), a.dtype() + " at " + row + ", " + column);
    }
  }

  @Test
  void everyTypeAndLayout() {
    Random random = new Random(11);
    for (Dtype dtype : Sample.FLOATS) {
      double tolerance =
          switch (dtype) {
            case FLOAT64 -> 1e-14;
            case FLOAT32 -> 1e-5;
            case FLOAT16 -> 1e-2;
            default -> 5e-2;
          };
      Tensor a = random(random, dtype, 300, 401);
      Tensor b = random(random, dtype, 401, 257);
      check(a, b, Calls.tensor("matmul", a, b), tolerance, random);
      Tensor transposed = random(random, dtype, 257, 401).transpose(0, 1);
      check(a, transposed, Calls.tensor("matmul", a, transposed), tolerance, random);
      Tensor inner = random(random, dtype, 320, 450).slice(0, 10, 310, 1).slice(1, 7, 408, 1);
      check(inner, b, Calls.tensor("matmul", inner, b), tolerance, random);
    }
  }

  @Test
  void batchesWhoseOperandsAreSharedOrNot() {
    Random random = new Random(12);
    Tensor a = random(random, Dtype.FLOAT32, 3, 220, 300);
    Tensor b = random(random, Dtype.FLOAT32, 300, 280);
    Tensor c = random(random, Dtype.FLOAT32, 3, 300, 280);
    Tensor shared = Calls.tensor("matmul", a, b);
    Tensor own = Calls.tensor("bmm", a, c);
    for (int i = 0; i < 3; i++) {
      check(a.select(0, i), b, shared.select(0, i), 1e-5, random);
      check(a.select(0, i), c.select(0, i), own.select(0, i), 1e-5, random);
    }
  }

  @Test
  void theLibraryAndOurLoopsAgreeOnSmallWholeNumbers() {
    Random random = new Random(13);
    for (Dtype dtype : new Dtype[] {Dtype.FLOAT32, Dtype.FLOAT64}) {
      Tensor a = whole(random, dtype, 280, 300);
      Tensor b = whole(random, dtype, 300, 290);
      assertTrue(Blas.pays(dtype, 280.0 * 300 * 290));
      Tensor product = Calls.tensor("matmul", a, b);
      // Integers have no library; the numbers are exact in any type and order.
      Tensor expected = Calls.tensor("matmul", a.to(Dtype.INT64), b.to(Dtype.INT64));
      assertTrue(Closeness.equal(expected.to(dtype), product));
    }
  }

  private static Tensor whole(Random random, Dtype dtype, long... shape) {
    float[] values = new float[Math.toIntExact(Shapes.numel(shape))];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(17) - 8;
    }
    return Creation.ofFloats(values, dtype, shape);
  }
}

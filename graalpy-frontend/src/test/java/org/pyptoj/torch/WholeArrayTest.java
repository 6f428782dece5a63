package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Kernels take other ways through a tensor that is one whole array of floats and through rows of
 * matrices that are long: the bits of the results do not depend on it.
 */
class WholeArrayTest {

  @Property(tries = 60)
  void functionsDoNotDependOnWhereTheElementsLie(
      @ForAll @IntRange(min = 1, max = 7) int rows,
      @ForAll @IntRange(min = 1, max = 3000) int columns,
      @ForAll long seed) {
    Tensor x = random(seed, rows, columns);
    Tensor y = random(seed + 1, rows, columns);
    for (String name : new String[] {"add", "sub", "mul", "div", "maximum", "remainder"}) {
      assertSame(Calls.tensor(name, x, y), Calls.tensor(name, elsewhere(x), elsewhere(y)));
      Tensor inPlace = x.copy();
      if (!name.equals("maximum")) {
        Calls.call(name + "_", inPlace, y);
        assertSame(inPlace, Calls.tensor(name, elsewhere(x), y));
      }
    }
    for (String name : new String[] {"neg", "exp", "sqrt", "relu"}) {
      assertSame(Calls.tensor(name, x), Calls.tensor(name, elsewhere(x)));
    }
    for (String name : new String[] {"sum", "amax", "amin", "prod"}) {
      Map<String, Object> lastDimension = Map.of("dim", 1L);
      assertSame(
          (Tensor) Calls.callWith(name, lastDimension, x),
          (Tensor) Calls.callWith(name, lastDimension, elsewhere(x)));
      assertSame(Calls.tensor(name, x), Calls.tensor(name, elsewhere(x)));
    }
  }

  @Property(tries = 60)
  void matrixProductsAddInTheOrderOfTheColumns(
      @ForAll @IntRange(min = 1, max = 5) int m,
      @ForAll @IntRange(min = 1, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 40) int n,
      @ForAll long seed) {
    Tensor a = random(seed, m, k);
    Tensor b = random(seed + 1, k, n);
    float[] expected = new float[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        for (int p = 0; p < k; p++) {
          expected[i * n + j] += a.floats()[i * k + p] * b.floats()[p * n + j];
        }
      }
    }
    Tensor product = Calls.tensor("matmul", a, b);
    assertArrayEquals(new long[] {m, n}, product.shape());
    assertArrayEquals(expected, product.floats());
    Tensor transposed = b.transpose(0, 1).copy().transpose(0, 1);
    assertSame(product, Calls.tensor("matmul", elsewhere(a), transposed));
    Tensor batch = Calls.tensor("matmul", a.expand(3, m, k), b.expand(3, k, n));
    assertSame(product, batch.select(0, 2));
  }

  @Example
  void foldsOnSeveralThreadsRoundAsOnOne() {
    // One of several results is folded on one thread, the only result in parts.
    int n = 100 * Copy.BLOCK;
    Tensor x = random(3, 2, n);
    for (String name : new String[] {"sum", "amax", "amin", "mean"}) {
      Tensor rows = (Tensor) Calls.callWith(name, Map.of("dim", 1L), x);
      for (int row = 0; row < 2; row++) {
        Tensor one = x.select(0, row);
        assertSame(rows.select(0, row), Calls.tensor(name, one));
        assertSame(rows.select(0, row), Calls.tensor(name, one.copy()));
        assertSame(rows.select(0, row), Calls.tensor(name, elsewhere(one)));
      }
    }
  }

  @Example
  void onlyAWholeArrayOfSinglesIsHandedOut() {
    Tensor t = random(1, 4, 6);
    assertNotNull(t.floats());
    assertNotNull(t.reshape(24).floats());
    assertNotNull(t.slice(0, 0, 2, 1).floats());
    assertNull(t.select(0, 1).floats());
    assertNull(t.transpose(0, 1).floats());
    assertNull(t.select(0, 0).expand(2, 6).floats());
    assertNull(Calls.tensor("view", t, Dtype.INT32).floats());
  }

  @Example
  void addressesStayAndLeadOnlyIntoTheirOwnTensor() {
    Tensor t = random(1, 5);
    Tensor other = random(2, 5);
    long address = Addresses.of(t);
    Addresses.of(other);
    assertEquals(address, Addresses.of(t));
    assertEquals(address + 8, Addresses.of(t.slice(0, 2, 5, 1)));
    Tensor bytes = Addresses.bytes(address + 4, 16);
    assertArrayEquals(
        Calls.values(t.slice(0, 1, 5, 1)),
        Calls.values(Calls.tensor("view", bytes, Dtype.FLOAT32)));
    assertNull(Addresses.bytes(address + 4, 17));
    assertNull(Addresses.bytes(address - 1, 1));
    // Another view of the same memory, as a kernel's host functions get.
    assertEquals(
        address,
        Addresses.of(Tensor.view(t.segment(), Dtype.FLOAT32, new long[] {5}, new long[] {1}, 0)));
  }

  private static Tensor random(long seed, long... shape) {
    Random random = new Random(seed);
    Tensor t = Tensor.zeros(Dtype.FLOAT32, shape);
    for (int i = 0; i < t.floats().length; i++) {
      t.floats()[i] = (float) random.nextGaussian();
    }
    return t;
  }

  /** The same elements, but not from the start of their memory on. */
  private static Tensor elsewhere(Tensor t) {
    Tensor memory = Tensor.zeros(Dtype.FLOAT32, t.numel() + 1);
    return memory.slice(0, 1, t.numel() + 1, 1).reshape(t.shape()).copyFrom(t);
  }

  private static void assertSame(Tensor expected, Tensor actual) {
    assertArrayEquals(expected.shape(), actual.shape());
    // As bits: a NaN is the same as a NaN, a negative zero is not the same as zero.
    assertArrayEquals(expected.reshape(-1).copy().floats(), actual.reshape(-1).copy().floats());
  }
}

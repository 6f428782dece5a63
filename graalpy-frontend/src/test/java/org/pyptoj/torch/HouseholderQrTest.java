package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The factors multiply to the matrix, one orthonormal, the other triangular. */
class HouseholderQrTest {

  @Property(tries = 60)
  void factorsHaveTheirForm(@ForAll long seed) {
    Sample s = new Sample(seed);
    int m = s.between(1, 5);
    int n = s.between(1, 5);
    Tensor a = s.tensor(Dtype.FLOAT64, new int[] {m, n}).tensor();
    Values.Named qr = (Values.Named) Calls.call("_linalg_qr", a);
    Tensor q = (Tensor) qr.items().get(0);
    Tensor r = (Tensor) qr.items().get(1);
    assertArrayEquals(Calls.values(a), Calls.values(Calls.tensor("matmul", q, r)), 1e-12);
    int k = Math.min(m, n);
    Tensor product = Calls.tensor("matmul", q.transpose(0, 1), q);
    assertArrayEquals(
        Calls.values(Creation.eye(k, k, Dtype.FLOAT64)), Calls.values(product), 1e-12);
    Model triangle = Model.read(r);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < Math.min(i, n); j++) {
        assertEquals(0, triangle.at(i, j));
      }
    }
  }

  @Test
  void positivePivotsGiveANegativeDiagonal() {
    Tensor a = Calls.of(Dtype.FLOAT64, 3, 4).reshape(2, 1);
    Values.Named qr = (Values.Named) Calls.call("_linalg_qr", a);
    assertEquals(-5, Calls.values((Tensor) qr.items().get(1))[0], 1e-15);
    assertTrue(Calls.values((Tensor) qr.items().get(0))[0] < 0);
  }
}

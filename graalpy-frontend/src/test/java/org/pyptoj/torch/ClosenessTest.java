package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Comparison within tolerances and the report of a failed one. */
class ClosenessTest {
  private static String failure(Tensor a, Tensor b, Map<String, Object> options) {
    TorchError e =
        assertThrows(TorchError.class, () -> Calls.callWith("_assert_close", options, a, b));
    assertEquals(TorchError.Kind.ASSERTION, e.kind());
    return e.getMessage();
  }

  @Test
  void reportNamesCountAndPlaces() {
    Tensor a = Calls.of(Dtype.FLOAT32, 1, 2, 3, 4).reshape(2, 2);
    Tensor b = Calls.of(Dtype.FLOAT32, 1, 2.5, 3, 6).reshape(2, 2);
    assertEquals(
        """
        Tensor-likes are not close!

        Mismatched elements: 2 / 4 (50.0%)
        Greatest absolute difference: 2.0 at index (1, 1) (up to 1e-05 allowed)
        Greatest relative difference: 0.3333333432674408 at index (1, 1) (up to 1.3e-06 allowed)""",
        failure(a, b, Map.of()));
  }

  /** Without tolerances the question is whether they are equal. */
  @Test
  void equalityHasNoTolerance() {
    assertEquals(
        """
        Tensor-likes are not equal!

        Mismatched elements: 1 / 3 (33.3%)
        Greatest absolute difference: 3 at index (2,)
        Greatest relative difference: 0.5 at index (2,)""",
        failure(Calls.of(Dtype.INT32, 1, 2, 3), Calls.of(Dtype.INT32, 1, 2, 6), Map.of()));
  }

  @Test
  void scalarsAreShown() {
    assertEquals(
        """
        Scalars are not close!

        Expected 2.0 but got 1.0.
        Absolute difference: 1.0 (up to 0.25 allowed)
        Relative difference: 0.5 (up to 1e-06 allowed)""",
        failure(
            Calls.of(Dtype.FLOAT32, 1).reshape(),
            Calls.of(Dtype.FLOAT32, 2).reshape(),
            Map.of("rtol", 1e-6, "atol", 0.25)));
  }

  @Test
  void shapesAndTypesMustMatch() {
    assertEquals(
        "The values for attribute 'shape' do not match: torch.Size([2]) != torch.Size([3]).",
        failure(Tensor.zeros(Dtype.INT32, 2), Tensor.zeros(Dtype.INT32, 3), Map.of()));
    assertEquals(
        "The values for attribute 'dtype' do not match: torch.int32 != torch.int64.",
        failure(Tensor.zeros(Dtype.INT32, 2), Tensor.zeros(Dtype.INT64, 2), Map.of()));
  }

  @Test
  void defaultTolerancesDependOnTheType() {
    Calls.call("_assert_close", Calls.of(Dtype.BFLOAT16, 1), Calls.of(Dtype.BFLOAT16, 1.0078125));
    Calls.call("_assert_close", Calls.of(Dtype.FLOAT16, 1), Calls.of(Dtype.FLOAT16, 1.0009765625));
    failure(Calls.of(Dtype.FLOAT32, 1), Calls.of(Dtype.FLOAT32, 1.0009765625), Map.of());
    failure(Calls.of(Dtype.INT32, 1), Calls.of(Dtype.INT32, 2), Map.of());
  }

  @Test
  void nanIsCloseOnlyWhenAsked() {
    Tensor nan = Calls.of(Dtype.FLOAT32, Double.NaN);
    assertEquals(false, Calls.call("allclose", nan, nan));
    assertEquals(true, Calls.callWith("allclose", Map.of("equal_nan", true), nan, nan));
    Tensor inf = Calls.of(Dtype.FLOAT32, Double.POSITIVE_INFINITY);
    assertEquals(true, Calls.call("allclose", inf, inf));
    assertEquals(false, Calls.call("allclose", Calls.of(Dtype.FLOAT32, 1), inf));
  }

  @Test
  void equalNeedsTheSameShape() {
    Tensor a = Tensor.zeros(Dtype.INT32, 2, 3);
    assertEquals(true, Calls.call("equal", a, Tensor.zeros(Dtype.INT32, 2, 3)));
    assertEquals(false, Calls.call("equal", a, Tensor.zeros(Dtype.INT32, 6)));
  }
}

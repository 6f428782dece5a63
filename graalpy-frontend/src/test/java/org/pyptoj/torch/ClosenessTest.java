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
        Tensors differ in 2 of 4 elements (50.0%)
        Greatest absolute difference: 2.0 at index (1, 1) (allowed: 1.0E-5)
        Greatest relative difference: 0.3333333333333333 at index (1, 1) (allowed: 1.3E-6)""",
        failure(a, b, Map.of()));
  }

  @Test
  void shapesAndTypesMustMatch() {
    assertEquals(
        "Tensors have different shapes: [2] and [3].",
        failure(Tensor.zeros(Dtype.INT32, 2), Tensor.zeros(Dtype.INT32, 3), Map.of()));
    assertEquals(
        "Tensors have different dtypes: torch.int32 and torch.int64.",
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

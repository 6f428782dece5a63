package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts of tensors as PyTorch's documentation prints them. */
class TensorPrinterTest {
  private static String print(Tensor t) {
    return t.toString();
  }

  @Test
  void wholeNumbersHaveAPoint() {
    assertEquals(
        """
        tensor([[ 1., -1.],
                [ 1., -1.]])""",
        print(Calls.of(Dtype.FLOAT32, 1, -1, 1, -1).reshape(2, 2)));
    assertEquals("tensor([0., 0., 0.])", print(Tensor.zeros(Dtype.FLOAT32, 3)));
  }

  @Test
  void fractionsHaveFourDigits() {
    assertEquals(
        "tensor([ 0.0000,  2.5000, -1.1234])", print(Calls.of(Dtype.FLOAT32, 0, 2.5, -1.12341)));
    assertEquals("tensor(3.1416)", print(Creation.scalar(Math.PI, Dtype.FLOAT32)));
  }

  @Test
  void wideRangesAreScientific() {
    assertEquals("tensor([1.0000e-05, 1.0000e+00])", print(Calls.of(Dtype.FLOAT32, 1e-5, 1)));
    assertEquals(
        "tensor([1.0000e+09, 2.0000e+09], dtype=torch.float64)",
        print(Calls.of(Dtype.FLOAT64, 1e9, 2e9)));
  }

  @Test
  void integersAlignAndNameUnusualTypes() {
    assertEquals(
        """
        tensor([[ 0,  1,  2,  3],
                [ 4,  5,  6,  7],
                [ 8,  9, 10, 11]], dtype=torch.int32)""",
        print(Calls.arange(12, 3, 4)));
    assertEquals("tensor([ True, False])", print(Calls.of(Dtype.BOOL, 1, 0)));
    assertEquals("tensor(5)", print(Creation.scalar(5L, Dtype.INT64)));
  }

  @Test
  void specialNumbers() {
    assertEquals(
        "tensor([   nan,    inf, 1.5000])",
        print(Calls.of(Dtype.FLOAT32, Double.NaN, Double.POSITIVE_INFINITY, 1.5)));
  }

  @Test
  void emptyTensorsTellTheirSize() {
    assertEquals("tensor([])", print(Tensor.zeros(Dtype.FLOAT32, 0)));
    assertEquals("tensor([], size=(0, 3))", print(Tensor.zeros(Dtype.FLOAT32, 0, 3)));
    assertEquals("tensor([], dtype=torch.int64)", print(Tensor.zeros(Dtype.INT64, 0)));
  }

  @Test
  void moreThanAThousandElementsAreCutShort() {
    assertEquals(
        "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])", print(Calls.tensor("arange", 2000L)));
  }

  @Test
  void threeDimensionsHaveABlankLineBetween() {
    assertEquals(
        """
        tensor([[[0, 1]],

                [[2, 3]]])""",
        print(Calls.tensor("tensor", List.of(List.of(List.of(0L, 1L)), List.of(List.of(2L, 3L))))));
  }
}

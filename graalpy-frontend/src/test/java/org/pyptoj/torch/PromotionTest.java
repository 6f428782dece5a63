package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.pyptoj.torch.Dtype.BFLOAT16;
import static org.pyptoj.torch.Dtype.BOOL;
import static org.pyptoj.torch.Dtype.FLOAT16;
import static org.pyptoj.torch.Dtype.FLOAT32;
import static org.pyptoj.torch.Dtype.FLOAT64;
import static org.pyptoj.torch.Dtype.INT16;
import static org.pyptoj.torch.Dtype.INT32;
import static org.pyptoj.torch.Dtype.INT64;
import static org.pyptoj.torch.Dtype.INT8;
import static org.pyptoj.torch.Dtype.UINT8;

import org.junit.jupiter.api.Test;

/** Result types by PyTorch's documented table and its three ranks of operands. */
class PromotionTest {
  private static final Dtype[] ORDER = {
    UINT8, INT8, INT16, INT32, INT64, FLOAT16, BFLOAT16, FLOAT32, FLOAT64, BOOL
  };

  /** Rows and columns in {@link #ORDER}; {@code u1 i1 … f8 b1} name kind and bytes. */
  private static final String TABLE =
      """
      u1 i2 i2 i4 i8 f2 bf f4 f8 u1
      i2 i1 i2 i4 i8 f2 bf f4 f8 i1
      i2 i2 i2 i4 i8 f2 bf f4 f8 i2
      i4 i4 i4 i4 i8 f2 bf f4 f8 i4
      i8 i8 i8 i8 i8 f2 bf f4 f8 i8
      f2 f2 f2 f2 f2 f2 f4 f4 f8 f2
      bf bf bf bf bf f4 bf f4 f8 bf
      f4 f4 f4 f4 f4 f4 f4 f4 f8 f4
      f8 f8 f8 f8 f8 f8 f8 f8 f8 f8
      u1 i1 i2 i4 i8 f2 bf f4 f8 b1
      """;

  private static Dtype named(String code) {
    return switch (code) {
      case "u1" -> UINT8;
      case "i1" -> INT8;
      case "i2" -> INT16;
      case "i4" -> INT32;
      case "i8" -> INT64;
      case "f2" -> FLOAT16;
      case "bf" -> BFLOAT16;
      case "f4" -> FLOAT32;
      case "f8" -> FLOAT64;
      default -> BOOL;
    };
  }

  @Test
  void everyPairOfTypes() {
    String[] rows = TABLE.strip().split("\n");
    for (int i = 0; i < ORDER.length; i++) {
      String[] cells = rows[i].split(" ");
      for (int j = 0; j < ORDER.length; j++) {
        Tensor a = Tensor.zeros(ORDER[i], 2);
        Tensor b = Tensor.zeros(ORDER[j], 2);
        assertEquals(named(cells[j]), Calls.tensor("add", a, b).dtype(), ORDER[i] + " " + ORDER[j]);
        assertEquals(named(cells[j]), Calls.call("promote_types", ORDER[i], ORDER[j]));
      }
    }
  }

  private static Dtype sum(Object a, Object b) {
    return Calls.tensor("add", a, b).dtype();
  }

  @Test
  void numbersChangeOnlyTheCategory() {
    assertEquals(UINT8, sum(Tensor.zeros(UINT8, 2), 1000L % 200));
    assertEquals(FLOAT16, sum(Tensor.zeros(FLOAT16, 2), 1.5));
    assertEquals(BFLOAT16, sum(Tensor.zeros(BFLOAT16, 2), 3L));
    assertEquals(FLOAT32, sum(Tensor.zeros(INT64, 2), 1.5));
    assertEquals(INT64, sum(Tensor.zeros(BOOL, 2), 1L));
    assertEquals(INT32, sum(Tensor.zeros(INT32, 2), true));
  }

  @Test
  void tensorsWithoutDimensionsCountBetween() {
    assertEquals(FLOAT32, sum(Tensor.zeros(FLOAT32, 2), Tensor.zeros(FLOAT64)));
    assertEquals(INT32, sum(Tensor.zeros(INT32, 2), Tensor.zeros(INT64)));
    assertEquals(FLOAT64, sum(Tensor.zeros(INT32, 2), Tensor.zeros(FLOAT64)));
    assertEquals(FLOAT64, sum(Tensor.zeros(FLOAT32), Tensor.zeros(FLOAT64)));
    assertEquals(FLOAT64, sum(Tensor.zeros(FLOAT64), 1L));
    assertEquals(INT32, sum(Tensor.zeros(INT32), 1L));
    assertEquals(FLOAT16, sum(Tensor.zeros(FLOAT16), 1.5));
  }

  @Test
  void divisionAndFunctionsOfIntegersAreFloat() {
    assertEquals(FLOAT32, Calls.tensor("div", Tensor.zeros(INT64, 2), 2L).dtype());
    assertEquals(FLOAT32, Calls.tensor("exp", Tensor.zeros(INT8, 2)).dtype());
    assertEquals(INT64, Calls.tensor("sum", Tensor.zeros(UINT8, 2)).dtype());
    assertEquals(INT64, Calls.tensor("cumsum", Tensor.zeros(BOOL, 2), 0L).dtype());
  }

  @Test
  void inPlaceKeepsTheTypeOrRefuses() {
    Tensor half = Tensor.zeros(FLOAT16, 2);
    assertEquals(FLOAT16, Calls.tensor("add_", half, Tensor.zeros(FLOAT64, 2)).dtype());
    Tensor ints = Tensor.zeros(INT32, 2);
    TorchError e = assertThrows(TorchError.class, () -> Calls.call("add_", ints, 1.5));
    assertEquals(TorchError.Kind.RUNTIME, e.kind());
    assertThrows(TorchError.class, () -> Calls.call("div_", ints, 2L));
    assertThrows(TorchError.class, () -> Calls.call("add_", Tensor.zeros(BOOL, 2), 2L));
  }

  @Test
  void matrixProductsDoNotPromote() {
    TorchError e =
        assertThrows(
            TorchError.class,
            () -> Calls.call("matmul", Tensor.zeros(FLOAT32, 2, 2), Tensor.zeros(FLOAT64, 2, 2)));
    assertEquals(TorchError.Kind.RUNTIME, e.kind());
  }
}

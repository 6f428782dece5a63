package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Views share memory with their source, copies do not. */
class ViewAliasTest {
  private static final Values.Slice ALL = new Values.Slice(null, null, null);

  /** Fills the view with 99 and tells how many elements of the source became 99. */
  private static int reached(UnaryOperator<Tensor> view) {
    Tensor source = Calls.arange(24, 2, 3, 4);
    Calls.call("fill_", view.apply(source), 99L);
    int n = 0;
    for (double v : Calls.values(source)) {
      n += v == 99 ? 1 : 0;
    }
    return n;
  }

  @Test
  void viewsWriteThrough() {
    assertEquals(12, reached(t -> t.select(0, 1)));
    assertEquals(12, reached(t -> t.slice(2, 0, 4, 2)));
    assertEquals(24, reached(t -> t.permute(2, 0, 1)));
    assertEquals(8, reached(t -> t.narrow(1, 1, 1)));
    assertEquals(24, reached(t -> t.unsqueeze(1)));
    assertEquals(24, reached(t -> t.reshape(4, 6)));
    assertEquals(24, reached(t -> t.flatten(0, -1)));
    assertEquals(24, reached(t -> t.transpose(0, 2).transpose(0, 2).reshape(24)));
    assertEquals(12, reached(t -> (Tensor) ((List<?>) Calls.call("chunk", t, 2L)).get(0)));
    assertEquals(8, reached(t -> (Tensor) ((List<?>) Calls.call("split", t, 1L, 1L)).get(2)));
    assertEquals(6, reached(t -> (Tensor) ((List<?>) Calls.call("unbind", t, -1L)).get(3)));
    assertEquals(24, reached(t -> Calls.tensor("movedim", t, 0L, 2L)));
    assertEquals(24, reached(t -> Calls.tensor("mT", t)));
    assertEquals(24, reached(t -> Calls.tensor("detach", t)));
  }

  @Test
  void copiesDoNotWriteThrough() {
    assertEquals(0, reached(t -> Calls.tensor("clone", t)));
    assertEquals(0, reached(t -> t.transpose(0, 2).reshape(24)));
    assertEquals(0, reached(t -> t.transpose(0, 2).contiguous()));
    assertEquals(0, reached(t -> Calls.tensor("__getitem__", t, List.of(0L, 1L))));
    assertEquals(0, reached(t -> Calls.tensor("to", t, Dtype.INT64)));
    assertEquals(0, reached(t -> Calls.tensor("flip", t, List.of(0L))));
  }

  @Test
  void contiguousAndSameTypeConversionKeepTheTensor() {
    Tensor t = Calls.arange(4, 2, 2);
    assertSame(t, t.contiguous());
    assertSame(t, Calls.call("to", t, Dtype.INT32));
    assertFalse(t.transpose(0, 1).isContiguous());
  }

  @Test
  void sliceAssignmentChangesTheSource() {
    Tensor t = Calls.arange(6, 2, 3);
    Tensor row = (Tensor) Calls.call("__getitem__", t, 1L);
    Calls.call("__setitem__", t, Values.Tuple.of(ALL, new Values.Slice(1L, null, null)), 7L);
    assertArrayEquals(new double[] {0, 7, 7, 3, 7, 7}, Calls.values(t));
    assertArrayEquals(new double[] {3, 7, 7}, Calls.values(row));
    Calls.call("__setitem__", t, 0L, Calls.of(Dtype.FLOAT32, 1.9, -2.9, 3));
    assertArrayEquals(new double[] {1, -2, 3, 3, 7, 7}, Calls.values(t));
  }

  @Test
  void assignmentByIndexTensorMaskAndList() {
    Tensor t = Calls.arange(6, 6);
    Calls.call("__setitem__", t, Calls.of(Dtype.INT64, 0, -1), Calls.of(Dtype.INT32, 8, 9));
    assertArrayEquals(new double[] {8, 1, 2, 3, 4, 9}, Calls.values(t));
    Calls.call("__setitem__", t, Calls.call("gt", t, 3L), 0L);
    assertArrayEquals(new double[] {0, 1, 2, 3, 0, 0}, Calls.values(t));
    Calls.call("__setitem__", t, List.of(1L, 2L), 5L);
    assertArrayEquals(new double[] {0, 5, 5, 3, 0, 0}, Calls.values(t));
  }

  @Test
  void overlappingCopyReadsTheOldElements() {
    Tensor t = Calls.arange(6000, 6000);
    Calls.call("__setitem__", t, new Values.Slice(1L, null, null), t.slice(0, 0, 5999, 1));
    double[] got = Calls.values(t);
    assertEquals(0, got[0]);
    for (int i = 1; i < 6000; i++) {
      assertEquals(i - 1, got[i]);
    }
  }

  @Test
  void inPlaceArithmeticOnOverlappingViewsReadsTheOldElements() {
    Tensor t = Calls.arange(5, 5);
    Calls.call("add_", t.slice(0, 1, 5, 1), t.slice(0, 0, 4, 1));
    assertArrayEquals(new double[] {0, 1, 3, 5, 7}, Calls.values(t));
  }

  @Test
  void expandedDimensionsHaveStrideZero() {
    Tensor t = Calls.arange(3, 1, 3).expand(4, 3);
    assertArrayEquals(new long[] {0, 1}, t.strides());
    assertTrue(t.sharesStorage(t.select(0, 0)));
  }

  @Test
  void viewRefusesWhatReshapeCopies() {
    Tensor t = Calls.arange(6, 2, 3).transpose(0, 1);
    TorchError e = assertThrows(TorchError.class, () -> Calls.call("view", t, 6L));
    assertEquals(TorchError.Kind.RUNTIME, e.kind());
    assertArrayEquals(new double[] {0, 3, 1, 4, 2, 5}, Calls.values(t.reshape(6)));
  }

  @Test
  void viewAsAnotherTypeSharesBits() {
    Tensor t = Calls.of(Dtype.FLOAT32, 1.0, -2.0);
    Tensor bits = Calls.tensor("view", t, Dtype.INT32);
    assertArrayEquals(new double[] {0x3F800000, 0xC0000000}, Calls.values(bits));
    Calls.call("__setitem__", bits, 0L, 0x40400000L);
    assertEquals(3.0, Calls.values(t)[0]);
    assertArrayEquals(new long[] {8}, Calls.tensor("view", t, Dtype.UINT8).shape());
  }

  @Test
  void storageIsAlignedAndSharedStateFollowsTheStorage() {
    Tensor t = Calls.arange(6, 2, 3);
    assertEquals(0, (Long) Calls.call("data_ptr", t) % 64);
    assertEquals((Long) Calls.call("data_ptr", t) + 12, Calls.call("data_ptr", t.select(0, 1)));
    assertEquals(false, Calls.call("is_shared", t));
    Calls.call("share_memory_", t.select(0, 1));
    assertEquals(true, Calls.call("is_shared", t));
  }
}

package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pyptoj.verifier.Ops.*;
import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorView;

/** Collectives: signals, valid boxes, and the operands of the variable exchange. */
class CollectiveTest {

  private final Var data = window(DataType.FP32, 1, 64);

  private Call ring(int rows, int ranks) {
    return call(
        DistributedOp.ALLREDUCE, attrs("mode", "ring"), data, window(DataType.INT32, rows, ranks));
  }

  /** Four ranks need six rows in a kernel and seven on the host. */
  @Test
  @Holds("PLD0806")
  void ringSignalsHaveOneRowPerRound() {
    ring(6, 4);
    ring(7, 4);
    Rejections.one(ALLREDUCE_RING_SHAPE, () -> ring(5, 4));
    Rejections.one(ALLREDUCE_RING_SHAPE, () -> ring(8, 4));
    Var n = index("n");
    call(DistributedOp.ALLREDUCE, attrs("mode", "ring"), data, window(DataType.INT32, 6, n));
  }

  /** A signal of rank 1 is for one core; one of rank 2 has a column per core. */
  @Test
  @Holds({"PLD0804", "PLD0807"})
  void meshSignalsHaveALanePerCore() {
    call(DistributedOp.ALLREDUCE, data, window(DataType.INT32, 4));
    Rejections.one(
        ALLREDUCE_SIGNAL_RANK,
        () -> call(DistributedOp.ALLREDUCE, attrs("core_num", 2), data, window(DataType.INT32, 4)));
    call(DistributedOp.ALLREDUCE, attrs("core_num", 3), data, window(DataType.INT32, 4, 3));
    call(DistributedOp.ALLREDUCE, attrs("core_num", 3), data, window(DataType.INT32, 4, 8));
    Rejections.one(
        ALLREDUCE_SIGNAL_STRIDE,
        () ->
            call(
                DistributedOp.ALLREDUCE, attrs("core_num", 3), data, window(DataType.INT32, 4, 2)));
    Rejections.one(
        ALLREDUCE_SIGNAL_STRIDE,
        () -> call(DistributedOp.ALLREDUCE, data, window(DataType.INT32, 4, index("stride"))));
  }

  @Test
  @Holds({"PLD0805", "PLD0808", "PLD0809"})
  void ringsRunOnOneCoreWithASignal() {
    call(DistributedOp.ALLREDUCE, data);
    assertEquals(
        List.of("PLD0809", "PLD0805"),
        Rejections.codes(
            () -> call(DistributedOp.ALLREDUCE, attrs("mode", "ring", "core_num", 2), data)));
    Rejections.one(
        ALLREDUCE_CORE_NUM, () -> call(DistributedOp.ALLREDUCE, attrs("core_num", 0), data));
  }

  private static Var partial(List<Expr> shape, List<Expr> valid) {
    return validWindow(DataType.FP32, shape, valid);
  }

  /** 4096 elements of four bytes fill a chunk of 16 KiB; one row more does not fit. */
  @Test
  @Holds("PLD0816")
  void partialMeshBoxesFitOneChunk() {
    Var signal = window(DataType.INT32, 4, 1);
    call(DistributedOp.ALLREDUCE, partial(extents(65, 65), extents(64, 64)), signal);
    Rejections.one(
        ALLREDUCE_MESH_BOX,
        () -> call(DistributedOp.ALLREDUCE, partial(extents(66, 65), extents(65, 64)), signal));
    // A whole window of any size is reduced in chunks.
    call(DistributedOp.ALLREDUCE, window(DataType.FP32, 1000, 1000), signal);
    // A symbolic extent falls back to the physical rectangle.
    call(DistributedOp.ALLREDUCE, partial(extents(64, 64), extents(index("n"), 64)), signal);
    Rejections.one(
        ALLREDUCE_MESH_BOX,
        () ->
            call(
                DistributedOp.ALLREDUCE,
                partial(extents(65, 64), extents(index("n"), 64)),
                signal));
  }

  /**
   * Collapsing [2, 4, 64] to [8, 64] keeps a box of [2, 4, 60] or [1, 3, 60], but not [2, 3, 60].
   */
  @Test
  @Holds({"PLD0815", "PLD0816", "PLD0817"})
  void partialBoxesMustCollapse() {
    Var signal = window(DataType.INT32, 4, 1);
    Var ring = window(DataType.INT32, 6, 4);
    call(DistributedOp.ALLREDUCE, partial(extents(2, 4, 64), extents(2, 4, 60)), signal);
    call(DistributedOp.ALLREDUCE, partial(extents(2, 4, 64), extents(1, 3, 60)), signal);
    Rejections.one(
        ALLREDUCE_MESH_BOX,
        () -> call(DistributedOp.ALLREDUCE, partial(extents(2, 4, 64), extents(2, 3, 60)), signal));
    call(
        DistributedOp.ALLREDUCE,
        attrs("mode", "ring"),
        partial(extents(2, 4, 64), extents(1, 1, 60)),
        ring);
    Rejections.one(
        ALLREDUCE_RING_PREFIX,
        () ->
            call(
                DistributedOp.ALLREDUCE,
                attrs("mode", "ring"),
                partial(extents(2, 4, 64), extents(1, 3, 60)),
                ring));
    Var columns =
        var(
            "w",
            new DistributedTensorType(
                DataType.FP32,
                extents(8, 64),
                new TensorView(List.of(), extents(4, 64), TensorLayout.DN),
                null));
    Rejections.one(ALLREDUCE_PACKED, () -> call(DistributedOp.ALLREDUCE, columns, signal));
  }

  private static Call exchange(Var input, Var target) {
    return call(
        DistributedOp.ALL_TO_ALL_V,
        input,
        target,
        window(DataType.INT32, 4, 1),
        tensor(DataType.INT32, 4),
        window(DataType.INT32, 4, 1));
  }

  /**
   * A layout, a stride, a valid box or one operand in both roles is refused; full views are not.
   */
  @Test
  @Holds({"PLD1404", "PLD1405"})
  void theVariableExchangeTakesPackedDistinctBuffers() {
    Var target = window(DataType.FP32, 12, 64);
    exchange(tensor(DataType.FP32, 12, 64), target);
    exchange(window(DataType.FP32, 12, 64), target);
    Rejections.one(
        ALL_TO_ALL_V_PACKED,
        () -> exchange(layoutWindow(DataType.FP32, TensorLayout.DN, 12, 64), target));
    Rejections.one(
        ALL_TO_ALL_V_PACKED,
        () -> exchange(validWindow(DataType.FP32, extents(12, 64), extents(12, 63)), target));
    exchange(validWindow(DataType.FP32, extents(12, 64), extents(12, index("n"))), target);
    Rejections.one(ALL_TO_ALL_V_DISTINCT, () -> exchange(target, target));
  }

  /** 12 rows hold three per rank of four; 13 do not divide. */
  @Test
  @Holds("PLD1409")
  void ranksDivideTheRows() {
    Rejections.one(
        ALL_TO_ALL_V_CAPACITY,
        () -> exchange(tensor(DataType.FP32, 13, 64), window(DataType.FP32, 13, 64)));
  }

  @Test
  @Holds({"PLD1204", "PLD1304"})
  void gatherAndExchangeUseTwoBuffers() {
    Var one = window(DataType.FP32, 1, 64);
    Rejections.one(
        ALLGATHER_DISTINCT,
        () -> call(DistributedOp.ALLGATHER, one, one, window(DataType.INT32, 1, 1)));
    Var four = window(DataType.FP32, 4, 64);
    Rejections.one(
        ALL_TO_ALL_DISTINCT,
        () -> call(DistributedOp.ALL_TO_ALL, four, four, window(DataType.INT32, 4, 1)));
  }
}

package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pyptoj.verifier.Ops.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.verifier.rule.DistributedRule;
import org.pyptoj.verifier.rule.TileRule;

/**
 * What holds for the form of every call: operands, attributes, enums, and how mistakes are told.
 */
class CallFormTest {

  private final Var window = window(DataType.FP32, 4, 64);
  private final Var signal = window(DataType.INT32, 4, 1);

  @Test
  @Holds({"PLD0001", "PLT0001"})
  void operandsAreCounted() {
    Diagnostic missing =
        Rejections.one(
            DistributedRule.OPERAND_COUNT,
            () -> call(DistributedOp.NOTIFY, attrs("op", 1), signal, 1, tuple(0, 0)));
    assertEquals("notify: operand value is missing", missing.message());
    Rejections.one(
        DistributedRule.OPERAND_COUNT, () -> call(DistributedOp.BARRIER, signal, signal));
    Rejections.one(TileRule.OPERAND_COUNT, () -> call(TileOp.ADD, tile(DataType.FP32, 4, 64)));
  }

  @Test
  @Holds({"PLD0002", "PLT0003"})
  void attributesAreOfTheirKind() {
    Diagnostic wrong =
        Rejections.one(
            DistributedRule.ATTRIBUTE,
            () ->
                call(
                    DistributedOp.PUT,
                    attrs("chunk_rows", "two"),
                    window,
                    1,
                    tensor(DataType.FP32, 4, 64)));
    assertEquals("put: chunk_rows must be an integer, but it is two", wrong.message());
    assertEquals(place(DistributedOp.PUT, "chunk_rows"), wrong.span());
    Rejections.one(
        DistributedRule.ATTRIBUTE, () -> call(DistributedOp.NOTIFY, signal, 1, tuple(0, 0), 1));
    Rejections.one(TileRule.ATTRIBUTE, () -> call(TileOp.CREATE, tuple(4, 64)));
    Rejections.one(
        TileRule.ATTRIBUTE,
        () -> call(TileOp.CAST, attrs("target_type", 16), tile(DataType.FP32, 4, 64)));
  }

  /** NotifyOp and WaitCmp have 0 and 1, AtomicType 0 and 1, ReduceOp 0 to 3. */
  @Test
  @Holds("PLD0003")
  void packedEnumsAreInRange() {
    Rejections.one(
        DistributedRule.ENUM_RANGE,
        () -> call(DistributedOp.NOTIFY, attrs("op", 2), signal, 1, tuple(0, 0), 1));
    Rejections.one(
        DistributedRule.ENUM_RANGE,
        () -> call(DistributedOp.WAIT, attrs("cmp", 2), signal, tuple(0, 0), 1));
    Rejections.one(
        DistributedRule.ENUM_RANGE,
        () -> call(DistributedOp.PUT, attrs("atomic", 2), window, 1, tensor(DataType.FP32, 4, 64)));
    Rejections.one(
        DistributedRule.ENUM_RANGE,
        () -> call(DistributedOp.ALLREDUCE, attrs("op", 4), window, signal));
    Rejections.one(
        DistributedRule.ENUM_RANGE,
        () -> call(DistributedOp.ALLREDUCE, attrs("op", -1), window, signal));
    for (int code = 0; code <= 3; code++) {
      assertEquals(
          window.type(), call(DistributedOp.ALLREDUCE, attrs("op", code), window, signal).type());
    }
  }

  /** One entry for each dimension; the sentence fits the operand's name and the number. */
  @Test
  void entriesAreCounted() {
    Var x = tensor(DataType.FP32, 4, 64);
    Var t = tile(DataType.FP32, 4, 64);
    call(TileOp.LOAD, x, tuple(0, 0), tuple(4, 64), tuple(4, 64));
    call(TileOp.STORE, t, tuple(0, 0), x);
    assertEquals(
        "load: offsets have 1 entry, but shapes have rank 2",
        Rejections.one(
                TileRule.TUPLE_RANK,
                () -> call(TileOp.LOAD, x, tuple(0), tuple(4, 64), tuple(4, 64)))
            .message());
    assertEquals(
        "load: valid_shape has 3 entries, but shapes have rank 2",
        Rejections.one(
                TileRule.TUPLE_RANK,
                () -> call(TileOp.LOAD, x, tuple(0, 0), tuple(4, 64), tuple(1, 4, 64)))
            .message());
    assertEquals(
        "store: offsets have 3 entries, but output_tensor has rank 2",
        Rejections.one(TileRule.TUPLE_RANK, () -> call(TileOp.STORE, t, tuple(0, 0, 0), x))
            .message());
  }

  /** Three mistakes in one call are told together, each at its own place. */
  @Test
  void mistakesOfOneCallAreToldTogether() {
    List<Diagnostic> all =
        Rejections.of(
            () ->
                call(
                    DistributedOp.REMOTE_LOAD,
                    tensor(DataType.FP32, 4, 64),
                    var("f", new ScalarType(DataType.FP32)),
                    tuple(0, 0),
                    7));
    assertEquals(
        List.of("PLD0101", "PLD0102", "PLD0103"), all.stream().map(Diagnostic::code).toList());
    assertEquals(
        List.of(
            place(DistributedOp.REMOTE_LOAD, "target"),
            place(DistributedOp.REMOTE_LOAD, "peer"),
            place(DistributedOp.REMOTE_LOAD, "shape")),
        all.stream().map(Diagnostic::span).toList());
    assertEquals(
        "remote_load: target must be a DistributedTensor, but it is pl.Tensor[[4, 64], pl.FP32]",
        all.getFirst().message());
  }
}

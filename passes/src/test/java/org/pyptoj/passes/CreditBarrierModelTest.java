package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Stmt;

/**
 * All interleavings of the credit barrier as it is lowered, and of barriers that break one of its
 * rules.
 */
class CreditBarrierModelTest {

  private static final String TWO_CALLS =
      """
      signal2 = pld.tensor.barrier(signal)
      signal3 = pld.tensor.barrier(signal2)
      """;

  private static final String IN_A_LOOP =
      """
      for i in pl.range(0, 3, 1):
          signal2 = pld.tensor.barrier(signal)
      """;

  private static final String TWO_GENERATIONS =
      """
      data2 = pld.tensor.reduce_scatter(data, signal)
      data3 = pld.tensor.reduce_scatter(data2, signal)
      """;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void callsBackToBackNeitherPassEarlyNorBlockNorLeaveCredits(int ranks) {
    assertEquals(Optional.empty(), check(lowered(TWO_CALLS), ranks));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void neitherDoesACallInALoop(int ranks) {
    assertEquals(Optional.empty(), check(lowered(IN_A_LOOP), ranks));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void neitherDoCallsOfSeveralGenerations(int ranks) {
    assertEquals(Optional.empty(), check(lowered(TWO_GENERATIONS), ranks));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void anEqualityWaitMissesAFastPeer(int ranks) {
    Function broken =
        change(
            lowered(TWO_CALLS),
            call -> call.op() == DistributedOp.WAIT ? with(call, OpAttrs.WAIT, WaitCmp.EQ) : call);
    assertEquals(Optional.of("deadlock"), check(broken, ranks));
  }

  /** In the second call, since a first arrival finds zero anyway. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aSetInPlaceOfOneAddLosesACredit(int ranks) {
    int[] arrivals = new int[1];
    Function broken =
        change(
            lowered(TWO_CALLS),
            call ->
                call.op() == DistributedOp.NOTIFY
                        && isOne(call.operand(ParamRole.VALUE))
                        && arrivals[0]++ == 1
                    ? with(call, OpAttrs.NOTIFY, NotifyOp.SET)
                    : call);
    assertEquals(Optional.of("deadlock"), check(broken, ranks));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void withoutTheEpilogueTheNextCallPassesEarly(int ranks) {
    Function broken =
        new Rewriter() {
          @Override
          protected void eval(Eval s, List<Stmt> out) {
            boolean epilogue =
                s.value() instanceof Call c
                    && c.op() == DistributedOp.NOTIFY
                    && c.operand(ParamRole.VALUE) instanceof IntConst value
                    && value.value() < 0;
            if (!epilogue) {
              super.eval(s, out);
            }
          }
        }.function(lowered(TWO_CALLS));
    assertEquals(Optional.of("early pass"), check(broken, ranks));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aSharedGenerationPassesEarly(int ranks) {
    Function broken =
        change(
            lowered(TWO_GENERATIONS),
            call ->
                call.op() == DistributedOp.WAIT
                    ? call.withOperand(ParamRole.EXPECTED, IntConst.int32(1))
                    : call);
    assertEquals(Optional.of("early pass"), check(broken, ranks));
  }

  @Test
  void aRingClearsEveryRow() {
    Function ring =
        CheckedText.run(
                """
                @pl.function(type=pl.FunctionType.InCore)
                def step(
                    self,
                    data: pl.InOut[pld.DistributedTensor[[1, 7], pl.FP32]],
                    signal: pl.InOut[pld.DistributedTensor[[4, 3], pl.INT32]],
                ):
                    data2 = pld.tensor.allreduce(data, signal, mode="ring")
                """,
                new LowerCompositeOps())
            .function("step")
            .orElseThrow();
    List<List<SignalTraces.Act>> traces =
        SignalTraces.of(ring, 3, Map.of("data", new int[] {1, 7}, "signal", new int[] {4, 3}));
    int[] source = IntStream.range(0, 12).map(cell -> cell % 3).toArray();
    assertEquals(Optional.empty(), new InterleavingSearch(traces, source).failure());
  }

  private static Function lowered(String body) {
    String methods =
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(
            self,
            data: pl.InOut[pld.DistributedTensor[[3, 8], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
        ):
        """
            + body.indent(4);
    return CheckedText.run(methods, new LowerCompositeOps()).function("step").orElseThrow();
  }

  private static Optional<String> check(Function kernel, int ranks) {
    List<List<SignalTraces.Act>> traces =
        SignalTraces.of(
            kernel, ranks, Map.of("data", new int[] {3, 8}, "signal", new int[] {3, 1}));
    return new InterleavingSearch(traces, IntStream.range(0, 3).toArray()).failure();
  }

  private static Function change(Function function, UnaryOperator<Call> change) {
    return new Rewriter() {
      @Override
      protected Expr call(Call c) {
        return change.apply((Call) super.call(c));
      }
    }.function(function);
  }

  private static <T> Call with(Call call, AttrKey<T> attr, T value) {
    return call.withAttrs(call.attrs().with(attr, value));
  }

  private static boolean isOne(Expr value) {
    return value instanceof IntConst c && c.value() == 1;
  }
}

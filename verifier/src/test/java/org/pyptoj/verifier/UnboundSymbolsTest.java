package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.verifier.program.TargetFacts;

/** Which symbolic extents of a kernel need a value, and what gives them one. */
class UnboundSymbolsTest {

  private static final String WINDOW_OF_N =
      "pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, N], layout=pl.ND)]]";

  private static List<Diagnostic> verify(String kind, String params) {
    String script =
        """
        import pypto.language as pl
        import pypto.language.distributed as pld

        N = pl.dynamic("N")

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.KIND)
            def step(self, PARAMS, y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
                return y
        """;
    return ProgramVerifier.verify(
        DslParser.parseScript(
            "kernel.py", script.replace("KIND", kind).replace("PARAMS", params), OpTypes::call),
        new TargetFacts(true, 48));
  }

  private static void assertUnbound(String params) {
    Diagnostic d = verify("InCore", params).getFirst();
    assertEquals("PLD0004", d.code());
    assertEquals(
        "symbol N of step appears in types only, so that it has no value at run time", d.message());
    assertEquals("kernel.py", d.span().file());
    assertEquals(9, d.span().line());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x: pl.Tensor[[1, N], pl.FP32]",
        "N: pl.Scalar[pl.INDEX]",
        "x: pld.DistributedTensor[[N, 1], pl.INT32]"
      })
  @Holds("PLD0004")
  void aParameterGivesASymbolItsValue(String binding) {
    assertEquals(List.of(), verify("InCore", binding + ", w: " + WINDOW_OF_N));
  }

  @Test
  @Holds("PLD0004")
  void aSymbolOfAViewNeedsOne() {
    assertUnbound("w: " + WINDOW_OF_N);
  }

  /** An extent that is computed describes its parameter; nothing in the kernel asks for N. */
  @ParameterizedTest
  @ValueSource(strings = {"N * 2", "N // 4", "N + 1"})
  @Holds("PLD0004")
  void aComputedExtentNeedsNone(String extent) {
    assertEquals(List.of(), verify("InCore", "x: pl.Tensor[[1, " + extent + "], pl.FP32]"));
  }

  /** Whoever knows 2 N at run time does not know N yet. */
  @ParameterizedTest
  @ValueSource(strings = {"N * 2", "N // 4", "N + 1"})
  @Holds("PLD0004")
  void aComputedExtentGivesNone(String extent) {
    assertUnbound("x: pl.Tensor[[1, " + extent + "], pl.FP32], w: " + WINDOW_OF_N);
  }

  /** What lies on the host or on the chip may stay symbolic; only kernels need numbers. */
  @Test
  @Holds("PLD0004")
  void onlyKernelsNeedValues() {
    assertEquals(List.of(), verify("Orchestration", "w: " + WINDOW_OF_N));
  }
}

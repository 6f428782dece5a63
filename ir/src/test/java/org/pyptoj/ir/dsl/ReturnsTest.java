package org.pyptoj.ir.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pyptoj.ir.dsl.UntypedScripts.mistake;
import static org.pyptoj.ir.dsl.UntypedScripts.parse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** A function's returns and its declared results: what agrees, and what is taken as agreeing. */
class ReturnsTest {

  private static List<String> results(Function function) {
    return function.results().stream().map(Printer::print).toList();
  }

  private static void assertRejected(String message, int line, String function) {
    Diagnostic mistake = mistake(function);
    assertEquals("PLY0115", mistake.code());
    assertEquals(message, mistake.message());
    assertEquals("kernel.py", mistake.span().file());
    assertEquals(UntypedScripts.FIRST_LINE + line, mistake.span().line());
  }

  /** The rank's own part of a window can be read as a tensor; it stays what it is. */
  @Test
  void aWindowMayBeDeclaredAsATensor() {
    Function step =
        parse(
                """
                @pl.function(type=pl.FunctionType.InCore)
                def step(self, w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]) -> pl.Tensor[[1, 64], pl.FP32]:
                    return w
                """)
            .functions()
            .getFirst();
    assertEquals(List.of("pld.DistributedTensor[[1, 64], pl.FP32]"), results(step));
  }

  /** What calls such a function gets the window, so that it may hand it on as one. */
  @Test
  void aCallerGetsTheWindow() {
    Function caller =
        parse(
                """
                @pl.function(type=pl.FunctionType.InCore)
                def step(self, w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]) -> pl.Tensor[[1, 64], pl.FP32]:
                    return w

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]) -> pld.DistributedTensor[[1, 64], pl.FP32]:
                    return self.step(w)
                """)
            .functions()
            .getLast();
    assertEquals("chip", caller.name());
    assertEquals(List.of("pld.DistributedTensor[[1, 64], pl.FP32]"), results(caller));
  }

  @Test
  void aTensorIsNoWindow() {
    assertRejected(
        "result 0 is a Tensor, the function declares a DistributedTensor",
        2,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(self, x: pl.Tensor[[1, 64], pl.FP32]) -> pld.DistributedTensor[[1, 64], pl.FP32]:
            return x
        """);
  }

  @Test
  void aWindowIsNoTile() {
    assertRejected(
        "result 0 is a DistributedTensor, the function declares a Tile",
        2,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(self, w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]) -> pl.Tile[[1, 64], pl.FP32]:
            return w
        """);
  }

  @Test
  void tilesOfTwoShapesAreNoResult() {
    assertRejected(
        "result 0 is a pl.Tile[[2, 64], pl.FP32] here and a pl.Tile[[1, 64], pl.FP32] as it is"
            + " declared or returned elsewhere",
        4,
        """
        @pl.function(type=pl.FunctionType.Inline)
        def pick(self, a: pl.Tile[[1, 64], pl.FP32], b: pl.Tile[[2, 64], pl.FP32], n: pl.Scalar[pl.INT32]):
            if n > 2:
                return a
            return b
        """);
  }

  @Test
  void anIntegerTakesTheDeclaredType() {
    Function step =
        parse(
                """
                @pl.function(type=pl.FunctionType.InCore)
                def step(self, n: pl.Scalar[pl.INT32]) -> pl.Scalar[pl.INT32]:
                    return 3
                """)
            .functions()
            .getFirst();
    assertEquals(List.of("pl.Scalar[pl.INT32]"), results(step));
  }

  @Test
  void anIntegerIsNoTensor() {
    assertRejected(
        "result 0 is a Scalar, the function declares a Tensor",
        2,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(self, n: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 64], pl.FP32]:
            return 3
        """);
  }

  @Test
  void returnsAreAsManyAsDeclared() {
    assertRejected(
        "the function declares 2 results, this returns 1",
        2,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(self, n: pl.Scalar[pl.INT32]) -> pl.Tuple[pl.Scalar[pl.INT32], pl.Scalar[pl.INT32]]:
            return n
        """);
  }

  private static String subWorker(String results) {
    return """
    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def note(
        self,
        x: pl.Tensor[[4], pl.FP32],
        y: pl.Out[pl.Tensor[[4], pl.FP32]],
        z: pl.InOut[pl.Tensor[[8], pl.FP32]],
    ) -> %s:
        return print(x)
    """
        .formatted(results);
  }

  /** A sub-worker's body is Python that nobody looks at; it returns its outputs, in order. */
  @Test
  void aSubWorkerReturnsItsOutputs() {
    assertEquals(
        List.of("pl.Tensor[[4], pl.FP32]"),
        results(parse(subWorker("pl.Tensor[[4], pl.FP32]")).functions().getFirst()));
    assertEquals(
        List.of("pl.Tensor[[4], pl.FP32]", "pl.Tensor[[8], pl.FP32]"),
        results(
            parse(subWorker("pl.Tuple[pl.Tensor[[4], pl.FP32], pl.Tensor[[8], pl.FP32]]"))
                .functions()
                .getFirst()));
  }

  @Test
  void aSubWorkerHasNoOtherResults() {
    String tensor = "pl.Tensor[[4], pl.FP32]";
    assertRejected(
        "a sub-worker returns its outputs; 3 results are declared, 2 parameters are pl.Out or"
            + " pl.InOut",
        1,
        subWorker("pl.Tuple[%s, %s, %s]".formatted(tensor, tensor, tensor)));
  }
}

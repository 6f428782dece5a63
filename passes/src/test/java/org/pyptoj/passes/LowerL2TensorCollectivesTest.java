package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;

/** all_to_all_v in a chip orchestration. */
class LowerL2TensorCollectivesTest {

  private static final String KERNEL = "builtin_tensor_all_to_all_v__fp32__kernel";

  private static String chip(String call) {
    return """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            tokens: pl.Tensor[[12, 32], pl.FP32],
            counts: pl.Tensor[[4, 1], pl.INT32],
            inbox: pl.InOut[pld.DistributedTensor[[12, 32], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            arrived: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ) -> pld.DistributedTensor[[12, 32], pl.FP32]:
            %s
        """
        .formatted(call.replace("\n", "\n    "));
  }

  private static final String CALL =
      "filled = pld.tensor.all_to_all_v(tokens, inbox, signal, counts, arrived)\nreturn filled";

  @Test
  void theCallBecomesATask() {
    assertEquals(
        chip(
            "self."
                + KERNEL
                + "(tokens, inbox, signal, counts, arrived, arg_directions=[\"input\", \"inout\", \"inout\", \"input\", \"inout\"])\nreturn inbox"),
        CheckedText.function("chip", chip(CALL), new LowerL2TensorCollectives()));
  }

  /** The specification: rendered from the same template as the host rail's. */
  @Test
  void theKernelIsByteForByteThatOfTheHostRail() {
    Program ofChip = CheckedText.run(chip(CALL), new LowerL2TensorCollectives());
    Program ofHost =
        CheckedText.run(
            """
            @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(
                self,
            ):
                a = pld.tensor.alloc_window_buffer(1536)
                b = pld.tensor.alloc_window_buffer(1536)
                c = pld.tensor.alloc_window_buffer(16)
                d = pld.tensor.alloc_window_buffer(16)
                e = pld.tensor.alloc_window_buffer(16)
                x = pld.tensor.window(a, [12, 32], dtype=pl.FP32)
                y = pld.tensor.window(b, [12, 32], dtype=pl.FP32)
                s = pld.tensor.window(c, [4, 1], dtype=pl.INT32)
                n = pld.tensor.window(d, [4, 1], dtype=pl.INT32)
                m = pld.tensor.window(e, [4, 1], dtype=pl.INT32)
                z = pld.tensor.all_to_all_v(x, y, s, n, m)
            """,
            new MaterializeCommDomainScopes(),
            new LowerHostTensorCollectives());
    assertEquals(
        Printer.print(ofHost.function(KERNEL).orElseThrow()),
        Printer.print(ofChip.function(KERNEL).orElseThrow()));
  }

  /** A program with both rails has one kernel. */
  @Test
  void bothRailsShareTheKernel() {
    Program once = CheckedText.run(chip(CALL), new LowerL2TensorCollectives());
    Program again =
        new LowerL2TensorCollectives()
            .run(
                new Program(
                    once.name(),
                    List.of(
                        once.function(KERNEL).orElseThrow(),
                        CheckedText.program(chip(CALL)).function("chip").orElseThrow())),
                new PassContext(Platform.A2A3_SIM));
    assertEquals(1, again.functions().stream().filter(f -> f.name().equals(KERNEL)).count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PLP1060 | filled = pld.tensor.barrier(signal)
          PLP1060 | filled = pld.tensor.broadcast(inbox, signal, root=0)
          """)
  void nothingElseIsWrittenThere(String code, String call) {
    assertEquals(
        code, CheckedText.rejection(chip(call + "\nreturn inbox"), new LowerL2TensorCollectives()));
  }
}

package org.pyptoj.sim;

import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.verifier.OpTypes;

/** Programs of tests, written in the DSL. */
final class Programs {

  private Programs() {}

  static Program parse(String text) {
    return DslParser.parseProgram(
        "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n" + text,
        OpTypes::call);
  }

  /**
   * A program whose kernel gets one row of {@code x} and {@code y}, windows {@code data} (a row)
   * and {@code signal}, on each rank.
   *
   * @param ranks how many
   * @param width of a row
   * @param signal the signal's shape
   * @param body the kernel's statements; {@code y} is written by them
   */
  static Program rows(int ranks, int width, String signal, String body) {
    return rows(ranks, "[1, " + width + "]", "[1, " + width + "]", signal, "FP32", body);
  }

  /** The same with a window and rows of their own shapes. */
  static Program rows(
      int ranks, String row, String window, String signal, String dtype, String body) {
    String params =
        """
            x: pl.Tensor[ROW, pl.TYPE],
            y: pl.Out[pl.Tensor[ROW, pl.TYPE]],
            data: pl.InOut[pld.DistributedTensor[WINDOW, pl.TYPE]],
            signal: pl.InOut[pld.DistributedTensor[SIGNAL, pl.INT32]],
            me: pl.Scalar[pl.INT32],
        """;
    String text =
        """
        @pl.program
        class Rows:
            @pl.function(type=pl.FunctionType.InCore)
            def step(
                self,
        PARAMS
            ):
        BODY

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(
                self,
        PARAMS
            ):
                self.step(x, y, data, signal, me)

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(
                self,
                xs: pl.Tensor[[NR, ROWS], pl.TYPE],
                ys: pl.Out[pl.Tensor[[NR, ROWS], pl.TYPE]],
            ):
                data_buf = pld.alloc_window_buffer(WINDOW, dtype=pl.TYPE)
                signal_buf = pld.alloc_window_buffer(SIGNAL, dtype=pl.INT32)
                for r in pl.range(pld.world_size()):
                    data = pld.window(data_buf, WINDOW, dtype=pl.TYPE)
                    signal = pld.window(signal_buf, SIGNAL, dtype=pl.INT32)
                    self.chip(xs[r], ys[r], data, signal, r, device=r)
        """;
    return parse(
        text.replace("PARAMS\n", params)
            .replace("BODY\n", body.strip().indent(8))
            .replace("SIGNAL", signal)
            .replace("WINDOW", window)
            .replace("ROWS", row.substring(1, row.length() - 1))
            .replace("ROW", row)
            .replace("TYPE", dtype)
            .replace("NR", "" + ranks));
  }
}

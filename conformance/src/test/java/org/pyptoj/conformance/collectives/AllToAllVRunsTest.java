package org.pyptoj.conformance.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.Program;
import org.pyptoj.sim.HostBuffer;

/**
 * all_to_all_v from a kernel, a chip orchestration and the host orchestrator: the same rows and the
 * same counts on each rail, also for counts below zero and beyond the capacity.
 */
class AllToAllVRunsTest {

  private static final int CAP = 3;
  private static final int WIDTH = 16;
  private static final int SEEDS = 10;

  /** A kernel that copies what has arrived, and nothing else, and the counts. */
  private static final String COLLECT =
      """
      @pl.function(type=pl.FunctionType.InCore)
      def collect_step(self, inbox: pld.DistributedTensor[[SLOTS, 16], pl.FP32], arrived: pld.DistributedTensor[[NR, 1], pl.INT32], out: pl.Out[pl.Tensor[[SLOTS, 16], pl.FP32]], got: pl.Out[pl.Tensor[[NR, 1], pl.INT32]]):
          for src in pl.range(NR):
              n = pl.read(arrived, [src, 0])
              pl.write(got, [src, 0], n)
              for k in pl.range(pl.cast(n, pl.INDEX)):
                  row = pl.load(inbox, [src * 3 + k, 0], [1, 16])
                  pl.store(row, [src * 3 + k, 0], out)

      @pl.function(type=pl.FunctionType.Orchestration)
      def collect(self, inbox: pld.DistributedTensor[[SLOTS, 16], pl.FP32], arrived: pld.DistributedTensor[[NR, 1], pl.INT32], out: pl.Out[pl.Tensor[[SLOTS, 16], pl.FP32]], got: pl.Out[pl.Tensor[[NR, 1], pl.INT32]]):
          self.collect_step(inbox, arrived, out, got)

      """;

  private static final String WINDOWS =
      """
      inbox_buf = pld.alloc_window_buffer([SLOTS, 16], dtype=pl.FP32)
      signal_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
      arrived_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
      """;

  private static final String VIEWS =
      """
      inbox = pld.window(inbox_buf, [SLOTS, 16], dtype=pl.FP32)
      signal = pld.window(signal_buf, [NR, 1], dtype=pl.INT32)
      arrived = pld.window(arrived_buf, [NR, 1], dtype=pl.INT32)
      """;

  private static final String OPERANDS =
      "tokens: pl.Tensor[[SLOTS, 16], pl.FP32], counts: pl.Tensor[[NR, 1], pl.INT32],"
          + " inbox: pl.InOut[pld.DistributedTensor[[SLOTS, 16], pl.FP32]],"
          + " signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],"
          + " arrived: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]]";

  private static final String CALL =
      "pld.tensor.all_to_all_v(tokens, inbox, signal, counts, arrived)";

  private static String methods(String rail) {
    return COLLECT
        + switch (rail) {
          case "kernel" ->
              "@pl.function(type=pl.FunctionType.InCore)\ndef send_step(self, "
                  + OPERANDS
                  + "):\n    "
                  + CALL
                  + "\n\n@pl.function(type=pl.FunctionType.Orchestration)\ndef send(self, "
                  + OPERANDS
                  + "):\n    self.send_step(tokens, counts, inbox, signal, arrived)\n\n"
                  + host(
                      WINDOWS,
                      "self.send(tokens[r], counts[r], inbox, signal, arrived, device=r)\n",
                      "");
          case "chip" ->
              "@pl.function(type=pl.FunctionType.Orchestration)\ndef send(self, "
                  + OPERANDS
                  + "):\n    filled = "
                  + CALL
                  + "\n\n"
                  + host(
                      WINDOWS,
                      "self.send(tokens[r], counts[r], inbox, signal, arrived, device=r)\n",
                      "");
          default -> {
            String params =
                "tokens: pl.Tensor[[SLOTS, 16], pl.FP32], counts: pl.Tensor[[NR, 1], pl.INT32],"
                    + " stage: pl.InOut[pld.DistributedTensor[[SLOTS, 16], pl.FP32]],"
                    + " sizes: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]]";
            yield """
                @pl.function(type=pl.FunctionType.InCore)
                def publish_step(self, PARAMS):
                    for i in pl.range(SLOTS):
                        row = pl.load(tokens, [i, 0], [1, 16])
                        pl.store(row, [i, 0], stage)
                    for d in pl.range(NR):
                        n = pl.read(counts, [d, 0])
                        pl.write(sizes, [d, 0], n)

                @pl.function(type=pl.FunctionType.Orchestration)
                def publish(self, PARAMS):
                    self.publish_step(tokens, counts, stage, sizes)

                """
                    .replace("PARAMS", params)
                + host(
                    WINDOWS
                        + """
                        stage_buf = pld.alloc_window_buffer([SLOTS, 16], dtype=pl.FP32)
                        sizes_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
                        """,
                    """
                    stage = pld.window(stage_buf, [SLOTS, 16], dtype=pl.FP32)
                    sizes = pld.window(sizes_buf, [NR, 1], dtype=pl.INT32)
                    self.publish(tokens[r], counts[r], stage, sizes, device=r)
                    """,
                    """
                    stage = pld.window(stage_buf, [SLOTS, 16], dtype=pl.FP32)
                    sizes = pld.window(sizes_buf, [NR, 1], dtype=pl.INT32)
                    inbox = pld.window(inbox_buf, [SLOTS, 16], dtype=pl.FP32)
                    signal = pld.window(signal_buf, [NR, 1], dtype=pl.INT32)
                    arrived = pld.window(arrived_buf, [NR, 1], dtype=pl.INT32)
                    pld.tensor.all_to_all_v(stage, inbox, signal, sizes, arrived)
                    """);
          }
        };
  }

  private static String host(String windows, String dispatch, String between) {
    return """
        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(self, tokens: pl.Tensor[[NR, SLOTS, 16], pl.FP32], counts: pl.Tensor[[NR, NR, 1], pl.INT32], outputs: pl.Out[pl.Tensor[[NR, SLOTS, 16], pl.FP32]], got: pl.Out[pl.Tensor[[NR, NR, 1], pl.INT32]]):
        """
        + windows.indent(4)
        + "    for r in pl.range(pld.world_size()):\n"
        + (dispatch.contains("inbox") ? VIEWS : "").indent(8)
        + dispatch.indent(8)
        + between.indent(4)
        + "    for r in pl.range(pld.world_size()):\n"
        + VIEWS.indent(8)
        + "        self.collect(inbox, arrived, outputs[r], got[r], device=r)\n";
  }

  @ParameterizedTest
  @CsvSource({"kernel, 2", "kernel, 4", "chip, 2", "chip, 4", "host, 2", "host, 4"})
  void exchangesExactlyTheClampedRows(String rail, int ranks) {
    int slots = ranks * CAP;
    Program program =
        Runs.compiled(methods(rail).replace("SLOTS", "" + slots).replace("NR", "" + ranks));
    double[] tokens = new double[ranks * slots * WIDTH];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = i + 1;
    }
    int[] counts = new int[ranks * ranks];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = (i / ranks + i % ranks) % 6 - 1;
    }
    for (int seed = 0; seed < SEEDS; seed++) {
      HostBuffer outputs = Runs.floats(new double[tokens.length], ranks, slots, WIDTH);
      HostBuffer got = Runs.ints(new int[ranks * ranks], ranks, ranks, 1);
      Runs.run(
          program,
          ranks,
          seed,
          Runs.floats(tokens, ranks, slots, WIDTH),
          Runs.ints(counts, ranks, ranks, 1),
          outputs,
          got);
      List<Double> rows = Runs.values(outputs);
      List<Double> arrived = Runs.values(got);
      for (int r = 0; r < ranks; r++) {
        for (int src = 0; src < ranks; src++) {
          int sent = Math.max(0, Math.min(CAP, (r + src) % 6 - 1));
          assertEquals(sent, arrived.get(r * ranks + src), rail + " seed " + seed);
          for (int i = 0; i < CAP * WIDTH; i++) {
            double want = i < sent * WIDTH ? tokens[(src * slots + r * CAP) * WIDTH + i] : 0;
            assertEquals(want, rows.get((r * slots + src * CAP) * WIDTH + i), rail);
          }
        }
      }
    }
  }
}

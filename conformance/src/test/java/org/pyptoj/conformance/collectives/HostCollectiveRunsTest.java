package org.pyptoj.conformance.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.Program;
import org.pyptoj.sim.HostBuffer;

/**
 * Collectives of the host orchestrator between two dispatches, compiled and run under seeded
 * interleavings, against sequential loops over arrays.
 */
class HostCollectiveRunsTest {

  private static final int SEEDS = 10;

  /** Kernels that copy a [rows, cols] input into a window and a [rows, cols] window out. */
  private static String copies(int inRows, int inCols, int outRows, int outCols) {
    return """
    @pl.function(type=pl.FunctionType.InCore)
    def publish_step(self, inp: pl.Tensor[[%1$d, %2$d], pl.FP32], data: pl.InOut[pld.DistributedTensor[[%1$d, %2$d], pl.FP32]]):
        for i in pl.range(%1$d):
            t = pl.load(inp, [i, 0], [1, %3$d], valid_shape=[1, %2$d])
            pl.store(t, [i, 0], data)

    @pl.function(type=pl.FunctionType.Orchestration)
    def publish(self, inp: pl.Tensor[[%1$d, %2$d], pl.FP32], data: pl.InOut[pld.DistributedTensor[[%1$d, %2$d], pl.FP32]]):
        self.publish_step(inp, data)

    @pl.function(type=pl.FunctionType.InCore)
    def collect_step(self, data: pld.DistributedTensor[[%4$d, %5$d], pl.FP32], out: pl.Out[pl.Tensor[[%4$d, %5$d], pl.FP32]]) -> pl.Tensor[[%4$d, %5$d], pl.FP32]:
        for i in pl.range(%4$d):
            t = pl.load(data, [i, 0], [1, %6$d], valid_shape=[1, %5$d])
            out = pl.store(t, [i, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def collect(self, data: pld.DistributedTensor[[%4$d, %5$d], pl.FP32], out: pl.Out[pl.Tensor[[%4$d, %5$d], pl.FP32]]) -> pl.Tensor[[%4$d, %5$d], pl.FP32]:
        return self.collect_step(data, out)

    """
        .formatted(inRows, inCols, padded(inCols), outRows, outCols, padded(outCols));
  }

  private static int padded(int columns) {
    return (columns + 7) / 8 * 8;
  }

  private static double input(int rank, int i) {
    return (rank * 7 + i * 3) % 11 - 5;
  }

  private static HostBuffer inputs(int ranks, int rows, int cols) {
    double[] values = new double[ranks * rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] = input(i / (rows * cols), i % (rows * cols));
    }
    return Runs.floats(values, ranks, rows, cols);
  }

  private static void check(Program program, int ranks, int[] in, int[] out, double[] want) {
    for (int seed = 0; seed < SEEDS; seed++) {
      HostBuffer outputs = Runs.floats(new double[want.length], ranks, out[0], out[1]);
      Runs.run(program, ranks, seed, inputs(ranks, in[0], in[1]), outputs);
      List<Double> wanted = new ArrayList<>();
      IntStream.range(0, want.length).forEach(i -> wanted.add(want[i]));
      assertEquals(wanted, Runs.values(outputs), "seed " + seed);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "17, 4, 3", "1000, 4, 3", "1000, 2, 8", "4097, 3, 8"})
  void allReduceWithoutASignal(int size, int ranks, int cores) {
    Program program =
        Runs.compiled(
            copies(1, size, 1, size)
                + """
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, inputs: pl.Tensor[[%1$d, 1, %2$d], pl.FP32], outputs: pl.Out[pl.Tensor[[%1$d, 1, %2$d], pl.FP32]]) -> pl.Tensor[[%1$d, 1, %2$d], pl.FP32]:
                    data_buf = pld.alloc_window_buffer([1, %2$d], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        data = pld.window(data_buf, [1, %2$d], dtype=pl.FP32)
                        self.publish(inputs[r], data, device=r)
                    data = pld.window(data_buf, [1, %2$d], dtype=pl.FP32)
                    data = pld.tensor.allreduce(data, op=pld.ReduceOp.Sum, core_num=%3$d)
                    for r in pl.range(pld.world_size()):
                        self.collect(data, outputs[r], device=r)
                    return outputs
                """
                    .formatted(ranks, size, cores));
    double[] want = new double[ranks * size];
    for (int i = 0; i < want.length; i++) {
      int at = i % size;
      want[i] = IntStream.range(0, ranks).mapToDouble(r -> input(r, at)).sum();
    }
    check(program, ranks, new int[] {1, size}, new int[] {1, size}, want);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void ringAllReduceTwiceOnOneSignal(int ranks) {
    int size = 101;
    Program program =
        Runs.compiled(
            copies(1, size, 1, size)
                + """
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, inputs: pl.Tensor[[%1$d, 1, %2$d], pl.FP32], outputs: pl.Out[pl.Tensor[[%1$d, 1, %2$d], pl.FP32]]) -> pl.Tensor[[%1$d, 1, %2$d], pl.FP32]:
                    data_buf = pld.alloc_window_buffer([1, %2$d], dtype=pl.FP32)
                    signal_buf = pld.alloc_window_buffer(%3$d * %1$d * 4)
                    signal = pld.window(signal_buf, [%3$d, %1$d], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        data = pld.window(data_buf, [1, %2$d], dtype=pl.FP32)
                        self.publish(inputs[r], data, device=r)
                    data = pld.window(data_buf, [1, %2$d], dtype=pl.FP32)
                    data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum, mode="ring")
                    data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Max, mode="ring")
                    for r in pl.range(pld.world_size()):
                        self.collect(data, outputs[r], device=r)
                    return outputs
                """
                    .formatted(ranks, size, 2 * (ranks - 1) + 1));
    double[] want = new double[ranks * size];
    for (int i = 0; i < want.length; i++) {
      int at = i % size;
      want[i] = IntStream.range(0, ranks).mapToDouble(r -> input(r, at)).sum();
    }
    check(program, ranks, new int[] {1, size}, new int[] {1, size}, want);
  }

  /** Two rounds over the same windows: nobody may publish again before all have the root's data. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void broadcastInALoop(int ranks) {
    Program program =
        Runs.compiled(
            copies(1, 24, 1, 24)
                + """
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, inputs: pl.Tensor[[2, %1$d, 1, 24], pl.FP32], outputs: pl.Out[pl.Tensor[[2, %1$d, 1, 24], pl.FP32]]) -> pl.Tensor[[2, %1$d, 1, 24], pl.FP32]:
                    data_buf = pld.alloc_window_buffer([1, 24], dtype=pl.FP32)
                    signal_buf = pld.alloc_window_buffer(pld.world_size() * 4)
                    signal = pld.window(signal_buf, [pld.world_size()], dtype=pl.INT32)
                    for k in pl.range(2):
                        for r in pl.range(pld.world_size()):
                            data = pld.window(data_buf, [1, 24], dtype=pl.FP32)
                            self.publish(inputs[k, r], data, device=r)
                        data = pld.window(data_buf, [1, 24], dtype=pl.FP32)
                        data = pld.tensor.broadcast(data, signal, root=1)
                        for r in pl.range(pld.world_size()):
                            self.collect(data, outputs[k, r], device=r)
                    return outputs
                """
                    .formatted(ranks));
    for (int seed = 0; seed < SEEDS; seed++) {
      double[] in = new double[2 * ranks * 24];
      for (int i = 0; i < in.length; i++) {
        in[i] = i;
      }
      HostBuffer outputs = Runs.floats(new double[in.length], 2, ranks, 1, 24);
      Runs.run(program, ranks, seed, Runs.floats(in, 2, ranks, 1, 24), outputs);
      List<Double> got = Runs.values(outputs);
      for (int i = 0; i < in.length; i++) {
        assertEquals(i / (ranks * 24) * ranks * 24 + 24 + i % 24, got.get(i), "seed " + seed);
      }
    }
  }

  /** Written as statements on [ranks] signals, as the public scripts do it. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void reduceScatterThenBarrier(int ranks) {
    Program program =
        Runs.compiled(
            copies(ranks, 16, ranks, 16)
                + """
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, inputs: pl.Tensor[[%1$d, %1$d, 16], pl.FP32], outputs: pl.Out[pl.Tensor[[%1$d, %1$d, 16], pl.FP32]]) -> pl.Tensor[[%1$d, %1$d, 16], pl.FP32]:
                    data_buf = pld.alloc_window_buffer([%1$d, 16], dtype=pl.FP32)
                    signal_buf = pld.alloc_window_buffer(pld.world_size() * 4)
                    signal = pld.window(signal_buf, [pld.world_size()], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        data = pld.window(data_buf, [%1$d, 16], dtype=pl.FP32)
                        self.publish(inputs[r], data, device=r)
                    data = pld.window(data_buf, [%1$d, 16], dtype=pl.FP32)
                    data = pld.tensor.reduce_scatter(data, signal)
                    pld.tensor.barrier(signal)
                    for r in pl.range(pld.world_size()):
                        self.collect(data, outputs[r], device=r)
                    return outputs
                """
                    .formatted(ranks));
    double[] want = new double[ranks * ranks * 16];
    for (int i = 0; i < want.length; i++) {
      int rank = i / (ranks * 16);
      int at = i % (ranks * 16);
      want[i] =
          at / 16 == rank
              ? IntStream.range(0, ranks).mapToDouble(r -> input(r, at)).sum()
              : input(rank, at);
    }
    check(program, ranks, new int[] {ranks, 16}, new int[] {ranks, 16}, want);
  }

  private static Program pushing(String op, int ranks) {
    int rows = op.equals("allgather") ? 1 : ranks;
    return Runs.compiled(
        copies(rows, 24, ranks, 24)
            + """
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, inputs: pl.Tensor[[%1$d, %2$d, 24], pl.FP32], outputs: pl.Out[pl.Tensor[[%1$d, %1$d, 24], pl.FP32]]) -> pl.Tensor[[%1$d, %1$d, 24], pl.FP32]:
                    stage_buf = pld.alloc_window_buffer([%2$d, 24], dtype=pl.FP32)
                    data_buf = pld.alloc_window_buffer([%1$d, 24], dtype=pl.FP32)
                    signal_buf = pld.alloc_window_buffer(pld.world_size() * 4)
                    for r in pl.range(pld.world_size()):
                        stage = pld.window(stage_buf, [%2$d, 24], dtype=pl.FP32)
                        self.publish(inputs[r], stage, device=r)
                    stage = pld.window(stage_buf, [%2$d, 24], dtype=pl.FP32)
                    data = pld.window(data_buf, [pld.world_size(), 24], dtype=pl.FP32)
                    signal = pld.window(signal_buf, [pld.world_size()], dtype=pl.INT32)
                    data = pld.tensor.%3$s(stage, data, signal)
                    for r in pl.range(pld.world_size()):
                        self.collect(data, outputs[r], device=r)
                    return outputs
                """
                .formatted(ranks, rows, op));
  }

  @ParameterizedTest
  @CsvSource({"allgather, 2", "allgather, 4", "all_to_all, 2", "all_to_all, 4"})
  void pushes(String op, int ranks) {
    int rows = op.equals("allgather") ? 1 : ranks;
    Program program = pushing(op, ranks);
    double[] want = new double[ranks * ranks * 24];
    for (int i = 0; i < want.length; i++) {
      int rank = i / (ranks * 24);
      int source = i % (ranks * 24) / 24;
      want[i] = input(source, (rows == 1 ? 0 : rank * 24) + i % 24);
    }
    check(program, ranks, new int[] {rows, 24}, new int[] {ranks, 24}, want);
  }
}

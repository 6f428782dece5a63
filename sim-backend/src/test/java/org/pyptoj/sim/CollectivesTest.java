package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.ir.Program;

/** Collectives that are not lowered, against plain arrays, under many interleavings. */
class CollectivesTest {

  private static final int SEEDS = 25;

  static Stream<Integer> ranks() {
    return Stream.of(2, 3, 4);
  }

  private static void check(
      Program program, int ranks, long[] rowShape, Buffer.Element input, Buffer.Element expected) {
    long[] shape = new long[rowShape.length + 1];
    shape[0] = ranks;
    System.arraycopy(rowShape, 0, shape, 1, rowShape.length);
    List<SimConfig> configs = new ArrayList<>(List.of(SimConfig.free(ranks)));
    for (int seed = 0; seed < SEEDS; seed++) {
      configs.add(SimConfig.seeded(ranks, seed));
    }
    for (SimConfig config : configs) {
      Buffer x = Buffer.fp32(shape).fill(input);
      Buffer y = Buffer.fp32(shape);
      Simulator.run(program, config, List.of(x, y));
      assertArrayEquals(Buffer.model(y.count(), expected), y.values(), config.mode().toString());
    }
  }

  static Stream<Arguments> allReduces() {
    List<Arguments> cases = new ArrayList<>();
    for (int ranks : new int[] {2, 3, 4}) {
      for (String mode : new String[] {"mesh", "ring"}) {
        for (int width : new int[] {1, 2, 17, 4097}) {
          cases.add(Arguments.of(ranks, mode, width, "Sum"));
        }
        cases.add(Arguments.of(ranks, mode, 33, "Max"));
        cases.add(Arguments.of(ranks, mode, 33, "Min"));
        cases.add(Arguments.of(ranks, mode, 33, "Prod"));
      }
    }
    return cases.stream();
  }

  /** Small whole numbers: sums and products are exact in every order. */
  private static double number(int rank, int column) {
    return (rank * 3 + column) % 5 + 1;
  }

  @ParameterizedTest
  @MethodSource("allReduces")
  void allReduce(int ranks, String mode, int width, String op) {
    String signal =
        mode.equals("mesh") ? "[" + ranks + ", 1]" : "[" + 2 * (ranks - 1) + ", " + ranks + "]";
    int padded = (width + 7) / 8 * 8;
    Program program =
        Programs.rows(
            ranks,
            width,
            signal,
            """
            for i in pl.range(2):
                mine = pl.load(x, [0, 0], [1, PADDED], valid_shape=[1, WIDTH])
                data = pl.store(mine, [0, 0], data)
                data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.OP, mode="MODE")
            total = pl.load(data, [0, 0], [1, PADDED], valid_shape=[1, WIDTH])
            y = pl.store(total, [0, 0], y)
            """
                .replace("PADDED", "" + padded)
                .replace("WIDTH", "" + width)
                .replace("OP,", op + ",")
                .replace("MODE", mode));
    check(
        program,
        ranks,
        new long[] {1, width},
        i -> number(i / width, i % width),
        i -> {
          double total = number(0, i % width);
          for (int r = 1; r < ranks; r++) {
            double next = number(r, i % width);
            total =
                switch (op) {
                  case "Sum" -> total + next;
                  case "Max" -> Math.max(total, next);
                  case "Min" -> Math.min(total, next);
                  default -> total * next;
                };
          }
          return total;
        });
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void broadcast(int ranks) {
    Program program =
        Programs.rows(
            ranks,
            8,
            "[" + ranks + ", 1]",
            """
            mine = pl.load(x, [0, 0], [1, 8])
            data = pl.store(mine, [0, 0], data)
            data = pld.tensor.broadcast(data, signal, root=1)
            got = pl.load(data, [0, 0], [1, 8])
            y = pl.store(got, [0, 0], y)
            """);
    check(program, ranks, new long[] {1, 8}, i -> i, i -> 8 + i % 8);
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void reduceScatter(int ranks) {
    Program program =
        square(
            ranks,
            """
            mine = pl.load(x, [0, 0], [NR, 8])
            data = pl.store(mine, [0, 0], data)
            data = pld.tensor.reduce_scatter(data, signal, op=pld.ReduceOp.Sum)
            own = pl.load(data, [me, 0], [1, 8])
            y = pl.store(own, [me, 0], y)
            """);
    int row = ranks * 8;
    check(
        program,
        ranks,
        new long[] {ranks, 8},
        i -> i,
        i -> {
          int rank = i / row;
          if (i % row / 8 != rank) {
            return 0;
          }
          double sum = 0;
          for (int r = 0; r < ranks; r++) {
            sum += r * row + i % row;
          }
          return sum;
        });
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void allGather(int ranks) {
    Program program =
        square(
            ranks,
            """
            mine = pl.tensor.slice(x, [1, 8], [me, 0])
            data = pld.tensor.allgather(mine, data, signal)
            got = pl.load(data, [0, 0], [NR, 8])
            y = pl.store(got, [0, 0], y)
            """);
    int row = ranks * 8;
    check(
        program,
        ranks,
        new long[] {ranks, 8},
        i -> i,
        i -> {
          int from = i % row / 8;
          return from * row + from * 8 + i % 8;
        });
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void allToAll(int ranks) {
    Program program =
        square(
            ranks,
            """
            data = pld.tensor.all_to_all(x, data, signal)
            got = pl.load(data, [0, 0], [NR, 8])
            y = pl.store(got, [0, 0], y)
            """);
    int row = ranks * 8;
    check(
        program,
        ranks,
        new long[] {ranks, 8},
        i -> i,
        i -> i % row / 8 * row + i / row * 8 + i % 8);
  }

  private static Program square(int ranks, String body) {
    String shape = "[" + ranks + ", 8]";
    return Programs.rows(
        ranks, shape, shape, "[" + ranks + ", 1]", "FP32", body.replace("NR", "" + ranks));
  }

  /** Counts of every kind: none, all, more than there is room for, and less than none. */
  @ParameterizedTest
  @MethodSource("ranks")
  void allToAllVMovesTheClampedRowsAndNoMore(int ranks) {
    Program program =
        Programs.parse(
            """
            @pl.program
            class Route:
                @pl.function(type=pl.FunctionType.InCore)
                def step(
                    self,
                    x: pl.Tensor[[ROWS, 8], pl.FP32],
                    counts: pl.Tensor[[NR, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[ROWS, 8], pl.FP32]],
                    got: pl.Out[pl.Tensor[[NR, 1], pl.INT32]],
                    inbox: pl.InOut[pld.DistributedTensor[[ROWS, 8], pl.FP32]],
                    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                    arrived: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                ):
                    filled = pld.tensor.all_to_all_v(x, inbox, signal, counts, arrived)
                    for src in pl.range(NR):
                        pl.write(got, [src, 0], pl.read(arrived, [src, 0]))
                    rows = pl.load(filled, [0, 0], [ROWS, 8])
                    y = pl.store(rows, [0, 0], y)

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(
                    self,
                    x: pl.Tensor[[ROWS, 8], pl.FP32],
                    counts: pl.Tensor[[NR, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[ROWS, 8], pl.FP32]],
                    got: pl.Out[pl.Tensor[[NR, 1], pl.INT32]],
                    inbox: pl.InOut[pld.DistributedTensor[[ROWS, 8], pl.FP32]],
                    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                    arrived: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                ):
                    self.step(x, counts, y, got, inbox, signal, arrived)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(
                    self,
                    xs: pl.Tensor[[NR, ROWS, 8], pl.FP32],
                    counts: pl.Tensor[[NR, NR, 1], pl.INT32],
                    ys: pl.Out[pl.Tensor[[NR, ROWS, 8], pl.FP32]],
                    gots: pl.Out[pl.Tensor[[NR, NR, 1], pl.INT32]],
                ):
                    inbox_buf = pld.alloc_window_buffer([ROWS, 8], dtype=pl.FP32)
                    signal_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
                    arrived_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        inbox = pld.window(inbox_buf, [ROWS, 8], dtype=pl.FP32)
                        signal = pld.window(signal_buf, [NR, 1], dtype=pl.INT32)
                        arrived = pld.window(arrived_buf, [NR, 1], dtype=pl.INT32)
                        self.chip(xs[r], counts[r], ys[r], gots[r], inbox, signal, arrived, device=r)
            """
                .replace("ROWS", "" + 3 * ranks)
                .replace("NR", "" + ranks));
    int room = 3;
    int[] wanted = {0, 3, 5, -2, 1, 2};
    for (int seed = 0; seed < SEEDS; seed++) {
      Buffer x = Buffer.fp32(ranks, 3 * ranks, 8).fill(i -> i + 1);
      Buffer counts = Buffer.int32(ranks, ranks, 1).fill(i -> wanted[i % wanted.length]);
      Buffer y = Buffer.fp32(ranks, 3 * ranks, 8);
      Buffer got = Buffer.int32(ranks, ranks, 1);
      Simulator.run(program, SimConfig.seeded(ranks, seed), List.of(x, counts, y, got));
      double[] rows = new double[ranks * ranks * room * 8];
      double[] arrived = new double[ranks * ranks];
      for (int from = 0; from < ranks; from++) {
        for (int to = 0; to < ranks; to++) {
          int n = Math.clamp(wanted[(from * ranks + to) % wanted.length], 0, room);
          arrived[to * ranks + from] = n;
          for (int k = 0; k < n * 8; k++) {
            rows[(to * ranks + from) * room * 8 + k] = (from * ranks + to) * room * 8 + k + 1;
          }
        }
      }
      assertArrayEquals(arrived, got.values());
      assertArrayEquals(rows, y.values());
    }
  }
}

package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.collective.Builtin;
import org.pyptoj.passes.collective.BuiltinKernels;

/**
 * What lowered collectives compute, against sequential loops over plain arrays, under seeded
 * interleavings; the signal is zero again after each.
 */
class KernelCollectivesTest {

  private static final int SEEDS = 6;

  private static double input(int rank, int i) {
    return (rank * 7 + i * 3) % 11 - 5;
  }

  private static DoubleBinaryOperator operator(ReduceOp op) {
    return switch (op) {
      case SUM -> Double::sum;
      case MAX -> Math::max;
      case MIN -> Math::min;
      case PROD -> (a, b) -> a * b;
    };
  }

  private static double reduced(int ranks, int i, ReduceOp op) {
    return IntStream.range(0, ranks)
        .mapToDouble(r -> input(r, i))
        .reduce(operator(op))
        .orElseThrow();
  }

  private static Function kernel(String params, String body) {
    String text =
        "@pl.function(type=pl.FunctionType.InCore)\ndef step(\n    self,\n"
            + params.indent(4)
            + "):\n"
            + body.indent(4);
    return CheckedText.run(text, new LowerCompositeOps()).function("step").orElseThrow();
  }

  private static Function builtin(Op op, boolean ring, DataType dtype, ReduceOp reduce, long root) {
    return new BuiltinKernels().kernel(new Builtin(op, ring, dtype, reduce, root, 2));
  }

  static Stream<Arguments> sizes() {
    return Stream.of(1, 2, 3, 17, 300, 9001)
        .flatMap(size -> Stream.of(2, 3, 4).map(ranks -> Arguments.of(size, ranks)));
  }

  private static void allReduce(
      Function kernel, int ranks, int blocks, int size, ReduceOp op, int[] signal) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Ranks run = new Ranks(ranks, blocks);
      String data = kernel.params().getFirst().var().name();
      run.with(data, 1, size).with("signal", signal);
      for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < size; i++) {
          run.of(data, r)[i] = input(r, i);
        }
      }
      run.run(kernel, seed);
      for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < size; i++) {
          assertEquals(reduced(ranks, i, op), run.of(data, r)[i], "rank " + r + ", element " + i);
        }
      }
      assertCleared(run, ranks);
    }
  }

  private static void assertCleared(Ranks run, int ranks) {
    for (int r = 0; r < ranks; r++) {
      for (double cell : run.of("signal", r)) {
        if (!Double.isNaN(cell)) {
          assertEquals(0.0, cell, "a signal cell of rank " + r);
        }
      }
    }
  }

  private static Function kernelAllReduce(
      String mode, String dtype, int size, int[] signal, ReduceOp op) {
    return kernel(
        "data: pl.InOut[pld.DistributedTensor[[1, %d], pl.%s]],\nsignal: pl.InOut[pld.DistributedTensor[[%d, %d], pl.INT32]],"
            .formatted(size, dtype, signal[0], signal[1]),
        "data2 = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.%s, mode=\"%s\")"
            .formatted(op.dslName(), mode));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void meshAllReduce(int size, int ranks) {
    int[] signal = {ranks, 1};
    allReduce(
        kernelAllReduce("mesh", "FP32", size, signal, ReduceOp.SUM),
        ranks,
        1,
        size,
        ReduceOp.SUM,
        signal);
    allReduce(
        kernelAllReduce("mesh", "FP16", size, signal, ReduceOp.PROD),
        ranks,
        1,
        size,
        ReduceOp.PROD,
        signal);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void ringAllReduce(int size, int ranks) {
    int[] signal = {2 * (ranks - 1), ranks};
    allReduce(
        kernelAllReduce("ring", "FP32", size, signal, ReduceOp.MAX),
        ranks,
        1,
        size,
        ReduceOp.MAX,
        signal);
    allReduce(
        kernelAllReduce("ring", "FP16", size, signal, ReduceOp.SUM),
        ranks,
        1,
        size,
        ReduceOp.SUM,
        signal);
  }

  @Test
  void ringAllReduceInSeveralSubchunks() {
    int[] signal = {2, 2};
    allReduce(
        kernelAllReduce("ring", "FP32", 20001, signal, ReduceOp.SUM),
        2,
        1,
        20001,
        ReduceOp.SUM,
        signal);
    allReduce(
        kernelAllReduce("ring", "FP16", 40001, signal, ReduceOp.SUM),
        2,
        1,
        40001,
        ReduceOp.SUM,
        signal);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void hostAllReduceOnAGrid(int size, int ranks) {
    Function kernel = builtin(DistributedOp.ALLREDUCE, false, DataType.FP16, ReduceOp.SUM, -1);
    for (int cores : new int[] {1, 3, 8}) {
      allReduce(kernel, ranks, cores, size, ReduceOp.SUM, new int[] {ranks, cores});
    }
  }

  /** Blocks without a column of the signal retire on every rank; the others do all the work. */
  @Test
  void hostAllReduceWithMoreBlocksThanLanes() {
    Function kernel = builtin(DistributedOp.ALLREDUCE, false, DataType.FP32, ReduceOp.MIN, -1);
    allReduce(kernel, 3, 5, 2000, ReduceOp.MIN, new int[] {3, 2});
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void hostRingAllReduce(int size, int ranks) {
    int[] signal = {2 * (ranks - 1) + 1, ranks};
    allReduce(
        builtin(DistributedOp.ALLREDUCE, true, DataType.FP32, ReduceOp.SUM, -1),
        ranks,
        1,
        size,
        ReduceOp.SUM,
        signal);
    allReduce(
        builtin(DistributedOp.ALLREDUCE, true, DataType.FP16, ReduceOp.PROD, -1),
        ranks,
        1,
        size,
        ReduceOp.PROD,
        signal);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void broadcast(int ranks) {
    int root = ranks - 1;
    Function inKernel =
        kernel(
            "target: pl.InOut[pld.DistributedTensor[[3, 24], pl.FP32]],\nsignal: pl.InOut[pld.DistributedTensor[[%d, 1], pl.INT32]],"
                .formatted(ranks),
            "target2 = pld.tensor.broadcast(target, signal, root=%d)".formatted(root));
    for (Function f :
        List.of(inKernel, builtin(DistributedOp.BROADCAST, false, DataType.FP32, null, root))) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Ranks run = new Ranks(ranks).with("target", 3, 24).with("signal", ranks, 1);
        fill(run, "target", ranks, 72);
        run.run(f, seed);
        for (int r = 0; r < ranks; r++) {
          for (int i = 0; i < 72; i++) {
            assertEquals(input(root, i), run.of("target", r)[i]);
          }
        }
        assertCleared(run, ranks);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void reduceScatter(int ranks) {
    for (int size : new int[] {17, 48, 20000}) {
      Function inKernel =
          kernel(
              "target: pl.InOut[pld.DistributedTensor[[%d, %d], pl.FP32]],\nsignal: pl.InOut[pld.DistributedTensor[[%d, 1], pl.INT32]],"
                  .formatted(ranks, size, ranks),
              "target2 = pld.tensor.reduce_scatter(target, signal)");
      for (Function f :
          List.of(
              inKernel,
              builtin(DistributedOp.REDUCE_SCATTER, false, DataType.FP32, ReduceOp.SUM, -1))) {
        Ranks run = new Ranks(ranks).with("target", ranks, size).with("signal", ranks, 1);
        fill(run, "target", ranks, ranks * size);
        run.run(f, size);
        for (int r = 0; r < ranks; r++) {
          for (int i = r * size; i < (r + 1) * size; i++) {
            assertEquals(reduced(ranks, i, ReduceOp.SUM), run.of("target", r)[i]);
          }
        }
        assertCleared(run, ranks);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void allGatherAndAllToAll(int ranks) {
    String windows =
        "target: pl.InOut[pld.DistributedTensor[[%d, 24], pl.FP32]],\nsignal: pl.InOut[pld.DistributedTensor[[%d, 1], pl.INT32]],"
            .formatted(ranks, ranks);
    Function gather =
        kernel(
            "input: pl.Tensor[[1, 24], pl.FP32],\n" + windows,
            "target2 = pld.tensor.allgather(input, target, signal)");
    Function exchange =
        kernel(
            "input: pl.Tensor[[%d, 24], pl.FP32],\n".formatted(ranks) + windows,
            "target2 = pld.tensor.all_to_all(input, target, signal)");
    for (Function f :
        List.of(gather, builtin(DistributedOp.ALLGATHER, false, DataType.FP32, null, -1))) {
      Ranks run =
          new Ranks(ranks).with("input", 1, 24).with("target", ranks, 24).with("signal", ranks, 1);
      fill(run, "input", ranks, 24);
      run.run(f, ranks);
      for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < ranks * 24; i++) {
          assertEquals(input(i / 24, i % 24), run.of("target", r)[i]);
        }
      }
      assertCleared(run, ranks);
    }
    for (Function f :
        List.of(exchange, builtin(DistributedOp.ALL_TO_ALL, false, DataType.FP32, null, -1))) {
      Ranks run =
          new Ranks(ranks)
              .with("input", ranks, 24)
              .with("target", ranks, 24)
              .with("signal", ranks, 1);
      fill(run, "input", ranks, ranks * 24);
      run.run(f, ranks);
      for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < ranks * 24; i++) {
          assertEquals(input(i / 24, r * 24 + i % 24), run.of("target", r)[i]);
        }
      }
      assertCleared(run, ranks);
    }
  }

  /**
   * Counts beyond the capacity and below zero are clamped, published clamped, and nothing else is
   * written.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void allToAllV(int ranks) {
    int cap = 3;
    Function inKernel =
        kernel(
            """
            input: pl.Tensor[[%1$d, 8], pl.FP32],
            target: pl.InOut[pld.DistributedTensor[[%1$d, 8], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[%2$d, 1], pl.INT32]],
            send_counts: pl.Tensor[[%2$d, 1], pl.INT32],
            recv_counts: pl.InOut[pld.DistributedTensor[[%2$d, 1], pl.INT32]],
            """
                .formatted(ranks * cap, ranks),
            "target2 = pld.tensor.all_to_all_v(input, target, signal, send_counts, recv_counts)");
    for (Function f :
        List.of(inKernel, builtin(DistributedOp.ALL_TO_ALL_V, false, DataType.FP32, null, -1))) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Ranks run =
            new Ranks(ranks)
                .with("input", ranks * cap, 8)
                .with("target", ranks * cap, 8)
                .with("signal", ranks, 1)
                .with("send_counts", ranks, 1)
                .with("recv_counts", ranks, 1);
        fill(run, "input", ranks, ranks * cap * 8);
        for (int r = 0; r < ranks; r++) {
          for (int d = 0; d < ranks; d++) {
            run.of("send_counts", r)[d] = (r + d) % 6 - 1;
          }
          java.util.Arrays.fill(run.of("target", r), 99);
        }
        run.run(f, seed);
        for (int r = 0; r < ranks; r++) {
          for (int src = 0; src < ranks; src++) {
            int rows = Math.max(0, Math.min(cap, (r + src) % 6 - 1));
            assertEquals(rows, run.of("recv_counts", r)[src]);
            for (int i = 0; i < cap * 8; i++) {
              double want = i < rows * 8 ? input(src, r * cap * 8 + i) : 99;
              assertEquals(want, run.of("target", r)[src * cap * 8 + i]);
            }
          }
        }
        assertCleared(run, ranks);
      }
    }
  }

  private static void fill(Ranks run, String name, int ranks, int size) {
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < size; i++) {
        run.of(name, r)[i] = input(r, i);
      }
    }
  }
}

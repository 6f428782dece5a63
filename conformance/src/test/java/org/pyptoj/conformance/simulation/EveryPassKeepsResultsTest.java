package org.pyptoj.conformance.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.Simulator;

/**
 * Kernel programs give the results of a model on plain arrays as they are written, after every pass
 * of the pipeline, and at the end under many interleavings, in parallel and strictly.
 */
class EveryPassKeepsResultsTest {

  private static final int SEEDS = 50;

  /** A tensor's elements by position; no function means that it is an output. */
  private record Tensor(
      DataType dtype,
      long[] shape,
      IntToDoubleFunction input,
      IntToDoubleFunction expected,
      double tolerance) {

    static Tensor in(DataType dtype, IntToDoubleFunction input, long... shape) {
      return new Tensor(dtype, shape, input, null, 0);
    }

    static Tensor out(DataType dtype, IntToDoubleFunction expected, long... shape) {
      return new Tensor(dtype, shape, i -> 0, expected, 0);
    }

    static Tensor near(
        DataType dtype, double tolerance, IntToDoubleFunction expected, long... shape) {
      return new Tensor(dtype, shape, i -> 0, expected, tolerance);
    }
  }

  private record Case(String name, Program program, int ranks, List<Tensor> tensors) {

    void run(Program stage, SimConfig config, String when) {
      List<HostTensor> buffers = new ArrayList<>();
      for (Tensor t : tensors) {
        buffers.add(HostTensor.of(t.dtype, t.shape).fill(t.input));
      }
      Simulator.run(stage, config, buffers);
      for (int k = 0; k < buffers.size(); k++) {
        Tensor t = tensors.get(k);
        for (int i = 0; t.expected != null && i < buffers.get(k).count(); i++) {
          double want = t.expected.applyAsDouble(i);
          if (!Double.isNaN(want)) {
            assertEquals(
                want,
                buffers.get(k).get(i),
                t.tolerance * (1 + Math.abs(want)),
                () -> name + " " + when);
          }
        }
      }
    }
  }

  private static Stream<Case> cases(int n) {
    DataType f = DataType.FP32;
    DataType h = DataType.FP16;
    DataType w = DataType.INT32;
    int cap = 3;
    int block = n * cap * 32;
    List<Case> cases = new ArrayList<>();
    cases.add(
        new Case(
            "pull_ragged",
            ScriptProgram.of("pull_ragged", Map.of("nr", n, "WIDTH", 100, "TILE", 32)),
            n,
            List.of(
                Tensor.in(f, i -> i, n, 1, 100),
                Tensor.out(f, i -> (i / 100 + 1) % n * 100 + i % 100, n, 1, 100))));
    cases.add(
        new Case(
            "push_accumulate",
            ScriptProgram.of("push_accumulate", Map.of("nr", n, "ROWS", 4, "COLS", 32)),
            n,
            List.of(
                Tensor.in(w, i -> i, n, 4, 32),
                // Only the first rank's sum is defined.
                Tensor.out(w, i -> i < 128 ? n * i + 64 * n * (n - 1) : Double.NaN, n, 4, 32))));
    cases.add(
        new Case(
            "put_rows_pipelined",
            ScriptProgram.of(
                "put_rows_pipelined", Map.of("nr", n, "ROWS", 10, "COLS", 128, "MOVED", 8)),
            n,
            List.of(
                Tensor.in(f, i -> i, n, 10, 128),
                Tensor.out(f, i -> (i / 1024 + n - 1) % n * 1280 + 256 + i % 1024, n, 8, 128))));
    cases.add(
        new Case(
            "get_into_plain",
            ScriptProgram.of(
                "get_into_plain", Map.of("nr", n, "ROWS", 4, "COLS", 128, "TAKEN", 64)),
            n,
            List.of(
                Tensor.in(h, i -> i * 0.5, n, 4, 128),
                Tensor.out(
                    h,
                    i -> ((i / 256 + n - 1) % n * 512 + i % 256 / 64 * 128 + 64 + i % 64) * 0.5,
                    n,
                    4,
                    64))));
    cases.add(
        new Case(
            "deferred_mailbox",
            ScriptProgram.of("deferred_mailbox", Map.of("nr", n, "WIDTH", 32)),
            n,
            List.of(
                Tensor.in(f, i -> i, n, 1, 32),
                Tensor.out(f, i -> (i / 32 + n - 1) % n * 32 + i % 32, n, 1, 32))));
    int square = n * 48;
    cases.add(
        new Case(
            "scatter_gather_again",
            ScriptProgram.of("scatter_gather_again", Map.of("nr", n, "WIDTH", 48)),
            n,
            List.of(
                Tensor.in(f, i -> i, n, n, 48),
                Tensor.out(f, i -> n * (i % square) + square * n * (n - 1) / 2, n, n, 48),
                Tensor.out(f, i -> n * i + square * n * (n - 1) / 2, n, 1, 48))));
    cases.add(
        new Case(
            "route_tokens",
            ScriptProgram.of(
                "route_tokens", Map.of("nr", n, "CAP", cap, "HIDDEN", 32, "slots", n * cap)),
            n,
            List.of(
                Tensor.in(f, i -> i + 1, n, n * cap, 32),
                Tensor.in(w, i -> (i / n + i % n) % (cap + 1), n, n, 1),
                Tensor.out(
                    f,
                    i -> {
                      int to = i / block;
                      int from = i % block / (cap * 32);
                      int at = i % (cap * 32);
                      return at / 32 < (from + to) % (cap + 1)
                          ? from * block + to * cap * 32 + at + 1
                          : 0;
                    },
                    n,
                    n * cap,
                    32),
                Tensor.out(w, i -> (i / n + i % n) % (cap + 1), n, n, 1))));
    cases.add(
        new Case(
            "host_allreduce",
            ScriptProgram.of(
                "host_allreduce", Map.of("nr", n, "WIDTH", 1000, "padded", 1000, "cores", 3)),
            n,
            List.of(
                Tensor.in(f, i -> i, n, 1, 1000),
                Tensor.out(f, i -> n * (i % 1000) + 500 * n * (n - 1), n, 1, 1000))));
    for (String mode : new String[] {"mesh", "ring"}) {
      for (DataType dtype : new DataType[] {f, h}) {
        int size = 4097;
        cases.add(
            new Case(
                "allreduce " + mode + " " + dtype,
                ScriptProgram.of(
                    "allreduce_lengths",
                    Map.of(
                        "nr",
                        n,
                        "sz",
                        size,
                        "stage_rows",
                        1,
                        "stage_cols",
                        4096,
                        "signal_rows",
                        mode.equals("mesh") ? n : 2 * (n - 1),
                        "signal_cols",
                        mode.equals("mesh") ? 1 : n,
                        "OP",
                        "pld.ReduceOp.Sum",
                        "MODE",
                        '"' + mode + '"',
                        "DT",
                        "pl." + dtype.dslName())),
                n,
                List.of(
                    Tensor.in(dtype, i -> i % 7 * 0.125 + 0.5, n, 1, size),
                    // Eighths up to 5 are exact in half precision, in any order of adding.
                    Tensor.near(
                        dtype,
                        0,
                        i -> {
                          double sum = 0;
                          for (int r = 0; r < n; r++) {
                            sum += (r * size + i % size) % 7 * 0.125 + 0.5;
                          }
                          return sum;
                        },
                        n,
                        1,
                        size))));
      }
    }
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> programs() {
    return Stream.of(2, 4)
        .flatMap(EveryPassKeepsResultsTest::cases)
        .map(c -> DynamicTest.dynamicTest(c.name + " on " + c.ranks, () -> check(c)));
  }

  private static void check(Case c) {
    Program lowered =
        Pipeline.DEFAULT.run(
            c.program,
            new PassContext(Platform.A2A3_SIM),
            (index, pass, stage) ->
                c.run(stage, SimConfig.seeded(c.ranks, index), "after " + pass));
    boolean small = c.tensors.getFirst().shape[2] < 1000;
    for (int seed = 0; seed < (small ? SEEDS : 10); seed++) {
      c.run(lowered, SimConfig.seeded(c.ranks, seed), "with seed " + seed);
    }
    c.run(lowered, SimConfig.free(c.ranks), "in parallel");
    c.run(lowered, SimConfig.free(c.ranks).withStrict(true), "strictly");
  }
}

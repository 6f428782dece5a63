package org.pyptoj.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.World;
import org.pyptoj.verifier.OpTypes;

/**
 * Mesh allreduce of FP32 tensors on simulated ranks in free mode, against threads that each add all
 * ranks' arrays into one of their own: the same bytes, the same additions, as many threads. JMH
 * measures both in one run; staging and copying out count once in {@link #ROUNDS} allreduces. Beside
 * them a hand-written loop that works in place and in step, as the kernel does.
 *
 * <p>Arguments: ranks (4), MiB per rank (16).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MeshAllReduce {

  static final int ROUNDS = 32;

  /** As the kernel's chunks: sums stay in the cache. */
  private static final int CHUNK = 4096;

  @Param("4")
  int ranks;

  @Param("16")
  int mib;

  private Simulated simulated;
  private HandWritten byHand;
  private InStep inStep;

  @Setup
  public void setUp() {
    simulated = new Simulated(ranks, mib << 18);
    byHand = new HandWritten(ranks, mib << 18);
    inStep = new InStep(ranks, mib << 18);
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public void simulated() {
    simulated.run(ROUNDS);
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public void byHand() throws InterruptedException {
    byHand.run();
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public void inStep() throws InterruptedException {
    inStep.run();
  }

  public static void main(String[] args) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(MeshAllReduce.class.getSimpleName())
            .param("ranks", args.length > 0 ? args[0] : "4")
            .param("mib", args.length > 1 ? args[1] : "16")
            .forks(1)
            .warmupIterations(4)
            .warmupTime(TimeValue.seconds(2))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(2))
            .jvmArgs(
                "-Xmx4g",
                "-XX:+UseSerialGC",
                "-XX:NewSize=256m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow")
            .build();
    Map<String, Double> scores = new HashMap<>();
    for (RunResult result : new Runner(options).run()) {
      scores.put(result.getPrimaryResult().getLabel(), result.getPrimaryResult().getScore());
    }
    System.out.printf(
        "mesh allreduce: simulated %.1f ms, by hand %.1f ms, ratio %.2f; in step by hand %.1f ms%n",
        scores.get("simulated"),
        scores.get("byHand"),
        scores.get("simulated") / scores.get("byHand"),
        scores.get("inStep"));
  }

  /**
   * The kernel reduces as often as its scalar says; one more time costs one allreduce. A world
   * stays, as it does for a script that calls what it has compiled again and again.
   */
  private static final class Simulated {
    private final World world;
    private final int ranks;
    private final int size;
    private final HostBuffer x;
    private final HostBuffer y;

    Simulated(int ranks, int size) {
      this.ranks = ranks;
      this.size = size;
      Program program =
          Pipeline.DEFAULT.run(
              DslParser.parseScript("bench.py", text(ranks, size), OpTypes::call),
              new PassContext(Platform.A2A3_SIM),
              Pipeline.Listener.NONE);
      world = World.create(program, SimConfig.free(ranks));
      x = buffer();
      y = buffer();
      for (long i = 0; i < (long) ranks * size; i++) {
        x.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, i % 5);
      }
    }

    private HostBuffer buffer() {
      MemorySegment segment = Arena.ofAuto().allocate(4L * ranks * size, 64);
      return HostBuffer.of(segment, DataType.FP32, ranks, 1, size);
    }

    void run(long rounds) {
      world.run(List.of(x, y, rounds));
      check(rounds);
    }

    /** The first round sums over the ranks, each later one multiplies by their number. */
    private void check(long rounds) {
      for (long i : new long[] {0, 1, size / 2 + 1, size - 1}) {
        double want = rounds == 0 ? i % 5 : 0;
        for (int r = 0; rounds > 0 && r < ranks; r++) {
          want += (r * (long) size + i) % 5;
        }
        want *= rounds == 0 ? 1 : Math.pow(ranks, rounds - 1);
        float got = y.segment().getAtIndex(ValueLayout.JAVA_FLOAT, i);
        if (got != want) {
          throw new AssertionError("element " + i + " is " + got + ", not " + want);
        }
      }
    }

    private static String text(int ranks, int size) {
      String params =
          """
          addends: pl.Tensor[[1, SIZE], pl.FP32],
          sums: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
          shared: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
          credits: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
          rounds: pl.Scalar[pl.INT64],
          """
              .replace("\n", " ")
              .strip();
      return """
      import pypto.language as pl
      import pypto.language.distributed as pld

      @pl.program
      class Bench:
          @pl.function(type=pl.FunctionType.InCore)
          def step(self, PARAMS) -> pl.Tensor[[1, SIZE], pl.FP32]:
              for i in pl.range(0, SIZE, 4096):
                  shared = pl.store(pl.load(addends, [0, i], [1, 4096]), [0, i], shared)
              for k in pl.range(pl.cast(rounds, pl.INDEX)):
                  shared = pld.tensor.allreduce(shared, credits, op=pld.ReduceOp.Sum, mode="mesh")
              for i in pl.range(0, SIZE, 4096):
                  sums = pl.store(pl.load(shared, [0, i], [1, 4096]), [0, i], sums)
              return sums

          @pl.function(type=pl.FunctionType.Orchestration)
          def chip(self, PARAMS) -> pl.Tensor[[1, SIZE], pl.FP32]:
              return self.step(addends, sums, shared, credits, rounds)

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(self, inputs: pl.Tensor[[RANKS, 1, SIZE], pl.FP32], outputs: pl.Out[pl.Tensor[[RANKS, 1, SIZE], pl.FP32]], rounds: pl.Scalar[pl.INT64]) -> pl.Tensor[[RANKS, 1, SIZE], pl.FP32]:
              data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
              signal_buf = pld.alloc_window_buffer([RANKS, 1], dtype=pl.INT32)
              for r in pl.range(pld.world_size()):
                  data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
                  signal = pld.window(signal_buf, [RANKS, 1], dtype=pl.INT32)
                  self.chip(inputs[r], outputs[r], data, signal, rounds, device=r)
              return outputs
      """
          .replace("PARAMS", params)
          .replace("SIZE", Integer.toString(size))
          .replace("RANKS", Integer.toString(ranks));
    }
  }

  /** Threads that read every rank's array and write one of their own, then wait for each other. */
  private static final class HandWritten {
    private final float[][] in;
    private final float[][] out;

    HandWritten(int ranks, int size) {
      in = new float[ranks][size];
      out = new float[ranks][size];
      for (float[] values : in) {
        for (int i = 0; i < size; i++) {
          values[i] = i % 5;
        }
      }
    }

    void run() throws InterruptedException {
      CyclicBarrier barrier = new CyclicBarrier(in.length);
      Thread[] threads = new Thread[in.length];
      for (int r = 0; r < threads.length; r++) {
        int rank = r;
        threads[r] = Thread.ofPlatform().start(() -> reduce(rank, barrier));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private void reduce(int rank, CyclicBarrier barrier) {
      float[] total = out[rank];
      for (int round = 0; round < ROUNDS; round++) {
        for (int from = 0; from < total.length; from += CHUNK) {
          int to = Math.min(total.length, from + CHUNK);
          System.arraycopy(in[rank], from, total, from, to - from);
          for (int d = 1; d < in.length; d++) {
            float[] theirs = in[(rank + d) % in.length];
            for (int i = from; i < to; i++) {
              total[i] += theirs[i];
            }
          }
        }
        try {
          barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /**
   * What the kernel does, without a kernel: in place, in chunks that every rank has read before any
   * is overwritten. One thread per core does the ranks' work in turn and waits for the others by
   * looking, which is what a simulator can at best come to.
   */
  private static final class InStep {

    /** Longs on two cache lines. */
    private static final int LINES = 16;

    private final MemorySegment[] shared;
    private final int size;
    private final int threads =
        Math.max(1, Math.min(2, Runtime.getRuntime().availableProcessors()));
    private final AtomicLongArray steps = new AtomicLongArray((threads + 1) * LINES);

    InStep(int ranks, int size) {
      this.size = size;
      shared = new MemorySegment[ranks];
      for (int r = 0; r < ranks; r++) {
        shared[r] = Arena.ofAuto().allocate(4L * size, 64);
      }
    }

    void run() throws InterruptedException {
      Thread[] started = new Thread[threads];
      for (int t = 0; t < threads; t++) {
        int thread = t;
        started[t] = Thread.ofPlatform().start(() -> reduce(thread));
      }
      for (Thread thread : started) {
        thread.join();
      }
    }

    private void reduce(int thread) {
      float[][] totals = new float[shared.length][CHUNK];
      float[] theirs = new float[CHUNK];
      for (int round = 0; round < ROUNDS; round++) {
        for (int from = 0; from < size; from += CHUNK) {
          int n = Math.min(CHUNK, size - from);
          for (int rank = thread; rank < shared.length; rank += threads) {
            float[] total = totals[rank];
            copy(shared[rank], from, total, n);
            for (int peer = 0; peer < shared.length; peer++) {
              if (peer != rank) {
                copy(shared[peer], from, theirs, n);
                add(total, theirs, n);
              }
            }
          }
          meet(thread);
          for (int rank = thread; rank < shared.length; rank += threads) {
            MemorySegment.copy(
                totals[rank], 0, shared[rank], ValueLayout.JAVA_FLOAT, 4L * from, n);
          }
        }
        meet(thread);
      }
    }

    private static void copy(MemorySegment of, int from, float[] to, int n) {
      MemorySegment.copy(of, ValueLayout.JAVA_FLOAT, 4L * from, to, 0, n);
    }

    private static void add(float[] total, float[] theirs, int n) {
      for (int i = 0; i < n; i++) {
        total[i] += theirs[i];
      }
    }

    private void meet(int thread) {
      long step = steps.incrementAndGet((thread + 1) * LINES);
      for (int other = 0; other < threads; other++) {
        while (steps.get((other + 1) * LINES) < step) {
          Thread.onSpinWait();
        }
      }
    }
  }
}

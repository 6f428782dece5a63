package org.pyptoj.torch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * FP32 functions of {@code torch} as {@code a + b}, {@code a.sum()} and {@code a @ b} in Python call
 * them, from the function's name on, against plain loops over arrays that do the same work.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 8, time = 1)
public class TorchFunctions {
  private static final int ELEMENTS = 10_000_000;
  private static final int SIDE = 512;

  private final Dispatch dispatch = new Dispatch(new RandomFunctions());

  private final float[] x = numbers(ELEMENTS, 5);
  private final float[] y = numbers(ELEMENTS, 7);
  private final float[] a = numbers(SIDE * SIDE, 5);
  private final float[] b = numbers(SIDE * SIDE, 7);

  private final Tensor xTensor = Creation.ofFloats(x, Dtype.FLOAT32, ELEMENTS);
  private final Tensor yTensor = Creation.ofFloats(y, Dtype.FLOAT32, ELEMENTS);
  private final Tensor aTensor = Creation.ofFloats(a, Dtype.FLOAT32, SIDE, SIDE);
  private final Tensor bTensor = Creation.ofFloats(b, Dtype.FLOAT32, SIDE, SIDE);

  /** Small whole numbers about zero: their sums are exact in any order. */
  private static float[] numbers(int n, int modulus) {
    float[] numbers = new float[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = i % modulus - modulus / 2;
    }
    return numbers;
  }

  private Tensor call(String name, Tensor... arguments) {
    return (Tensor) dispatch.call(name, List.of((Object[]) arguments), Map.of());
  }

  @Benchmark
  public Tensor add() {
    return call("__add__", xTensor, yTensor);
  }

  /** Fresh memory for the result, as the function takes it. */
  @Benchmark
  public float[] addLoop() {
    float[] sum = new float[ELEMENTS];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = x[i] + y[i];
    }
    return sum;
  }

  @Benchmark
  public Tensor sum() {
    return call("sum", xTensor);
  }

  /** One element after another: Java may not reorder the additions. */
  @Benchmark
  public float sumLoop() {
    float total = 0;
    for (float value : x) {
      total += value;
    }
    return total;
  }

  @Benchmark
  public Tensor matmul() {
    return call("__matmul__", aTensor, bTensor);
  }

  @Benchmark
  public float[] matmulLoop() {
    float[] product = new float[SIDE * SIDE];
    for (int i = 0; i < SIDE; i++) {
      for (int k = 0; k < SIDE; k++) {
        float factor = a[i * SIDE + k];
        for (int j = 0; j < SIDE; j++) {
          product[i * SIDE + j] += factor * b[k * SIDE + j];
        }
      }
    }
    return product;
  }

  /** A loop and the function agree, or there is nothing to compare. */
  @Setup
  public void check() {
    same(add(), addLoop());
    same(sum(), sumLoop());
    same(matmul(), matmulLoop());
  }

  private static void same(Tensor tensor, float... expected) {
    float[] elements = new float[expected.length];
    new StridedReader(tensor).read(elements, elements.length);
    if (!Arrays.equals(elements, expected)) {
      throw new AssertionError("function and loop have different results");
    }
  }

  public static void main(String[] args) throws RunnerException {
    String included = TorchFunctions.class.getName();
    Map<String, Double> times = new HashMap<>();
    for (RunResult result : new Runner(new OptionsBuilder().include(included).build()).run()) {
      times.put(result.getPrimaryResult().getLabel(), result.getPrimaryResult().getScore());
    }
    for (String name : List.of("add", "sum", "matmul")) {
      double torch = times.get(name);
      double loop = times.get(name + "Loop");
      System.out.printf(
          "%s: torch %.1f ms, loop %.1f ms, ratio %.2f%n", name, torch, loop, torch / loop);
    }
  }
}

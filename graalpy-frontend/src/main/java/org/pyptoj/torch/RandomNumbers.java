package org.pyptoj.torch;

/** Tensors filled from a generator in the order in which PyTorch's CPU kernels draw. */
final class RandomNumbers {
  /** Tensors with at least so many elements take normal numbers in blocks. */
  private static final int BLOCK = 16;

  private RandomNumbers() {}

  static void uniform(Tensor t, double from, double to, TorchGenerator generator) {
    int n = (int) t.numel();
    double[] values = new double[n];
    boolean single = t.dtype() != Dtype.FLOAT64;
    for (int i = 0; i < n; i++) {
      double u = generator.uniform(t.dtype());
      values[i] =
          single ? (float) u * ((float) to - (float) from) + (float) from : u * (to - from) + from;
    }
    store(values, t);
  }

  static void integers(Tensor t, long from, long to, TorchGenerator generator) {
    if (from >= to) {
      throw TorchError.runtime(
          "random integers need low < high, got %d and %d".formatted(from, to));
    }
    int n = (int) t.numel();
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = generator.integer(from, to - from);
    }
    if (n > 0) {
      new StridedWriter(t).write(values, n);
    }
  }

  static Tensor permutation(long n, Dtype dtype, TorchGenerator generator) {
    long[] values = new long[(int) n];
    for (int i = 0; i < n; i++) {
      values[i] = i;
    }
    for (int i = 0; i < n - 1; i++) {
      int other = i + (int) (generator.next32() % (n - i));
      long kept = values[i];
      values[i] = values[other];
      values[other] = kept;
    }
    return Creation.ofLongs(values, dtype, n);
  }

  static void normal(Tensor t, double mean, double std, TorchGenerator generator) {
    int n = (int) t.numel();
    double[] values = new double[n];
    if (n < BLOCK || !t.isContiguous()) {
      for (int i = 0; i < n; i++) {
        values[i] = generator.normal() * std + mean;
      }
      store(values, t);
      return;
    }
    for (int i = 0; i < n; i++) {
      values[i] = generator.uniform(t.dtype());
    }
    for (int i = 0; i + BLOCK <= n; i += BLOCK) {
      transform(values, i, mean, std, t.dtype());
    }
    if (n % BLOCK != 0) {
      // The last block is full again: it overlaps the one before and draws anew.
      for (int i = n - BLOCK; i < n; i++) {
        values[i] = generator.uniform(t.dtype());
      }
      transform(values, n - BLOCK, mean, std, t.dtype());
    }
    store(values, t);
  }

  /** Box and Muller's transform of eight pairs, whose second halves lie eight places on. */
  private static void transform(double[] x, int at, double mean, double std, Dtype dtype) {
    for (int i = at; i < at + BLOCK / 2; i++) {
      int j = i + BLOCK / 2;
      switch (dtype) {
        case FLOAT32 -> {
          float radius = (float) Math.sqrt(-2f * SinglePrecision.log(1f - (float) x[i]));
          float angle = (float) (2 * Math.PI) * (float) x[j];
          x[i] = Math.fma(radius * SinglePrecision.cos(angle), (float) std, (float) mean);
          x[j] = Math.fma(radius * SinglePrecision.sin(angle), (float) std, (float) mean);
        }
        case FLOAT64 -> {
          double radius = Math.sqrt(-2 * Math.log(1 - x[i]));
          double angle = 2 * Math.PI * x[j];
          x[i] = radius * Math.cos(angle) * std + mean;
          x[j] = radius * Math.sin(angle) * std + mean;
        }
        default -> {
          // There is no vector code for reduced floats: each step is rounded to the type.
          double log = round(Math.log(round(1 - x[i], dtype)), dtype);
          double radius = round(Math.sqrt(round(-2 * log, dtype)), dtype);
          double angle = round(2 * Math.PI * x[j], dtype);
          x[i] = scaled(round(radius * round(Math.cos(angle), dtype), dtype), std, mean, dtype);
          x[j] = scaled(round(radius * round(Math.sin(angle), dtype), dtype), std, mean, dtype);
        }
      }
    }
  }

  private static double scaled(double x, double std, double mean, Dtype dtype) {
    return round(round(x * round(std, dtype), dtype) + round(mean, dtype), dtype);
  }

  private static double round(double x, Dtype dtype) {
    return dtype == Dtype.FLOAT16
        ? Float.float16ToFloat(Float.floatToFloat16((float) x))
        : SmallFloats.fromBfloat16(SmallFloats.toBfloat16((float) x));
  }

  private static void store(double[] values, Tensor t) {
    if (values.length > 0) {
      new StridedWriter(t).write(values, values.length);
    }
  }
}

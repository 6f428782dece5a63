package org.pyptoj.torch;

/** Tensors filled from a generator in the order in which PyTorch's CPU kernels draw. */
final class RandomNumbers {
  /** Tensors with at least so many elements take normal numbers in blocks. */
  private static final int BLOCK = 16;

  /** Numbers that one thread makes at a time. */
  private static final int CHUNK = 1 << 13;

  private RandomNumbers() {}

  /** A tensor to be filled; unmade where the generator's words are not yet known. */
  static Tensor fresh(Dtype dtype, long[] shape, TorchGenerator generator) {
    return generator.isAtHand() ? Tensor.zeros(dtype, shape) : Tensor.unmade(dtype, shape);
  }

  /** Makes {@code count} numbers, beginning with number {@code from}, of their words. */
  private interface Numbers {
    void make(int[] words, long from, int count);
  }

  /** Shares the stretch's words out in order, {@code each} to a number. */
  private static void draw(Mt19937 twister, long n, int each, Numbers numbers) {
    long[] taken = {0};
    Parallel.range(
        n,
        CHUNK,
        (_, _) -> {
          int[] words = new int[CHUNK * each];
          long from;
          int count;
          synchronized (taken) {
            from = taken[0];
            count = (int) Math.min(CHUNK, n - from);
            taken[0] += count;
            twister.untempered(words, count * each);
          }
          Mt19937.temper(words, count * each);
          numbers.make(words, from, count);
        });
  }

  static void uniform(Tensor t, double from, double to, TorchGenerator generator) {
    Dtype dtype = t.dtype();
    long n = t.numel();
    if (n == 0) {
      return;
    }
    int each = dtype == Dtype.FLOAT64 ? 2 : 1;
    int bits = each == 2 ? 0 : dtype.mantissaBits() + 1;
    TorchGenerator.Stretch stretch = generator.take(n * each);
    Storage.change(
        t,
        () -> {
          StridedWriter writer = new StridedWriter(t);
          Mt19937 twister = stretch.open();
          draw(
              twister,
              n,
              each,
              (words, first, count) -> {
                if (each == 2) {
                  double[] values = new double[count];
                  for (int i = 0; i < count; i++) {
                    values[i] = uniform(words[2 * i], words[2 * i + 1]) * (to - from) + from;
                  }
                  writer.from(first).write(values, count);
                } else {
                  float[] values = new float[count];
                  uniform(words, bits, values, count);
                  scale(values, (float) to - (float) from, (float) from, count);
                  writer.from(first).write(values, count);
                }
              });
          stretch.close(twister);
        });
  }

  /** Uniform in [0, 1) with 53 bits, of two words; the first one gives the upper half. */
  static double uniform(long high, int low) {
    return ((high << 32 | low & 0xFFFFFFFFL) & (1L << 53) - 1) * 0x1p-53;
  }

  /** Uniform in [0, 1) with as many bits as the type's mantissa has. */
  private static void uniform(int[] words, int bits, float[] values, int n) {
    int mask = (1 << bits) - 1;
    float unit = Math.scalb(1f, -bits);
    for (int i = 0; i < n; i++) {
      values[i] = (words[i] & mask) * unit;
    }
  }

  private static void scale(float[] values, float factor, float shift, int n) {
    for (int i = 0; i < n; i++) {
      values[i] = values[i] * factor + shift;
    }
  }

  static void integers(Tensor t, long from, long to, TorchGenerator generator) {
    if (from >= to) {
      throw TorchError.runtime(
          "random integers need low < high, got %d and %d".formatted(from, to));
    }
    long n = t.numel();
    long range = to - from;
    // A range of 2^32 or more does not fit 32 bits; a negative one has wrapped and is larger yet.
    boolean wide = range >= 1L << 32 || range < 0;
    int each = wide ? 2 : 1;
    TorchGenerator.Stretch stretch = generator.take(n * each);
    Storage.change(
        t,
        () -> {
          StridedWriter writer = new StridedWriter(t);
          Mt19937 twister = stretch.open();
          draw(
              twister,
              n,
              each,
              (words, first, count) -> {
                long[] values = new long[count];
                for (int i = 0; i < count; i++) {
                  values[i] =
                      from
                          + (wide
                              ? Long.remainderUnsigned(
                                  (long) words[2 * i] << 32 | words[2 * i + 1] & 0xFFFFFFFFL, range)
                              : (words[i] & 0xFFFFFFFFL) % range);
                }
                writer.from(first).write(values, count);
              });
          stretch.close(twister);
        });
  }

  static Tensor permutation(long n, Dtype dtype, TorchGenerator generator) {
    int size = Math.toIntExact(n);
    Tensor t = fresh(dtype, new long[] {n}, generator);
    TorchGenerator.Stretch stretch = generator.take(Math.max(n - 1, 0));
    Storage.change(
        t,
        () -> {
          long[] values = new long[size];
          for (int i = 0; i < size; i++) {
            values[i] = i;
          }
          Mt19937 twister = stretch.open();
          for (int i = 0; i < size - 1; i++) {
            int other = i + (int) ((twister.nextInt() & 0xFFFFFFFFL) % (size - i));
            long kept = values[i];
            values[i] = values[other];
            values[other] = kept;
          }
          stretch.close(twister);
          new StridedWriter(t).write(values, size);
        });
    return t;
  }

  static void normal(Tensor t, double mean, double std, TorchGenerator generator) {
    long n = t.numel();
    if (n < BLOCK || !t.isContiguous()) {
      pairs(t, mean, std, generator);
      return;
    }
    Dtype dtype = t.dtype();
    int each = dtype == Dtype.FLOAT64 ? 2 : 1;
    int bits = each == 2 ? 0 : dtype.mantissaBits() + 1;
    long rest = n % BLOCK;
    // The last block is full again: it overlaps the one before and draws anew.
    TorchGenerator.Stretch stretch = generator.take((n + (rest > 0 ? BLOCK : 0)) * each);
    Storage.change(
        t,
        () -> {
          StridedWriter writer = new StridedWriter(t);
          Mt19937 twister = stretch.open();
          Numbers numbers =
              (words, first, count) -> {
                if (dtype == Dtype.FLOAT32) {
                  float[] values = new float[count];
                  uniform(words, bits, values, count);
                  NormalTransform.run(values, (float) mean, (float) std, count);
                  writer.from(first).write(values, count);
                  return;
                }
                double[] values = new double[count];
                for (int i = 0; i < count; i++) {
                  values[i] =
                      each == 2
                          ? uniform(words[2 * i], words[2 * i + 1])
                          : Math.scalb((double) (words[i] & (1 << bits) - 1), -bits);
                }
                for (int i = 0; i < count; i += BLOCK) {
                  transform(values, i, mean, std, dtype);
                }
                writer.from(first).write(values, count);
              };
          draw(twister, n - rest, each, numbers);
          if (rest > 0) {
            twister.skip(rest * each);
            int[] words = new int[BLOCK * each];
            twister.untempered(words, words.length);
            Mt19937.temper(words, words.length);
            numbers.make(words, n - BLOCK, BLOCK);
          }
          stretch.close(twister);
        });
  }

  /** Few numbers, or such as lie apart, come one after another, two from four words. */
  private static void pairs(Tensor t, double mean, double std, TorchGenerator generator) {
    int n = Math.toIntExact(t.numel());
    if (n == 0) {
      return;
    }
    NormalPair spare = generator.takeSpare();
    int alone = spare != null ? 1 : 0;
    int drawn = (n - alone + 1) / 2;
    TorchGenerator.Stretch stretch = generator.take((long) drawn * NormalPair.WORDS);
    boolean odd = (n - alone) % 2 != 0;
    NormalPair last =
        new NormalPair(stretch.stream(), stretch.first() + (drawn - 1L) * NormalPair.WORDS);
    if (odd) {
      generator.keepSpare(last);
    }
    Storage.change(
        t,
        () -> {
          double[] values = new double[n];
          if (spare != null) {
            values[0] = spare.second() * std + mean;
          }
          Mt19937 twister = stretch.open();
          for (int i = alone; i < n; i += 2) {
            boolean isLast = i + 2 >= n;
            NormalPair pair = isLast ? last : new NormalPair(stretch.stream(), 0);
            values[i] = pair.draw(twister) * std + mean;
            if (i + 1 < n) {
              values[i + 1] = pair.second() * std + mean;
            }
          }
          stretch.close(twister);
          new StridedWriter(t).write(values, n);
        });
  }

  /** Box and Muller's transform of eight pairs, whose second halves lie eight places on. */
  private static void transform(double[] x, int at, double mean, double std, Dtype dtype) {
    for (int i = at; i < at + BLOCK / 2; i++) {
      int j = i + BLOCK / 2;
      if (dtype == Dtype.FLOAT64) {
        double radius = Math.sqrt(-2 * Math.log(1 - x[i]));
        double angle = 2 * Math.PI * x[j];
        x[i] = radius * Math.cos(angle) * std + mean;
        x[j] = radius * Math.sin(angle) * std + mean;
      } else {
        // There is no vector code for reduced floats: each step is rounded to the type.
        double log = round(Math.log(round(1 - x[i], dtype)), dtype);
        double radius = round(Math.sqrt(round(-2 * log, dtype)), dtype);
        double angle = round(2 * Math.PI * x[j], dtype);
        x[i] = scaled(round(radius * round(Math.cos(angle), dtype), dtype), std, mean, dtype);
        x[j] = scaled(round(radius * round(Math.sin(angle), dtype), dtype), std, mean, dtype);
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
}

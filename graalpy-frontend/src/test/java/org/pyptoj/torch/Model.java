package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * The naive counterpart of a tensor: numbers in row-major order, no strides, no views. Integers are
 * doubles too; tests keep them small enough for that.
 */
record Model(Dtype dtype, int[] shape, double[] values) {

  static Model build(Dtype dtype, int[] shape, ToDoubleFunction<int[]> element) {
    double[] values = new double[size(shape)];
    for (int i = 0; i < values.length; i++) {
      values[i] = round(dtype, element.applyAsDouble(index(shape, i)));
    }
    return new Model(dtype, shape.clone(), values);
  }

  static Model of(Dtype dtype, int[] shape, double... values) {
    return build(dtype, shape, i -> values[flat(shape, i)]);
  }

  static int size(int[] shape) {
    int n = 1;
    for (int s : shape) {
      n *= s;
    }
    return n;
  }

  static int[] index(int[] shape, int flat) {
    int[] index = new int[shape.length];
    int rest = flat;
    for (int d = shape.length - 1; d >= 0; d--) {
      index[d] = rest % shape[d];
      rest /= shape[d];
    }
    return index;
  }

  static int flat(int[] shape, int[] index) {
    int flat = 0;
    for (int d = 0; d < shape.length; d++) {
      flat = flat * shape[d] + index[d];
    }
    return flat;
  }

  double at(int... index) {
    return values[flat(shape, index)];
  }

  int rank() {
    return shape.length;
  }

  /** The element that meets an index of a broadcast shape. */
  double atBroadcast(int[] index) {
    int[] own = new int[shape.length];
    for (int d = 0; d < own.length; d++) {
      int i = index[index.length - own.length + d];
      own[d] = shape[d] == 1 ? 0 : i;
    }
    return at(own);
  }

  Model map(Dtype result, DoubleUnaryOperator f) {
    return build(result, shape, i -> f.applyAsDouble(at(i)));
  }

  static int[] broadcast(int[] a, int[] b) {
    int rank = Math.max(a.length, b.length);
    int[] shape = new int[rank];
    for (int d = 0; d < rank; d++) {
      int x = d < rank - a.length ? 1 : a[d - rank + a.length];
      int y = d < rank - b.length ? 1 : b[d - rank + b.length];
      shape[d] = Math.max(x, y);
    }
    return shape;
  }

  /** Rounds to the nearest value of a type, ties to even; integers wrap. */
  static double round(Dtype dtype, double v) {
    return switch (dtype) {
      case FLOAT64 -> v;
      case FLOAT32 -> (float) v;
      case FLOAT16 -> toPrecision((float) v, 10, -14, 65504);
      case BFLOAT16 -> toPrecision((float) v, 7, -126, 0x1.FEp127);
      case BOOL -> v != 0 ? 1 : 0;
      case UINT8 -> (long) v & 0xFF;
      case INT8 -> (byte) (long) v;
      case INT16 -> (short) (long) v;
      case INT32 -> (int) (long) v;
      default -> (long) v;
    };
  }

  static double toPrecision(double v, int bits, int minExponent, double max) {
    if (v == 0 || !Double.isFinite(v)) {
      return v;
    }
    double unit = Math.scalb(1.0, Math.max(Math.getExponent(v), minExponent) - bits);
    double rounded = Math.rint(v / unit) * unit;
    return Math.abs(rounded) > max ? Math.copySign(Double.POSITIVE_INFINITY, v) : rounded;
  }

  // Elements of real tensors, addressed by the formula of the contract.

  static void poke(Tensor t, int[] index, double v) {
    MemorySegment s = t.segment();
    long at = address(t, index);
    switch (t.dtype()) {
      case FLOAT64 -> s.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at * 8, v);
      case FLOAT32 -> s.set(ValueLayout.JAVA_FLOAT, at * 4, (float) v);
      case FLOAT16 -> s.set(ValueLayout.JAVA_SHORT, at * 2, Float.floatToFloat16((float) v));
      case BFLOAT16 ->
          s.set(ValueLayout.JAVA_SHORT, at * 2, (short) (Float.floatToIntBits((float) v) >>> 16));
      case INT64 -> s.set(ValueLayout.JAVA_LONG_UNALIGNED, at * 8, (long) v);
      case INT32 -> s.set(ValueLayout.JAVA_INT, at * 4, (int) v);
      case INT16 -> s.set(ValueLayout.JAVA_SHORT, at * 2, (short) v);
      default -> s.set(ValueLayout.JAVA_BYTE, at, (byte) (int) v);
    }
  }

  static double peek(Tensor t, int[] index) {
    MemorySegment s = t.segment();
    long at = address(t, index);
    return switch (t.dtype()) {
      case FLOAT64 -> s.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at * 8);
      case FLOAT32 -> s.get(ValueLayout.JAVA_FLOAT, at * 4);
      case FLOAT16 -> Float.float16ToFloat(s.get(ValueLayout.JAVA_SHORT, at * 2));
      case BFLOAT16 -> Float.intBitsToFloat(s.get(ValueLayout.JAVA_SHORT, at * 2) << 16);
      case INT64 -> s.get(ValueLayout.JAVA_LONG_UNALIGNED, at * 8);
      case INT32 -> s.get(ValueLayout.JAVA_INT, at * 4);
      case INT16 -> s.get(ValueLayout.JAVA_SHORT, at * 2);
      case UINT8 -> s.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
      default -> s.get(ValueLayout.JAVA_BYTE, at);
    };
  }

  private static long address(Tensor t, int[] index) {
    long at = t.offset();
    for (int d = 0; d < index.length; d++) {
      at += index[d] * t.strides()[d];
    }
    return at;
  }

  static Model read(Tensor t) {
    int[] shape = ints(t.shape());
    return build(t.dtype(), shape, i -> peek(t, i));
  }

  static int[] ints(long[] values) {
    return Arrays.stream(values).mapToInt(v -> (int) v).toArray();
  }

  static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }

  /** Whether equal up to {@code ulps} units in the last place of the element type. */
  boolean isNear(Model other, double ulps) {
    if (dtype != other.dtype || !Arrays.equals(shape, other.shape)) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      if (!near(values[i], other.values[i], ulps)) {
        return false;
      }
    }
    return true;
  }

  private boolean near(double x, double y, double ulps) {
    if (x == y || Double.isNaN(x) && Double.isNaN(y)) {
      return true;
    }
    double epsilon =
        switch (dtype) {
          case FLOAT64 -> 0x1p-52;
          case FLOAT32 -> 0x1p-23;
          case FLOAT16 -> 0x1p-10;
          case BFLOAT16 -> 0x1p-7;
          default -> 0;
        };
    // In double precision the naive formulas themselves lose some digits by cancellation.
    double relative = dtype == Dtype.FLOAT64 && ulps > 0 ? 1e-12 : ulps * epsilon;
    return Math.abs(x - y)
        <= relative * Math.max(Math.abs(y), dtype == Dtype.FLOAT64 ? 1e-3 : epsilon);
  }

  @Override
  public String toString() {
    return dtype + Arrays.toString(shape) + Arrays.toString(values);
  }
}

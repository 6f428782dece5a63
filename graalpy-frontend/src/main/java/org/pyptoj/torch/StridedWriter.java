package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Writes arrays of a compute type into a tensor in row-major order, narrowing integers by dropping
 * high bits and rounding floats to nearest even.
 */
final class StridedWriter extends Strided {
  private float[] floats;
  private double[] doubles;
  private long[] longs;
  private int[] ints;
  private short[] shorts;
  private byte[] bytes;

  StridedWriter(Tensor t) {
    super(t, t.storage().write());
  }

  private StridedWriter(StridedWriter whole, long first) {
    super(whole, first);
  }

  /** Another writer of the same elements, without as many as given. */
  StridedWriter from(long first) {
    return new StridedWriter(this, first);
  }

  void write(float[] source, int n) {
    floats = source;
    walk(n);
  }

  void write(double[] source, int n) {
    doubles = source;
    walk(n);
  }

  void write(long[] source, int n) {
    longs = source;
    walk(n);
  }

  @Override
  void run(long at, long step, int place, int n) {
    if (floats != null) {
      runFloats(at, step, place, n);
    } else if (doubles != null) {
      runDoubles(at, step, place, n);
    } else {
      runLongs(at, step, place, n);
    }
  }

  private void runFloats(long at, long step, int place, int n) {
    float[] in = floats;
    if (step == 1 && dtype == Dtype.FLOAT32) {
      MemorySegment.copy(in, place, segment, FLOAT, at * 4, n);
    } else if (step == 1 && dtype == Dtype.FLOAT16) {
      short[] s = shorts(n);
      for (int i = 0; i < n; i++) {
        s[i] = Float.floatToFloat16(in[place + i]);
      }
      MemorySegment.copy(s, 0, segment, SHORT, at * 2, n);
    } else if (step == 1 && dtype == Dtype.BFLOAT16) {
      short[] s = shorts(n);
      for (int i = 0; i < n; i++) {
        s[i] = SmallFloats.toBfloat16(in[place + i]);
      }
      MemorySegment.copy(s, 0, segment, SHORT, at * 2, n);
    } else {
      for (int i = 0; i < n; i++) {
        put(segment, dtype, at + i * step, in[place + i]);
      }
    }
  }

  private void runDoubles(long at, long step, int place, int n) {
    double[] in = doubles;
    if (step == 1 && dtype == Dtype.FLOAT64) {
      MemorySegment.copy(in, place, segment, DOUBLE, at * 8, n);
    } else {
      for (int i = 0; i < n; i++) {
        put(segment, dtype, at + i * step, in[place + i]);
      }
    }
  }

  private void runLongs(long at, long step, int place, int n) {
    long[] in = longs;
    if (step == 1 && dtype == Dtype.INT64) {
      MemorySegment.copy(in, place, segment, LONG, at * 8, n);
    } else if (step == 1 && dtype == Dtype.INT32) {
      int[] s = ints(n);
      for (int i = 0; i < n; i++) {
        s[i] = (int) in[place + i];
      }
      MemorySegment.copy(s, 0, segment, INT, at * 4, n);
    } else if (step == 1 && (dtype == Dtype.INT8 || dtype == Dtype.UINT8)) {
      byte[] s = bytes(n);
      for (int i = 0; i < n; i++) {
        s[i] = (byte) in[place + i];
      }
      MemorySegment.copy(s, 0, segment, ValueLayout.JAVA_BYTE, at, n);
    } else if (step == 1 && dtype == Dtype.BOOL) {
      byte[] s = bytes(n);
      for (int i = 0; i < n; i++) {
        s[i] = (byte) (in[place + i] != 0 ? 1 : 0);
      }
      MemorySegment.copy(s, 0, segment, ValueLayout.JAVA_BYTE, at, n);
    } else {
      for (int i = 0; i < n; i++) {
        put(segment, dtype, at + i * step, in[place + i]);
      }
    }
  }

  private short[] shorts(int n) {
    if (shorts == null || shorts.length < n) {
      shorts = new short[n];
    }
    return shorts;
  }

  private int[] ints(int n) {
    if (ints == null || ints.length < n) {
      ints = new int[n];
    }
    return ints;
  }

  private byte[] bytes(int n) {
    if (bytes == null || bytes.length < n) {
      bytes = new byte[n];
    }
    return bytes;
  }

  static void put(MemorySegment s, Dtype dtype, long at, long value) {
    switch (dtype) {
      case BOOL -> s.set(ValueLayout.JAVA_BYTE, at, (byte) (value != 0 ? 1 : 0));
      case UINT8, INT8 -> s.set(ValueLayout.JAVA_BYTE, at, (byte) value);
      case UINT16, INT16 -> s.set(SHORT, at * 2, (short) value);
      case UINT32, INT32 -> s.set(INT, at * 4, (int) value);
      case INT64 -> s.set(LONG, at * 8, value);
      case FLOAT64 -> s.set(DOUBLE, at * 8, value);
      default -> put(s, dtype, at, (float) value);
    }
  }

  static void put(MemorySegment s, Dtype dtype, long at, double value) {
    switch (dtype) {
      case FLOAT64 -> s.set(DOUBLE, at * 8, value);
      case BOOL -> s.set(ValueLayout.JAVA_BYTE, at, (byte) (value != 0 ? 1 : 0));
      case FLOAT32, FLOAT16, BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 ->
          put(s, dtype, at, (float) value);
      default -> put(s, dtype, at, (long) value);
    }
  }

  static void put(MemorySegment s, Dtype dtype, long at, float value) {
    switch (dtype) {
      case FLOAT32 -> s.set(FLOAT, at * 4, value);
      case FLOAT64 -> s.set(DOUBLE, at * 8, value);
      case FLOAT16 -> s.set(SHORT, at * 2, Float.floatToFloat16(value));
      case BFLOAT16 -> s.set(SHORT, at * 2, SmallFloats.toBfloat16(value));
      case FLOAT8_E4M3FN -> s.set(ValueLayout.JAVA_BYTE, at, SmallFloats.toE4m3(value));
      case FLOAT8_E5M2 -> s.set(ValueLayout.JAVA_BYTE, at, SmallFloats.toE5m2(value));
      case BOOL -> s.set(ValueLayout.JAVA_BYTE, at, (byte) (value != 0 ? 1 : 0));
      default -> put(s, dtype, at, (long) value);
    }
  }
}

package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Reads a tensor's elements in row-major order into arrays of a compute type. */
final class StridedReader extends Strided {
  private float[] floats;
  private double[] doubles;
  private long[] longs;
  private int[] ints;
  private short[] shorts;
  private byte[] bytes;
  private float[] widening;
  private int constantFilled;

  StridedReader(Tensor t) {
    super(t, t.storage().read());
  }

  private StridedReader(StridedReader whole, long first) {
    super(whole, first);
  }

  /** Another reader of the same elements, without as many as given. */
  StridedReader from(long first) {
    return new StridedReader(this, first);
  }

  /** Reads the next {@code n} elements as single precision numbers. */
  void read(float[] target, int n) {
    if (isConstant() && floats == target && constantFilled >= n) {
      return;
    }
    floats = target;
    walk(n);
    constantFilled = n;
  }

  /** Reads the next {@code n} elements as double precision numbers. */
  void read(double[] target, int n) {
    if (isConstant() && doubles == target && constantFilled >= n) {
      return;
    }
    doubles = target;
    walk(n);
    constantFilled = n;
  }

  /** Reads the next {@code n} elements as integers; floats are truncated, bools are 0 and 1. */
  void read(long[] target, int n) {
    if (isConstant() && longs == target && constantFilled >= n) {
      return;
    }
    longs = target;
    walk(n);
    constantFilled = n;
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
    float[] out = floats;
    if (step == 0) {
      Arrays.fill(out, place, place + n, floatAt(segment, dtype, at));
    } else if (step == 1) {
      contiguousFloats(out, at, place, n);
    } else if (dtype == Dtype.FLOAT32) {
      for (int i = 0; i < n; i++) {
        out[place + i] = segment.get(FLOAT, (at + i * step) * 4);
      }
    } else {
      for (int i = 0; i < n; i++) {
        out[place + i] = floatAt(segment, dtype, at + i * step);
      }
    }
  }

  private void contiguousFloats(float[] out, long at, int place, int n) {
    switch (dtype) {
      case FLOAT32 -> MemorySegment.copy(segment, FLOAT, at * 4, out, place, n);
      case FLOAT16 -> {
        short[] s = shorts(at, n);
        for (int i = 0; i < n; i++) {
          out[place + i] = Float.float16ToFloat(s[i]);
        }
      }
      case BFLOAT16 -> {
        short[] s = shorts(at, n);
        for (int i = 0; i < n; i++) {
          out[place + i] = Float.intBitsToFloat(s[i] << 16);
        }
      }
      case INT32 -> {
        int[] s = ints(at, n);
        for (int i = 0; i < n; i++) {
          out[place + i] = s[i];
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          out[place + i] = floatAt(segment, dtype, at + i);
        }
      }
    }
  }

  private void runDoubles(long at, long step, int place, int n) {
    double[] out = doubles;
    if (step == 0) {
      Arrays.fill(out, place, place + n, doubleAt(segment, dtype, at));
    } else if (step == 1 && dtype == Dtype.FLOAT64) {
      MemorySegment.copy(segment, DOUBLE, at * 8, out, place, n);
    } else if (step == 1 && dtype.compute() == Dtype.Compute.FLOAT) {
      float[] s = widening(n);
      contiguousFloats(s, at, 0, n);
      for (int i = 0; i < n; i++) {
        out[place + i] = s[i];
      }
    } else {
      for (int i = 0; i < n; i++) {
        out[place + i] = doubleAt(segment, dtype, at + i * step);
      }
    }
  }

  private void runLongs(long at, long step, int place, int n) {
    long[] out = longs;
    if (step == 0) {
      Arrays.fill(out, place, place + n, longAt(segment, dtype, at));
    } else if (step == 1) {
      contiguousLongs(out, at, place, n);
    } else {
      for (int i = 0; i < n; i++) {
        out[place + i] = longAt(segment, dtype, at + i * step);
      }
    }
  }

  private void contiguousLongs(long[] out, long at, int place, int n) {
    switch (dtype) {
      case INT64 -> MemorySegment.copy(segment, LONG, at * 8, out, place, n);
      case INT32 -> {
        int[] s = ints(at, n);
        for (int i = 0; i < n; i++) {
          out[place + i] = s[i];
        }
      }
      case INT16 -> {
        short[] s = shorts(at, n);
        for (int i = 0; i < n; i++) {
          out[place + i] = s[i];
        }
      }
      case INT8 -> {
        byte[] s = bytes(at, n);
        for (int i = 0; i < n; i++) {
          out[place + i] = s[i];
        }
      }
      case UINT8, BOOL -> {
        byte[] s = bytes(at, n);
        for (int i = 0; i < n; i++) {
          out[place + i] = s[i] & 0xFF;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          out[place + i] = longAt(segment, dtype, at + i);
        }
      }
    }
  }

  private float[] widening(int n) {
    if (widening == null || widening.length < n) {
      widening = new float[n];
    }
    return widening;
  }

  private short[] shorts(long at, int n) {
    if (shorts == null || shorts.length < n) {
      shorts = new short[n];
    }
    MemorySegment.copy(segment, SHORT, at * 2, shorts, 0, n);
    return shorts;
  }

  private int[] ints(long at, int n) {
    if (ints == null || ints.length < n) {
      ints = new int[n];
    }
    MemorySegment.copy(segment, INT, at * 4, ints, 0, n);
    return ints;
  }

  private byte[] bytes(long at, int n) {
    if (bytes == null || bytes.length < n) {
      bytes = new byte[n];
    }
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, bytes, 0, n);
    return bytes;
  }

  static long longAt(Tensor t, long at) {
    return longAt(t.storage().read(), t.dtype(), at);
  }

  static double doubleAt(Tensor t, long at) {
    return doubleAt(t.storage().read(), t.dtype(), at);
  }

  private static long longAt(MemorySegment s, Dtype dtype, long at) {
    return switch (dtype) {
      case BOOL, UINT8 -> s.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
      case INT8 -> s.get(ValueLayout.JAVA_BYTE, at);
      case UINT16 -> s.get(SHORT, at * 2) & 0xFFFF;
      case INT16 -> s.get(SHORT, at * 2);
      case UINT32 -> s.get(INT, at * 4) & 0xFFFFFFFFL;
      case INT32 -> s.get(INT, at * 4);
      case INT64 -> s.get(LONG, at * 8);
      case FLOAT64 -> (long) s.get(DOUBLE, at * 8);
      default -> (long) floatAt(s, dtype, at);
    };
  }

  private static double doubleAt(MemorySegment s, Dtype dtype, long at) {
    return switch (dtype) {
      case FLOAT64 -> s.get(DOUBLE, at * 8);
      case FLOAT32, FLOAT16, BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 -> floatAt(s, dtype, at);
      default -> longAt(s, dtype, at);
    };
  }

  private static float floatAt(MemorySegment s, Dtype dtype, long at) {
    return switch (dtype) {
      case FLOAT32 -> s.get(FLOAT, at * 4);
      case FLOAT64 -> (float) s.get(DOUBLE, at * 8);
      case FLOAT16 -> Float.float16ToFloat(s.get(SHORT, at * 2));
      case BFLOAT16 -> SmallFloats.fromBfloat16(s.get(SHORT, at * 2));
      case FLOAT8_E4M3FN -> SmallFloats.fromE4m3(s.get(ValueLayout.JAVA_BYTE, at));
      case FLOAT8_E5M2 -> SmallFloats.fromE5m2(s.get(ValueLayout.JAVA_BYTE, at));
      default -> longAt(s, dtype, at);
    };
  }
}

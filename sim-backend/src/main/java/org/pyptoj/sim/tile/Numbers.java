package org.pyptoj.sim.tile;

import org.pyptoj.ir.type.DataType;

/** Element types' arithmetic: rounding of floats, wrapping of integers. */
public final class Numbers {

  private Numbers() {}

  /**
   * An integer wrapped to a type's width; unsigned types come out non-negative (UINT64 as its
   * bits).
   */
  public static long wrap(DataType dtype, long value) {
    return switch (dtype) {
      case INT8 -> (byte) value;
      case INT16 -> (short) value;
      case INT32 -> (int) value;
      case UINT8 -> value & 0xFF;
      case UINT16 -> value & 0xFFFF;
      case UINT32 -> value & 0xFFFF_FFFFL;
      case INT4 -> (value << 60) >> 60;
      case UINT4 -> value & 0xF;
      case BOOL -> value != 0 ? 1 : 0;
      default -> value;
    };
  }

  /** A number rounded to the nearest value of a float type, ties to even. */
  public static float round(DataType dtype, float value) {
    return switch (dtype) {
      case FP16 -> Float.float16ToFloat(Float.floatToFloat16(value));
      case BF16 -> bfloat16ToFloat(floatToBfloat16(value));
      case FP8E4M3FN -> e4m3ToFloat(floatToE4m3(value));
      case FP8E5M2 -> e5m2ToFloat(floatToE5m2(value));
      default -> value;
    };
  }

  /** A number rounded to the nearest value of a float type, ties to even, once. */
  public static float round(DataType dtype, double value) {
    return round(dtype, dtype == DataType.FP32 ? (float) value : oddFloat(value));
  }

  /** A float whose last bit remembers that digits were lost, so that a second rounding is right. */
  private static float oddFloat(double value) {
    float nearest = (float) value;
    if (nearest == value || Float.isNaN(nearest) || Float.isInfinite(nearest)) {
      return nearest;
    }
    int bits = Float.floatToRawIntBits(nearest);
    if ((bits & 1) == 0) {
      boolean away = Math.abs((double) nearest) > Math.abs(value);
      bits += away ? -1 : 1;
    }
    return Float.intBitsToFloat(bits);
  }

  public static short floatToBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }

  public static float bfloat16ToFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /**
   * The 8-bit float with 4 exponent and 3 mantissa bits, without infinities; overflow becomes NaN.
   */
  public static byte floatToE4m3(float value) {
    return small(value, 4, 3, 7, 448f, 0x7F, 0x7F);
  }

  public static float e4m3ToFloat(byte bits) {
    if ((bits & 0x7F) == 0x7F) {
      return Float.NaN;
    }
    return wide(bits, 3, 7);
  }

  /** The 8-bit float with 5 exponent and 2 mantissa bits; overflow becomes infinity. */
  public static byte floatToE5m2(float value) {
    return small(value, 5, 2, 15, 57344f, 0x7C, 0x7E);
  }

  public static float e5m2ToFloat(byte bits) {
    int magnitude = bits & 0x7F;
    if (magnitude > 0x7C) {
      return Float.NaN;
    }
    if (magnitude == 0x7C) {
      return bits < 0 ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
    }
    return wide(bits, 2, 15);
  }

  private static byte small(
      float value, int exponentBits, int mantissa, int bias, float largest, int overflow, int nan) {
    int sign = Float.floatToRawIntBits(value) < 0 ? 0x80 : 0;
    float size = Math.abs(value);
    if (Float.isNaN(value)) {
      return (byte) (sign | nan);
    }
    int exponent = Math.max(size == 0 ? 1 - bias : Math.getExponent(size), 1 - bias);
    double scaled = Math.rint(size / Math.scalb(1.0, exponent - mantissa));
    if (Math.scalb(scaled, exponent - mantissa) > largest) {
      return (byte) (sign | overflow);
    }
    long code = (long) scaled + ((long) (exponent + bias - 1) << mantissa);
    return (byte) (sign | (int) (code & ((1 << (exponentBits + mantissa)) - 1)));
  }

  private static float wide(byte bits, int mantissa, int bias) {
    int exponent = (bits & 0x7F) >> mantissa;
    int fraction = bits & ((1 << mantissa) - 1);
    double size =
        exponent == 0
            ? Math.scalb((double) fraction, 1 - bias - mantissa)
            : Math.scalb((double) (fraction + (1 << mantissa)), exponent - bias - mantissa);
    return (float) (bits < 0 ? -size : size);
  }
}

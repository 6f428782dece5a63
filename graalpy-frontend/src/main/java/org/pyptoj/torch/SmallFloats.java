package org.pyptoj.torch;

/**
 * Conversions between single precision and the narrower float formats. Encoding rounds to the
 * nearest value, ties to even, as PyTorch's CPU conversions do.
 */
final class SmallFloats {
  private static final float[] E4M3 = decodeTable(4, 3, 7, false);
  private static final float[] E5M2 = decodeTable(5, 2, 15, true);

  private SmallFloats() {}

  static float fromBfloat16(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  static short toBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int rounded = (bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16;
    // Rounding must not carry a NaN's mantissa into infinity.
    return (short) (value != value ? 0x7FC0 : rounded);
  }

  static float fromE4m3(byte bits) {
    return E4M3[bits & 0xFF];
  }

  static float fromE5m2(byte bits) {
    return E5M2[bits & 0xFF];
  }

  static byte toE4m3(float value) {
    int sign = Float.floatToRawIntBits(value) >>> 24 & 0x80;
    float magnitude = Math.abs(value);
    if (!(magnitude < 480f)) {
      return (byte) (sign | 0x7F);
    }
    int code = encode(magnitude, 3, 7);
    // 0x7F is NaN in this format: what would round to it has overflowed.
    return (byte) (sign | Math.min(code, 0x7F));
  }

  static byte toE5m2(float value) {
    int sign = Float.floatToRawIntBits(value) >>> 24 & 0x80;
    float magnitude = Math.abs(value);
    if (magnitude != magnitude) {
      return (byte) (sign | 0x7F);
    }
    if (magnitude >= 61440f) {
      return (byte) (sign | 0x7C);
    }
    return (byte) (sign | encode(magnitude, 2, 15));
  }

  /** Rounds a finite magnitude below the overflow threshold to exponent and mantissa bits. */
  private static int encode(float magnitude, int mantissaBits, int bias) {
    if (magnitude == 0) {
      return 0;
    }
    int exponent = Math.max(Math.getExponent(magnitude), 1 - bias);
    // In units of the last place the mantissa is an integer after rounding; a carry moves on
    // into the exponent by itself because the fields are adjacent.
    double units = Math.rint(Math.scalb((double) magnitude, mantissaBits - exponent));
    return (exponent + bias - 1 << mantissaBits) + (int) units;
  }

  private static float[] decodeTable(int exponentBits, int mantissaBits, int bias, boolean ieee) {
    float[] table = new float[256];
    int topExponent = (1 << exponentBits) - 1;
    int topMantissa = (1 << mantissaBits) - 1;
    for (int code = 0; code < 256; code++) {
      int exponent = code >> mantissaBits & topExponent;
      int mantissa = code & topMantissa;
      float value;
      if (ieee && exponent == topExponent) {
        value = mantissa == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
      } else if (!ieee && exponent == topExponent && mantissa == topMantissa) {
        value = Float.NaN;
      } else if (exponent == 0) {
        value = Math.scalb((float) mantissa, 1 - bias - mantissaBits);
      } else {
        value = Math.scalb((float) (mantissa + topMantissa + 1), exponent - bias - mantissaBits);
      }
      table[code] = (code & 0x80) != 0 ? -value : value;
    }
    return table;
  }
}

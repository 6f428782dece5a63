package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.FloatRange;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.tile.Numbers;
import org.pyptoj.sim.tile.Rounding;

/** Rounding to narrow floats, against a search of the nearest value. */
class NumbersTest {

  /** Values of an 8-bit type, decoded by the definition of its fields. */
  private static double field(int code, int exponentBits, int mantissaBits, int bias) {
    int exponent = (code & 0x7F) >> mantissaBits;
    int mantissa = code & ((1 << mantissaBits) - 1);
    double size =
        exponent == 0
            ? mantissa * Math.pow(2, 1 - bias - mantissaBits)
            : (1 + mantissa / Math.pow(2, mantissaBits)) * Math.pow(2, exponent - bias);
    return (code & 0x80) != 0 ? -size : size;
  }

  @Test
  void eightBitFloatsDecodeByTheirFields() {
    for (int code = 0; code < 256; code++) {
      if ((code & 0x7F) != 0x7F) {
        assertEquals(field(code, 4, 3, 7), Numbers.e4m3ToFloat((byte) code));
        assertEquals((byte) code, Numbers.floatToE4m3(Numbers.e4m3ToFloat((byte) code)));
      }
      if ((code & 0x7F) < 0x7C) {
        assertEquals(field(code, 5, 2, 15), Numbers.e5m2ToFloat((byte) code));
        assertEquals((byte) code, Numbers.floatToE5m2(Numbers.e5m2ToFloat((byte) code)));
      }
    }
  }

  @Property(tries = 300)
  void eightBitFloatsRoundToTheNearest(@ForAll @FloatRange(min = -448, max = 448) float value) {
    double best = Double.POSITIVE_INFINITY;
    for (int code = 0; code < 256; code++) {
      if ((code & 0x7F) != 0x7F) {
        best = Math.min(best, Math.abs(field(code, 4, 3, 7) - value));
      }
    }
    assertEquals(best, Math.abs((double) Numbers.round(DataType.FP8E4M3FN, value) - value));
  }

  /** A double is rounded once: the result is at least as near as both neighbours. */
  @Property(tries = 500)
  void halfPrecisionIsRoundedOnceFromDouble(
      @ForAll @DoubleRange(min = -60000, max = 60000) double value) {
    float got = Numbers.round(DataType.FP16, value);
    BigDecimal distance = new BigDecimal(value).subtract(new BigDecimal(got)).abs();
    short bits = Float.floatToFloat16(got);
    for (int step : new int[] {-1, 1}) {
      float neighbour = Float.float16ToFloat((short) (bits + step));
      if (Float.isFinite(neighbour)) {
        BigDecimal other = new BigDecimal(value).subtract(new BigDecimal(neighbour)).abs();
        assertEquals(true, distance.compareTo(other) <= 0);
      }
    }
  }

  /**
   * Halfway between 1 and the next half-precision number, and a little more than that in double
   * only.
   */
  @Test
  void aTieThatIsNoneInDoubleIsRoundedUp() {
    double half = 1 + Math.pow(2, -11);
    assertEquals(1f, Numbers.round(DataType.FP16, half));
    assertEquals(1 + Math.pow(2, -10), Numbers.round(DataType.FP16, Math.nextUp(half)));
  }

  @Test
  void modesOfACastToHalfPrecision() {
    float tie = 1 + (float) Math.pow(2, -11);
    float up = 1 + (float) Math.pow(2, -10);
    assertEquals(1f, Rounding.of("rint", Span.NONE).toFloat(DataType.FP16, tie));
    assertEquals(up, Rounding.of("round", Span.NONE).toFloat(DataType.FP16, tie));
    assertEquals(1f, Rounding.of("floor", Span.NONE).toFloat(DataType.FP16, tie));
    assertEquals(up, Rounding.of("ceil", Span.NONE).toFloat(DataType.FP16, tie));
    assertEquals(-1f, Rounding.of("trunc", Span.NONE).toFloat(DataType.FP16, -tie));
    assertEquals(up, Rounding.of("odd", Span.NONE).toFloat(DataType.FP16, tie));
    assertEquals(65504f, Rounding.of("trunc", Span.NONE).toFloat(DataType.FP16, 70000f));
  }
}

package org.pyptoj.sim.tile;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/** The modes of a cast. */
public enum Rounding {
  /** To nearest, ties to even. */
  RINT,
  /** To nearest, ties away from zero. */
  ROUND,
  FLOOR,
  CEIL,
  TRUNC,
  /** To the neighbour whose last digit is odd, unless the value is exact. */
  ODD;

  /** The mode of a name; {@code none} means {@link #RINT}. */
  public static Rounding of(String name, Span span) {
    return switch (name) {
      case "none", "rint" -> RINT;
      case "round" -> ROUND;
      case "floor" -> FLOOR;
      case "ceil" -> CEIL;
      case "trunc" -> TRUNC;
      case "odd" -> ODD;
      default ->
          throw new SimFailure(
              SimCode.UNSUPPORTED, "no rounding mode is called \"" + name + "\"", span);
    };
  }

  /** A number without its fraction. */
  public double toInteger(double value) {
    return switch (this) {
      case RINT -> Math.rint(value);
      case ROUND -> Math.copySign(Math.floor(Math.abs(value) + 0.5), value);
      case FLOOR -> Math.floor(value);
      case CEIL -> Math.ceil(value);
      case TRUNC -> value < 0 ? Math.ceil(value) : Math.floor(value);
      case ODD -> {
        double down = Math.floor(value);
        yield down == value || Math.abs(down % 2) == 1 ? down : down + 1;
      }
    };
  }

  /** A number as a value of a narrower float type. */
  public float toFloat(DataType dtype, float value) {
    float nearest = Numbers.round(dtype, value);
    if (this == RINT || nearest == value || Float.isNaN(value) || dtype == DataType.FP32) {
      return nearest;
    }
    float below = nearest < value ? nearest : neighbour(dtype, nearest, value);
    float above = nearest < value ? neighbour(dtype, nearest, value) : nearest;
    return switch (this) {
      case RINT -> nearest;
      case ROUND -> {
        double low = (double) value - below;
        double high = (double) above - value;
        yield low == high ? (value > 0 ? above : below) : nearest;
      }
      case FLOOR -> below;
      case CEIL -> above;
      case TRUNC -> value > 0 ? below : above;
      case ODD -> isOdd(dtype, below) ? below : above;
    };
  }

  /** The value next to {@code nearest} on the side of {@code value}. */
  private static float neighbour(DataType dtype, float nearest, float value) {
    double step = Math.ulp(nearest);
    double target = value > nearest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    double sign = Math.signum(target);
    float next = nearest;
    if (Float.isInfinite(nearest)) {
      // The largest finite value lies on the other side.
      float limit =
          switch (dtype) {
            case FP16 -> 65504f;
            case BF16 -> 0x1.FEp127f;
            case FP8E5M2 -> 57344f;
            default -> 448f;
          };
      return nearest > 0 ? limit : -limit;
    }
    // Widen the step until it leaves the value that rounds back to nearest.
    while (next == nearest) {
      next = Numbers.round(dtype, nearest + sign * step);
      step *= 2;
    }
    return next;
  }

  private static boolean isOdd(DataType dtype, float value) {
    return switch (dtype) {
      case FP16 -> (Float.floatToFloat16(value) & 1) != 0;
      case BF16 -> (Numbers.floatToBfloat16(value) & 1) != 0;
      case FP8E4M3FN -> (Numbers.floatToE4m3(value) & 1) != 0;
      case FP8E5M2 -> (Numbers.floatToE5m2(value) & 1) != 0;
      default -> (Float.floatToRawIntBits(value) & 1) != 0;
    };
  }
}

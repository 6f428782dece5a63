package org.pyptoj.ir.arith;

import java.util.function.LongBinaryOperator;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * The integers between two bounds, both included. A bound at the end of the {@code long} range
 * means that there is none.
 *
 * @param low smallest value
 * @param high largest value
 */
public record Interval(long low, long high) {

  private static final long NO_LOW = Long.MIN_VALUE;
  private static final long NO_HIGH = Long.MAX_VALUE;

  /** All integers. */
  public static final Interval ALL = new Interval(NO_LOW, NO_HIGH);

  static final Interval TRUTH = new Interval(0, 1);

  /** One integer. */
  public static Interval of(long value) {
    return new Interval(value, value);
  }

  /** The integers from a bound on. */
  public static Interval atLeast(long low) {
    return new Interval(low, NO_HIGH);
  }

  /** The integers up to a bound. */
  public static Interval atMost(long high) {
    return new Interval(NO_LOW, high);
  }

  /** The values of an integer type or of BOOL; all integers for what is no such scalar. */
  static Interval of(Type type) {
    return type instanceof ScalarType(DataType dtype) ? of(dtype) : ALL;
  }

  /** The values of an integer type or of BOOL. */
  static Interval of(DataType dtype) {
    if (dtype == DataType.BOOL) {
      return TRUTH;
    }
    if (!dtype.isInteger() || dtype.bits() == 64) {
      return dtype.isUnsigned() ? atLeast(0) : ALL;
    }
    return dtype.isUnsigned()
        ? new Interval(0, (1L << dtype.bits()) - 1)
        : new Interval(-(1L << dtype.bits() - 1), (1L << dtype.bits() - 1) - 1);
  }

  public boolean isBoundedBelow() {
    return low != NO_LOW;
  }

  public boolean isBoundedAbove() {
    return high != NO_HIGH;
  }

  private boolean isBounded() {
    return isBoundedBelow() && isBoundedAbove();
  }

  /** Whether it has all of the other's integers. */
  boolean contains(Interval other) {
    return low <= other.low && other.high <= high;
  }

  /** Whether every integer of this one is at most every integer of the other. */
  public boolean isBelow(Interval other) {
    return isBoundedAbove() && other.isBoundedBelow() && high <= other.low;
  }

  /** What both have; its bounds are the wrong way round where that is nothing. */
  public Interval intersect(Interval other) {
    return new Interval(Math.max(low, other.low), Math.min(high, other.high));
  }

  Interval plus(Interval o) {
    return new Interval(
        isBoundedBelow() && o.isBoundedBelow() ? exact(Math::addExact, low, o.low, NO_LOW) : NO_LOW,
        isBoundedAbove() && o.isBoundedAbove()
            ? exact(Math::addExact, high, o.high, NO_HIGH)
            : NO_HIGH);
  }

  private static long exact(LongBinaryOperator op, long a, long b, long none) {
    try {
      return op.applyAsLong(a, b);
    } catch (ArithmeticException overflow) {
      return none;
    }
  }

  Interval negated() {
    return new Interval(isBoundedAbove() ? -high : NO_LOW, isBoundedBelow() ? -low : NO_HIGH);
  }

  Interval times(Interval o) {
    if (low >= 0 && o.low >= 0) {
      return new Interval(
          exact(Math::multiplyExact, low, o.low, 0),
          isBoundedAbove() && o.isBoundedAbove()
              ? exact(Math::multiplyExact, high, o.high, NO_HIGH)
              : NO_HIGH);
    }
    if (o.low == o.high && o.low != NO_LOW && o.low != NO_HIGH) {
      return scaled(o.low);
    }
    if (low == high && low != NO_LOW && low != NO_HIGH) {
      return o.scaled(low);
    }
    if (!isBounded() || !o.isBounded()) {
      return ALL;
    }
    try {
      long a = Math.multiplyExact(low, o.low);
      long b = Math.multiplyExact(low, o.high);
      long c = Math.multiplyExact(high, o.low);
      long d = Math.multiplyExact(high, o.high);
      return new Interval(
          Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    } catch (ArithmeticException overflow) {
      return ALL;
    }
  }

  private Interval scaled(long factor) {
    if (factor == 0) {
      return of(0);
    }
    Interval up = factor > 0 ? this : new Interval(high, low);
    boolean hasLow = factor > 0 ? isBoundedBelow() : isBoundedAbove();
    boolean hasHigh = factor > 0 ? isBoundedAbove() : isBoundedBelow();
    return new Interval(
        hasLow ? exact(Math::multiplyExact, up.low, factor, NO_LOW) : NO_LOW,
        hasHigh ? exact(Math::multiplyExact, up.high, factor, NO_HIGH) : NO_HIGH);
  }

  /**
   * The quotients, rounded down, by positive numbers of another interval that has none below 0. Of
   * several divisors only the sign of the quotient is told: kernels of the reference keep the
   * minima that a closer bound would decide, and text is compared with theirs.
   */
  Interval floorDiv(Interval o) {
    if (o.low < 0) {
      return ALL;
    }
    if (o.low == o.high && o.low > 0) {
      return new Interval(
          isBoundedBelow() ? Math.floorDiv(low, o.low) : NO_LOW,
          isBoundedAbove() ? Math.floorDiv(high, o.low) : NO_HIGH);
    }
    return low >= 0 ? atLeast(0) : high < 0 ? atMost(-1) : ALL;
  }

  /** The remainders by positive numbers of another interval that has none below 0. */
  Interval floorMod(Interval o) {
    if (o.low < 0) {
      return ALL;
    }
    long top = o.isBoundedAbove() ? Math.max(0, o.high - 1) : NO_HIGH;
    return new Interval(0, low >= 0 ? Math.min(top, high) : top);
  }

  Interval min(Interval o) {
    return new Interval(Math.min(low, o.low), Math.min(high, o.high));
  }

  Interval max(Interval o) {
    return new Interval(Math.max(low, o.low), Math.max(high, o.high));
  }

  Interval abs() {
    if (low >= 0) {
      return this;
    }
    Interval mirrored = negated();
    return high <= 0 ? mirrored : new Interval(0, Math.max(high, mirrored.high));
  }
}

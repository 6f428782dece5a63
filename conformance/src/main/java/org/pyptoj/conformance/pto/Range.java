package org.pyptoj.conformance.pto;

import java.math.BigInteger;

/**
 * An interval of whole numbers.
 *
 * @param low least value, or null when unbounded
 * @param high greatest value, or null when unbounded
 */
record Range(BigInteger low, BigInteger high) {
  static final Range ALL = new Range(null, null);
  static final Range TRUTH = new Range(BigInteger.ZERO, BigInteger.ONE);
  static final Range NATURAL = new Range(BigInteger.ZERO, null);

  static Range of(BigInteger value) {
    return new Range(value, value);
  }

  /** What a type admits; index is taken as 64 bits wide. */
  static Range ofType(String type) {
    String digits = type.replaceAll("^[su]?i", "");
    int bits =
        type.equals("index") ? 64 : type.matches("[su]?i\\d{1,4}") ? Integer.parseInt(digits) : 0;
    if (bits == 0) {
      return ALL;
    }
    if (bits == 1) {
      return TRUTH;
    }
    if (type.startsWith("u")) {
      return new Range(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
    }
    BigInteger half = BigInteger.TWO.pow(bits - 1);
    return new Range(half.negate(), half.subtract(BigInteger.ONE));
  }

  boolean atLeast(long bound) {
    return low != null && low.compareTo(BigInteger.valueOf(bound)) >= 0;
  }

  boolean below(BigInteger bound) {
    return high != null && high.compareTo(bound) < 0;
  }

  boolean within(Range other) {
    boolean lowFits = other.low == null || low != null && low.compareTo(other.low) >= 0;
    boolean highFits = other.high == null || high != null && high.compareTo(other.high) <= 0;
    return lowFits && highFits;
  }

  Range plus(Range other) {
    return new Range(
        low == null || other.low == null ? null : low.add(other.low),
        high == null || other.high == null ? null : high.add(other.high));
  }

  Range times(BigInteger factor) {
    if (factor.signum() == 0) {
      return of(BigInteger.ZERO);
    }
    BigInteger a = low == null ? null : low.multiply(factor);
    BigInteger b = high == null ? null : high.multiply(factor);
    return factor.signum() > 0 ? new Range(a, b) : new Range(b, a);
  }

  Range times(Range other) {
    if (low != null && high != null && other.low != null && other.high != null) {
      BigInteger[] products = {
        low.multiply(other.low),
        low.multiply(other.high),
        high.multiply(other.low),
        high.multiply(other.high)
      };
      BigInteger min = products[0];
      BigInteger max = products[0];
      for (BigInteger product : products) {
        min = min.min(product);
        max = max.max(product);
      }
      return new Range(min, max);
    }
    return atLeast(0) && other.atLeast(0) ? new Range(low.multiply(other.low), null) : ALL;
  }

  Range min(Range other) {
    BigInteger least = low == null || other.low == null ? null : low.min(other.low);
    BigInteger most = high == null ? other.high : other.high == null ? high : high.min(other.high);
    return new Range(least, most);
  }

  Range max(Range other) {
    BigInteger least = low == null ? other.low : other.low == null ? low : low.max(other.low);
    BigInteger most = high == null || other.high == null ? null : high.max(other.high);
    return new Range(least, most);
  }

  Range union(Range other) {
    return new Range(
        low == null || other.low == null ? null : low.min(other.low),
        high == null || other.high == null ? null : high.max(other.high));
  }
}

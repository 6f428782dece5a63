package org.pyptoj.stubs.mirror;

import java.math.BigInteger;
import java.util.Locale;

/** Arithmetic of constant expressions; null stands for what is not a whole number. */
final class WholeNumber {
  private WholeNumber() {}

  /** A Python literal, or null when it is not a whole number. */
  static BigInteger python(String literal) {
    return parse(literal.replace("_", ""), false);
  }

  /** A C or C++ literal, or null when it is not a whole number. */
  static BigInteger header(String literal) {
    return parse(literal.replace("'", "").replaceAll("[uUlLzZ]+$", ""), true);
  }

  private static BigInteger parse(String digits, boolean leadingZeroIsOctal) {
    try {
      String lower = digits.toLowerCase(Locale.ROOT);
      if (lower.startsWith("0x")) {
        return new BigInteger(lower.substring(2), 16);
      }
      if (lower.startsWith("0b")) {
        return new BigInteger(lower.substring(2), 2);
      }
      if (lower.startsWith("0o")) {
        return new BigInteger(lower.substring(2), 8);
      }
      boolean octal = leadingZeroIsOctal && lower.length() > 1 && lower.startsWith("0");
      return new BigInteger(lower, octal ? 8 : 10);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  static BigInteger unary(String op, BigInteger a) {
    if (a == null) {
      return null;
    }
    return switch (op) {
      case "-" -> a.negate();
      case "~" -> a.not();
      case "+" -> a;
      default -> null;
    };
  }

  static BigInteger binary(String op, BigInteger a, BigInteger b) {
    if (a == null || b == null) {
      return null;
    }
    return switch (op) {
      case "*" -> a.multiply(b);
      case "+" -> a.add(b);
      case "-" -> a.subtract(b);
      case "&" -> a.and(b);
      case "|" -> a.or(b);
      case "<<" -> b.signum() < 0 || b.bitLength() > 10 ? null : a.shiftLeft(b.intValue());
      case ">>" -> b.signum() < 0 || b.bitLength() > 10 ? null : a.shiftRight(b.intValue());
      default -> null;
    };
  }
}

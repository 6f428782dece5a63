package org.pyptoj.torch;

/** The Gauss error function to about double precision. */
final class ErrorFunction {
  private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);

  private ErrorFunction() {}

  static double erf(double x) {
    double a = Math.abs(x);
    if (!(a < 2.5)) {
      return x != x ? x : Math.copySign(a > 6 ? 1 : 1 - tail(a), x);
    }
    // The alternating Maclaurin series loses digits; this one has positive terms only:
    // erf x = 2/sqrt(pi) e^(-x^2) sum 2^k x^(2k+1) / (1 3 5 ... (2k+1)).
    double term = a;
    double sum = a;
    for (int k = 1; k < 100 && term > sum * 1e-17; k++) {
      term *= 2 * a * a / (2 * k + 1);
      sum += term;
    }
    return Math.copySign(TWO_OVER_ROOT_PI * Math.exp(-a * a) * sum, x);
  }

  static double erfc(double x) {
    if (x >= 2.5) {
      return x > 28 ? 0 : tail(x);
    }
    return 1 - erf(x);
  }

  /** The complement for large arguments by its continued fraction, evaluated from the far end. */
  private static double tail(double x) {
    double f = x;
    for (int k = 80; k >= 1; k--) {
      f = x + k / 2.0 / f;
    }
    return Math.exp(-x * x) / (f * Math.sqrt(Math.PI));
  }
}

package org.pyptoj.torch;

/**
 * Logarithm, sine and cosine in single precision by the polynomials of the Cephes library, each
 * multiplication fused with the addition that follows it. PyTorch fills tensors with normal numbers
 * through vector code of this kind; correctly rounded functions would differ in the last bit.
 */
final class SinglePrecision {
  private static final float SQRT_HALF = 0.70710678f;
  private static final float LN2_LOW = -2.12194440e-4f;
  private static final float LN2_HIGH = 0.693359375f;
  private static final float FOUR_OVER_PI = 1.27323954f;

  private static final float[] LOG = {
    7.0376836292e-2f,
    -1.1514610310e-1f,
    1.1676998740e-1f,
    -1.2420140846e-1f,
    1.4249322787e-1f,
    -1.6668057665e-1f,
    2.0000714765e-1f,
    -2.4999993993e-1f,
    3.3333331174e-1f
  };
  private static final float[] SINE = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
  private static final float[] COSINE = {
    2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f
  };

  /** A quarter of pi in three parts of decreasing size, negated. */
  private static final float[] QUARTER_PI = {
    -0.78515625f, -2.4187564849853515625e-4f, -3.77489497744594108e-8f
  };

  private SinglePrecision() {}

  /** The natural logarithm of a positive normal number. */
  static float log(float x) {
    int exponent = Math.getExponent(x) + 1;
    float mantissa = Math.scalb(x, -exponent);
    float t = mantissa - 1;
    if (mantissa < SQRT_HALF) {
      exponent--;
      t += mantissa;
    }
    float square = t * t;
    float y = polynomial(LOG, t) * t * square;
    y = Math.fma(exponent, LN2_LOW, y);
    y = Math.fma(-square, 0.5f, y);
    return Math.fma(exponent, LN2_HIGH, t + y);
  }

  /** The sine of a non-negative number of a few turns at most. */
  static float sin(float x) {
    int octant = octant(x);
    float reduced = reduce(x, octant);
    float value = (octant & 2) != 0 ? cosine(reduced) : sine(reduced);
    return (octant & 4) != 0 ? -value : value;
  }

  /** The cosine of a non-negative number of a few turns at most. */
  static float cos(float x) {
    int octant = octant(x);
    float reduced = reduce(x, octant);
    float value = (octant & 2) != 0 ? sine(reduced) : cosine(reduced);
    return (octant - 2 & 4) == 0 ? -value : value;
  }

  /** The multiple of a quarter of pi to subtract, rounded up to an even number. */
  private static int octant(float x) {
    return (int) (x * FOUR_OVER_PI) + 1 & ~1;
  }

  private static float reduce(float x, int octant) {
    float rest = x;
    for (float part : QUARTER_PI) {
      rest = Math.fma(octant, part, rest);
    }
    return rest;
  }

  private static float sine(float x) {
    float square = x * x;
    return Math.fma(polynomial(SINE, square) * square, x, x);
  }

  private static float cosine(float x) {
    float square = x * x;
    return Math.fma(-square, 0.5f, polynomial(COSINE, square) * square * square) + 1;
  }

  private static float polynomial(float[] coefficients, float x) {
    float y = coefficients[0];
    for (int i = 1; i < coefficients.length; i++) {
      y = Math.fma(y, x, coefficients[i]);
    }
    return y;
  }
}

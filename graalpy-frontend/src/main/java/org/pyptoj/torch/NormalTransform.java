package org.pyptoj.torch;

/**
 * Box and Muller's transform in single precision. Logarithm, sine and cosine are the polynomials of
 * the Cephes library, each multiplication fused with the addition that follows it: PyTorch fills
 * tensors with normal numbers through vector code of this kind, and correctly rounded functions
 * would differ in the last bit.
 *
 * <p>The work goes through arrays in steps, each a loop without branches over all of them, which
 * the compiler turns into vector code where no bits of floats are looked at.
 */
final class NormalTransform {
  /** Pairs are made of the numbers of one block, whose second halves lie eight places on. */
  private static final int HALF = 8;

  /** Pairs that are in work at a time: their arrays stay in the first-level cache. */
  private static final int PAIRS = 512;

  private static final int SQRT_HALF_BITS = Float.floatToRawIntBits(0.70710678f);
  private static final float TWO_PI = (float) (2 * Math.PI);
  private static final float FOUR_OVER_PI = 1.27323954f;

  private final float[] radius = new float[PAIRS];
  private final float[] exponent = new float[PAIRS];
  private final float[] sine = new float[PAIRS];
  private final float[] cosine = new float[PAIRS];

  private NormalTransform() {}

  /**
   * Replaces uniform numbers in [0, 1) by normal ones.
   *
   * @param n a multiple of 16
   */
  static void run(float[] values, float mean, float std, int n) {
    NormalTransform work = new NormalTransform();
    for (int from = 0; from < n; from += 2 * PAIRS) {
      int pairs = Math.min(PAIRS, (n - from) / 2);
      work.split(values, from, pairs);
      logarithmArguments(work.radius, work.exponent, pairs);
      radii(work.radius, work.exponent, pairs);
      sinesAndCosines(work.sine, work.cosine, pairs);
      work.join(values, from, pairs, mean, std);
    }
  }

  private void split(float[] values, int from, int pairs) {
    for (int p = 0; p < pairs; p += HALF) {
      int at = from + 2 * p;
      for (int i = 0; i < HALF; i++) {
        radius[p + i] = 1f - values[at + i];
        sine[p + i] = values[at + HALF + i];
      }
    }
  }

  private void join(float[] values, int from, int pairs, float mean, float std) {
    for (int p = 0; p < pairs; p += HALF) {
      int at = from + 2 * p;
      for (int i = 0; i < HALF; i++) {
        values[at + i] = Math.fma(radius[p + i] * cosine[p + i], std, mean);
        values[at + HALF + i] = Math.fma(radius[p + i] * sine[p + i], std, mean);
      }
    }
  }

  /**
   * Splits positive normal numbers into a power of two and a factor between the square root of a
   * half and that of two, of which one is subtracted.
   */
  private static void logarithmArguments(float[] x, float[] exponent, int n) {
    for (int i = 0; i < n; i++) {
      int bits = Float.floatToRawIntBits(x[i]);
      int mantissa = bits & 0x7FFFFF | 0x3F000000;
      int isLess = mantissa - SQRT_HALF_BITS >> 31;
      float factor = Float.intBitsToFloat(mantissa);
      exponent[i] = (bits >>> 23) - 126 + isLess;
      x[i] = factor - 1 + Float.intBitsToFloat(mantissa & isLess);
    }
  }

  /** The square root of the logarithm, doubled and negated. */
  private static void radii(float[] x, float[] exponent, int n) {
    for (int i = 0; i < n; i++) {
      float t = x[i];
      float e = exponent[i];
      float square = t * t;
      float y = 7.0376836292e-2f;
      y = Math.fma(y, t, -1.1514610310e-1f);
      y = Math.fma(y, t, 1.1676998740e-1f);
      y = Math.fma(y, t, -1.2420140846e-1f);
      y = Math.fma(y, t, 1.4249322787e-1f);
      y = Math.fma(y, t, -1.6668057665e-1f);
      y = Math.fma(y, t, 2.0000714765e-1f);
      y = Math.fma(y, t, -2.4999993993e-1f);
      y = Math.fma(y, t, 3.3333331174e-1f);
      y = y * t * square;
      y = Math.fma(e, -2.12194440e-4f, y);
      y = Math.fma(-square, 0.5f, y);
      x[i] = (float) Math.sqrt(-2f * Math.fma(e, 0.693359375f, t + y));
    }
  }

  /** Of as many turns as {@code sine} holds, 0 to 1. */
  private static void sinesAndCosines(float[] sine, float[] cosine, int n) {
    for (int i = 0; i < n; i++) {
      float angle = TWO_PI * sine[i];
      // The multiple of a quarter of pi to subtract, rounded up to an even number.
      int octant = (int) (angle * FOUR_OVER_PI) + 1 & ~1;
      // A quarter of pi in three parts of decreasing size.
      float x = Math.fma((float) octant, -0.78515625f, angle);
      x = Math.fma((float) octant, -2.4187564849853515625e-4f, x);
      x = Math.fma((float) octant, -3.77489497744594108e-8f, x);
      float square = x * x;
      float s = -1.9515295891e-4f;
      s = Math.fma(s, square, 8.3321608736e-3f);
      s = Math.fma(s, square, -1.6666654611e-1f);
      s = Math.fma(s * square, x, x);
      float c = 2.443315711809948e-5f;
      c = Math.fma(c, square, -1.388731625493765e-3f);
      c = Math.fma(c, square, 4.166664568298827e-2f);
      c = Math.fma(-square, 0.5f, c * square * square) + 1;
      // Sine and cosine change places in every second quarter; factors 0, 1 and -1 are exact.
      float swapped = octant >> 1 & 1;
      float kept = 1 - swapped;
      float sineSign = 1 - 2 * (octant >> 2 & 1);
      float cosineSign = 1 - 2 * (octant + 2 >> 2 & 1);
      sine[i] = (s * kept + c * swapped) * sineSign;
      cosine[i] = (c * kept + s * swapped) * cosineSign;
    }
  }
}

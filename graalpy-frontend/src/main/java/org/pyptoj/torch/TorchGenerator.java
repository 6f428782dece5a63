package org.pyptoj.torch;

/**
 * The random numbers of PyTorch's CPU generator: the same seed and calls give the same numbers. A
 * generator remembers the second normal number of a pair for the next call.
 */
public final class TorchGenerator {
  /** The seed of a generator that nobody seeded. */
  static final long DEFAULT_SEED = 67280421310721L;

  private Mt19937 engine = new Mt19937(DEFAULT_SEED);
  private long seed = DEFAULT_SEED;
  private double spareNormal;
  private boolean hasSpareNormal;

  /** A saved position of a generator. */
  record State(Mt19937 engine, long seed, double spareNormal, boolean hasSpareNormal) {}

  void seed(long value) {
    seed = value;
    engine = new Mt19937(value);
    hasSpareNormal = false;
  }

  long seed() {
    return seed;
  }

  State state() {
    return new State(engine.copy(), seed, spareNormal, hasSpareNormal);
  }

  void restore(State state) {
    engine = state.engine.copy();
    seed = state.seed;
    spareNormal = state.spareNormal;
    hasSpareNormal = state.hasSpareNormal;
  }

  /** 32 random bits as a non-negative number. */
  long next32() {
    return engine.nextInt() & 0xFFFFFFFFL;
  }

  /** 64 random bits; the first draw gives the upper half. */
  long next64() {
    long high = next32();
    return high << 32 | next32();
  }

  /** Uniform in [0, 1) with as many bits as the type's mantissa has. */
  double uniform(Dtype dtype) {
    if (dtype == Dtype.FLOAT64) {
      return (next64() & (1L << 53) - 1) * 0x1p-53;
    }
    int bits = dtype.mantissaBits() + 1;
    return Math.scalb((double) (next32() & (1L << bits) - 1), -bits);
  }

  /** Normally distributed by Box and Muller's transform in double precision. */
  double normal() {
    if (hasSpareNormal) {
      hasSpareNormal = false;
      return spareNormal;
    }
    double angle = 2 * Math.PI * uniform(Dtype.FLOAT64);
    double radius = Math.sqrt(-2 * Math.log1p(-uniform(Dtype.FLOAT64)));
    spareNormal = radius * Math.sin(angle);
    hasSpareNormal = true;
    return radius * Math.cos(angle);
  }

  /** Uniform in [from, from + range). */
  long integer(long from, long range) {
    // A range of 2^32 or more does not fit 32 bits; a negative one has wrapped and is larger yet.
    if (range >= 1L << 32 || range <= 0) {
      return range == 0 ? next64() : Long.remainderUnsigned(next64(), range) + from;
    }
    return next32() % range + from;
  }
}

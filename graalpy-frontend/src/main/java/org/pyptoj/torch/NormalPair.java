package org.pyptoj.torch;

/**
 * Two normally distributed numbers by Box and Muller's transform in double precision, from four
 * words of a stream.
 */
final class NormalPair {
  /** Words that a pair takes. */
  static final int WORDS = 4;

  private final RandomStream stream;
  private final long first;
  private double second;
  private boolean known;

  NormalPair(RandomStream stream, long first) {
    this.stream = stream;
    this.first = first;
  }

  /** Computes the pair from its words and returns the first number. */
  synchronized double draw(Mt19937 twister) {
    double angle = 2 * Math.PI * uniform(twister);
    double radius = Math.sqrt(-2 * Math.log1p(-uniform(twister)));
    second = radius * Math.sin(angle);
    known = true;
    return radius * Math.cos(angle);
  }

  synchronized double second() {
    if (!known) {
      Mt19937 twister = stream.open(first);
      draw(twister);
      stream.close(twister, first + WORDS);
    }
    return second;
  }

  private static double uniform(Mt19937 twister) {
    long high = twister.nextInt();
    return RandomNumbers.uniform(high, twister.nextInt());
  }
}

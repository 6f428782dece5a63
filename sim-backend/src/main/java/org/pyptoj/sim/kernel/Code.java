package org.pyptoj.sim.kernel;

/** A compiled expression, by the kind of its value. */
sealed interface Code {

  /** Integers, booleans, task ids. */
  @FunctionalInterface
  non-sealed interface LongCode extends Code {
    long get(Frame frame);
  }

  /** Floats of every width. */
  @FunctionalInterface
  non-sealed interface DoubleCode extends Code {
    double get(Frame frame);
  }

  /** Tensors, tiles, tuples, handles; null where there is no value. */
  @FunctionalInterface
  non-sealed interface RefCode extends Code {
    Object get(Frame frame);
  }

  /** Several integers: offsets, extents. The array may be shared and is never written. */
  @FunctionalInterface
  interface LongsCode {
    long[] get(Frame frame);
  }

  /** A compiled statement. */
  @FunctionalInterface
  interface StmtCode {
    int NEXT = 0;
    int BREAK = 1;
    int CONTINUE = 2;
    int RETURN = 3;

    int run(Frame frame);
  }

  /** A compiled statement behind which the next one always follows. */
  @FunctionalInterface
  interface Step extends StmtCode {}

  /** The value as an object: {@code Long}, {@code Double} or what it is. */
  static Object box(Code code, Frame frame) {
    return switch (code) {
      case LongCode c -> c.get(frame);
      case DoubleCode c -> c.get(frame);
      case RefCode c -> c.get(frame);
    };
  }
}

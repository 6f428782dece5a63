package org.pyptoj.torch;

/** Elementary functions in single precision. */
final class SinglePrecision {
  private SinglePrecision() {}

  static float log(float x) {
    return (float) Math.log(x);
  }

  static float sin(float x) {
    return (float) Math.sin(x);
  }

  static float cos(float x) {
    return (float) Math.cos(x);
  }
}

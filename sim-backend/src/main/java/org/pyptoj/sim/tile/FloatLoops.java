package org.pyptoj.sim.tile;

import org.pyptoj.ir.op.ScalarFn;

/**
 * Elementwise loops over {@code float} arrays, one plain loop per function, so that the JIT makes
 * vector code of each.
 */
final class FloatLoops {

  /** Combines runs of two arrays into a third. */
  interface Binary {
    void apply(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n);
  }

  /** Combines a run with one number. */
  interface Scalar {
    void apply(float[] a, int ai, float b, float[] out, int oi, int n);
  }

  /** Maps a run. */
  interface Unary {
    void apply(float[] a, int ai, float[] out, int oi, int n);
  }

  private FloatLoops() {}

  /** The loop of a function, or null where floats have none. */
  static Binary binary(ScalarFn fn) {
    return switch (fn) {
      case ADD -> FloatLoops::add;
      case SUB -> FloatLoops::sub;
      case MUL -> FloatLoops::mul;
      case DIV -> FloatLoops::div;
      case MAX -> FloatLoops::max;
      case MIN -> FloatLoops::min;
      case FMOD -> FloatLoops::fmod;
      case REM -> FloatLoops::rem;
      case SECOND -> (a, ai, b, bi, out, oi, n) -> System.arraycopy(b, bi, out, oi, n);
      case EXPDIF -> FloatLoops::expdif;
      case NONE,
          AND,
          OR,
          XOR,
          SHL,
          SHR,
          NEG,
          EXP,
          LOG,
          SIN,
          COS,
          SQRT,
          RSQRT,
          RECIP,
          ABS,
          RELU,
          NOT,
          CAST,
          COMPARE ->
          null;
    };
  }

  /** The loop of a function whose second operand is one number, or null. */
  static Scalar scalar(ScalarFn fn) {
    return switch (fn) {
      case ADD -> FloatLoops::add;
      case SUB -> FloatLoops::sub;
      case MUL -> FloatLoops::mul;
      case DIV -> FloatLoops::div;
      case MAX -> FloatLoops::max;
      case MIN -> FloatLoops::min;
      case FMOD -> FloatLoops::fmod;
      case REM -> FloatLoops::rem;
      case SECOND -> (a, ai, b, out, oi, n) -> java.util.Arrays.fill(out, oi, oi + n, b);
      case EXPDIF -> FloatLoops::expdif;
      case NONE,
          AND,
          OR,
          XOR,
          SHL,
          SHR,
          NEG,
          EXP,
          LOG,
          SIN,
          COS,
          SQRT,
          RSQRT,
          RECIP,
          ABS,
          RELU,
          NOT,
          CAST,
          COMPARE ->
          null;
    };
  }

  /** The loop of a function of one operand, or null. */
  static Unary unary(ScalarFn fn) {
    return switch (fn) {
      case NEG -> FloatLoops::neg;
      case EXP ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = (float) Math.exp(a[ai + i]);
            }
          };
      case LOG ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = (float) Math.log(a[ai + i]);
            }
          };
      case SIN ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = (float) Math.sin(a[ai + i]);
            }
          };
      case COS ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = (float) Math.cos(a[ai + i]);
            }
          };
      case SQRT ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = (float) Math.sqrt(a[ai + i]);
            }
          };
      case RSQRT ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = (float) (1.0 / Math.sqrt(a[ai + i]));
            }
          };
      case RECIP ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = 1.0f / a[ai + i];
            }
          };
      case ABS ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = Math.abs(a[ai + i]);
            }
          };
      case RELU ->
          (a, ai, out, oi, n) -> {
            for (int i = 0; i < n; i++) {
              out[oi + i] = Math.max(a[ai + i], 0f);
            }
          };
      case NONE,
          ADD,
          SUB,
          MUL,
          DIV,
          MAX,
          MIN,
          REM,
          FMOD,
          AND,
          OR,
          XOR,
          SHL,
          SHR,
          NOT,
          CAST,
          COMPARE,
          SECOND,
          EXPDIF ->
          null;
    };
  }

  private static void add(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] + b[bi + i];
    }
  }

  private static void sub(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] - b[bi + i];
    }
  }

  private static void mul(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] * b[bi + i];
    }
  }

  private static void div(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] / b[bi + i];
    }
  }

  private static void max(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = Math.max(a[ai + i], b[bi + i]);
    }
  }

  private static void min(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = Math.min(a[ai + i], b[bi + i]);
    }
  }

  private static void fmod(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] % b[bi + i];
    }
  }

  private static void rem(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = floorRemainder(a[ai + i], b[bi + i]);
    }
  }

  private static void expdif(float[] a, int ai, float[] b, int bi, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = (float) Math.exp(a[ai + i] - b[bi + i]);
    }
  }

  private static void add(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] + b;
    }
  }

  private static void sub(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] - b;
    }
  }

  private static void mul(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] * b;
    }
  }

  private static void div(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] / b;
    }
  }

  private static void max(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = Math.max(a[ai + i], b);
    }
  }

  private static void min(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = Math.min(a[ai + i], b);
    }
  }

  private static void fmod(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = a[ai + i] % b;
    }
  }

  private static void rem(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = floorRemainder(a[ai + i], b);
    }
  }

  private static void expdif(float[] a, int ai, float b, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = (float) Math.exp(a[ai + i] - b);
    }
  }

  private static void neg(float[] a, int ai, float[] out, int oi, int n) {
    for (int i = 0; i < n; i++) {
      out[oi + i] = -a[ai + i];
    }
  }

  private static float floorRemainder(float a, float b) {
    float r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  }
}

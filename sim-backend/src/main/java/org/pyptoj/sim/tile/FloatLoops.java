package org.pyptoj.sim.tile;

import org.pyptoj.ir.op.ScalarFn;

/**
 * Elementwise loops over {@code float} arrays, one plain loop per function, so that the JIT makes
 * vector code of each. All arrays of a loop are walked over the same places: with a first place for
 * each, it would have to fear that one of them is another's neighbour, and give up.
 */
final class FloatLoops {

  /** Combines runs of two arrays into a third. */
  interface Binary {
    void apply(float[] a, float[] b, float[] out, int at, int n);
  }

  /** Combines a run with one number. */
  interface Scalar {
    void apply(float[] a, float b, float[] out, int at, int n);
  }

  /** Maps a run. */
  interface Unary {
    void apply(float[] a, float[] out, int at, int n);
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
      case PRELU -> FloatLoops::prelu;
      case REM -> FloatLoops::rem;
      case SECOND -> (a, b, out, at, n) -> System.arraycopy(b, at, out, at, n);
      case EXPDIF -> FloatLoops::expdif;
      default -> null;
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
      case LRELU -> FloatLoops::lrelu;
      case REM -> FloatLoops::rem;
      case SECOND -> (a, b, out, at, n) -> java.util.Arrays.fill(out, at, at + n, b);
      case EXPDIF -> FloatLoops::expdif;
      default -> null;
    };
  }

  /** The loop of a function of one operand, or null. */
  static Unary unary(ScalarFn fn) {
    return switch (fn) {
      case NEG -> FloatLoops::neg;
      case EXP ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = (float) Math.exp(a[i]);
            }
          };
      case LOG ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = (float) Math.log(a[i]);
            }
          };
      case SIN ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = (float) Math.sin(a[i]);
            }
          };
      case COS ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = (float) Math.cos(a[i]);
            }
          };
      case SQRT ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = (float) Math.sqrt(a[i]);
            }
          };
      case RSQRT ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = (float) (1.0 / Math.sqrt(a[i]));
            }
          };
      case RECIP ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = 1.0f / a[i];
            }
          };
      case ABS ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = Math.abs(a[i]);
            }
          };
      case RELU ->
          (a, out, at, n) -> {
            for (int i = at; i < at + n; i++) {
              out[i] = Math.max(a[i], 0f);
            }
          };
      default -> null;
    };
  }

  private static void add(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] + b[i];
    }
  }

  private static void sub(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] - b[i];
    }
  }

  private static void mul(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] * b[i];
    }
  }

  private static void div(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] / b[i];
    }
  }

  private static void max(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = Math.max(a[i], b[i]);
    }
  }

  private static void min(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = Math.min(a[i], b[i]);
    }
  }

  private static void fmod(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] % b[i];
    }
  }

  private static void rem(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = floorRemainder(a[i], b[i]);
    }
  }

  private static void expdif(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = (float) Math.exp(a[i] - b[i]);
    }
  }

  private static void prelu(float[] a, float[] b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] > 0 ? a[i] : a[i] * b[i];
    }
  }

  private static void lrelu(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] > 0 ? a[i] : a[i] * b;
    }
  }

  private static void add(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] + b;
    }
  }

  private static void sub(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] - b;
    }
  }

  private static void mul(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] * b;
    }
  }

  private static void div(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] / b;
    }
  }

  private static void max(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = Math.max(a[i], b);
    }
  }

  private static void min(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = Math.min(a[i], b);
    }
  }

  private static void fmod(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = a[i] % b;
    }
  }

  private static void rem(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = floorRemainder(a[i], b);
    }
  }

  private static void expdif(float[] a, float b, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = (float) Math.exp(a[i] - b);
    }
  }

  private static void neg(float[] a, float[] out, int at, int n) {
    for (int i = at; i < at + n; i++) {
      out[i] = -a[i];
    }
  }

  private static float floorRemainder(float a, float b) {
    float r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  }
}

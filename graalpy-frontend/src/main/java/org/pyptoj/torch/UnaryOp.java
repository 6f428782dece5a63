package org.pyptoj.torch;

/** Element-wise functions of one operand, as loops over primitive arrays. */
enum UnaryOp {
  NEG,
  ABS,
  SIGN,
  SQUARE,
  FLOOR,
  CEIL,
  TRUNC,
  ROUND,
  FRAC,
  RELU,
  BITWISE_NOT(false),
  LOGICAL_NOT,
  ISNAN,
  ISINF,
  ISFINITE,
  ISPOSINF,
  ISNEGINF,
  SIGNBIT,
  POSITIVE,
  RECIPROCAL(true),
  SQRT(true),
  RSQRT(true),
  EXP(true),
  EXP2(true),
  EXPM1(true),
  LOG(true),
  LOG2(true),
  LOG10(true),
  LOG1P(true),
  SIN(true),
  COS(true),
  TAN(true),
  ASIN(true),
  ACOS(true),
  ATAN(true),
  SINH(true),
  COSH(true),
  TANH(true),
  ASINH(true),
  ACOSH(true),
  ATANH(true),
  SIGMOID(true),
  SILU(true),
  LOGSIGMOID(true),
  GELU(true),
  GELU_TANH(true),
  SOFTPLUS(true),
  ELU(true),
  HARDTANH,
  RELU6,
  ERF(true),
  ERFC(true),
  DEG2RAD(true),
  RAD2DEG(true);

  private static final double SQRT_HALF = Math.sqrt(0.5);
  private static final double SQRT_2_OVER_PI = Math.sqrt(2 / Math.PI);

  private final boolean fractional;

  UnaryOp() {
    this(false);
  }

  UnaryOp(boolean fractional) {
    this.fractional = fractional;
  }

  /** Whether integers are converted to float first. */
  boolean isFractional() {
    return fractional;
  }

  /** Whether the result is bool whatever the operand. */
  boolean isPredicate() {
    return switch (this) {
      case LOGICAL_NOT, ISNAN, ISINF, ISFINITE, ISPOSINF, ISNEGINF, SIGNBIT -> true;
      default -> false;
    };
  }

  /**
   * Fails now as the functions below would later.
   *
   * @throws TorchError when there is no such function of this type
   */
  void checkDefined(Dtype dtype) {
    switch (dtype.compute()) {
      case FLOAT -> {
        if (!isPredicate()) {
          run(new float[1], new float[1], 1);
        }
      }
      case DOUBLE -> {
        if (!isPredicate()) {
          run(new double[1], new double[1], 1);
        }
      }
      case LONG -> run(new long[1], new long[1], 1);
    }
  }

  void run(float[] x, float[] out, int n) {
    switch (this) {
      case NEG -> negate(x, out, n);
      case ABS -> absolute(x, out, n);
      case SQUARE -> square(x, out, n);
      case RELU -> relu(x, out, n);
      case SQRT -> root(x, out, n);
      case RECIPROCAL -> reciprocal(x, out, n);
      case RSQRT -> {
        for (int i = 0; i < n; i++) {
          out[i] = 1f / (float) Math.sqrt(x[i]);
        }
      }
      case FRAC -> {
        for (int i = 0; i < n; i++) {
          out[i] = x[i] - (float) truncate(x[i]);
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          out[i] = (float) of(x[i]);
        }
      }
    }
  }

  void run(double[] x, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = of(x[i]);
    }
  }

  void run(long[] x, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      long v = x[i];
      out[i] =
          switch (this) {
            case NEG -> -v;
            case ABS -> Math.abs(v);
            case SIGN -> Long.signum(v);
            case SQUARE -> v * v;
            case RELU -> Math.max(v, 0);
            case RELU6 -> Math.clamp(v, 0L, 6L);
            case HARDTANH -> Math.clamp(v, -1L, 1L);
            case BITWISE_NOT -> ~v;
            case FLOOR, CEIL, TRUNC, ROUND, POSITIVE -> v;
            case LOGICAL_NOT -> v == 0 ? 1 : 0;
            case ISNAN, ISINF, ISPOSINF, ISNEGINF -> 0;
            case ISFINITE -> 1;
            case SIGNBIT -> v < 0 ? 1 : 0;
            default -> throw TorchError.runtime(pythonName() + " is not implemented for integers");
          };
    }
  }

  /** Predicates of floats as 0 and 1; single precision operands come widened. */
  void test(double[] x, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      double v = x[i];
      boolean holds =
          switch (this) {
            case LOGICAL_NOT -> v == 0;
            case ISNAN -> v != v;
            case ISINF -> Double.isInfinite(v);
            case ISPOSINF -> v == Double.POSITIVE_INFINITY;
            case ISNEGINF -> v == Double.NEGATIVE_INFINITY;
            case SIGNBIT -> Double.doubleToRawLongBits(v) < 0;
            default -> Double.isFinite(v);
          };
      out[i] = holds ? 1 : 0;
    }
  }

  private double of(double v) {
    return switch (this) {
      case NEG -> -v;
      case ABS -> Math.abs(v);
      case SIGN -> v > 0 ? 1 : v < 0 ? -1 : v != v ? v : 0;
      case SQUARE -> v * v;
      case FLOOR -> Math.floor(v);
      case CEIL -> Math.ceil(v);
      case TRUNC -> truncate(v);
      case ROUND -> Math.rint(v);
      case FRAC -> v - truncate(v);
      case RELU -> v < 0 ? 0 : v;
      case RELU6 -> v < 0 ? 0 : v > 6 ? 6 : v;
      case HARDTANH -> v < -1 ? -1 : v > 1 ? 1 : v;
      case POSITIVE -> v;
      case RECIPROCAL -> 1 / v;
      case SQRT -> Math.sqrt(v);
      case RSQRT -> 1 / Math.sqrt(v);
      case EXP -> Math.exp(v);
      case EXP2 -> Math.pow(2, v);
      case EXPM1 -> Math.expm1(v);
      case LOG -> Math.log(v);
      case LOG2 -> log2(v);
      case LOG10 -> Math.log10(v);
      case LOG1P -> Math.log1p(v);
      case SIN -> Math.sin(v);
      case COS -> Math.cos(v);
      case TAN -> Math.tan(v);
      case ASIN -> Math.asin(v);
      case ACOS -> Math.acos(v);
      case ATAN -> Math.atan(v);
      case SINH -> Math.sinh(v);
      case COSH -> Math.cosh(v);
      case TANH -> Math.tanh(v);
      case ASINH -> Math.copySign(Math.log(Math.abs(v) + Math.sqrt(v * v + 1)), v);
      case ACOSH -> Math.log(v + Math.sqrt(v * v - 1));
      case ATANH -> 0.5 * Math.log1p(2 * v / (1 - v));
      case SIGMOID -> 1 / (1 + Math.exp(-v));
      case SILU -> v / (1 + Math.exp(-v));
      case LOGSIGMOID -> Math.min(v, 0) - Math.log1p(Math.exp(-Math.abs(v)));
      case GELU -> 0.5 * v * (1 + ErrorFunction.erf(v * SQRT_HALF));
      case GELU_TANH -> 0.5 * v * (1 + Math.tanh(SQRT_2_OVER_PI * (v + 0.044715 * v * v * v)));
      case SOFTPLUS -> v > 20 ? v : Math.log1p(Math.exp(v));
      case ELU -> v > 0 ? v : Math.expm1(v);
      case ERF -> ErrorFunction.erf(v);
      case ERFC -> ErrorFunction.erfc(v);
      case DEG2RAD -> v * (Math.PI / 180);
      case RAD2DEG -> v * (180 / Math.PI);
      default -> throw TorchError.runtime(pythonName() + " is not implemented for floats");
    };
  }

  String pythonName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Exact for powers of two, where the quotient of logarithms is not. */
  private static double log2(double v) {
    if (!(v > 0) || Double.isInfinite(v)) {
      return Math.log(v);
    }
    int exponent = Math.getExponent(v);
    double mantissa = exponent < Double.MIN_EXPONENT ? v : Math.scalb(v, -exponent);
    return (exponent < Double.MIN_EXPONENT ? 0 : exponent) + Math.log(mantissa) / Math.log(2);
  }

  private static double truncate(double v) {
    return v < 0 ? Math.ceil(v) : Math.floor(v);
  }

  // Loops of their own, so that the compiler can vectorise them.

  private static void negate(float[] x, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = -x[i];
    }
  }

  private static void absolute(float[] x, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = Math.abs(x[i]);
    }
  }

  private static void square(float[] x, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = x[i] * x[i];
    }
  }

  private static void relu(float[] x, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = x[i] < 0 ? 0 : x[i];
    }
  }

  private static void root(float[] x, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = (float) Math.sqrt(x[i]);
    }
  }

  private static void reciprocal(float[] x, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = 1f / x[i];
    }
  }
}

package org.pyptoj.torch;

/** Element-wise functions of two operands of one type, as loops over primitive arrays. */
enum BinaryOp {
  ADD,
  SUB,
  MUL,
  DIV,
  FLOOR_DIVIDE,
  REMAINDER,
  FMOD,
  POW,
  MAXIMUM,
  MINIMUM,
  FMAX,
  FMIN,
  ATAN2,
  HYPOT,
  COPYSIGN,
  LOGADDEXP,
  XLOGY,
  GCD,
  LCM,
  BITWISE_AND,
  BITWISE_OR,
  BITWISE_XOR,
  BITWISE_LEFT_SHIFT,
  BITWISE_RIGHT_SHIFT;

  /** Whether integers are converted to float first. */
  boolean isFractional() {
    return switch (this) {
      case DIV, ATAN2, HYPOT, COPYSIGN, LOGADDEXP, XLOGY -> true;
      default -> false;
    };
  }

  boolean isIntegral() {
    return ordinal() >= GCD.ordinal();
  }

  String pythonName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Whether the function has no value for some elements of the type, which is an error. */
  boolean isPartial(Dtype dtype) {
    return switch (this) {
      case FLOOR_DIVIDE, REMAINDER, FMOD -> dtype.compute() == Dtype.Compute.LONG;
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
      case FLOAT -> run(new float[1], new float[1], new float[1], 1);
      case DOUBLE -> run(new double[1], new double[1], new double[1], 1);
      case LONG -> run(new long[1], new long[1], new long[1], 1);
    }
  }

  void run(float[] a, float[] b, float[] out, int n) {
    switch (this) {
      case ADD -> add(a, b, out, n);
      case SUB -> sub(a, b, out, n);
      case MUL -> mul(a, b, out, n);
      case DIV -> div(a, b, out, n);
      case MAXIMUM -> max(a, b, out, n);
      case MINIMUM -> min(a, b, out, n);
      case REMAINDER -> {
        for (int i = 0; i < n; i++) {
          float mod = a[i] % b[i];
          out[i] = mod != 0 && mod < 0 != b[i] < 0 ? mod + b[i] : mod;
        }
      }
      case FMOD -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] % b[i];
        }
      }
      case FLOOR_DIVIDE -> {
        for (int i = 0; i < n; i++) {
          out[i] = floorDivide(a[i], b[i]);
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          out[i] = (float) of(a[i], b[i]);
        }
      }
    }
  }

  void run(double[] a, double[] b, double[] out, int n) {
    switch (this) {
      case ADD -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] + b[i];
        }
      }
      case MUL -> {
        for (int i = 0; i < n; i++) {
          out[i] = a[i] * b[i];
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          out[i] = of(a[i], b[i]);
        }
      }
    }
  }

  void run(long[] a, long[] b, long[] out, int n) {
    switch (this) {
      case ADD -> add(a, b, out, n);
      case SUB -> sub(a, b, out, n);
      case MUL -> mul(a, b, out, n);
      default -> {
        for (int i = 0; i < n; i++) {
          out[i] = of(a[i], b[i]);
        }
      }
    }
  }

  private double of(double a, double b) {
    return switch (this) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / b;
      case FLOOR_DIVIDE -> floorDivide(a, b);
      case REMAINDER -> {
        double mod = a % b;
        yield mod != 0 && mod < 0 != b < 0 ? mod + b : mod;
      }
      case FMOD -> a % b;
      case POW -> power(a, b);
      case MAXIMUM -> Math.max(a, b);
      case MINIMUM -> Math.min(a, b);
      case FMAX -> a != a ? b : b != b ? a : Math.max(a, b);
      case FMIN -> a != a ? b : b != b ? a : Math.min(a, b);
      case ATAN2 -> Math.atan2(a, b);
      case HYPOT -> Math.hypot(a, b);
      case COPYSIGN -> Math.copySign(a, b);
      case LOGADDEXP -> {
        double larger = Math.max(a, b);
        yield Double.isInfinite(larger) && a == b
            ? larger
            : larger + Math.log1p(Math.exp(-Math.abs(a - b)));
      }
      case XLOGY -> b != b ? b : a == 0 ? 0 : a * Math.log(b);
      default -> throw TorchError.runtime(pythonName() + " is not implemented for floats");
    };
  }

  private long of(long a, long b) {
    return switch (this) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case FLOOR_DIVIDE -> Math.floorDiv(a, nonZero(b));
      case REMAINDER -> Math.floorMod(a, nonZero(b));
      case FMOD -> a % nonZero(b);
      case POW -> power(a, b);
      case MAXIMUM, FMAX -> Math.max(a, b);
      case MINIMUM, FMIN -> Math.min(a, b);
      case GCD -> gcd(a, b);
      case LCM -> a == 0 || b == 0 ? 0 : Math.abs(a / gcd(a, b) * b);
      case BITWISE_AND -> a & b;
      case BITWISE_OR -> a | b;
      case BITWISE_XOR -> a ^ b;
      case BITWISE_LEFT_SHIFT -> b < 0 || b > 63 ? 0 : a << b;
      case BITWISE_RIGHT_SHIFT -> b < 0 || b > 63 ? a >> 63 : a >> b;
      default -> throw TorchError.runtime(pythonName() + " is not implemented for integers");
    };
  }

  private static long nonZero(long b) {
    if (b == 0) {
      throw TorchError.runtime("ZeroDivisionError: integer division or remainder by zero");
    }
    return b;
  }

  /** C's pow: unlike Java's, a base of 1 or -1 gives 1 for infinite exponents, 1 also for NaN. */
  private static double power(double a, double b) {
    if (a == 1 || a == -1 && Double.isInfinite(b)) {
      return 1;
    }
    return Math.pow(a, b);
  }

  private static long power(long a, long b) {
    if (b < 0) {
      return a == 1 ? 1 : a == -1 ? (b & 1) == 0 ? 1 : -1 : 0;
    }
    long result = 1;
    long square = a;
    for (long e = b; e != 0; e >>= 1) {
      if ((e & 1) != 0) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }

  private static long gcd(long a, long b) {
    long x = Math.abs(a);
    long y = Math.abs(b);
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return x;
  }

  // The quotient of the exact remainder rather than floor(a / b), whose division may round up to
  // the next whole number.

  private static float floorDivide(float a, float b) {
    if (b == 0) {
      return a / b;
    }
    float mod = a % b;
    float quotient = (a - mod) / b;
    if (mod != 0 && mod < 0 != b < 0) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0f, a / b);
    }
    float floor = (float) Math.floor(quotient);
    return quotient - floor > 0.5f ? floor + 1 : floor;
  }

  private static double floorDivide(double a, double b) {
    if (b == 0) {
      return a / b;
    }
    double mod = a % b;
    double quotient = (a - mod) / b;
    if (mod != 0 && mod < 0 != b < 0) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  // Loops of their own, so that the compiler can vectorise them.

  private static void add(float[] a, float[] b, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = a[i] + b[i];
    }
  }

  private static void sub(float[] a, float[] b, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = a[i] - b[i];
    }
  }

  private static void mul(float[] a, float[] b, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = a[i] * b[i];
    }
  }

  private static void div(float[] a, float[] b, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = a[i] / b[i];
    }
  }

  private static void max(float[] a, float[] b, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = Math.max(a[i], b[i]);
    }
  }

  private static void min(float[] a, float[] b, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = Math.min(a[i], b[i]);
    }
  }

  private static void add(long[] a, long[] b, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = a[i] + b[i];
    }
  }

  private static void sub(long[] a, long[] b, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = a[i] - b[i];
    }
  }

  private static void mul(long[] a, long[] b, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = a[i] * b[i];
    }
  }
}

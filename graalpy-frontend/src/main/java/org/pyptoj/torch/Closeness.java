package org.pyptoj.torch;

import java.util.Arrays;
import java.util.Locale;

/** Comparison of tensors within tolerances. */
final class Closeness {
  private Closeness() {}

  private static Dtype common(Tensor a, Tensor b) {
    if (a.dtype() != b.dtype()) {
      throw TorchError.runtime(
          "comparison within tolerances needs one element type, got %s and %s"
              .formatted(a.dtype(), b.dtype()));
    }
    return a.dtype();
  }

  /** Per element whether {@code |a - b| <= atol + rtol * |b|}; equal infinities are close. */
  static Tensor isClose(Tensor a, Tensor b, double rtol, double atol, boolean equalNan) {
    common(a, b);
    if (rtol < 0 || atol < 0) {
      throw TorchError.runtime("tolerances must not be negative");
    }
    long[] shape = Shapes.broadcast(a.shape(), b.shape());
    Tensor out = Tensor.zeros(Dtype.BOOL, shape);
    if (out.numel() > 0) {
      Difference d = new Difference(a.expand(shape), b.expand(shape), rtol, atol, equalNan);
      d.scan(new StridedWriter(out));
    }
    return out;
  }

  static boolean allClose(Tensor a, Tensor b, double rtol, double atol, boolean equalNan) {
    common(a, b);
    if (rtol < 0 || atol < 0) {
      throw TorchError.runtime("tolerances must not be negative");
    }
    long[] shape = Shapes.broadcast(a.shape(), b.shape());
    Difference d = new Difference(a.expand(shape), b.expand(shape), rtol, atol, equalNan);
    d.scan(null);
    return d.mismatches == 0;
  }

  /** Same shape and same elements; NaN differs from itself. */
  static boolean equal(Tensor a, Tensor b) {
    if (!Arrays.equals(a.shape(), b.shape())) {
      return false;
    }
    Tensor same = Elementwise.compare(CompareOp.EQ, a, b);
    Tensor all = Reduction.reduce(Reduction.Op.ALL, same, null, false, Dtype.BOOL, Dtype.BOOL);
    return (Boolean) all.item();
  }

  /**
   * Raises an AssertionError that tells how many elements differ and where most, in PyTorch's
   * words, which scripts and their tests look for.
   *
   * @param where which part of a container is compared, a sentence, or empty
   */
  static void assertClose(
      String where,
      Tensor actual,
      Tensor expected,
      Double rtol,
      Double atol,
      boolean equalNan,
      boolean checkDtype,
      String message) {
    if (!Arrays.equals(actual.shape(), expected.shape())) {
      fail(
          message,
          "The values for attribute 'shape' do not match: torch.Size(%s) != torch.Size(%s).%s"
              .formatted(Shapes.text(actual.shape()), Shapes.text(expected.shape()), where));
    }
    if (checkDtype && actual.dtype() != expected.dtype()) {
      fail(
          message,
          "The values for attribute 'dtype' do not match: %s != %s.%s"
              .formatted(actual.dtype(), expected.dtype(), where));
    }
    if ((rtol == null) != (atol == null)) {
      throw TorchError.value("rtol and atol must be given together, or neither");
    }
    double relative =
        rtol != null ? rtol : Math.max(relative(actual.dtype()), relative(expected.dtype()));
    double absolute =
        atol != null ? atol : Math.max(absolute(actual.dtype()), absolute(expected.dtype()));
    Dtype dtype = Promotion.of(actual.dtype(), expected.dtype());
    Difference d =
        new Difference(actual.to(dtype), expected.to(dtype), relative, absolute, equalNan);
    d.scan(null);
    if (d.mismatches > 0) {
      fail(message, d.report(relative, absolute) + where);
    }
  }

  private static void fail(String given, String text) {
    throw new TorchError(TorchError.Kind.ASSERTION, given != null ? given : text);
  }

  /** The default relative tolerance of comparisons in tests, by element type. */
  private static double relative(Dtype dtype) {
    return switch (dtype) {
      case FLOAT16 -> 1e-3;
      case BFLOAT16 -> 1.6e-2;
      case FLOAT32 -> 1.3e-6;
      case FLOAT64 -> 1e-7;
      default -> 0;
    };
  }

  private static double absolute(Dtype dtype) {
    return switch (dtype) {
      case FLOAT16, BFLOAT16, FLOAT32 -> 1e-5;
      case FLOAT64 -> 1e-7;
      default -> 0;
    };
  }

  /** One pass over two tensors of one shape. */
  private static final class Difference {
    private final Tensor a;
    private final Tensor b;
    private final double rtol;
    private final double atol;
    private final boolean equalNan;

    private long mismatches;
    private double greatestAbsolute = -1;
    private long absoluteAt;
    private double greatestRelative = -1;
    private long relativeAt;

    Difference(Tensor a, Tensor b, double rtol, double atol, boolean equalNan) {
      this.a = a;
      this.b = b;
      this.rtol = rtol;
      this.atol = atol;
      this.equalNan = equalNan;
    }

    void scan(StridedWriter writer) {
      long n = a.numel();
      if (n == 0) {
        return;
      }
      StridedReader first = new StridedReader(a);
      StridedReader second = new StridedReader(b);
      int block = Copy.block(n);
      long[] close = new long[block];
      boolean integers = !a.dtype().isFloat();
      double[] x = integers ? null : new double[block];
      double[] y = integers ? null : new double[block];
      long[] p = integers ? new long[block] : null;
      long[] q = integers ? new long[block] : null;
      for (long done = 0; done < n; done += block) {
        int count = (int) Math.min(block, n - done);
        if (integers) {
          first.read(p, count);
          second.read(q, count);
          for (int i = 0; i < count; i++) {
            boolean ok = p[i] == q[i];
            if (!ok) {
              double gap = Math.abs((double) p[i] - (double) q[i]);
              ok = gap <= atol + rtol * Math.abs((double) q[i]);
              note(ok, gap, Math.abs((double) q[i]), done + i);
            }
            close[i] = ok ? 1 : 0;
          }
        } else {
          first.read(x, count);
          second.read(y, count);
          for (int i = 0; i < count; i++) {
            close[i] = check(x[i], y[i], done + i) ? 1 : 0;
          }
        }
        if (writer != null) {
          writer.write(close, count);
        }
      }
    }

    private boolean check(double x, double y, long at) {
      if (x == y || equalNan && x != x && y != y) {
        return true;
      }
      double gap = Math.abs(x - y);
      boolean ok = Double.isFinite(y) && gap <= atol + rtol * Math.abs(y);
      note(ok, gap, Math.abs(y), at);
      return ok;
    }

    /** Differences are computed in the tensors' type. */
    private double rounded(double value) {
      return switch (a.dtype()) {
        case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
        case BFLOAT16, FLOAT32 -> (float) value;
        default -> value;
      };
    }

    private void note(boolean ok, double exact, double size, long at) {
      if (ok) {
        return;
      }
      double gap = rounded(exact);
      mismatches++;
      // NaN counts as greater than any number, once.
      if (gap > greatestAbsolute || gap != gap && greatestAbsolute == greatestAbsolute) {
        greatestAbsolute = gap;
        absoluteAt = at;
      }
      double relative = a.dtype().isFloat() ? rounded(gap / size) : (float) (gap / size);
      if (relative > greatestRelative
          || relative != relative && greatestRelative == greatestRelative) {
        greatestRelative = relative;
        relativeAt = at;
      }
    }

    String report(double relative, double absolute) {
      boolean equality = relative == 0 && absolute == 0;
      String how = equality ? "equal" : "close";
      boolean scalar = a.rank() == 0;
      if (scalar && a.dtype() == Dtype.BOOL) {
        return "Booleans mismatch: %s is not %s".formatted(number(a.item()), number(b.item()));
      }
      String head =
          scalar
              ? "Scalars are not %s!\n\nExpected %s but got %s."
                  .formatted(how, number(b.item()), number(a.item()))
              : String.format(
                  Locale.ROOT,
                  "Tensor-likes are not %s!\n\nMismatched elements: %d / %d (%.1f%%)",
                  how,
                  mismatches,
                  a.numel(),
                  100.0 * mismatches / a.numel());
      return head
          + line(scalar ? "Absolute" : "Greatest absolute", greatestAbsolute, absoluteAt)
          + allowed(equality, absolute)
          + line(scalar ? "Relative" : "Greatest relative", greatestRelative, relativeAt)
          + allowed(equality, relative);
    }

    private String line(String kind, double value, long at) {
      boolean integer = !a.dtype().isFloat() && !kind.endsWith("elative");
      return "\n"
          + kind
          + " difference: "
          + (integer ? Long.toString((long) value) : PythonText.of(value))
          + (a.rank() == 0 ? "" : " at index " + place(at));
    }

    private static String allowed(boolean equality, double tolerance) {
      return equality ? "" : " (up to " + PythonText.of(tolerance) + " allowed)";
    }

    private static String number(Object item) {
      return switch (item) {
        case Double d -> PythonText.of(d);
        case Boolean b -> b ? "True" : "False";
        default -> item.toString();
      };
    }

    private String place(long flat) {
      long[] index = new long[a.rank()];
      long rest = flat;
      for (int d = index.length - 1; d >= 0; d--) {
        index[d] = rest % a.shape()[d];
        rest /= a.shape()[d];
      }
      return TensorPrinter.sizeText(index);
    }
  }
}

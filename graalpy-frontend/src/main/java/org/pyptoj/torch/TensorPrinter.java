package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text of a tensor in the layout that PyTorch prints with its default options. */
final class TensorPrinter {
  private static final int PRECISION = 4;
  private static final int THRESHOLD = 1000;
  private static final int EDGE = 3;
  private static final int LINE = 80;
  private static final String PREFIX = "tensor(";

  private final boolean summarize;
  private final Dtype dtype;
  private boolean wholeNumbers = true;
  private boolean scientific;
  private int width = 1;

  private TensorPrinter(Tensor t) {
    summarize = t.numel() > THRESHOLD;
    dtype = t.dtype();
    List<Object> shown = new ArrayList<>();
    collect(t, shown);
    if (dtype.isFloat()) {
      measureFloats(shown);
    } else {
      for (Object v : shown) {
        width = Math.max(width, plain(v).length());
      }
    }
  }

  static String print(Tensor t) {
    List<String> suffixes = new ArrayList<>();
    boolean defaultType =
        t.dtype() == Dtype.FLOAT32 || t.dtype() == Dtype.INT64 || t.dtype() == Dtype.BOOL;
    String body;
    if (t.numel() == 0) {
      if (t.rank() != 1) {
        suffixes.add("size=" + sizeText(t.shape()));
      }
      if (t.dtype() != Dtype.FLOAT32) {
        suffixes.add("dtype=" + t.dtype());
      }
      body = "[]";
    } else {
      if (!defaultType) {
        suffixes.add("dtype=" + t.dtype());
      }
      body = new TensorPrinter(t).body(t, PREFIX.length());
    }
    StringBuilder out = new StringBuilder(PREFIX).append(body);
    int column = out.length() - (out.lastIndexOf("\n") + 1);
    for (String suffix : suffixes) {
      int length = suffix.length();
      if (column + length + 2 > LINE) {
        out.append(",\n").append(" ".repeat(PREFIX.length())).append(suffix);
        column = PREFIX.length() + length;
      } else {
        out.append(", ").append(suffix);
        column += length + 2;
      }
    }
    return out.append(")").toString();
  }

  static String sizeText(long[] shape) {
    StringBuilder out = new StringBuilder("(");
    for (int d = 0; d < shape.length; d++) {
      out.append(d > 0 ? ", " : "").append(shape[d]);
    }
    return out.append(shape.length == 1 ? ",)" : ")").toString();
  }

  private void collect(Tensor t, List<Object> into) {
    if (t.rank() == 0) {
      into.add(t.item());
      return;
    }
    long n = t.shape()[0];
    for (long i = 0; i < n; i++) {
      if (summarize && n > 2 * EDGE && i == EDGE) {
        i = n - EDGE;
      }
      collect(t.select(0, i), into);
    }
  }

  private void measureFloats(List<Object> shown) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    List<Double> finite = new ArrayList<>();
    for (Object o : shown) {
      double v = (Double) o;
      if (Double.isFinite(v) && v != 0) {
        finite.add(v);
        least = Math.min(least, Math.abs(v));
        greatest = Math.max(greatest, Math.abs(v));
        wholeNumbers &= v == Math.ceil(v);
      }
    }
    if (finite.isEmpty()) {
      return;
    }
    boolean wide = greatest / least > 1000 || greatest > 1e8;
    scientific = wide || !wholeNumbers && least < 1e-4;
    if (wholeNumbers && !scientific) {
      for (double v : finite) {
        width = Math.max(width, fixed(v, 0).length() + 1);
      }
    } else {
      for (double v : finite) {
        width = Math.max(width, number(v).length());
      }
    }
  }

  private String number(double v) {
    if (v != v) {
      return "nan";
    }
    if (Double.isInfinite(v)) {
      return v < 0 ? "-inf" : "inf";
    }
    if (scientific) {
      return String.format(Locale.ROOT, "%." + PRECISION + "e", v);
    }
    if (wholeNumbers) {
      return fixed(v, 0) + ".";
    }
    return fixed(v, PRECISION);
  }

  private static String fixed(double v, int digits) {
    String text =
        new java.math.BigDecimal(v)
            .setScale(digits, java.math.RoundingMode.HALF_EVEN)
            .toPlainString();
    boolean lostSign = (v < 0 || 1 / v < 0) && !text.startsWith("-");
    return lostSign ? "-" + text : text;
  }

  private static String plain(Object v) {
    return v instanceof Boolean b ? b ? "True" : "False" : v.toString();
  }

  private String cell(Object v) {
    String text = dtype.isFloat() ? number((Double) v) : plain(v);
    return " ".repeat(Math.max(width - text.length(), 0)) + text;
  }

  private String body(Tensor t, int indent) {
    if (t.rank() == 0) {
      return cell(t.item()).strip();
    }
    long n = t.shape()[0];
    boolean cut = summarize && n > 2 * EDGE;
    List<String> parts = new ArrayList<>();
    for (long i = 0; i < n; i++) {
      if (cut && i == EDGE) {
        parts.add(t.rank() == 1 ? " ..." : "...");
        i = n - EDGE;
      }
      Tensor item = t.select(0, i);
      parts.add(item.rank() == 0 ? cell(item.item()) : body(item, indent + 1));
    }
    if (t.rank() > 1) {
      String gap = "," + "\n".repeat(t.rank() - 1) + " ".repeat(indent + 1);
      return "[" + String.join(gap, parts) + "]";
    }
    int perLine = Math.max(1, (LINE - indent) / (width + 2));
    StringBuilder out = new StringBuilder("[");
    for (int i = 0; i < parts.size(); i++) {
      if (i > 0) {
        out.append(",");
        out.append(i % perLine == 0 ? "\n" + " ".repeat(indent + 1) : " ");
      }
      out.append(parts.get(i));
    }
    return out.append("]").toString();
  }
}

package org.pyptoj.torch;

import java.util.Arrays;
import java.util.List;

/** Functions that fold elements together: sums, extremes, statistics, running sums. */
final class ReductionFunctions {
  private ReductionFunctions() {}

  static Object call(String name, Arguments a) {
    return switch (name) {
      case "sum", "nansum" -> {
        a.bind("input dim keepdim * dtype");
        yield sum(
            name.equals("sum") ? Reduction.Op.SUM : Reduction.Op.NAN_SUM,
            a.tensor("input"),
            a.integersOrNull("dim"),
            a.flag("keepdim", false),
            a.dtype("dtype", null));
      }
      case "prod" -> {
        a.bind("input dim keepdim * dtype");
        yield sum(
            Reduction.Op.PROD,
            a.tensor("input"),
            a.integersOrNull("dim"),
            a.flag("keepdim", false),
            a.dtype("dtype", null));
      }
      case "mean", "nanmean" -> mean(name, a.bind("input dim keepdim * dtype"));
      case "any", "all" -> {
        a.bind("input dim keepdim");
        Reduction.Op op = name.equals("any") ? Reduction.Op.ANY : Reduction.Op.ALL;
        Dtype result = a.tensor("input").dtype() == Dtype.UINT8 ? Dtype.UINT8 : Dtype.BOOL;
        yield Reduction.reduce(
            op,
            a.tensor("input").to(Dtype.BOOL),
            a.integersOrNull("dim"),
            a.flag("keepdim", false),
            Dtype.BOOL,
            result);
      }
      case "count_nonzero" -> {
        a.bind("input dim");
        yield Reduction.reduce(
            Reduction.Op.SUM,
            a.tensor("input").to(Dtype.BOOL),
            a.integersOrNull("dim"),
            false,
            Dtype.INT64,
            Dtype.INT64);
      }
      case "max" -> extreme(name, a.bind("input dim keepdim * other"), true);
      case "min" -> extreme(name, a.bind("input dim keepdim * other"), false);
      case "amax" -> {
        a.bind("input dim keepdim");
        yield bound(
            Reduction.Op.MAX, a.tensor("input"), a.integersOrNull("dim"), a.flag("keepdim", false));
      }
      case "amin" -> {
        a.bind("input dim keepdim");
        yield bound(
            Reduction.Op.MIN, a.tensor("input"), a.integersOrNull("dim"), a.flag("keepdim", false));
      }
      case "aminmax" -> {
        a.bind("input * dim keepdim");
        Tensor x = a.tensor("input");
        long[] dim = a.integersOrNull("dim");
        boolean keep = a.flag("keepdim", false);
        yield new Values.Named(
            "aminmax",
            List.of("min", "max"),
            List.of(bound(Reduction.Op.MIN, x, dim, keep), bound(Reduction.Op.MAX, x, dim, keep)));
      }
      case "argmax" -> argExtreme(a.bind("input dim keepdim"), true);
      case "argmin" -> argExtreme(a.bind("input dim keepdim"), false);
      case "var", "std" -> variance(name, a.bind("input dim unbiased keepdim * correction"));
      case "var_mean", "std_mean" -> {
        a.bind("input dim unbiased keepdim * correction");
        Tensor mean = mean(a.tensor("input"), dimsOrFlag(a), a.flag("keepdim", false), null);
        yield Values.Tuple.of(variance(name.substring(0, 3), a), mean);
      }
      case "norm", "vector_norm" -> norm(a.bind("input p dim keepdim dtype * ord"));
      case "dist" -> {
        a.bind("input other p");
        Tensor d = Elementwise.binary(BinaryOp.SUB, a.tensor("input"), a.tensor("other"));
        yield norm(d, a.number("p", 2), null, false);
      }
      case "logsumexp" -> {
        a.bind("input dim keepdim");
        yield logSumExp(a.tensor("input"), a.integers("dim"), a.flag("keepdim", false));
      }
      case "cumsum" -> {
        a.bind("input dim * dtype");
        yield running(a, (total, v) -> total + v, (total, v) -> total + v, 0);
      }
      case "cumprod" -> {
        a.bind("input dim * dtype");
        yield running(a, (total, v) -> total * v, (total, v) -> total * v, 1);
      }
      case "logcumsumexp" -> {
        a.bind("input dim");
        Tensor x = a.tensor("input");
        yield Lines.map(
            x,
            Shapes.dim(a.integer("dim"), x.rank()),
            x.dtype(),
            (in, n, out) -> {
              double total = Double.NEGATIVE_INFINITY;
              for (int i = 0; i < n; i++) {
                double top = Math.max(total, in[i]);
                total =
                    Double.isInfinite(top)
                        ? top
                        : top + Math.log(Math.exp(total - top) + Math.exp(in[i] - top));
                out[i] = total;
              }
            });
      }
      case "cummax" -> cumulative(name, a.bind("input dim"), true);
      case "cummin" -> cumulative(name, a.bind("input dim"), false);
      case "diff" -> {
        a.bind("input n dim");
        Tensor x = a.tensor("input");
        long dim = a.integer("dim", -1);
        for (long i = a.integer("n", 1); i > 0; i--) {
          long n = x.size(dim);
          Tensor next = x.narrow(dim, Math.min(1, n), Math.max(n - 1, 0));
          Tensor current = x.narrow(dim, 0, Math.max(n - 1, 0));
          x =
              x.dtype() == Dtype.BOOL
                  ? Elementwise.compare(CompareOp.NE, next, current)
                  : Elementwise.binary(BinaryOp.SUB, next, current);
        }
        yield x;
      }
      case "equal" -> {
        a.bind("input other");
        yield Closeness.equal(a.tensor("input"), a.tensor("other"));
      }
      case "allclose" -> {
        a.bind("input other rtol atol equal_nan");
        yield Closeness.allClose(
            a.tensor("input"),
            a.tensor("other"),
            a.number("rtol", 1e-5),
            a.number("atol", 1e-8),
            a.flag("equal_nan", false));
      }
      case "_assert_close" -> {
        a.bind(
            "actual expected * rtol atol equal_nan check_dtype msg check_stride check_layout"
                + " check_device allow_subclasses item");
        assertClose(
            a,
            a.get("item") instanceof String s ? s : "",
            a.required("actual"),
            a.required("expected"));
        yield null;
      }
      default -> Dispatch.MISSING;
    };
  }

  private static void assertClose(Arguments a, String item, Object actual, Object expected) {
    if (actual instanceof List<?> x && expected instanceof List<?> y) {
      if (x.size() != y.size()) {
        throw new TorchError(
            TorchError.Kind.ASSERTION,
            "The length of the sequences mismatch: %d != %d%s"
                .formatted(x.size(), y.size(), where(item)));
      }
      for (int i = 0; i < x.size(); i++) {
        assertClose(a, item + "[" + i + "]", x.get(i), y.get(i));
      }
      return;
    }
    boolean numbers = !(actual instanceof Tensor) && !(expected instanceof Tensor);
    Closeness.assertClose(
        where(item),
        numbers ? wide(actual) : asTensor(actual),
        numbers ? wide(expected) : asTensor(expected),
        a.given("rtol") ? a.number("rtol") : null,
        a.given("atol") ? a.number("atol") : null,
        a.flag("equal_nan", false),
        a.flag("check_dtype", !numbers),
        a.get("msg") instanceof String s ? s : null);
  }

  /** Which part of nested containers differs. */
  private static String where(String item) {
    return item.isEmpty() ? "" : "\n\nThe failure occurred for item " + item;
  }

  private static Tensor asTensor(Object value) {
    if (value instanceof Tensor t) {
      return t;
    }
    throw TorchError.type(
        "assert_close compares a Tensor with a Tensor, got " + PythonText.typeName(value));
  }

  private static Tensor wide(Object number) {
    return Creation.scalar(number, number instanceof Double ? Dtype.FLOAT64 : Dtype.INT64);
  }

  static Tensor sum(Reduction.Op op, Tensor x, long[] dims, boolean keep, Dtype dtype) {
    Dtype result = dtype != null ? dtype : x.dtype().isFloat() ? x.dtype() : Dtype.INT64;
    return Reduction.reduce(op, x, dims, keep, result, result);
  }

  private static Tensor mean(String name, Arguments a) {
    Tensor x = a.tensor("input");
    long[] dims = a.integersOrNull("dim");
    boolean keep = a.flag("keepdim", false);
    if (name.equals("nanmean")) {
      Tensor numbers = Elementwise.unary(UnaryOp.LOGICAL_NOT, Elementwise.unary(UnaryOp.ISNAN, x));
      Tensor count =
          Reduction.reduce(Reduction.Op.SUM, numbers, dims, keep, Dtype.INT64, Dtype.INT64);
      return Elementwise.binary(
          BinaryOp.DIV, sum(Reduction.Op.NAN_SUM, x, dims, keep, null), count);
    }
    return mean(x, dims, keep, a.dtype("dtype", null));
  }

  static Tensor mean(Tensor x, long[] dims, boolean keep, Dtype dtype) {
    Dtype result = dtype != null ? dtype : x.dtype();
    if (!result.isFloat()) {
      throw TorchError.runtime(
          "mean needs a floating point dtype, got %s; convert or pass dtype".formatted(result));
    }
    Dtype compute = result.isReducedFloat() ? Dtype.FLOAT32 : result;
    Tensor total = Reduction.reduce(Reduction.Op.SUM, x, dims, keep, compute, compute);
    double count = (double) x.numel() / Math.max(total.numel(), 1);
    return Elementwise.binary(BinaryOp.DIV, total, (Object) count).to(result);
  }

  private static Tensor bound(Reduction.Op op, Tensor x, long[] dims, boolean keep) {
    return Reduction.reduce(op, x, dims, keep, x.dtype(), x.dtype());
  }

  private static Object extreme(String name, Arguments a, boolean greatest) {
    Tensor x = a.tensor("input");
    Object other = a.get("dim") instanceof Tensor t ? t : a.get("other");
    if (other instanceof Tensor) {
      return Elementwise.binary(greatest ? BinaryOp.MAXIMUM : BinaryOp.MINIMUM, x, other);
    }
    if (!a.given("dim")) {
      return bound(greatest ? Reduction.Op.MAX : Reduction.Op.MIN, x, null, false);
    }
    boolean keep = a.flag("keepdim", false);
    int dim = Shapes.dim(a.integer("dim"), x.rank());
    Tensor indices = argExtreme(x, dim, greatest);
    Tensor values = x.rank() == 0 ? x.copy() : IndexFunctions.gather(x, dim, indices);
    if (!keep) {
      indices = indices.squeeze(dim);
      values = values.squeeze(dim);
    }
    return new Values.Named(name, List.of("values", "indices"), List.of(values, indices));
  }

  private static Tensor argExtreme(Tensor x, int dim, boolean greatest) {
    if (x.rank() == 0) {
      return Tensor.zeros(Dtype.INT64);
    }
    if (x.shape()[dim] == 0) {
      throw TorchError.index("dimension %d has no elements to choose from".formatted(dim));
    }
    Tensor out = Tensor.zeros(Dtype.INT64, Shapes.with(x.shape(), dim, 1));
    Lines.positions(Lines.last(x, dim), Lines.last(out, dim), Lines.extreme(greatest));
    return out;
  }

  private static Tensor argExtreme(Arguments a, boolean greatest) {
    Tensor x = a.tensor("input");
    boolean keep = a.flag("keepdim", false);
    if (!a.given("dim")) {
      Tensor flat = argExtreme(x.flatten(0, -1), 0, greatest);
      long[] ones = new long[keep ? x.rank() : 0];
      Arrays.fill(ones, 1);
      return flat.reshape(ones);
    }
    int dim = Shapes.dim(a.integer("dim"), x.rank());
    Tensor out = argExtreme(x, dim, greatest);
    return keep ? out : out.squeeze(dim);
  }

  /** The dimensions to reduce; the second positional argument may also be {@code unbiased}. */
  private static long[] dimsOrFlag(Arguments a) {
    return a.get("dim") instanceof Boolean ? null : a.integersOrNull("dim");
  }

  private static Tensor variance(String name, Arguments a) {
    Tensor x = a.tensor("input");
    if (!x.dtype().isFloat()) {
      throw TorchError.runtime(name + " needs a floating point tensor, got " + x.dtype());
    }
    boolean unbiased = a.get("dim") instanceof Boolean b ? b : a.flag("unbiased", true);
    double correction = a.number("correction", unbiased ? 1 : 0);
    boolean root = name.equals("std");
    boolean[] reduced = Reduction.mask(x, dimsOrFlag(a));
    Tensor out = Tensor.zeros(x.dtype(), Reduction.shape(x, reduced, a.flag("keepdim", false)));
    long length = out.numel() == 0 ? 0 : x.numel() / out.numel();
    if (length == 0) {
      Copy.fill(out, Double.NaN);
      return out;
    }
    Tensor lines = Reduction.reducedLast(x, reduced).reshape(out.numel(), length);
    Lines.run(
        lines,
        out.reshape(out.numel(), 1),
        (in, n, to) -> {
          double mean = 0;
          for (int i = 0; i < n; i++) {
            mean += in[i];
          }
          mean /= n;
          double squares = 0;
          for (int i = 0; i < n; i++) {
            squares += (in[i] - mean) * (in[i] - mean);
          }
          double variance = squares / Math.max(n - correction, 0);
          to[0] = root ? Math.sqrt(variance) : variance;
        });
    return out;
  }

  private static Tensor norm(Arguments a) {
    Object order = a.given("ord") ? a.get("ord") : a.get("p");
    double p;
    if (order instanceof String s) {
      if (!s.equals("fro")) {
        throw TorchError.missing("norm with p='" + s + "'");
      }
      p = 2;
    } else {
      p = order == null ? 2 : Creation.number(order);
    }
    Tensor x = a.tensor("input");
    return norm(
        a.given("dtype") ? x.to(a.dtype("dtype", null)) : x,
        p,
        a.integersOrNull("dim"),
        a.flag("keepdim", false));
  }

  static Tensor norm(Tensor x, double p, long[] dims, boolean keep) {
    if (!x.dtype().isFloat()) {
      throw TorchError.runtime("norm needs a floating point tensor, got " + x.dtype());
    }
    Dtype type = x.dtype();
    Dtype compute = type.isReducedFloat() ? Dtype.FLOAT32 : type;
    if (p == Double.POSITIVE_INFINITY) {
      return Reduction.reduce(Reduction.Op.MAX_ABS, x, dims, keep, compute, type);
    }
    if (p == Double.NEGATIVE_INFINITY) {
      return Reduction.reduce(Reduction.Op.MIN_ABS, x, dims, keep, compute, type);
    }
    if (p == 1) {
      return Reduction.reduce(Reduction.Op.SUM_ABS, x, dims, keep, compute, type);
    }
    if (p == 0) {
      return Reduction.reduce(
              Reduction.Op.SUM, x.to(Dtype.BOOL), dims, keep, Dtype.INT64, Dtype.INT64)
          .to(type);
    }
    if (p == 2) {
      Tensor squares = Reduction.reduce(Reduction.Op.SUM_SQUARES, x, dims, keep, compute, compute);
      return Elementwise.unary(UnaryOp.SQRT, squares).to(type);
    }
    Tensor powers =
        Elementwise.binary(BinaryOp.POW, Elementwise.unary(UnaryOp.ABS, x.to(compute)), (Object) p);
    Tensor total = Reduction.reduce(Reduction.Op.SUM, powers, dims, keep, compute, compute);
    return Elementwise.binary(BinaryOp.POW, total, (Object) (1 / p)).to(type);
  }

  static Tensor logSumExp(Tensor x, long[] dims, boolean keep) {
    Tensor wide = x.to(Dtype.FLOAT64);
    Tensor top = bound(Reduction.Op.MAX, wide, dims, true);
    // An infinite maximum would make NaN of inf - inf.
    Tensor shift =
        Elementwise.where(
            Elementwise.unary(UnaryOp.ISFINITE, top), top, Tensor.zeros(Dtype.FLOAT64));
    Tensor exponentials =
        Elementwise.unary(UnaryOp.EXP, Elementwise.binary(BinaryOp.SUB, wide, shift));
    Tensor total =
        Elementwise.unary(UnaryOp.LOG, sum(Reduction.Op.SUM, exponentials, dims, true, null));
    Tensor result = Elementwise.binary(BinaryOp.ADD, total, shift).to(Promotion.toFloat(x.dtype()));
    return keep ? result : result.reshape(Reduction.shape(x, Reduction.mask(x, dims), false));
  }

  private interface DoubleStep {
    double next(double total, double value);
  }

  private interface LongStep {
    long next(long total, long value);
  }

  private static Tensor running(Arguments a, DoubleStep doubles, LongStep longs, int start) {
    Tensor x = a.tensor("input");
    int dim = Shapes.dim(a.integer("dim"), x.rank());
    Dtype result = a.dtype("dtype", x.dtype().isFloat() ? x.dtype() : Dtype.INT64);
    Tensor source = x.to(result);
    if (result.isFloat()) {
      return Lines.map(
          source,
          dim,
          result,
          (in, n, out) -> {
            double total = start;
            for (int i = 0; i < n; i++) {
              total = doubles.next(total, in[i]);
              out[i] = total;
            }
          });
    }
    return Lines.mapLongs(
        source,
        dim,
        result,
        (in, n, out) -> {
          long total = start;
          for (int i = 0; i < n; i++) {
            total = longs.next(total, in[i]);
            out[i] = total;
          }
        });
  }

  private static Object cumulative(String name, Arguments a, boolean greatest) {
    Tensor x = a.tensor("input");
    int dim = Shapes.dim(a.integer("dim"), x.rank());
    Tensor indices = Tensor.zeros(Dtype.INT64, x.shape());
    Lines.positions(
        Lines.last(x, dim),
        Lines.last(indices, dim),
        (order, n, out) -> {
          int best = 0;
          for (int i = 0; i < n; i++) {
            int c = order.compare(i, best);
            // Of equal elements the later one counts.
            if (order.isNan(i) || !order.isNan(best) && (greatest ? c >= 0 : c <= 0)) {
              best = i;
            }
            out[i] = best;
          }
        });
    Tensor values = x.rank() == 0 ? x.copy() : IndexFunctions.gather(x, dim, indices);
    return new Values.Named(name, List.of("values", "indices"), List.of(values, indices));
  }
}

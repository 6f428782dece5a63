package org.pyptoj.torch;

import java.util.Arrays;
import java.util.List;

/** Sorting, selection by rank, searching, counting of equal elements. */
final class OrderFunctions {
  private OrderFunctions() {}

  static Object call(String name, Arguments a) {
    return switch (name) {
      case "sort", "msort" -> {
        a.bind("input dim descending stable");
        if (name.equals("msort")) {
          yield sort(a.tensor("input"), 0, false)[0];
        }
        Tensor[] both = sort(a.tensor("input"), a.integer("dim", -1), a.flag("descending", false));
        yield pair("sort", both[0], both[1]);
      }
      case "argsort" -> {
        a.bind("input dim descending stable");
        yield sort(a.tensor("input"), a.integer("dim", -1), a.flag("descending", false))[1];
      }
      case "topk" -> topk(a.bind("input k dim largest sorted"));
      case "kthvalue" -> {
        a.bind("input k dim keepdim");
        yield ranked(name, a, a.integer("k") - 1, a.integer("dim", -1));
      }
      case "median" -> {
        a.bind("input dim keepdim");
        yield median(a);
      }
      case "quantile" -> quantile(a.bind("input q dim keepdim * interpolation"));
      case "mode" -> mode(a.bind("input dim keepdim"));
      case "unique" -> unique(a.bind("input sorted return_inverse return_counts dim"));
      case "unique_consecutive" ->
          uniqueConsecutive(a.bind("input return_inverse return_counts dim"));
      case "bincount" -> bincount(a.bind("input weights minlength"));
      case "histc" -> histc(a.bind("input bins min max"));
      case "searchsorted" -> {
        a.bind("sorted_sequence input * out_int32 right side");
        boolean right = a.flag("right", false) || a.text("side", "left").equals("right");
        yield search(
            a.tensor("sorted_sequence"), a.operand("input"), right, a.flag("out_int32", false));
      }
      case "bucketize" -> {
        a.bind("input boundaries * out_int32 right");
        yield search(
            a.tensor("boundaries"),
            a.operand("input"),
            a.flag("right", false),
            a.flag("out_int32", false));
      }
      case "isin" -> isin(a.bind("elements test_elements * assume_unique invert"));
      default -> Dispatch.MISSING;
    };
  }

  private static Values.Named pair(String name, Tensor values, Tensor indices) {
    return new Values.Named(name, List.of("values", "indices"), List.of(values, indices));
  }

  /** Sorted values and their former positions. */
  private static Tensor[] sort(Tensor x, long dimension, boolean descending) {
    int dim = Shapes.dim(dimension, x.rank());
    Tensor indices = Tensor.zeros(Dtype.INT64, x.shape());
    Lines.positions(Lines.last(x, dim), Lines.last(indices, dim), Lines.sorted(descending));
    Tensor values = x.rank() == 0 ? x.copy() : IndexFunctions.gather(x, dim, indices);
    return new Tensor[] {values, indices};
  }

  private static Object topk(Arguments a) {
    Tensor x = a.tensor("input");
    int dim = Shapes.dim(a.integer("dim", -1), x.rank());
    long k = a.integer("k");
    long n = x.rank() == 0 ? 1 : x.shape()[dim];
    if (k < 0 || k > n) {
      throw TorchError.runtime("topk: k = %d is out of range for size %d".formatted(k, n));
    }
    Tensor[] sorted = sort(x, dim, a.flag("largest", true));
    if (x.rank() == 0) {
      return pair("topk", sorted[0], sorted[1]);
    }
    return pair(
        "topk", sorted[0].narrow(dim, 0, k).contiguous(), sorted[1].narrow(dim, 0, k).contiguous());
  }

  private static Object ranked(String name, Arguments a, long rank, long dimension) {
    Tensor x = a.tensor("input");
    int dim = Shapes.dim(dimension, x.rank());
    long n = x.rank() == 0 ? 1 : x.shape()[dim];
    if (rank < 0 || rank >= n) {
      throw TorchError.runtime(
          "%s: position %d is out of range for size %d".formatted(name, rank + 1, n));
    }
    Tensor[] sorted = sort(x, dim, false);
    if (x.rank() == 0) {
      return pair(name, sorted[0], sorted[1]);
    }
    boolean keep = a.flag("keepdim", false);
    Tensor values = sorted[0].narrow(dim, rank, 1).copy();
    Tensor indices = sorted[1].narrow(dim, rank, 1).copy();
    return keep
        ? pair(name, values, indices)
        : pair(name, values.squeeze(dim), indices.squeeze(dim));
  }

  private static Object median(Arguments a) {
    Tensor x = a.tensor("input");
    if (a.given("dim")) {
      return ranked("median", a, (x.size(a.integer("dim")) - 1) / 2, a.integer("dim"));
    }
    Tensor flat = sort(x.flatten(0, -1), 0, false)[0];
    long n = flat.numel();
    if (n == 0) {
      return Creation.scalar(Double.NaN, x.dtype());
    }
    Tensor last = flat.select(0, n - 1);
    boolean nan = x.dtype().isFloat() && Double.isNaN(Creation.number(last));
    return (nan ? last : flat.select(0, (n - 1) / 2)).copy();
  }

  private static Tensor quantile(Arguments a) {
    Tensor x = a.tensor("input");
    if (x.dtype() != Dtype.FLOAT32 && x.dtype() != Dtype.FLOAT64) {
      throw TorchError.runtime("quantile needs a float or double tensor, got " + x.dtype());
    }
    String method = a.text("interpolation", "linear");
    Object given = a.operand("q");
    double[] q =
        given instanceof Tensor t ? Indexing.toDoubles(t) : new double[] {Creation.number(given)};
    boolean whole = !a.given("dim");
    Tensor source = whole ? x.flatten(0, -1) : x;
    int dim = Shapes.dim(a.integer("dim", 0), source.rank());
    Tensor lines = Lines.last(source, dim);
    long[] shape = lines.shape().clone();
    shape[shape.length - 1] = q.length;
    Tensor out = Tensor.zeros(x.dtype(), shape);
    Lines.run(
        lines,
        out,
        (in, n, to) -> {
          Arrays.sort(in, 0, n);
          for (int i = 0; i < q.length; i++) {
            to[i] = Double.isNaN(in[n - 1]) ? Double.NaN : interpolate(in, q[i] * (n - 1), method);
          }
        });
    Tensor front = out.moveDim(-1, 0);
    boolean keep = a.flag("keepdim", false);
    if (keep) {
      front = whole ? front.reshape(keepShape(q.length, x.rank())) : front.unsqueeze(dim + 1);
    }
    boolean vector = given instanceof Tensor t && t.rank() > 0;
    return (vector ? front : front.select(0, 0)).contiguous();
  }

  private static long[] keepShape(long first, int rank) {
    long[] shape = new long[rank + 1];
    Arrays.fill(shape, 1);
    shape[0] = first;
    return shape;
  }

  private static double interpolate(double[] sorted, double place, String method) {
    double low = sorted[(int) Math.floor(place)];
    double high = sorted[(int) Math.ceil(place)];
    return switch (method) {
      case "linear" -> low + (place - Math.floor(place)) * (high - low);
      case "lower" -> low;
      case "higher" -> high;
      case "nearest" -> sorted[(int) Math.rint(place)];
      case "midpoint" -> (low + high) / 2;
      default -> throw TorchError.runtime("quantile: unknown interpolation '" + method + "'");
    };
  }

  private static Object mode(Arguments a) {
    Tensor x = a.tensor("input");
    int dim = Shapes.dim(a.integer("dim", -1), x.rank());
    Tensor indices =
        Tensor.zeros(Dtype.INT64, x.rank() == 0 ? new long[0] : Shapes.with(x.shape(), dim, 1));
    Lines.positions(
        Lines.last(x, dim),
        Lines.last(indices, dim),
        (order, n, out) -> {
          long[] sorted = new long[n];
          Lines.sorted(false).select(order, n, sorted);
          int bestCount = 0;
          for (int i = 0; i < n; ) {
            int j = i;
            while (j < n && order.compare((int) sorted[i], (int) sorted[j]) == 0) {
              j++;
            }
            if (j - i > bestCount) {
              bestCount = j - i;
              out[0] = sorted[j - 1];
            }
            i = j;
          }
        });
    Tensor values = x.rank() == 0 ? x.copy() : IndexFunctions.gather(x, dim, indices);
    return a.flag("keepdim", false) || x.rank() == 0
        ? pair("mode", values, indices)
        : pair("mode", values.squeeze(dim), indices.squeeze(dim));
  }

  private static Object unique(Arguments a) {
    if (a.given("dim")) {
      throw TorchError.missing("unique with dim");
    }
    Tensor x = a.tensor("input");
    Tensor[] sorted = sort(x.flatten(0, -1), 0, false);
    Runs runs = new Runs(sorted[0]);
    Object values = runs.values();
    boolean inverse = a.flag("return_inverse", false);
    boolean counts = a.flag("return_counts", false);
    if (!inverse && !counts) {
      return values;
    }
    Tensor places = null;
    if (inverse) {
      long[] origin = Indexing.toLongs(sorted[1]);
      long[] group = new long[origin.length];
      for (int i = 0; i < origin.length; i++) {
        group[(int) origin[i]] = runs.group[i];
      }
      places = Creation.ofLongs(group, Dtype.INT64, x.shape());
    }
    return results(values, places, counts ? runs.counts() : null);
  }

  private static Object uniqueConsecutive(Arguments a) {
    if (a.given("dim")) {
      throw TorchError.missing("unique_consecutive with dim");
    }
    Tensor x = a.tensor("input");
    Runs runs = new Runs(x.flatten(0, -1));
    boolean inverse = a.flag("return_inverse", false);
    boolean counts = a.flag("return_counts", false);
    if (!inverse && !counts) {
      return runs.values();
    }
    return results(
        runs.values(),
        inverse ? Creation.ofLongs(runs.group, Dtype.INT64, x.shape()) : null,
        counts ? runs.counts() : null);
  }

  private static Values.Tuple results(Object values, Tensor inverse, Tensor counts) {
    if (inverse == null) {
      return Values.Tuple.of(values, counts);
    }
    return counts == null
        ? Values.Tuple.of(values, inverse)
        : Values.Tuple.of(values, inverse, counts);
  }

  /** Stretches of equal neighbours in a vector. */
  private static final class Runs {
    final long[] group;
    private final Tensor source;
    private final long[] starts;

    Runs(Tensor vector) {
      source = vector;
      int n = (int) vector.numel();
      group = new long[n];
      long[] firsts = new long[n];
      int count = 0;
      boolean longs = vector.dtype().compute() == Dtype.Compute.LONG;
      long[] l = longs ? Indexing.toLongs(vector) : null;
      double[] d = longs ? null : Indexing.toDoubles(vector);
      for (int i = 0; i < n; i++) {
        if (i == 0 || (longs ? l[i] != l[i - 1] : d[i] != d[i - 1])) {
          firsts[count++] = i;
        }
        group[i] = count - 1;
      }
      starts = Arrays.copyOf(firsts, count);
    }

    Tensor values() {
      return IndexFunctions.indexSelect(
          source, 0, Creation.ofLongs(starts, Dtype.INT64, starts.length));
    }

    Tensor counts() {
      long[] counts = new long[starts.length];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = (i + 1 < counts.length ? starts[i + 1] : group.length) - starts[i];
      }
      return Creation.ofLongs(counts, Dtype.INT64, counts.length);
    }
  }

  private static Tensor bincount(Arguments a) {
    Tensor x = a.tensor("input");
    if (x.rank() != 1 || !x.dtype().isInteger()) {
      throw TorchError.runtime("bincount needs a vector of integers");
    }
    long[] values = Indexing.toLongs(x);
    long n = a.integer("minlength", 0);
    for (long v : values) {
      if (v < 0) {
        throw TorchError.runtime("bincount needs non-negative integers, got " + v);
      }
      n = Math.max(n, v + 1);
    }
    Tensor weights = a.tensorOrNull("weights");
    if (weights == null) {
      long[] counts = new long[(int) n];
      for (long v : values) {
        counts[(int) v]++;
      }
      return Creation.ofLongs(counts, Dtype.INT64, n);
    }
    if (weights.numel() != values.length) {
      throw TorchError.runtime("bincount needs as many weights as elements");
    }
    double[] w = Indexing.toDoubles(weights);
    double[] sums = new double[(int) n];
    for (int i = 0; i < values.length; i++) {
      sums[(int) values[i]] += w[i];
    }
    Dtype type = weights.dtype() == Dtype.FLOAT32 ? Dtype.FLOAT32 : Dtype.FLOAT64;
    return Creation.ofDoubles(sums, type, n);
  }

  private static Tensor histc(Arguments a) {
    Tensor x = a.tensor("input");
    double[] values = Indexing.toDoubles(x);
    int bins = (int) a.integer("bins", 100);
    double low = a.number("min", 0);
    double high = a.number("max", 0);
    if (low == high && values.length > 0) {
      low = Arrays.stream(values).min().getAsDouble();
      high = Arrays.stream(values).max().getAsDouble();
    }
    if (low == high) {
      low -= 1;
      high += 1;
    }
    double[] counts = new double[bins];
    for (double v : values) {
      if (v >= low && v <= high) {
        int bin = (int) ((v - low) / (high - low) * bins);
        counts[Math.min(bin, bins - 1)]++;
      }
    }
    return Creation.ofDoubles(counts, x.dtype(), bins);
  }

  private static Object search(Tensor sorted, Object input, boolean right, boolean ints) {
    Dtype dtype = ints ? Dtype.INT32 : Dtype.INT64;
    Tensor x = input instanceof Tensor t ? t : Creation.scalar(input, Promotion.ofNumber(input));
    if (sorted.rank() == 0) {
      throw TorchError.runtime("a sorted sequence needs at least one dimension");
    }
    int n = (int) sorted.size(-1);
    long rows = n == 0 ? 1 : sorted.numel() / n;
    double[] edges = Indexing.toDoubles(sorted);
    double[] values = Indexing.toDoubles(x);
    if (rows > 1 && (x.rank() != sorted.rank() || x.numel() / Math.max(x.size(-1), 1) != rows)) {
      throw TorchError.runtime("searchsorted: the leading dimensions must match");
    }
    long[] out = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      int row = rows > 1 ? (int) (i / x.size(-1)) : 0;
      int low = 0;
      int high = n;
      while (low < high) {
        int middle = (low + high) >>> 1;
        double edge = edges[row * n + middle];
        boolean before = right ? !(edge > values[i]) : !(edge >= values[i]);
        if (before) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      out[i] = low;
    }
    return Creation.ofLongs(out, dtype, x.shape());
  }

  private static Tensor isin(Arguments a) {
    Object elements = a.operand("elements");
    Object tests = a.operand("test_elements");
    Tensor x =
        elements instanceof Tensor t ? t : Creation.scalar(elements, Promotion.ofNumber(elements));
    Tensor y = tests instanceof Tensor t ? t : Creation.scalar(tests, Promotion.ofNumber(tests));
    boolean longs = !x.dtype().isFloat() && !y.dtype().isFloat();
    boolean invert = a.flag("invert", false);
    long[] out = new long[(int) x.numel()];
    if (longs) {
      long[] set = Indexing.toLongs(y);
      Arrays.sort(set);
      long[] values = Indexing.toLongs(x);
      for (int i = 0; i < out.length; i++) {
        out[i] = Arrays.binarySearch(set, values[i]) >= 0 != invert ? 1 : 0;
      }
    } else {
      double[] set = Indexing.toDoubles(y);
      double[] values = Indexing.toDoubles(x);
      for (int i = 0; i < out.length; i++) {
        boolean found = false;
        for (double s : set) {
          found |= s == values[i];
        }
        out[i] = found != invert ? 1 : 0;
      }
    }
    return Creation.ofLongs(out, Dtype.BOOL, x.shape());
  }
}

package org.pyptoj.torch;

import java.util.List;

/** New tensors from numbers, ranges and nested lists. */
final class Creation {
  private Creation() {}

  /** A zero-dimensional tensor of a Boolean, Long or Double. */
  static Tensor scalar(Object value, Dtype dtype) {
    Tensor t = Tensor.zeros(dtype);
    put(t, 0, value);
    return t;
  }

  /** Stores a Boolean, Long, Double or one-element tensor at an element number of the segment. */
  static void put(Tensor t, long at, Object value) {
    switch (value) {
      case Boolean b -> StridedWriter.put(t.storage().write(), t.dtype(), at, b ? 1L : 0L);
      case Long l -> {
        checkRange(l, t.dtype());
        StridedWriter.put(t.storage().write(), t.dtype(), at, l);
      }
      case Double d -> StridedWriter.put(t.storage().write(), t.dtype(), at, d);
      case Tensor element -> put(t, at, element.item());
      case null, default ->
          throw TorchError.type("expected a number, got " + PythonText.typeName(value));
    }
  }

  private static void checkRange(long value, Dtype dtype) {
    boolean fits =
        !dtype.isInteger()
            || value >= dtype.minLong() && value <= dtype.maxLong()
            // An unsigned type takes the bit pattern of a negative number of its size.
            || !dtype.isSigned() && value < 0 && value >= -(dtype.maxLong() / 2) - 1;
    if (!fits) {
      throw TorchError.runtime(
          "value %d cannot be converted to %s without overflow".formatted(value, dtype));
    }
  }

  static Tensor full(Object value, Dtype dtype, long... shape) {
    Tensor t = Tensor.zeros(dtype, shape);
    Copy.copy(scalar(value, dtype).expand(shape), t);
    return t;
  }

  /** The numbers from {@code start} up to but not including {@code end}. */
  static Tensor arange(Object start, Object end, Object step, Dtype dtype) {
    boolean whole = start instanceof Long && end instanceof Long && step instanceof Long;
    double from = number(start);
    double to = number(end);
    double by = number(step);
    if (by == 0) {
      throw TorchError.runtime("arange: step must be nonzero");
    }
    if (by > 0 ? from > to : from < to) {
      throw TorchError.runtime("arange: upper and lower bound do not fit the sign of the step");
    }
    Dtype type = dtype != null ? dtype : whole ? Dtype.INT64 : Promotion.DEFAULT_FLOAT;
    if (whole) {
      long a = (Long) start;
      long b = (Long) end;
      long s = (Long) step;
      long n = s > 0 ? (b - a + s - 1) / s : (a - b - s - 1) / -s;
      return byNumber(
          type,
          n,
          (writer, first, count) -> {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
              values[i] = a + (first + i) * s;
            }
            writer.write(values, count);
          });
    }
    return byNumber(
        type,
        (long) Math.ceil((to - from) / by),
        (writer, first, count) -> {
          double[] values = new double[count];
          for (int i = 0; i < count; i++) {
            values[i] = from + (first + i) * by;
          }
          writer.write(values, count);
        });
  }

  /** Writes so many elements that follow from their numbers, of which the first is given. */
  private interface Elements {
    void write(StridedWriter writer, long first, int count);
  }

  private static Tensor byNumber(Dtype dtype, long n, Elements elements) {
    Tensor t = Tensor.zeros(dtype, n);
    Storage.change(
        t,
        () -> {
          StridedWriter writer = new StridedWriter(t);
          Parallel.range(
              n,
              Parallel.CHUNK,
              (from, to) -> elements.write(writer.from(from), from, (int) (to - from)));
        });
    return t;
  }

  /** Evenly spaced numbers, both ends included; computed from the nearer end. */
  static Tensor linspace(double start, double end, long steps, Dtype dtype) {
    if (steps < 0) {
      throw TorchError.runtime("linspace: number of steps must be non-negative");
    }
    if (steps == 1) {
      return ofDoubles(new double[] {start}, dtype, 1);
    }
    boolean single = dtype.compute() == Dtype.Compute.FLOAT;
    float floatStep = ((float) end - (float) start) / (steps - 1);
    double doubleStep = (end - start) / (steps - 1);
    return byNumber(
        dtype,
        steps,
        (writer, first, count) -> {
          double[] values = new double[count];
          for (int j = 0; j < count; j++) {
            long i = first + j;
            long left = steps - i - 1;
            if (single) {
              values[j] =
                  i < steps / 2 ? (float) start + floatStep * i : (float) end - floatStep * left;
            } else {
              values[j] = i < steps / 2 ? start + doubleStep * i : end - doubleStep * left;
            }
          }
          writer.write(values, count);
        });
  }

  static Tensor eye(long rows, long columns, Dtype dtype) {
    Tensor t = Tensor.zeros(dtype, rows, columns);
    Copy.fill(t.diagonal(0, 0, 1), 1L);
    return t;
  }

  static Tensor ofLongs(long[] values, Dtype dtype, long... shape) {
    Tensor t = Tensor.zeros(dtype, shape);
    if (values.length > 0) {
      new StridedWriter(t).write(values, values.length);
    }
    return t;
  }

  static Tensor ofDoubles(double[] values, Dtype dtype, long... shape) {
    Tensor t = Tensor.zeros(dtype, shape);
    if (values.length > 0) {
      new StridedWriter(t).write(values, values.length);
    }
    return t;
  }

  static Tensor ofFloats(float[] values, Dtype dtype, long... shape) {
    Tensor t = Tensor.zeros(dtype, shape);
    if (values.length > 0) {
      new StridedWriter(t).write(values, values.length);
    }
    return t;
  }

  static double number(Object value) {
    return switch (value) {
      case Boolean b -> b ? 1 : 0;
      case Long l -> l;
      case Double d -> d;
      case Tensor t -> number(t.item());
      case null, default ->
          throw TorchError.type("expected a number, got " + PythonText.typeName(value));
    };
  }

  /** A tensor of a number, a tensor (copied), or nested lists of them. */
  static Tensor tensor(Object data, Dtype dtype) {
    if (data instanceof Tensor t) {
      return dtype == null || dtype == t.dtype() ? t.copy() : t.to(dtype);
    }
    Dtype type = dtype != null ? dtype : deduce(data, null);
    if (type == null) {
      type = Promotion.DEFAULT_FLOAT;
    }
    long[] shape = shape(data);
    Tensor t = Tensor.zeros(type, shape);
    store(data, t, shape, 0, 0);
    return t;
  }

  private static Dtype deduce(Object data, Dtype sofar) {
    return switch (data) {
      case List<?> list -> {
        Dtype type = sofar;
        for (Object item : list) {
          type = deduce(item, type);
        }
        yield type;
      }
      case Tensor t -> sofar == null ? t.dtype() : Promotion.of(sofar, t.dtype());
      default -> {
        Dtype own = Promotion.ofNumber(data);
        yield sofar == null ? own : Promotion.of(sofar, own);
      }
    };
  }

  private static long[] shape(Object data) {
    if (data instanceof Tensor t) {
      return t.shape();
    }
    if (!(data instanceof List<?> list)) {
      return new long[0];
    }
    return list.isEmpty() ? new long[] {0} : Shapes.insert(shape(list.get(0)), 0, list.size());
  }

  private static long store(Object data, Tensor t, long[] shape, int depth, long at) {
    if (data instanceof Tensor part && depth < shape.length) {
      long[] rest = java.util.Arrays.copyOfRange(shape, depth, shape.length);
      if (!java.util.Arrays.equals(part.shape(), rest)) {
        throw TorchError.value("tensor: the parts have different shapes");
      }
      Copy.copy(part, t.view(rest, Shapes.contiguousStrides(rest), at));
      return at + part.numel();
    }
    if (depth == shape.length) {
      put(t, at, data);
      return at + 1;
    }
    if (!(data instanceof List<?> list) || list.size() != shape[depth]) {
      throw TorchError.value(
          "expected a sequence of length %d at dimension %d".formatted(shape[depth], depth));
    }
    long next = at;
    for (Object item : list) {
      next = store(item, t, shape, depth + 1, next);
    }
    return next;
  }
}

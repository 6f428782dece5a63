package org.pyptoj.torch;

import java.util.Arrays;
import java.util.List;

/** Arithmetic on shapes: sizes, strides, broadcasting, dimension numbers. */
final class Shapes {
  private Shapes() {}

  static long numel(long[] shape) {
    long n = 1;
    for (long s : shape) {
      n = Math.multiplyExact(n, s);
    }
    return n;
  }

  /** Row-major strides, in elements. */
  static long[] contiguousStrides(long[] shape) {
    long[] strides = new long[shape.length];
    long step = 1;
    for (int d = shape.length - 1; d >= 0; d--) {
      strides[d] = step;
      step *= Math.max(shape[d], 1);
    }
    return strides;
  }

  /** Checks a dimension number against a rank and counts negative ones from the end. */
  static int dim(long dim, int rank) {
    int span = Math.max(rank, 1);
    if (dim < -span || dim >= span) {
      throw TorchError.index(
          "dimension %d is out of range: expected one in [%d, %d]".formatted(dim, -span, span - 1));
    }
    return (int) (dim < 0 ? dim + span : dim);
  }

  /** The common shape of two operands, or a RuntimeError naming both. */
  static long[] broadcast(long[] a, long[] b) {
    if (Arrays.equals(a, b)) {
      return a;
    }
    int rank = Math.max(a.length, b.length);
    long[] shape = new long[rank];
    for (int d = 0; d < rank; d++) {
      long x = d < rank - a.length ? 1 : a[d - rank + a.length];
      long y = d < rank - b.length ? 1 : b[d - rank + b.length];
      if (x != y && x != 1 && y != 1) {
        throw TorchError.runtime(
            ("shapes %s and %s do not broadcast: size %d meets size %d at dimension %d"
                    + " (must match, or one be 1)")
                .formatted(text(a), text(b), x, y, d));
      }
      shape[d] = x == 1 ? y : x;
    }
    return shape;
  }

  static long[] broadcast(List<Tensor> tensors) {
    long[] shape = {};
    for (Tensor t : tensors) {
      shape = broadcast(shape, t.shape());
    }
    return shape;
  }

  /** Fills in at most one -1 so that the result has the given number of elements. */
  static long[] infer(long[] shape, long numel) {
    long known = 1;
    int open = -1;
    for (int d = 0; d < shape.length; d++) {
      if (shape[d] == -1) {
        if (open >= 0) {
          throw TorchError.runtime("only one dimension can be inferred, got shape " + text(shape));
        }
        open = d;
      } else if (shape[d] < 0) {
        throw TorchError.runtime(
            "invalid dimension size %d in shape %s".formatted(shape[d], text(shape)));
      } else {
        known *= shape[d];
      }
    }
    long[] result = shape.clone();
    if (open >= 0 && known != 0 && numel % known == 0) {
      result[open] = numel / known;
      return result;
    }
    if (open >= 0 || known != numel) {
      throw TorchError.runtime(
          "shape '%s' is invalid for input of size %d".formatted(text(shape), numel));
    }
    return result;
  }

  static long[] remove(long[] shape, int dim) {
    long[] result = new long[shape.length - 1];
    System.arraycopy(shape, 0, result, 0, dim);
    System.arraycopy(shape, dim + 1, result, dim, result.length - dim);
    return result;
  }

  static long[] insert(long[] shape, int dim, long size) {
    long[] result = new long[shape.length + 1];
    System.arraycopy(shape, 0, result, 0, dim);
    result[dim] = size;
    System.arraycopy(shape, dim, result, dim + 1, shape.length - dim);
    return result;
  }

  static long[] with(long[] shape, int dim, long size) {
    long[] result = shape.clone();
    result[dim] = size;
    return result;
  }

  static String text(long[] shape) {
    return Arrays.toString(shape);
  }
}

package org.pyptoj.torch;

import java.util.List;

/** Applies element-wise functions to tensors and numbers with broadcasting and promotion. */
final class Elementwise {
  private Elementwise() {}

  /** The function of every element, in a new tensor. */
  static Tensor unary(UnaryOp op, Tensor x) {
    Dtype dtype = op.isFractional() ? Promotion.toFloat(x.dtype()) : x.dtype();
    if (op == UnaryOp.BITWISE_NOT && x.dtype() == Dtype.BOOL) {
      return unary(UnaryOp.LOGICAL_NOT, x);
    }
    if (x.dtype() == Dtype.BOOL && !op.isFractional() && !op.isPredicate()) {
      switch (op) {
        case ABS, SIGN, POSITIVE -> {}
        default -> throw TorchError.runtime(op.pythonName() + " is not defined for bool tensors");
      }
    }
    Tensor out = Tensor.zeros(op.isPredicate() ? Dtype.BOOL : dtype, x.shape());
    if (out.numel() > 0) {
      op.checkDefined(dtype);
      Storage.change(out, () -> run(op, x, out, dtype), x);
    }
    return out;
  }

  private static void run(UnaryOp op, Tensor x, Tensor out, Dtype dtype) {
    long n = out.numel();
    StridedReader reader = new StridedReader(x);
    StridedWriter writer = new StridedWriter(out);
    if (!Parallel.shares(n)) {
      float[] elements = x.floats();
      float[] results = out.floats();
      if (elements != null && results != null) {
        op.run(elements, results, (int) n);
        return;
      }
    }
    Parallel.elements(
        out, (from, to) -> run(op, reader.from(from), writer.from(from), to - from, dtype));
  }

  private static void run(
      UnaryOp op, StridedReader reader, StridedWriter writer, long n, Dtype dtype) {
    int block = Copy.block(n);
    boolean test = op.isPredicate() && dtype.isFloat();
    double[] doubles = test || dtype.compute() == Dtype.Compute.DOUBLE ? new double[block] : null;
    float[] floats = !test && dtype.compute() == Dtype.Compute.FLOAT ? new float[block] : null;
    long[] longs = test || dtype.compute() == Dtype.Compute.LONG ? new long[block] : null;
    for (long done = 0; done < n; done += block) {
      int count = (int) Math.min(block, n - done);
      if (test) {
        reader.read(doubles, count);
        op.test(doubles, longs, count);
        writer.write(longs, count);
      } else if (floats != null) {
        reader.read(floats, count);
        op.run(floats, floats, count);
        writer.write(floats, count);
      } else if (doubles != null) {
        reader.read(doubles, count);
        op.run(doubles, doubles, count);
        writer.write(doubles, count);
      } else {
        reader.read(longs, count);
        op.run(longs, longs, count);
        writer.write(longs, count);
      }
    }
  }

  /** The element type in which an operation on these operands happens and results. */
  static Dtype resultType(BinaryOp op, Object a, Object b) {
    Dtype dtype = Promotion.of(List.of(a, b));
    if (op.isFractional()) {
      return Promotion.toFloat(dtype);
    }
    if (dtype.isFloat() && op.isIntegral()) {
      throw TorchError.runtime(op.pythonName() + " is not defined for floating point operands");
    }
    if (dtype == Dtype.BOOL) {
      switch (op) {
        case SUB ->
            throw TorchError.runtime("bool tensors cannot be subtracted; use logical_xor or ^");
        case FLOOR_DIVIDE,
            REMAINDER,
            FMOD,
            POW,
            GCD,
            LCM,
            BITWISE_LEFT_SHIFT,
            BITWISE_RIGHT_SHIFT ->
            throw TorchError.runtime(op.pythonName() + " is not defined for bool tensors");
        default -> {}
      }
    }
    return dtype;
  }

  /** The function of every pair of elements, in a new tensor of the promoted type. */
  static Tensor binary(BinaryOp op, Object a, Object b) {
    Dtype dtype = resultType(op, a, b);
    Tensor x = operand(a, dtype);
    Tensor y = operand(b, dtype);
    Tensor out = Tensor.zeros(dtype, Shapes.broadcast(x.shape(), y.shape()));
    change(op, x, y, out, dtype);
    return out;
  }

  /** The same, stored in the first operand, whose shape and type stay. */
  static Tensor binaryInPlace(BinaryOp op, Tensor a, Object b) {
    Dtype dtype = resultType(op, a, b);
    Promotion.checkStore(dtype, a.dtype());
    Tensor y = operand(b, dtype);
    if (!java.util.Arrays.equals(Shapes.broadcast(a.shape(), y.shape()), a.shape())) {
      throw TorchError.runtime(
          "an operand of shape %s does not fit in place into shape %s"
              .formatted(Shapes.text(y.shape()), Shapes.text(a.shape())));
    }
    if (y.sharesStorage(a) && !y.sameView(a)) {
      y = y.copy();
    }
    change(op, a, y, a, dtype);
    return a;
  }

  /** Stores the function of every pair of elements, at once where it fails for some. */
  private static void change(BinaryOp op, Tensor x, Tensor y, Tensor out, Dtype dtype) {
    if (out.numel() == 0) {
      return;
    }
    if (op.isPartial(dtype)) {
      run(op, x, y, out, dtype);
    } else {
      op.checkDefined(dtype);
      Storage.change(out, () -> run(op, x, y, out, dtype), x, y);
    }
  }

  /** A tensor as it is; a number as a tensor that keeps the number's precision. */
  static Tensor operand(Object value, Dtype dtype) {
    if (value instanceof Tensor t) {
      return t;
    }
    // A number meets reduced floats in single precision: it is not rounded to their type first.
    // Integers wrap when the result is stored, so that a number need not fit the result type.
    Dtype held = dtype.isReducedFloat() ? Dtype.FLOAT32 : dtype.isInteger() ? Dtype.INT64 : dtype;
    return Creation.scalar(value, held);
  }

  private static void run(BinaryOp op, Tensor x, Tensor y, Tensor out, Dtype dtype) {
    long n = out.numel();
    Tensor left = x.expand(out.shape());
    Tensor right = y.expand(out.shape());
    StridedReader first = new StridedReader(left);
    StridedReader second = new StridedReader(right);
    StridedWriter writer = new StridedWriter(out);
    if (!Parallel.shares(n)) {
      float[] lefts = left.floats();
      float[] rights = right.floats();
      float[] results = out.floats();
      if (lefts != null && rights != null && results != null) {
        op.run(lefts, rights, results, (int) n);
        return;
      }
    }
    Parallel.elements(
        out,
        (from, to) ->
            run(op, first.from(from), second.from(from), writer.from(from), to - from, dtype));
  }

  private static void run(
      BinaryOp op,
      StridedReader first,
      StridedReader second,
      StridedWriter writer,
      long n,
      Dtype dtype) {
    int block = Copy.block(n);
    switch (dtype.compute()) {
      case FLOAT -> {
        float[] a = new float[block];
        float[] b = new float[block];
        float[] c = new float[block];
        for (long done = 0; done < n; done += block) {
          int count = (int) Math.min(block, n - done);
          first.read(a, count);
          second.read(b, count);
          op.run(a, b, c, count);
          writer.write(c, count);
        }
      }
      case DOUBLE -> {
        double[] a = new double[block];
        double[] b = new double[block];
        double[] c = new double[block];
        for (long done = 0; done < n; done += block) {
          int count = (int) Math.min(block, n - done);
          first.read(a, count);
          second.read(b, count);
          op.run(a, b, c, count);
          writer.write(c, count);
        }
      }
      case LONG -> {
        long[] a = new long[block];
        long[] b = new long[block];
        long[] c = new long[block];
        for (long done = 0; done < n; done += block) {
          int count = (int) Math.min(block, n - done);
          first.read(a, count);
          second.read(b, count);
          op.run(a, b, c, count);
          writer.write(c, count);
        }
      }
    }
  }

  /** The predicate of every pair of elements, compared in the promoted type. */
  static Tensor compare(CompareOp op, Object a, Object b) {
    Dtype dtype = Promotion.of(List.of(a, b));
    Dtype held = dtype.isInteger() ? Dtype.INT64 : dtype;
    Tensor x = a instanceof Tensor t ? t : Creation.scalar(a, held);
    Tensor y = b instanceof Tensor t ? t : Creation.scalar(b, held);
    Tensor out = Tensor.zeros(Dtype.BOOL, Shapes.broadcast(x.shape(), y.shape()));
    if (out.numel() == 0) {
      return out;
    }
    // A 64-bit integer or a wider float is rounded to the promoted type before it is compared.
    Tensor left = dtype.isFloat() ? widened(x, dtype) : x;
    Tensor right = dtype.isFloat() ? widened(y, dtype) : y;
    Storage.change(out, () -> run(op, left, right, out, dtype), left, right);
    return out;
  }

  private static void run(CompareOp op, Tensor x, Tensor y, Tensor out, Dtype dtype) {
    StridedReader left = new StridedReader(x.expand(out.shape()));
    StridedReader right = new StridedReader(y.expand(out.shape()));
    StridedWriter results = new StridedWriter(out);
    Parallel.elements(
        out,
        (from, to) -> {
          StridedReader first = left.from(from);
          StridedReader second = right.from(from);
          StridedWriter writer = results.from(from);
          long n = to - from;
          int block = Copy.block(n);
          long[] c = new long[block];
          if (dtype.isFloat()) {
            double[] p = new double[block];
            double[] q = new double[block];
            for (long done = 0; done < n; done += block) {
              int count = (int) Math.min(block, n - done);
              first.read(p, count);
              second.read(q, count);
              op.run(p, q, c, count);
              writer.write(c, count);
            }
          } else {
            long[] p = new long[block];
            long[] q = new long[block];
            for (long done = 0; done < n; done += block) {
              int count = (int) Math.min(block, n - done);
              first.read(p, count);
              second.read(q, count);
              op.run(p, q, c, count);
              writer.write(c, count);
            }
          }
        });
  }

  private static Tensor widened(Tensor t, Dtype dtype) {
    return t.dtype() == dtype || dtype == Dtype.FLOAT64 ? t : t.to(dtype);
  }

  /** Elements of {@code a} where the condition holds, of {@code b} elsewhere. */
  static Tensor where(Tensor condition, Object a, Object b) {
    Dtype dtype = Promotion.of(List.of(a, b));
    Tensor x = a instanceof Tensor t ? t.to(dtype) : Creation.scalar(a, dtype);
    Tensor y = b instanceof Tensor t ? t.to(dtype) : Creation.scalar(b, dtype);
    long[] shape = Shapes.broadcast(condition.shape(), Shapes.broadcast(x.shape(), y.shape()));
    Tensor out = Tensor.zeros(dtype, shape);
    Copy.copy(y.expand(shape), out);
    maskedCopy(out, condition.expand(shape), x.expand(shape));
    return out;
  }

  /** Overwrites the elements of {@code target} where the mask holds; all have one shape. */
  static void maskedCopy(Tensor target, Tensor mask, Tensor source) {
    if (target.numel() > 0) {
      Storage.change(target, () -> overwrite(target, mask, source), mask, source);
    }
  }

  private static void overwrite(Tensor target, Tensor mask, Tensor source) {
    StridedReader allSources = new StridedReader(source);
    StridedReader allOld = new StridedReader(target);
    StridedReader allMasks = new StridedReader(mask);
    StridedWriter results = new StridedWriter(target);
    boolean longs =
        target.dtype().compute() == Dtype.Compute.LONG
            && source.dtype().compute() == Dtype.Compute.LONG;
    Parallel.elements(
        target,
        (from, to) -> {
          StridedReader reader = allSources.from(from);
          StridedReader old = allOld.from(from);
          StridedReader masks = allMasks.from(from);
          StridedWriter writer = results.from(from);
          long n = to - from;
          int block = Copy.block(n);
          long[] m = new long[block];
          long[] a = longs ? new long[block] : null;
          long[] b = longs ? new long[block] : null;
          double[] x = longs ? null : new double[block];
          double[] y = longs ? null : new double[block];
          for (long done = 0; done < n; done += block) {
            int count = (int) Math.min(block, n - done);
            masks.read(m, count);
            if (longs) {
              reader.read(a, count);
              old.read(b, count);
              for (int i = 0; i < count; i++) {
                b[i] = m[i] != 0 ? a[i] : b[i];
              }
              writer.write(b, count);
            } else {
              reader.read(x, count);
              old.read(y, count);
              for (int i = 0; i < count; i++) {
                y[i] = m[i] != 0 ? x[i] : y[i];
              }
              writer.write(y, count);
            }
          }
        });
  }
}

package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What square brackets do, for reading and for assignment. */
final class Indexing {
  private Indexing() {}

  /** The view that the plain parts of an index make, and the index tensors that remain. */
  private record Plan(Tensor view, Tensor[] indices) {
    boolean isBasic() {
      for (Tensor index : indices) {
        if (index != null) {
          return false;
        }
      }
      return true;
    }
  }

  static Tensor get(Tensor x, Object index) {
    Plan plan = plan(x, index);
    return plan.isBasic() ? plan.view : gather(plan.view, plan.indices);
  }

  static void set(Tensor x, Object index, Object value) {
    Plan plan = plan(x, index);
    if (plan.isBasic()) {
      assign(plan.view, value);
    } else {
      put(plan.view, plan.indices, value, false);
    }
  }

  /** Stores a number or a tensor, leading dimensions of size 1 dropped where they are too many. */
  static void assign(Tensor view, Object value) {
    if (!(value instanceof Tensor source)) {
      if (value instanceof List<?>) {
        assign(view, Creation.tensor(value, view.dtype()));
        return;
      }
      Copy.fill(view, value);
      return;
    }
    view.copyFrom(fit(source, view.rank()));
  }

  private static Tensor fit(Tensor source, int rank) {
    Tensor t = source;
    while (t.rank() > rank && t.shape()[0] == 1) {
      t = t.select(0, 0);
    }
    return t;
  }

  private static Plan plan(Tensor x, Object index) {
    List<?> parts = index instanceof Values.Tuple tuple ? tuple : single(index);
    int consumed = 0;
    int ellipses = 0;
    for (Object part : parts) {
      if (part == Values.ELLIPSIS) {
        ellipses++;
      } else if (part instanceof Tensor t && t.dtype() == Dtype.BOOL) {
        consumed += t.rank();
      } else if (part != null && !(part instanceof Boolean)) {
        consumed++;
      }
    }
    if (ellipses > 1) {
      throw TorchError.index("an index can have only one ellipsis ('...')");
    }
    if (consumed > x.rank()) {
      throw TorchError.index(
          "too many indices: %d for a tensor of dimension %d".formatted(consumed, x.rank()));
    }
    Tensor view = x;
    int dim = 0;
    List<Tensor> indices = new ArrayList<>();
    for (Object part : parts) {
      switch (part) {
        case null -> {
          view = view.unsqueeze(dim);
          dim++;
        }
        case Long i -> view = view.select(dim, i);
        case Values.Slice s -> {
          long step = s.step() == null ? 1 : s.step();
          long start = s.start() == null ? 0 : s.start();
          long stop = s.stop() == null ? Long.MAX_VALUE : s.stop();
          view = view.slice(dim, start, stop, step);
          dim++;
        }
        case Object e when e == Values.ELLIPSIS -> dim += x.rank() - consumed;
        case Boolean b -> {
          // True adds a dimension that is kept, False one that is empty.
          view = view.unsqueeze(dim);
          set(
              indices,
              dim,
              Creation.ofLongs(b ? new long[1] : new long[0], Dtype.INT64, b ? 1 : 0));
          dim++;
        }
        case Tensor t when t.rank() == 0 && t.dtype().isInteger() ->
            view = view.select(dim, (Long) t.item());
        case Tensor t when t.dtype() == Dtype.BOOL -> {
          if (t.rank() == 0) {
            view = view.unsqueeze(dim);
            boolean b = (Boolean) t.item();
            set(
                indices,
                dim,
                Creation.ofLongs(b ? new long[1] : new long[0], Dtype.INT64, b ? 1 : 0));
            dim++;
            continue;
          }
          checkMask(t, view, dim);
          for (Tensor column : nonzero(t).unbind(1)) {
            set(indices, dim++, column);
          }
        }
        case Tensor t -> set(indices, dim++, checkIndex(t));
        case List<?> list -> {
          Tensor t = Creation.tensor(list, list.isEmpty() ? Dtype.INT64 : null);
          if (t.dtype() == Dtype.BOOL) {
            checkMask(t, view, dim);
            for (Tensor column : nonzero(t).unbind(1)) {
              set(indices, dim++, column);
            }
          } else {
            set(indices, dim++, checkIndex(t));
          }
        }
        default ->
            throw TorchError.index(
                "an index is an int, slice, None, Ellipsis, bool, list or tensor, not "
                    + PythonText.typeName(part));
      }
    }
    return new Plan(view, indices.toArray(Tensor[]::new));
  }

  private static List<Object> single(Object index) {
    List<Object> parts = new ArrayList<>();
    parts.add(index);
    return parts;
  }

  private static void set(List<Tensor> indices, int dim, Tensor index) {
    while (indices.size() <= dim) {
      indices.add(null);
    }
    indices.set(dim, index);
  }

  private static void checkMask(Tensor mask, Tensor view, int dim) {
    for (int d = 0; d < mask.rank(); d++) {
      if (mask.shape()[d] != view.shape()[dim + d]) {
        throw TorchError.index(
            "mask shape %s does not match tensor shape %s at dimension %d"
                .formatted(Shapes.text(mask.shape()), Shapes.text(view.shape()), dim + d));
      }
    }
  }

  private static Tensor checkIndex(Tensor t) {
    if (!t.dtype().isInteger()) {
      throw TorchError.index("index tensors are int, long or bool, not " + t.dtype());
    }
    return t;
  }

  /** Coordinates of the elements that are not zero, one row each, in row-major order. */
  static Tensor nonzero(Tensor x) {
    long n = x.numel();
    int rank = x.rank();
    Tensor flags = x.to(Dtype.BOOL);
    StridedReader reader = n == 0 ? null : new StridedReader(flags);
    long[] flat = new long[(int) Math.min(n, 1 << 30)];
    int count = 0;
    long[] block = new long[Copy.block(Math.max(n, 1))];
    for (long done = 0; done < n; done += block.length) {
      int m = (int) Math.min(block.length, n - done);
      reader.read(block, m);
      for (int i = 0; i < m; i++) {
        if (block[i] != 0) {
          flat[count++] = done + i;
        }
      }
    }
    long[] rows = new long[count * rank];
    for (int i = 0; i < count; i++) {
      long rest = flat[i];
      for (int d = rank - 1; d >= 0; d--) {
        rows[i * rank + d] = rest % x.shape()[d];
        rest /= x.shape()[d];
      }
    }
    return Creation.ofLongs(rows, Dtype.INT64, count, rank);
  }

  /**
   * Positions that index tensors choose: broadcast together they run over the result's index
   * dimensions, each naming a coordinate of its own source dimension.
   */
  private static final class Chosen {
    final Tensor source;
    final long[] starts;
    final long[] indexShape;
    final long[] innerShape;
    final long[] innerStrides;
    final int place;

    Chosen(Tensor x, Tensor[] indices) {
      source = x;
      List<Tensor> given = new ArrayList<>();
      int first = -1;
      int last = -1;
      for (int d = 0; d < indices.length; d++) {
        if (indices[d] != null) {
          given.add(indices[d]);
          first = first < 0 ? d : first;
          last = d;
        }
      }
      try {
        indexShape = Shapes.broadcast(given);
      } catch (TorchError e) {
        throw TorchError.index("index tensors do not broadcast together: " + e.getMessage());
      }
      // Adjacent index tensors leave their dimensions where they were, others move to the front.
      place = last - first + 1 == given.size() ? first : 0;
      int count = (int) Shapes.numel(indexShape);
      starts = new long[count];
      Arrays.fill(starts, x.offset());
      List<Integer> kept = new ArrayList<>();
      for (int d = 0; d < x.rank(); d++) {
        if (d >= indices.length || indices[d] == null) {
          kept.add(d);
          continue;
        }
        long[] values = toLongs(indices[d].expand(indexShape));
        long size = x.shape()[d];
        for (int i = 0; i < count; i++) {
          long v = values[i];
          if (v < -size || v >= size) {
            throw TorchError.index(
                "index %d is out of bounds for dimension %d with size %d".formatted(v, d, size));
          }
          starts[i] += (v < 0 ? v + size : v) * x.strides()[d];
        }
      }
      innerShape = new long[kept.size()];
      innerStrides = new long[kept.size()];
      for (int i = 0; i < innerShape.length; i++) {
        innerShape[i] = x.shape()[kept.get(i)];
        innerStrides[i] = x.strides()[kept.get(i)];
      }
    }

    Tensor at(int i) {
      return source.view(innerShape, innerStrides, starts[i]);
    }

    /** Shape with the index dimensions in front. */
    long[] frontShape() {
      long[] shape = Arrays.copyOf(indexShape, indexShape.length + innerShape.length);
      System.arraycopy(innerShape, 0, shape, indexShape.length, innerShape.length);
      return shape;
    }

    /** From index dimensions in front to their place in the result. */
    Tensor toResult(Tensor front) {
      int n = indexShape.length;
      if (place == 0 || n == 0) {
        return front;
      }
      long[] order = new long[front.rank()];
      for (int d = 0; d < order.length; d++) {
        order[d] = d < place ? n + d : d < place + n ? d - place : d;
      }
      return front.permute(order);
    }

    /** The inverse of {@link #toResult}. */
    Tensor toFront(Tensor result) {
      int n = indexShape.length;
      if (place == 0 || n == 0) {
        return result;
      }
      long[] order = new long[result.rank()];
      for (int d = 0; d < order.length; d++) {
        order[d] = d < n ? place + d : d < n + place ? d - n : d;
      }
      return result.permute(order);
    }
  }

  static long[] toLongs(Tensor t) {
    int n = (int) t.numel();
    long[] values = new long[n];
    if (n > 0) {
      new StridedReader(t).read(values, n);
    }
    return values;
  }

  static double[] toDoubles(Tensor t) {
    int n = (int) t.numel();
    double[] values = new double[n];
    if (n > 0) {
      new StridedReader(t).read(values, n);
    }
    return values;
  }

  /** Copies the chosen positions into a new tensor. */
  static Tensor gather(Tensor x, Tensor[] indices) {
    Chosen chosen = new Chosen(x, indices);
    Tensor out = Tensor.zeros(x.dtype(), chosen.frontShape());
    long inner = Shapes.numel(chosen.innerShape);
    if (inner > 0) {
      long[] rowStrides = Shapes.contiguousStrides(chosen.innerShape);
      for (int i = 0; i < chosen.starts.length; i++) {
        if (chosen.innerShape.length == 0) {
          copyElement(x, chosen.starts[i], out, i);
        } else {
          Copy.copy(chosen.at(i), out.view(chosen.innerShape, rowStrides, i * inner));
        }
      }
    }
    return chosen.toResult(out);
  }

  /** Stores into (or adds to) the chosen positions, in order. */
  static void put(Tensor x, Tensor[] indices, Object value, boolean accumulate) {
    Chosen chosen = new Chosen(x, indices);
    Tensor given =
        value instanceof Tensor t
            ? t
            : value instanceof List<?>
                ? Creation.tensor(value, x.dtype())
                : Creation.scalar(value, x.dtype());
    long[] front = chosen.frontShape();
    // The value broadcasts to the shape that reading with this index would give.
    Tensor model = Tensor.zeros(Dtype.BOOL).expand(front);
    long[] resultShape = chosen.toResult(model).shape();
    if (given.numel() > 1 && given.sharesStorage(x)) {
      given = given.copy();
    }
    Tensor values;
    try {
      values = chosen.toFront(fit(given, resultShape.length).expand(resultShape));
    } catch (TorchError e) {
      throw TorchError.runtime(
          "a value of shape %s cannot be stored where the index chooses shape %s"
              .formatted(Shapes.text(given.shape()), Shapes.text(resultShape)));
    }
    int lead = chosen.indexShape.length;
    Tensor flat = values;
    if (lead != 1) {
      long[] rows = new long[chosen.innerShape.length + 1];
      rows[0] = chosen.starts.length;
      System.arraycopy(chosen.innerShape, 0, rows, 1, chosen.innerShape.length);
      flat = values.reshape(rows);
    }
    for (int i = 0; i < chosen.starts.length; i++) {
      Tensor target = chosen.at(i);
      Tensor source = flat.select(0, i);
      if (accumulate) {
        Elementwise.binaryInPlace(BinaryOp.ADD, target, source);
      } else {
        Copy.copy(source, target);
      }
    }
  }

  /** Copies one element between tensors of one type, by element numbers of their segments. */
  static void copyElement(Tensor from, long at, Tensor to, long place) {
    int size = from.dtype().size();
    java.lang.foreign.MemorySegment.copy(
        from.storage().read(), at * size, to.storage().write(), place * size, size);
  }
}

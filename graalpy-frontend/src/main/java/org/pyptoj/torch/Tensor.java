package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A strided view of shared memory. Shape, strides and offset count elements; the element at index
 * {@code i} lies at element {@code offset + sum(i[d] * strides[d])} of {@link #segment()}. Views
 * made by the methods of this class alias their source: a write through one shows in the other.
 * Identity is equality, as for Python's hash of a tensor.
 */
public final class Tensor {
  private final Storage storage;
  private final Dtype dtype;
  private final long[] shape;
  private final long[] strides;
  private final long offset;

  Tensor(Storage storage, Dtype dtype, long[] shape, long[] strides, long offset) {
    this.storage = storage;
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
  }

  /** A new contiguous tensor of zeros. */
  public static Tensor zeros(Dtype dtype, long... shape) {
    return new Tensor(
        Storage.allocate(bytes(dtype, shape)), dtype, shape, Shapes.contiguousStrides(shape), 0);
  }

  /** The same, which holds no memory until it is needed, however small it is. */
  static Tensor unmade(Dtype dtype, long... shape) {
    return new Tensor(
        Storage.unmade(bytes(dtype, shape)), dtype, shape, Shapes.contiguousStrides(shape), 0);
  }

  private static long bytes(Dtype dtype, long[] shape) {
    for (long s : shape) {
      if (s < 0) {
        throw TorchError.runtime(
            "a tensor cannot have the negative dimension %d in shape %s"
                .formatted(s, Shapes.text(shape)));
      }
    }
    return Math.multiplyExact(Shapes.numel(shape), dtype.size());
  }

  /**
   * A contiguous tensor over memory that the caller provides and keeps alive.
   *
   * @throws IllegalArgumentException when the segment is too small for the shape
   */
  public static Tensor over(MemorySegment segment, Dtype dtype, long... shape) {
    if (segment.byteSize() < Shapes.numel(shape) * dtype.size()) {
      throw new IllegalArgumentException(
          "segment of " + segment.byteSize() + " bytes is too small");
    }
    return new Tensor(Storage.of(segment), dtype, shape, Shapes.contiguousStrides(shape), 0);
  }

  /**
   * A strided view of memory that the caller owns, which must outlive it.
   *
   * @param strides elements between neighbours of each dimension
   * @param offset the first element's place, in elements
   */
  public static Tensor view(
      MemorySegment segment, Dtype dtype, long[] shape, long[] strides, long offset) {
    return new Tensor(Storage.of(segment), dtype, shape.clone(), strides.clone(), offset);
  }

  /** The element type. */
  public Dtype dtype() {
    return dtype;
  }

  /** The sizes; callers do not change the array. */
  public long[] shape() {
    return shape;
  }

  /** The strides in elements; callers do not change the array. */
  public long[] strides() {
    return strides;
  }

  /** The element number of the first element in the segment. */
  public long offset() {
    return offset;
  }

  /**
   * The whole memory that this tensor and its views share, to be kept, read and written at any
   * time.
   *
   * @throws OutOfMemoryError when there is not enough for the values, which are made now
   */
  public MemorySegment segment() {
    return storage.handOut();
  }

  Storage storage() {
    return storage;
  }

  /**
   * The array that holds the single precision elements from its first on in row-major order; null
   * for a tensor that lies in memory in another way.
   */
  float[] floats() {
    if (dtype != Dtype.FLOAT32 || offset != 0 || !isContiguous()) {
      return null;
    }
    MemorySegment contents = storage.read();
    return contents.address() == 0 && contents.heapBase().orElse(null) instanceof float[] array
        ? array
        : null;
  }

  /** Number of dimensions. */
  public int rank() {
    return shape.length;
  }

  /** Number of elements. */
  public long numel() {
    return Shapes.numel(shape);
  }

  /** Size of a dimension; negative numbers count from the end. */
  public long size(long dim) {
    if (shape.length == 0) {
      throw TorchError.index("a tensor without dimensions has no size for dimension " + dim);
    }
    return shape[Shapes.dim(dim, shape.length)];
  }

  /** Whether the elements lie in row-major order without gaps. */
  public boolean isContiguous() {
    long step = 1;
    boolean dense = true;
    for (int d = shape.length - 1; d >= 0; d--) {
      if (shape[d] == 0) {
        return true;
      }
      if (shape[d] != 1) {
        dense &= strides[d] == step;
        step *= shape[d];
      }
    }
    return dense;
  }

  /** Whether two indices may mean one place: sizes and strides alone cannot exclude it. */
  boolean mayOverlapItself() {
    if (isContiguous()) {
      return false;
    }
    // Dimensions from the shortest stride on: each one steps over all that the ones before reach.
    int[] order = new int[shape.length];
    for (int d = 0; d < order.length; d++) {
      int at = d;
      for (; at > 0 && strides[order[at - 1]] > strides[d]; at--) {
        order[at] = order[at - 1];
      }
      order[at] = d;
    }
    long reach = 0;
    for (int d : order) {
      if (shape[d] != 1) {
        if (strides[d] <= reach) {
          return true;
        }
        reach += (shape[d] - 1) * strides[d];
      }
    }
    return false;
  }

  /** Whether both are views of the same memory. */
  boolean sharesStorage(Tensor other) {
    return storage == other.storage;
  }

  boolean sameView(Tensor other) {
    return storage == other.storage
        && offset == other.offset
        && dtype == other.dtype
        && Arrays.equals(shape, other.shape)
        && Arrays.equals(strides, other.strides);
  }

  Tensor view(long[] newShape, long[] newStrides, long newOffset) {
    return new Tensor(storage, dtype, newShape, newStrides, newOffset);
  }

  /** The slice at one position of a dimension, without that dimension. */
  public Tensor select(long dim, long index) {
    if (shape.length == 0) {
      throw TorchError.index("a tensor without dimensions cannot be indexed");
    }
    int d = Shapes.dim(dim, shape.length);
    if (index < -shape[d] || index >= shape[d]) {
      throw TorchError.index(
          "index %d is out of bounds for dimension %d with size %d".formatted(index, d, shape[d]));
    }
    long i = index < 0 ? index + shape[d] : index;
    return view(Shapes.remove(shape, d), Shapes.remove(strides, d), offset + i * strides[d]);
  }

  /**
   * Every {@code step}-th position from {@code start} up to {@code end}, with Python's clamping.
   */
  public Tensor slice(long dim, long start, long end, long step) {
    if (shape.length == 0) {
      throw TorchError.index("a tensor without dimensions cannot be sliced");
    }
    int d = Shapes.dim(dim, shape.length);
    if (step <= 0) {
      throw TorchError.value("slice step must be positive, got " + step);
    }
    long n = shape[d];
    long from = Math.clamp(start < 0 ? start + n : start, 0, n);
    long to = Math.clamp(end < 0 ? end + n : end, from, n);
    long count = (to - from + step - 1) / step;
    return view(
        Shapes.with(shape, d, count),
        Shapes.with(strides, d, strides[d] * step),
        offset + (count == 0 ? 0 : from * strides[d]));
  }

  /** {@code length} positions of a dimension from {@code start}, which must exist. */
  public Tensor narrow(long dim, long start, long length) {
    long n = size(dim);
    long from = start < 0 ? start + n : start;
    if (length < 0 || from < 0 || from + length > n) {
      throw TorchError.runtime(
          "start (%d) and length (%d) reach outside dimension size %d".formatted(start, length, n));
    }
    return slice(dim, from, from + length, 1);
  }

  /** Dimensions in a new order. */
  public Tensor permute(long... dims) {
    if (dims.length != shape.length) {
      throw TorchError.runtime(
          "permute needs %d dimension numbers, got %d".formatted(shape.length, dims.length));
    }
    long[] newShape = new long[dims.length];
    long[] newStrides = new long[dims.length];
    boolean[] seen = new boolean[dims.length];
    for (int i = 0; i < dims.length; i++) {
      int d = Shapes.dim(dims[i], shape.length);
      if (seen[d]) {
        throw TorchError.runtime("permute got dimension %d twice".formatted(d));
      }
      seen[d] = true;
      newShape[i] = shape[d];
      newStrides[i] = strides[d];
    }
    return view(newShape, newStrides, offset);
  }

  /** Two dimensions exchanged. */
  public Tensor transpose(long dim0, long dim1) {
    int a = Shapes.dim(dim0, shape.length);
    int b = Shapes.dim(dim1, shape.length);
    if (shape.length == 0) {
      return this;
    }
    long[] order = range(shape.length);
    order[a] = b;
    order[b] = a;
    return permute(order);
  }

  /** One dimension moved to another place. */
  Tensor moveDim(long from, long to) {
    return moveDims(new long[] {from}, new long[] {to});
  }

  Tensor moveDims(long[] from, long[] to) {
    if (from.length != to.length) {
      throw TorchError.runtime("movedim needs as many sources as destinations");
    }
    long[] order = new long[shape.length];
    Arrays.fill(order, -1);
    boolean[] taken = new boolean[shape.length];
    for (int i = 0; i < from.length; i++) {
      int source = Shapes.dim(from[i], shape.length);
      int target = Shapes.dim(to[i], shape.length);
      if (taken[source] || order[target] >= 0) {
        throw TorchError.runtime("movedim got a dimension twice");
      }
      order[target] = source;
      taken[source] = true;
    }
    int next = 0;
    for (int i = 0; i < order.length; i++) {
      if (order[i] < 0) {
        while (taken[next]) {
          next++;
        }
        order[i] = next++;
      }
    }
    return permute(order);
  }

  /** A new dimension of size 1 in front of {@code dim}. */
  public Tensor unsqueeze(long dim) {
    int d = Shapes.dim(dim, shape.length + 1);
    long stride = d < shape.length ? shape[d] * strides[d] : 1;
    return view(Shapes.insert(shape, d, 1), Shapes.insert(strides, d, stride), offset);
  }

  /** Without the dimension, when its size is 1; otherwise unchanged. */
  public Tensor squeeze(long dim) {
    int d = Shapes.dim(dim, shape.length);
    if (shape.length == 0 || shape[d] != 1) {
      return this;
    }
    return view(Shapes.remove(shape, d), Shapes.remove(strides, d), offset);
  }

  /** Without all dimensions of size 1. */
  public Tensor squeeze() {
    Tensor result = this;
    for (int d = shape.length - 1; d >= 0; d--) {
      result = result.squeeze(d);
    }
    return result;
  }

  /** Dimensions of size 1 repeated without copying; -1 keeps a size. */
  public Tensor expand(long... sizes) {
    int lead = sizes.length - shape.length;
    if (lead < 0) {
      throw TorchError.runtime(
          "expand to %s needs at least %d sizes".formatted(Shapes.text(sizes), shape.length));
    }
    long[] newShape = new long[sizes.length];
    long[] newStrides = new long[sizes.length];
    for (int d = 0; d < sizes.length; d++) {
      long own = d < lead ? 1 : shape[d - lead];
      long wanted = sizes[d];
      if (wanted == -1 && d >= lead) {
        wanted = own;
      }
      if (wanted < 0 || (own != wanted && own != 1)) {
        throw TorchError.runtime(
            "cannot expand shape %s to %s: dimension %d has size %d"
                .formatted(Shapes.text(shape), Shapes.text(sizes), d, own));
      }
      newShape[d] = wanted;
      newStrides[d] = d < lead || own != wanted ? 0 : strides[d - lead];
    }
    return view(newShape, newStrides, offset);
  }

  /** A view with another shape, or null when these strides do not allow one. */
  Tensor viewOrNull(long... sizes) {
    long[] target = Shapes.infer(sizes, numel());
    if (isContiguous()) {
      return view(target, Shapes.contiguousStrides(target), offset);
    }
    long[] result = new long[target.length];
    int d = shape.length - 1;
    int t = target.length - 1;
    // Group by group from the right: a run of source dimensions that lies in one even stride may
    // be cut anew.
    while (d >= 0) {
      long group = shape[d];
      long base = strides[d];
      while (d > 0 && (shape[d - 1] == 1 || strides[d - 1] == group * base || group == 1)) {
        d--;
        if (group == 1) {
          base = strides[d];
        }
        group *= shape[d];
      }
      d--;
      long filled = 1;
      while (t >= 0 && (filled < group || target[t] == 1)) {
        result[t] = filled * base;
        filled *= target[t];
        t--;
      }
      if (filled != group) {
        return null;
      }
    }
    return view(target, result, offset);
  }

  /** The same elements in another shape: a view where strides allow it, otherwise a copy. */
  public Tensor reshape(long... sizes) {
    Tensor view = viewOrNull(sizes);
    return view != null ? view : contiguous().viewOrNull(sizes);
  }

  /** Dimensions {@code start} to {@code end}, both included, joined into one. */
  public Tensor flatten(long start, long end) {
    if (shape.length == 0) {
      return reshape(1);
    }
    int from = Shapes.dim(start, shape.length);
    int to = Shapes.dim(end, shape.length);
    if (from > to) {
      throw TorchError.runtime(
          "flatten: start_dim %d comes after end_dim %d".formatted(start, end));
    }
    long[] sizes = new long[shape.length - (to - from)];
    Arrays.fill(sizes, 1);
    for (int d = 0; d < shape.length; d++) {
      int place = d <= from ? d : d <= to ? from : d - (to - from);
      sizes[place] *= shape[d];
    }
    return reshape(sizes);
  }

  /** The elements along one dimension as views. */
  public List<Tensor> unbind(long dim) {
    long n = size(dim);
    List<Tensor> parts = new ArrayList<>();
    for (long i = 0; i < n; i++) {
      parts.add(select(dim, i));
    }
    return parts;
  }

  /** The diagonal of two dimensions as the last dimension of a view. */
  Tensor diagonal(long diagonal, long dim0, long dim1) {
    int a = Shapes.dim(dim0, shape.length);
    int b = Shapes.dim(dim1, shape.length);
    if (a == b) {
      throw TorchError.runtime("diagonal needs two different dimensions");
    }
    long skipA = Math.max(-diagonal, 0);
    long skipB = Math.max(diagonal, 0);
    long n = Math.max(Math.min(shape[a] - skipA, shape[b] - skipB), 0);
    long start = n == 0 ? offset : offset + skipA * strides[a] + skipB * strides[b];
    long step = strides[a] + strides[b];
    long[] newShape = Shapes.remove(Shapes.remove(shape, Math.max(a, b)), Math.min(a, b));
    long[] newStrides = Shapes.remove(Shapes.remove(strides, Math.max(a, b)), Math.min(a, b));
    return view(
        Shapes.insert(newShape, newShape.length, n),
        Shapes.insert(newStrides, newStrides.length, step),
        start);
  }

  /** This tensor when contiguous, otherwise a contiguous copy. */
  public Tensor contiguous() {
    return isContiguous() ? this : copy();
  }

  /** A contiguous copy with memory of its own. */
  public Tensor copy() {
    return to(dtype, true);
  }

  /** Converted to another element type; a copy, unless nothing changes. */
  public Tensor to(Dtype target) {
    return to(target, false);
  }

  private Tensor to(Dtype target, boolean always) {
    if (target == dtype && !always) {
      return this;
    }
    Tensor result = zeros(target, shape);
    Copy.copy(this, result);
    return result;
  }

  /** Writes the elements of a tensor that broadcasts to this shape into this tensor. */
  public Tensor copyFrom(Tensor source) {
    Tensor expanded = source.expand(shape);
    boolean overlap = sharesStorage(source) && !sameView(expanded);
    Copy.copy(overlap ? expanded.copy() : expanded, this);
    return this;
  }

  /** A zero-dimensional or one-element tensor's element as Boolean, Long or Double. */
  public Object item() {
    if (numel() != 1) {
      throw TorchError.runtime(
          "only a tensor with one element converts to a Python number, this one has " + numel());
    }
    return element(this, offset);
  }

  static Object element(Tensor t, long at) {
    return switch (t.dtype.compute()) {
      case LONG -> {
        long value = StridedReader.longAt(t, at);
        yield t.dtype == Dtype.BOOL ? (Object) (value != 0) : (Object) value;
      }
      default -> StridedReader.doubleAt(t, at);
    };
  }

  /** The dimension numbers 0 to {@code n - 1}. */
  static long[] range(int n) {
    long[] order = new long[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    return order;
  }

  @Override
  public String toString() {
    return TensorPrinter.print(this);
  }
}

package org.pyptoj.sim.memory;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * A tensor at run time: a strided view of a region. A DistributedTensor also knows its domain and
 * rank, so that the same view of a peer's slice is one substitution away.
 */
public final class TensorValue {

  private final DataType dtype;
  private final Region region;
  private final long offset;
  private final long[] shape;
  private final long[] strides;
  private final long[] valid;
  private final Domain domain;
  private final int rank;

  /** The views of peers that were asked for; whoever makes one twice makes the same. */
  private TensorValue[] peers;

  /**
   * A view.
   *
   * @param dtype element type
   * @param region memory
   * @param offset first element's place in elements
   * @param shape extents
   * @param strides elements between neighbours
   * @param valid extents of the valid box
   * @param domain devices of the window, or null for a plain tensor
   * @param rank whose slice it is, in the domain
   */
  public TensorValue(
      DataType dtype,
      Region region,
      long offset,
      long[] shape,
      long[] strides,
      long[] valid,
      Domain domain,
      int rank) {
    this.dtype = dtype;
    this.region = region;
    this.offset = offset;
    this.shape = shape;
    this.strides = strides;
    this.valid = valid;
    this.domain = domain;
    this.rank = rank;
  }

  /** A packed tensor over a whole region. */
  public static TensorValue packed(DataType dtype, Region region, long... shape) {
    return new TensorValue(dtype, region, 0, shape, packedStrides(shape), shape, null, -1);
  }

  /** Row-major strides. */
  public static long[] packedStrides(long[] shape) {
    long[] strides = new long[shape.length];
    long step = 1;
    for (int d = shape.length - 1; d >= 0; d--) {
      strides[d] = step;
      step *= shape[d];
    }
    return strides;
  }

  /** The number of elements of a shape. */
  public static long count(long[] shape) {
    long count = 1;
    for (long extent : shape) {
      count *= extent;
    }
    return count;
  }

  public DataType dtype() {
    return dtype;
  }

  public Region region() {
    return region;
  }

  public long offset() {
    return offset;
  }

  public long[] shape() {
    return shape;
  }

  public long[] strides() {
    return strides;
  }

  /** Extents of the valid box. */
  public long[] valid() {
    return valid;
  }

  public Domain domain() {
    return domain;
  }

  /** Whose slice it is, in its domain. */
  public int rank() {
    return rank;
  }

  public int dims() {
    return shape.length;
  }

  public long elements() {
    return count(shape);
  }

  public boolean isPacked() {
    long step = 1;
    for (int d = shape.length - 1; d >= 0; d--) {
      if (shape[d] != 1 && strides[d] != step) {
        return false;
      }
      step *= shape[d];
    }
    return true;
  }

  /** The byte of an element. */
  public long byteOf(long[] index) {
    long at = offset;
    for (int d = 0; d < index.length; d++) {
      at += index[d] * strides[d];
    }
    return at * dtype.bytes();
  }

  /** A window's view as a device of a domain has it. */
  public TensorValue bind(Domain to, int device) {
    return new TensorValue(
        dtype, region.window().slice(device), offset, shape, strides, valid, to, to.rankOf(device));
  }

  /** The same view of a peer's slice. */
  public TensorValue at(int peer) {
    if (peer == rank) {
      return this;
    }
    TensorValue[] views = peers;
    if (views == null) {
      views = new TensorValue[domain.ranks()];
      peers = views;
    }
    TensorValue view = views[peer];
    if (view == null) {
      Region slice = region.window().slice(domain.device(peer));
      view = new TensorValue(dtype, slice, offset, shape, strides, valid, domain, peer);
      views[peer] = view;
    }
    return view;
  }

  /** A region of it, with some dimensions of extent 1 dropped. */
  public TensorValue slice(long[] from, long[] extents, long[] newValid, boolean[] drop) {
    long at = offset;
    int kept = 0;
    for (int d = 0; d < shape.length; d++) {
      at += from[d] * strides[d];
      if (drop == null || !drop[d]) {
        kept++;
      }
    }
    long[] newShape = new long[kept];
    long[] newStrides = new long[kept];
    long[] keptValid = new long[kept];
    for (int d = 0, k = 0; d < shape.length; d++) {
      if (drop == null || !drop[d]) {
        newShape[k] = extents[d];
        newStrides[k] = strides[d];
        keptValid[k] = newValid[d];
        k++;
      }
    }
    return new TensorValue(dtype, region, at, newShape, newStrides, keptValid, domain, rank);
  }

  /** The same elements in row-major order under another shape; the view must be packed. */
  public TensorValue reshape(long[] newShape, long[] newValid, Span span) {
    if (Arrays.equals(shape, newShape)) {
      return Arrays.equals(valid, newValid)
          ? this
          : new TensorValue(dtype, region, offset, shape, strides, newValid, domain, rank);
    }
    if (count(newShape) != elements()) {
      throw new SimFailure(
          SimCode.SHAPE,
          "a tensor of shape "
              + Arrays.toString(shape)
              + " cannot be looked at as "
              + Arrays.toString(newShape)
              + ": the numbers of elements differ",
          span);
    }
    if (!isPacked()) {
      throw new SimFailure(
          SimCode.SHAPE,
          "a view of shape "
              + Arrays.toString(shape)
              + " with strides "
              + Arrays.toString(strides)
              + " is not packed and cannot be reshaped",
          span);
    }
    return new TensorValue(
        dtype, region, offset, newShape, packedStrides(newShape), newValid, domain, rank);
  }

  /** The same view with other strides or another valid box. */
  public TensorValue with(long[] newStrides, long[] newValid) {
    return new TensorValue(dtype, region, offset, shape, newStrides, newValid, domain, rank);
  }

  /** Two dimensions exchanged. */
  public TensorValue transpose(int a, int b) {
    return new TensorValue(
        dtype,
        region,
        offset,
        swapped(shape, a, b),
        swapped(strides, a, b),
        swapped(valid, a, b),
        domain,
        rank);
  }

  private static long[] swapped(long[] of, int a, int b) {
    long[] copy = of.clone();
    copy[a] = of[b];
    copy[b] = of[a];
    return copy;
  }

  /** Whether two views may touch a common byte. */
  public boolean overlaps(TensorValue that) {
    if (region.segment() != that.region.segment()
        && !region.segment().asOverlappingSlice(that.region.segment()).isPresent()) {
      return false;
    }
    long base = region.segment().address();
    long otherBase = that.region.segment().address();
    int bytes = dtype.bytes();
    long first = base + offset * bytes;
    long otherFirst = otherBase + that.offset * that.dtype.bytes();
    if (elements() == 0 || that.elements() == 0) {
      return false;
    }
    if (first + span() * bytes <= otherFirst
        || otherFirst + that.span() * that.dtype.bytes() <= first) {
      return false;
    }
    if (dtype == that.dtype
        && Arrays.equals(strides, that.strides)
        && region.segment() == that.region.segment()) {
      long[] at = coordinates();
      long[] thatAt = that.coordinates();
      if (at != null && thatAt != null) {
        for (int d = 0; d < at.length; d++) {
          if (at[d] + shape[d] <= thatAt[d] || thatAt[d] + that.shape[d] <= at[d]) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /**
   * Where the box lies in a tensor of these strides that starts with the region, or null where the
   * box crosses the end of a row, so that coordinates would not be unique.
   */
  private long[] coordinates() {
    long[] at = new long[shape.length];
    long rest = offset;
    for (int d = 0; d < shape.length; d++) {
      if (strides[d] <= 0) {
        return null;
      }
      at[d] = rest / strides[d];
      rest %= strides[d];
      if (d > 0 && (at[d] + shape[d]) * strides[d] > strides[d - 1]) {
        return null;
      }
    }
    return rest == 0 ? at : null;
  }

  /** Elements from the first to the last, both counted. */
  private long span() {
    long last = 0;
    for (int d = 0; d < shape.length; d++) {
      last += (shape[d] - 1) * strides[d];
    }
    return last + 1;
  }

  @Override
  public String toString() {
    return (domain == null ? "Tensor" : "DistributedTensor") + Arrays.toString(shape) + " " + dtype;
  }
}

package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Walks the elements of a tensor in row-major order, run by run. Dimensions that lie behind each
 * other in memory are joined first, so that a contiguous tensor is one run.
 */
abstract class Strided {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final MemorySegment segment;
  final Dtype dtype;

  private final long[] sizes;
  private final long[] steps;
  private final long[] position;
  private final int inner;

  /** The number of the element that it began with, in the tensor's row-major order. */
  private final long begin;

  /** The place of the tensor's first element, in elements. */
  private final long start;

  private long at;

  /**
   * @param segment the contents of the tensor's storage
   */
  Strided(Tensor t, MemorySegment segment) {
    this.segment = segment;
    dtype = t.dtype();
    begin = 0;
    start = t.offset();
    at = start;
    long[] shape = t.shape();
    long[] strides = t.strides();
    long[] joinedSizes = new long[shape.length + 1];
    long[] joinedSteps = new long[shape.length + 1];
    int n = 0;
    for (int d = 0; d < shape.length; d++) {
      if (shape[d] == 1) {
        continue;
      }
      if (n > 0 && joinedSteps[n - 1] == strides[d] * shape[d]) {
        joinedSizes[n - 1] *= shape[d];
        joinedSteps[n - 1] = strides[d];
      } else {
        joinedSizes[n] = shape[d];
        joinedSteps[n] = strides[d];
        n++;
      }
    }
    if (n == 0) {
      joinedSizes[0] = 1;
      joinedSteps[0] = 0;
      n = 1;
    }
    sizes = joinedSizes;
    steps = joinedSteps;
    position = new long[n];
    inner = n - 1;
  }

  /** Walks the same elements from one of them on, counted from where the other one began. */
  Strided(Strided whole, long first) {
    begin = whole.begin + first;
    segment = whole.segment;
    dtype = whole.dtype;
    sizes = whole.sizes;
    steps = whole.steps;
    inner = whole.inner;
    position = new long[inner + 1];
    long place = whole.start;
    long rest = begin;
    for (int d = inner; d >= 0; d--) {
      position[d] = d == 0 ? rest : rest % sizes[d];
      rest /= sizes[d];
      place += position[d] * steps[d];
    }
    start = whole.start;
    at = place;
  }

  /** Whether the tensor is one element repeated. */
  final boolean isConstant() {
    return inner == 0 && steps[0] == 0;
  }

  /** Handles {@code n} elements from element number {@code at}, {@code step} elements apart. */
  abstract void run(long at, long step, int place, int n);

  /** Moves over the next {@code n} elements; there must be so many. */
  final void walk(int n) {
    int place = 0;
    while (place < n) {
      long left = sizes[inner] - position[inner];
      int count = (int) Math.min(left, n - place);
      run(at, steps[inner], place, count);
      place += count;
      position[inner] += count;
      at += count * steps[inner];
      for (int d = inner; position[d] == sizes[d]; d--) {
        at -= sizes[d] * steps[d];
        position[d] = 0;
        if (d == 0) {
          break;
        }
        position[d - 1]++;
        at += steps[d - 1];
      }
    }
  }
}

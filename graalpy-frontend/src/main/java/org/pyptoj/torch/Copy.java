package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;

/** Copies between tensors of the same shape, converting the element type. */
final class Copy {
  /** Elements per block: small enough that a kernel's arrays stay in the first-level cache. */
  static final int BLOCK = 2048;

  private Copy() {}

  static int block(long numel) {
    return (int) Math.min(BLOCK, numel);
  }

  static void copy(Tensor from, Tensor to) {
    long n = from.numel();
    if (n == 0) {
      return;
    }
    if (from.dtype() == to.dtype() && from.isContiguous() && to.isContiguous()) {
      int size = from.dtype().size();
      MemorySegment.copy(
          from.segment(), from.offset() * size, to.segment(), to.offset() * size, n * size);
      return;
    }
    StridedReader reader = new StridedReader(from);
    StridedWriter writer = new StridedWriter(to);
    int block = block(n);
    switch (from.dtype().compute()) {
      case FLOAT -> {
        float[] buffer = new float[block];
        for (long done = 0; done < n; done += block) {
          int count = (int) Math.min(block, n - done);
          reader.read(buffer, count);
          writer.write(buffer, count);
        }
      }
      case DOUBLE -> {
        double[] buffer = new double[block];
        for (long done = 0; done < n; done += block) {
          int count = (int) Math.min(block, n - done);
          reader.read(buffer, count);
          writer.write(buffer, count);
        }
      }
      case LONG -> {
        long[] buffer = new long[block];
        for (long done = 0; done < n; done += block) {
          int count = (int) Math.min(block, n - done);
          reader.read(buffer, count);
          writer.write(buffer, count);
        }
      }
    }
  }

  /** Sets every element to a Boolean, Long or Double. */
  static void fill(Tensor t, Object value) {
    copy(Creation.scalar(value, t.dtype()).expand(t.shape()), t);
  }
}

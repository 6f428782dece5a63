package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;

/** Copies between tensors of the same shape, converting the element type. */
final class Copy {
  /** Elements per block: small enough that a kernel's arrays stay in the first-level cache. */
  static final int BLOCK = 2048;

  /** Bytes that one thread copies at a time. */
  private static final int PIECE = 1 << 20;

  private Copy() {}

  static int block(long numel) {
    return (int) Math.min(BLOCK, numel);
  }

  static void copy(Tensor from, Tensor to) {
    long n = from.numel();
    if (n == 0) {
      return;
    }
    Storage.change(to, () -> run(from, to, n), from);
  }

  private static void run(Tensor from, Tensor to, long n) {
    if (from.dtype() == to.dtype() && from.isContiguous() && to.isContiguous()) {
      int size = from.dtype().size();
      MemorySegment source = from.storage().read();
      MemorySegment target = to.storage().write();
      long start = from.offset() * size;
      long place = to.offset() * size;
      if (from.sharesStorage(to)) {
        MemorySegment.copy(source, start, target, place, n * size);
        return;
      }
      Parallel.range(
          n * size,
          PIECE,
          (first, end) ->
              MemorySegment.copy(source, start + first, target, place + first, end - first));
      return;
    }
    StridedReader reader = new StridedReader(from);
    StridedWriter writer = new StridedWriter(to);
    Parallel.elements(
        to,
        (first, end) ->
            run(reader.from(first), writer.from(first), end - first, from.dtype().compute()));
  }

  private static void run(
      StridedReader reader, StridedWriter writer, long n, Dtype.Compute compute) {
    int block = block(n);
    switch (compute) {
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

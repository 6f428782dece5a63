package org.pyptoj.sim;

import java.lang.foreign.MemorySegment;
import org.pyptoj.ir.type.DataType;

/**
 * A tensor of the caller's: the host orchestrator's arguments are such buffers, and results are
 * written into them. Elements lie at {@code offset + sum(index[d] * strides[d])}, in elements,
 * little-endian.
 */
public interface HostBuffer {

  DataType dtype();

  /** Extents, outermost first. */
  long[] shape();

  /** Elements between neighbours of each dimension. */
  long[] strides();

  /** The memory; it must stay alive until the run has ended. */
  MemorySegment segment();

  /** The first element's place, in elements. */
  default long offset() {
    return 0;
  }

  /** A packed buffer over a segment. */
  static HostBuffer of(MemorySegment segment, DataType dtype, long... shape) {
    long[] strides = new long[shape.length];
    long step = 1;
    for (int d = shape.length - 1; d >= 0; d--) {
      strides[d] = step;
      step *= shape[d];
    }
    return new Packed(segment, dtype, shape.clone(), strides);
  }

  /** What {@link #of} returns. */
  record Packed(MemorySegment segment, DataType dtype, long[] shape, long[] strides)
      implements HostBuffer {}
}

package org.pyptoj.sim.kernel;

import java.lang.foreign.MemorySegment;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;

/** A tensor of a run as code outside it sees it: the same memory. */
record HostView(MemorySegment segment, DataType dtype, long offset, long[] shape, long[] strides)
    implements HostBuffer {

  static HostView of(TensorValue tensor, Span span) {
    if (tensor.region().window() != null) {
      throw new SimFailure(SimCode.UNSUPPORTED, "the host cannot look into a window", span);
    }
    return new HostView(
        tensor.region().segment(),
        tensor.dtype(),
        tensor.offset(),
        tensor.shape().clone(),
        tensor.strides().clone());
  }
}

package org.pyptoj.frontend.language;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.torch.Tensor;

/** A script's tensor as the simulator takes it: the same memory, nothing copied. */
record TorchBuffer(Tensor tensor, DataType dtype) implements HostBuffer {

  /** The tensor's memory; empty where kernels have no such element type. */
  static Optional<HostBuffer> of(Tensor tensor) {
    String name = tensor.dtype().pythonName();
    for (DataType d : DataType.values()) {
      if (name.equals(d.torchName())) {
        return Optional.of(new TorchBuffer(tensor, d));
      }
    }
    return Optional.empty();
  }

  @Override
  public long[] shape() {
    return tensor.shape();
  }

  @Override
  public long[] strides() {
    return tensor.strides();
  }

  @Override
  public MemorySegment segment() {
    try {
      return tensor.segment();
    } catch (OutOfMemoryError e) {
      throw RefusedArgument.memory(
          "not enough memory for a kernel's argument (" + e.getMessage() + ")");
    }
  }

  @Override
  public long offset() {
    return tensor.offset();
  }
}

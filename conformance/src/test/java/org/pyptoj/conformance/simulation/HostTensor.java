package org.pyptoj.conformance.simulation;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.HostBuffer;

/** A packed tensor of a test. */
record HostTensor(DataType dtype, long[] shape, MemorySegment segment) implements HostBuffer {

  static HostTensor of(DataType dtype, long... shape) {
    int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    return new HostTensor(dtype, shape, MemorySegment.ofArray(new byte[count * dtype.bytes()]));
  }

  HostTensor fill(IntToDoubleFunction element) {
    for (int i = 0; i < count(); i++) {
      double value = element.applyAsDouble(i);
      switch (dtype) {
        case FP32 -> segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, (float) value);
        case FP16 ->
            segment.set(
                ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, Float.floatToFloat16((float) value));
        case INT32 -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, (int) value);
        default -> throw new IllegalArgumentException(dtype.toString());
      }
    }
    return this;
  }

  double get(int i) {
    return switch (dtype) {
      case FP32 -> segment.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i);
      case FP16 -> Float.float16ToFloat(segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i));
      case INT32 -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i);
      default -> throw new IllegalArgumentException(dtype.toString());
    };
  }

  int count() {
    return (int) (segment.byteSize() / dtype.bytes());
  }

  @Override
  public long[] strides() {
    return HostBuffer.of(segment, dtype, shape).strides();
  }
}

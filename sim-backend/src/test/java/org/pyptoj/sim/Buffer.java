package org.pyptoj.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.pyptoj.ir.type.DataType;

/** A packed tensor of a test. */
record Buffer(DataType dtype, long[] shape, MemorySegment segment) implements HostBuffer {

  /** What an element is, by its position in row-major order. */
  interface Element {
    double at(int index);
  }

  static Buffer of(DataType dtype, long... shape) {
    long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    return new Buffer(dtype, shape, MemorySegment.ofArray(new byte[(int) count * dtype.bytes()]));
  }

  static Buffer fp32(long... shape) {
    return of(DataType.FP32, shape);
  }

  static Buffer int32(long... shape) {
    return of(DataType.INT32, shape);
  }

  @Override
  public long[] strides() {
    return HostBuffer.of(segment, dtype, shape).strides();
  }

  int count() {
    return (int) (segment.byteSize() / dtype.bytes());
  }

  Buffer fill(Element element) {
    for (int i = 0; i < count(); i++) {
      set(i, element.at(i));
    }
    return this;
  }

  void set(int i, double value) {
    switch (dtype) {
      case FP32 -> segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, (float) value);
      case FP16 ->
          segment.set(
              ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, Float.floatToFloat16((float) value));
      case INT32 -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, (int) value);
      case INT8, UINT8, BOOL -> segment.set(ValueLayout.JAVA_BYTE, i, (byte) value);
      default -> throw new IllegalArgumentException(dtype.toString());
    }
  }

  double get(int i) {
    return switch (dtype) {
      case FP32 -> segment.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i);
      case FP16 -> Float.float16ToFloat(segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i));
      case INT32 -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i);
      case INT8, BOOL -> segment.get(ValueLayout.JAVA_BYTE, i);
      case UINT8 -> segment.get(ValueLayout.JAVA_BYTE, i) & 0xFF;
      default -> throw new IllegalArgumentException(dtype.toString());
    };
  }

  double[] values() {
    double[] values = new double[count()];
    Arrays.setAll(values, this::get);
    return values;
  }

  /** What a model says the elements are. */
  static double[] model(int count, Element element) {
    double[] values = new double[count];
    Arrays.setAll(values, element::at);
    return values;
  }
}

package org.pyptoj.conformance.ops;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.pyptoj.ir.type.DataType;

/** Elements of the types that draws use, as doubles. */
final class Numbers {

  private Numbers() {}

  /** The value that an element has once it is stored. */
  static double rounded(DataType dtype, double value) {
    return switch (dtype) {
      case FP32 -> (float) value;
      case FP16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case INT32 -> (int) (long) value;
      case INT16 -> (short) (long) value;
      case UINT16 -> (long) value & 0xffff;
      case UINT32 -> (long) value & 0xffffffffL;
      case UINT8 -> (long) value & 0xff;
      default -> throw new IllegalArgumentException(dtype.toString());
    };
  }

  static void put(MemorySegment segment, DataType dtype, int i, double value) {
    switch (dtype) {
      case FP32 -> segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, (float) value);
      case FP16 ->
          segment.set(
              ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, Float.floatToFloat16((float) value));
      case INT32, UINT32 -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, (int) (long) value);
      case INT16, UINT16 ->
          segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, (short) (int) value);
      case UINT8 -> segment.set(ValueLayout.JAVA_BYTE, i, (byte) (int) value);
      default -> throw new IllegalArgumentException(dtype.toString());
    }
  }

  static double get(MemorySegment segment, DataType dtype, int i) {
    return switch (dtype) {
      case FP32 -> segment.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i);
      case FP16 -> Float.float16ToFloat(segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i));
      case INT32 -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i);
      case UINT32 -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i) & 0xffffffffL;
      case INT16 -> segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i);
      case UINT16 -> segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i) & 0xffff;
      case UINT8 -> segment.get(ValueLayout.JAVA_BYTE, i) & 0xff;
      default -> throw new IllegalArgumentException(dtype.toString());
    };
  }
}

package org.pyptoj.sim.memory;

import java.lang.foreign.MemorySegment;
import org.pyptoj.ir.type.DataType;

/**
 * The garbage that strict runs put where nothing has been defined. As a float of any width it is a
 * NaN with all digits set, which survives arithmetic and which no arithmetic makes by itself.
 */
public final class Undefined {

  private static final int PATTERN = 0x7FFF_7FFF;

  private Undefined() {}

  /** The garbage as a tile's float. */
  public static float asFloat(DataType dtype) {
    return switch (dtype) {
      case FP16 -> Float.float16ToFloat((short) PATTERN);
      case BF16 -> Float.intBitsToFloat(PATTERN << 16);
      default -> Float.intBitsToFloat(PATTERN);
    };
  }

  /** Fills memory with it. */
  static void fill(MemorySegment segment) {
    for (long at = 0; at + 4 <= segment.byteSize(); at += 4) {
      segment.set(Elements.INT, at, PATTERN);
    }
  }

  /** Whether an element in memory is garbage; integers are not told apart from data. */
  public static boolean isAt(MemorySegment segment, DataType dtype, long at) {
    return switch (dtype) {
      case FP32 ->
          segment.get(Elements.INT, at) == PATTERN || isWidened(segment.get(Elements.INT, at));
      case FP16, BF16 -> segment.get(Elements.SHORT, at) == (short) PATTERN;
      default -> false;
    };
  }

  /** Garbage of a narrow type that was cast to FP32. */
  private static boolean isWidened(int bits) {
    return bits == Float.floatToRawIntBits(asFloat(DataType.FP16))
        || bits == Float.floatToRawIntBits(asFloat(DataType.BF16));
  }
}

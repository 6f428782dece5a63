package org.pyptoj.sim.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.tile.Numbers;
import org.pyptoj.sim.tile.Tile;

/** Elements in memory: runs of them copied to and from tiles, single ones read and written. */
public final class Elements {

  static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final VarHandle CELL =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  private Elements() {}

  /** Copies {@code n} neighbours in memory to a tile. */
  public static void read(MemorySegment from, long at, Tile to, int first, int n) {
    switch (to.dtype()) {
      case FP32 -> MemorySegment.copy(from, FLOAT, at, to.floats(), first, n);
      case INT32, UINT32 -> MemorySegment.copy(from, INT, at, to.ints(), first, n);
      case INT64, UINT64, INDEX, TASK_ID ->
          MemorySegment.copy(from, LONG, at, to.longs(), first, n);
      case FP16 -> {
        float[] out = to.floats();
        for (int i = 0; i < n; i++) {
          out[first + i] = Float.float16ToFloat(from.get(SHORT, at + 2L * i));
        }
      }
      case BF16 -> {
        float[] out = to.floats();
        for (int i = 0; i < n; i++) {
          out[first + i] = Numbers.bfloat16ToFloat(from.get(SHORT, at + 2L * i));
        }
      }
      default -> {
        int bytes = to.dtype().bytes();
        for (int i = 0; i < n; i++) {
          readOne(from, at + (long) bytes * i, to, first + i);
        }
      }
    }
  }

  /** Copies {@code n} neighbours of a tile to memory. */
  public static void write(Tile from, int first, MemorySegment to, long at, int n) {
    switch (from.dtype()) {
      case FP32 -> MemorySegment.copy(from.floats(), first, to, FLOAT, at, n);
      case INT32, UINT32 -> MemorySegment.copy(from.ints(), first, to, INT, at, n);
      case INT64, UINT64, INDEX, TASK_ID ->
          MemorySegment.copy(from.longs(), first, to, LONG, at, n);
      case FP16 -> {
        float[] in = from.floats();
        for (int i = 0; i < n; i++) {
          to.set(SHORT, at + 2L * i, Float.floatToFloat16(in[first + i]));
        }
      }
      case BF16 -> {
        float[] in = from.floats();
        for (int i = 0; i < n; i++) {
          to.set(SHORT, at + 2L * i, Numbers.floatToBfloat16(in[first + i]));
        }
      }
      default -> {
        int bytes = from.dtype().bytes();
        for (int i = 0; i < n; i++) {
          writeOne(from, first + i, to, at + (long) bytes * i);
        }
      }
    }
  }

  /** Copies one element to a tile. */
  public static void readOne(MemorySegment from, long at, Tile to, int position) {
    if (to.dtype().isFloat()) {
      to.floats()[position] = (float) getDouble(from, to.dtype(), at);
    } else {
      to.setLong(position, getLong(from, to.dtype(), at));
    }
  }

  /** Copies one element of a tile to memory. */
  public static void writeOne(Tile from, int position, MemorySegment to, long at) {
    if (from.dtype().isFloat()) {
      setDouble(to, from.dtype(), at, from.floats()[position]);
    } else {
      setLong(to, from.dtype(), at, from.getLong(position));
    }
  }

  /** Adds one element of a tile to what memory holds, rounded or wrapped to the type. */
  public static void addOne(Tile from, int position, MemorySegment to, long at) {
    if (from.dtype().isFloat()) {
      setDouble(
          to,
          from.dtype(),
          at,
          Numbers.round(from.dtype(), getDouble(to, from.dtype(), at) + from.floats()[position]));
    } else {
      setLong(to, from.dtype(), at, getLong(to, from.dtype(), at) + from.getLong(position));
    }
  }

  /** A floating-point element. */
  public static double getDouble(MemorySegment from, DataType dtype, long at) {
    return switch (dtype) {
      case FP32 -> from.get(FLOAT, at);
      case FP16 -> Float.float16ToFloat(from.get(SHORT, at));
      case BF16 -> Numbers.bfloat16ToFloat(from.get(SHORT, at));
      case FP8E4M3FN -> Numbers.e4m3ToFloat(from.get(BYTE, at));
      case FP8E5M2 -> Numbers.e5m2ToFloat(from.get(BYTE, at));
      default -> getLong(from, dtype, at);
    };
  }

  /** An integer element. */
  public static long getLong(MemorySegment from, DataType dtype, long at) {
    return switch (dtype) {
      case INT8 -> from.get(BYTE, at);
      case UINT8 -> from.get(BYTE, at) & 0xFF;
      case BOOL -> from.get(BYTE, at) != 0 ? 1 : 0;
      case INT16 -> from.get(SHORT, at);
      case UINT16 -> from.get(SHORT, at) & 0xFFFF;
      case INT32 -> from.get(INT, at);
      case UINT32 -> Integer.toUnsignedLong(from.get(INT, at));
      case INT64, UINT64, INDEX, TASK_ID -> from.get(LONG, at);
      case FP32, FP16, BF16, FP8E4M3FN, FP8E5M2 -> (long) getDouble(from, dtype, at);
      case INT4, UINT4 -> throw new UnsupportedOperationException("packed 4-bit elements");
    };
  }

  /** Stores a floating-point element. */
  public static void setDouble(MemorySegment to, DataType dtype, long at, double value) {
    switch (dtype) {
      case FP32 -> to.set(FLOAT, at, (float) value);
      case FP16 -> to.set(SHORT, at, Float.floatToFloat16(Numbers.round(dtype, value)));
      case BF16 -> to.set(SHORT, at, Numbers.floatToBfloat16(Numbers.round(dtype, value)));
      case FP8E4M3FN -> to.set(BYTE, at, Numbers.floatToE4m3((float) value));
      case FP8E5M2 -> to.set(BYTE, at, Numbers.floatToE5m2((float) value));
      default -> setLong(to, dtype, at, (long) value);
    }
  }

  /** Stores an integer element, wrapped. */
  public static void setLong(MemorySegment to, DataType dtype, long at, long value) {
    switch (dtype) {
      case INT8, UINT8 -> to.set(BYTE, at, (byte) value);
      case BOOL -> to.set(BYTE, at, (byte) (value != 0 ? 1 : 0));
      case INT16, UINT16 -> to.set(SHORT, at, (short) value);
      case INT32, UINT32 -> to.set(INT, at, (int) value);
      case INT64, UINT64, INDEX, TASK_ID -> to.set(LONG, at, value);
      case FP32, FP16, BF16, FP8E4M3FN, FP8E5M2 -> setDouble(to, dtype, at, value);
      case INT4, UINT4 -> throw new UnsupportedOperationException("packed 4-bit elements");
    }
  }

  /** A signal cell, read so that what was written before it is seen. */
  public static int cell(MemorySegment segment, long at) {
    return (int) CELL.getVolatile(segment, at);
  }

  /** Stores into a signal cell after everything that was written before. */
  public static void setCell(MemorySegment segment, long at, int value) {
    CELL.setVolatile(segment, at, value);
  }

  /** Adds to a signal cell and returns the new value. */
  public static int addCell(MemorySegment segment, long at, int value) {
    return (int) CELL.getAndAdd(segment, at, value) + value;
  }
}

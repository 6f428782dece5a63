package org.pyptoj.torch;

import java.util.Locale;

/** The element types of tensors, little endian in memory. */
public enum Dtype {
  /** One byte, 0 or 1. */
  BOOL(1, Kind.BOOL, Compute.LONG),
  /** Unsigned 8 bit. */
  UINT8(1, Kind.UNSIGNED, Compute.LONG),
  /** Signed 8 bit. */
  INT8(1, Kind.SIGNED, Compute.LONG),
  /** Unsigned 16 bit. */
  UINT16(2, Kind.UNSIGNED, Compute.LONG),
  /** Signed 16 bit. */
  INT16(2, Kind.SIGNED, Compute.LONG),
  /** Unsigned 32 bit. */
  UINT32(4, Kind.UNSIGNED, Compute.LONG),
  /** Signed 32 bit. */
  INT32(4, Kind.SIGNED, Compute.LONG),
  /** Signed 64 bit. */
  INT64(8, Kind.SIGNED, Compute.LONG),
  /** Eight bit float: 4 exponent and 3 mantissa bits, no infinities. */
  FLOAT8_E4M3FN(1, Kind.FLOAT, Compute.FLOAT),
  /** Eight bit float: 5 exponent and 2 mantissa bits, IEEE-like. */
  FLOAT8_E5M2(1, Kind.FLOAT, Compute.FLOAT),
  /** IEEE half precision. */
  FLOAT16(2, Kind.FLOAT, Compute.FLOAT),
  /** The upper half of a single precision number. */
  BFLOAT16(2, Kind.FLOAT, Compute.FLOAT),
  /** IEEE single precision. */
  FLOAT32(4, Kind.FLOAT, Compute.FLOAT),
  /** IEEE double precision. */
  FLOAT64(8, Kind.FLOAT, Compute.DOUBLE);

  /** What an element is. */
  enum Kind {
    BOOL,
    UNSIGNED,
    SIGNED,
    FLOAT
  }

  /** The primitive type in which an element type's arithmetic happens. */
  enum Compute {
    LONG,
    FLOAT,
    DOUBLE
  }

  private final int size;
  private final Kind kind;
  private final Compute compute;
  private final String pythonName = name().toLowerCase(Locale.ROOT);

  Dtype(int size, Kind kind, Compute compute) {
    this.size = size;
    this.kind = kind;
    this.compute = compute;
  }

  /** Bytes of one element. */
  public int size() {
    return size;
  }

  /** The name in Python without the module, such as {@code float32}. */
  public String pythonName() {
    return pythonName;
  }

  /** Whether elements are floating point numbers. */
  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** Whether elements are integers; false for bool. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** Whether negative numbers can be represented. */
  public boolean isSigned() {
    return kind == Kind.SIGNED || kind == Kind.FLOAT;
  }

  Compute compute() {
    return compute;
  }

  boolean isFloat8() {
    return this == FLOAT8_E4M3FN || this == FLOAT8_E5M2;
  }

  /** Whether arithmetic happens in single precision and is then rounded to fewer bits. */
  boolean isReducedFloat() {
    return kind == Kind.FLOAT && size < 4;
  }

  /** The smallest value: for integers exact, for floats the most negative finite number. */
  double min() {
    return switch (this) {
      case BOOL, UINT8, UINT16, UINT32 -> 0;
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      case INT32 -> Integer.MIN_VALUE;
      case INT64 -> Long.MIN_VALUE;
      default -> -max();
    };
  }

  /** The largest finite value. */
  double max() {
    return switch (this) {
      case BOOL -> 1;
      case UINT8 -> 255;
      case INT8 -> Byte.MAX_VALUE;
      case UINT16 -> 65535;
      case INT16 -> Short.MAX_VALUE;
      case UINT32 -> 4294967295.0;
      case INT32 -> Integer.MAX_VALUE;
      case INT64 -> Long.MAX_VALUE;
      case FLOAT8_E4M3FN -> 448;
      case FLOAT8_E5M2 -> 57344;
      case FLOAT16 -> 65504;
      case BFLOAT16 -> 0x1.FEp127;
      case FLOAT32 -> Float.MAX_VALUE;
      case FLOAT64 -> Double.MAX_VALUE;
    };
  }

  /** The largest integer value; only for integer types. */
  long maxLong() {
    return this == INT64 ? Long.MAX_VALUE : (long) max();
  }

  /** The smallest integer value; only for integer types. */
  long minLong() {
    return (long) min();
  }

  /** Number of mantissa bits after the leading one. */
  int mantissaBits() {
    return switch (this) {
      case FLOAT8_E4M3FN -> 3;
      case FLOAT8_E5M2 -> 2;
      case FLOAT16 -> 10;
      case BFLOAT16 -> 7;
      case FLOAT32 -> 23;
      case FLOAT64 -> 52;
      default ->
          throw TorchError.type("finfo needs a floating point dtype, got torch." + pythonName);
    };
  }

  /** Exponent of the smallest normal number. */
  int minExponent() {
    return switch (this) {
      case FLOAT8_E4M3FN -> -6;
      case FLOAT8_E5M2, FLOAT16 -> -14;
      case FLOAT64 -> -1022;
      default -> -126;
    };
  }

  @Override
  public String toString() {
    return "torch." + pythonName;
  }
}

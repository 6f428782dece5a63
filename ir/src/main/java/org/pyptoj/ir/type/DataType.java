package org.pyptoj.ir.type;

import java.math.BigInteger;

/** Element types of tensors, tiles and scalars. */
public enum DataType {
  FP32("FP32", 32, Kind.FLOAT, "f32", "float32", "FLOAT32"),
  FP16("FP16", 16, Kind.FLOAT, "f16", "float16", "FLOAT16"),
  BF16("BF16", 16, Kind.FLOAT, "bf16", "bfloat16", "BFLOAT16"),
  FP8E4M3FN("FP8E4M3FN", 8, Kind.FLOAT, "f8E4M3FN", "float8_e4m3fn", "FLOAT8_E4M3FN"),
  FP8E5M2("FP8E5M2", 8, Kind.FLOAT, "f8E5M2", "float8_e5m2", "FLOAT8_E5M2"),
  INT4("INT4", 4, Kind.SIGNED, "i4", null, "INT4"),
  INT8("INT8", 8, Kind.SIGNED, "i8", "int8", "INT8"),
  INT16("INT16", 16, Kind.SIGNED, "i16", "int16", "INT16"),
  INT32("INT32", 32, Kind.SIGNED, "i32", "int32", "INT32"),
  INT64("INT64", 64, Kind.SIGNED, "i64", "int64", "INT64"),
  UINT4("UINT4", 4, Kind.UNSIGNED, "ui4", null, "UINT4"),
  UINT8("UINT8", 8, Kind.UNSIGNED, "ui8", "uint8", "UINT8"),
  UINT16("UINT16", 16, Kind.UNSIGNED, "ui16", "uint16", "UINT16"),
  UINT32("UINT32", 32, Kind.UNSIGNED, "ui32", "uint32", "UINT32"),
  UINT64("UINT64", 64, Kind.UNSIGNED, "ui64", "uint64", "UINT64"),
  BOOL("BOOL", 8, Kind.BOOL, "i1", "bool", "BOOL"),
  /** Loop counters, shapes and offsets. */
  INDEX("INDEX", 64, Kind.SIGNED, "index", null, "INT64"),
  /** The handle of a task that an orchestration submitted. */
  TASK_ID("TASK_ID", 64, Kind.OPAQUE, "i64", null, "UINT64");

  private enum Kind {
    FLOAT,
    SIGNED,
    UNSIGNED,
    BOOL,
    OPAQUE
  }

  private final String dslName;
  private final int bits;
  private final Kind kind;
  private final String mlirName;
  private final String torchName;
  private final String runtimeName;

  DataType(
      String dslName, int bits, Kind kind, String mlirName, String torchName, String runtimeName) {
    this.dslName = dslName;
    this.bits = bits;
    this.kind = kind;
    this.mlirName = mlirName;
    this.torchName = torchName;
    this.runtimeName = runtimeName;
  }

  /** The name behind {@code pl.}: {@code FP32}. */
  public String dslName() {
    return dslName;
  }

  /** Width in bits. */
  public int bits() {
    return bits;
  }

  /** Size in bytes, rounded up for types below one byte. */
  public int bytes() {
    return (bits + 7) / 8;
  }

  /** The type's spelling in PTO text: {@code f32}, {@code i32}, {@code index}. */
  public String mlirName() {
    return mlirName;
  }

  /** The torch dtype's name without {@code torch.}, or null where torch has none. */
  public String torchName() {
    return torchName;
  }

  /** The runtime's name for it in task-graph text: {@code FLOAT32}. */
  public String runtimeName() {
    return runtimeName;
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** Whether values are integers, INDEX included and BOOL not. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  public boolean isUnsigned() {
    return kind == Kind.UNSIGNED;
  }

  /** The least value of an integer type or of BOOL. */
  public BigInteger least() {
    return kind == Kind.SIGNED ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
  }

  /** The greatest value of an integer type or of BOOL. */
  public BigInteger greatest() {
    if (kind == Kind.BOOL) {
      return BigInteger.ONE;
    }
    return BigInteger.ONE.shiftLeft(kind == Kind.SIGNED ? bits - 1 : bits).subtract(BigInteger.ONE);
  }

  /**
   * Whether a value of an integer type or of BOOL is a long's; types of 64 bits have every long, an
   * unsigned one as its bits.
   */
  public boolean holds(long value) {
    return switch (kind) {
      case BOOL -> value == 0 || value == 1;
      case SIGNED -> value << 64 - bits >> 64 - bits == value;
      case UNSIGNED -> bits == 64 || value >>> bits == 0;
      case FLOAT, OPAQUE -> true;
    };
  }
}

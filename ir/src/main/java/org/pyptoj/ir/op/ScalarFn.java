package org.pyptoj.ir.op;

/** The function that an elementwise op applies to each element. */
public enum ScalarFn {
  ADD,
  SUB,
  MUL,
  DIV,
  MAX,
  MIN,
  REM,
  FMOD,
  AND,
  OR,
  XOR,
  SHL,
  SHR,
  NEG,
  EXP,
  LOG,
  SIN,
  COS,
  SQRT,
  RSQRT,
  RECIP,
  ABS,
  RELU,
  /** The element where it is positive, and its product with a number elsewhere. */
  LRELU,
  /** The element where it is positive, and its product with another one elsewhere. */
  PRELU,
  NOT,
  /** Copies the expanded operand. */
  SECOND,
  /** The exponential of a difference. */
  EXPDIF;

  /** Whether it moves the bits of integers. */
  public boolean isShift() {
    return this == SHL || this == SHR;
  }

  /** Whether it combines the bits of integers. */
  public boolean isBitwise() {
    return isShift() || this == AND || this == OR || this == XOR;
  }

  /** Whether its instruction still reads the operands when it has begun to write the result. */
  boolean rereadsOperands() {
    return this == RECIP || this == RSQRT || this == FMOD;
  }
}

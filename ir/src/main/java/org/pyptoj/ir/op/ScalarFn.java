package org.pyptoj.ir.op;

/** The function that an elementwise op applies to each element. */
public enum ScalarFn {
  NONE,
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
  NOT,
  CAST,
  COMPARE,
  /** Copies the expanded operand. */
  SECOND,
  /** The exponential of a difference. */
  EXPDIF
}

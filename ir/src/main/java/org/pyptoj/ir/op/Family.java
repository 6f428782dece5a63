package org.pyptoj.ir.op;

/** Ops whose type rule, lowering and simulation have one shape. */
public enum Family {
  UNARY,
  BINARY,
  /** A tile or tensor with a number. */
  BINARY_SCALAR,
  ROW_REDUCE,
  COL_REDUCE,
  /** A full tile with one value per row. */
  ROW_EXPAND,
  /** A full tile with one value per column. */
  COL_EXPAND,
  MATMUL,
  /** Moves data or changes how it is looked at. */
  MEMORY,
  /** Remote access, signals and window bookkeeping. */
  DISTRIBUTED,
  COLLECTIVE,
  OTHER
}

package org.pyptoj.ir.op;

/**
 * What an operand is to its op, whatever its row spells it: {@code call.operand(PEER)} is the peer
 * of a put and of a notify, which stand at different places.
 */
public enum ParamRole {
  /** What is read, moved or looked at. */
  SOURCE,
  /** A second list to merge. */
  SOURCE2,
  SOURCE3,
  SOURCE4,
  /** What is written, or what something is laid into. */
  TARGET,
  /** The first value that is combined. */
  LHS,
  /** The second value that is combined. */
  RHS,
  /** What a matrix product is added to. */
  ACCUMULATOR,
  /** What decides at run time. */
  CONDITION,
  /** One value per row or column. */
  VECTOR,
  /** Which elements are chosen. */
  MASK,
  /** Room for intermediate values. */
  SCRATCH,
  /** A first staging tile. */
  STAGE,
  /** A second staging tile, to work on while the first is moved. */
  STAGE2,
  PEER,
  SIGNAL,
  EXPECTED,
  VALUE,
  START,
  INDEX,
  INDICES,
  /** Which elements are taken or written, as a value of numbers. */
  POSITIONS,
  /** How many elements belong together. */
  LENGTH,
  OFFSETS,
  ROW,
  COLUMN,
  SHAPE,
  VALID_SHAPE,
  TARGET_OFFSETS,
  SOURCE_OFFSETS,
  SIZE,
  /** A window allocation. */
  BUFFER,
  CONTEXT,
  SEND_COUNTS,
  RECV_COUNTS
}

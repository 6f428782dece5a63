package org.pyptoj.ir.op;

/** What an op does with the memory of an operand. */
public enum Access {
  /** Reads its elements. */
  READ,
  /** Overwrites elements without looking at them. */
  WRITE,
  /** Changes elements depending on what they were, or others may change them meanwhile. */
  UPDATE,
  /** Looks at its type only, or hands out another view of it. */
  SHAPE;

  public boolean reads() {
    return this == READ || this == UPDATE;
  }

  public boolean writes() {
    return this == WRITE || this == UPDATE;
  }
}

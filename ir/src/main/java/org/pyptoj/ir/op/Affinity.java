package org.pyptoj.ir.op;

/** Which core of a mixed kernel may run an op (specification, Core placement in a mixed kernel). */
public enum Affinity {
  /** The vector core, declared by the op. */
  VECTOR,
  /** The cube core, declared by the op. */
  CUBE,
  /** Whatever the memory space of its first tile operand says; shared where it has none. */
  DERIVED,
  /** Either; such statements are duplicated onto both lanes. */
  SHARED
}

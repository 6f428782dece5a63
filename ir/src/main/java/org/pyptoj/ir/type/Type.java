package org.pyptoj.ir.type;

/** The type of an expression. Equality is structural; symbolic extents compare by identity. */
public sealed interface Type
    permits TensorLike,
        TileType,
        ScalarType,
        TupleType,
        PtrType,
        CommCtxType,
        WindowBufferType,
        ArrayType,
        UnknownType {

  /**
   * The kind's name as messages and the DSL spell it: {@code Tensor}, {@code DistributedTensor}.
   */
  String kind();

  /** Whether values of the type are elements in memory, which may be written. */
  default boolean isMemory() {
    return this instanceof TensorLike || this instanceof TileType || this instanceof ArrayType;
  }
}

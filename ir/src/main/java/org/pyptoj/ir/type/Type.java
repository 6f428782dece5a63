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
}

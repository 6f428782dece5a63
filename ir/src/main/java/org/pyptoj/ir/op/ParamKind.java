package org.pyptoj.ir.op;

import java.util.List;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;

/**
 * What a parameter of an op takes: an operand (a value of the IR) or an attribute (known when the
 * kernel is compiled).
 */
public enum ParamKind {
  /** A plain tensor; a DistributedTensor does not match. */
  TENSOR("Tensor", null),
  /** A window-bound tensor; a plain one does not match. */
  DISTRIBUTED_TENSOR("DistributedTensor", null),
  /** Either kind of tensor, in the slots where the specification or the local op allows both. */
  TENSOR_LIKE("Tensor | DistributedTensor", null),
  TILE("Tile", null),
  /** A tile or a number, told apart by the operand. */
  TILE_OR_SCALAR("Tile | Scalar | float", null),
  /** A tensor or a number, told apart by the operand. */
  TENSOR_OR_SCALAR("Tensor | Scalar | float", null),
  /** A number: a rank, a count, a value. */
  SCALAR("IntLike", null),
  /** A number of any element type. */
  NUMBER("Scalar | float", null),
  /** A tuple of integers, one per dimension. */
  INTS("Sequence[IntLike]", null),
  /** An integer or a tuple of them. */
  INDICES("IntLike | Sequence[IntLike]", null),
  PTR("Ptr", null),
  COMM_CTX("CommCtx", null),
  ARRAY("Array", null),
  /** Any value, or several. */
  ANY("Any", null),
  INT("int", Long.class),
  FLOAT("float", Double.class),
  BOOL("bool", Boolean.class),
  TEXT("str", String.class),
  DTYPE("DataType", DataType.class),
  MEMORY("MemorySpace", MemorySpace.class),
  PAD("PadValue", TileLayout.Pad.class),
  TILE_LAYOUT("TileLayout", TileLayout.Order.class),
  MASK_PATTERN("MaskPattern", MaskPattern.class),
  INT_LIST("Sequence[int]", List.class),
  NOTIFY_OP("NotifyOp", NotifyOp.class),
  WAIT_CMP("WaitCmp", WaitCmp.class),
  ATOMIC_TYPE("AtomicType", AtomicType.class),
  REDUCE_OP("ReduceOp", ReduceOp.class);

  private final String stubType;
  private final Class<?> values;

  ParamKind(String stubType, Class<?> values) {
    this.stubType = stubType;
    this.values = values;
  }

  /** The kind of an attribute. */
  static ParamKind of(AttrKey<?> key) {
    for (ParamKind kind : values()) {
      if (kind.values == key.type()) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no op takes an attribute like " + key);
  }

  /** The annotation that stubs show. */
  public String stubType() {
    return stubType;
  }

  /** Whether it is an operand; otherwise it is an attribute. */
  public boolean isOperand() {
    return values == null;
  }
}

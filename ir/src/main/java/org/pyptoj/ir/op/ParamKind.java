package org.pyptoj.ir.op;

/**
 * What a parameter of an op takes: an operand (a value of the IR) or an attribute (known when the
 * kernel is compiled).
 */
public enum ParamKind {
  /** A plain tensor; a DistributedTensor does not match. */
  TENSOR("Tensor", true),
  /** A window-bound tensor; a plain one does not match. */
  DISTRIBUTED_TENSOR("DistributedTensor", true),
  /** Either kind of tensor, in the slots where the specification or the local op allows both. */
  TENSOR_LIKE("Tensor | DistributedTensor", true),
  TILE("Tile", true),
  /** A tile or a number, told apart by the operand. */
  TILE_OR_SCALAR("Tile | Scalar | float", true),
  /** A tensor or a number, told apart by the operand. */
  TENSOR_OR_SCALAR("Tensor | Scalar | float", true),
  /** A number: a rank, a count, a value. */
  SCALAR("IntLike", true),
  /** A number of any element type. */
  NUMBER("Scalar | float", true),
  /** A tuple of integers, one per dimension. */
  INTS("Sequence[IntLike]", true),
  /** An integer or a tuple of them. */
  INDICES("IntLike | Sequence[IntLike]", true),
  PTR("Ptr", true),
  COMM_CTX("CommCtx", true),
  ARRAY("Array", true),
  /** Any value, or several. */
  ANY("Any", true),
  INT("int", false),
  FLOAT("float", false),
  BOOL("bool", false),
  TEXT("str", false),
  DTYPE("DataType", false),
  MEMORY("MemorySpace", false),
  PAD("PadValue", false),
  TILE_LAYOUT("TileLayout", false),
  MASK_PATTERN("MaskPattern", false),
  INT_LIST("Sequence[int]", false),
  NOTIFY_OP("NotifyOp", false),
  WAIT_CMP("WaitCmp", false),
  ATOMIC_TYPE("AtomicType", false),
  REDUCE_OP("ReduceOp", false);

  private final String stubType;
  private final boolean operand;

  ParamKind(String stubType, boolean operand) {
    this.stubType = stubType;
    this.operand = operand;
  }

  /** The annotation that stubs show. */
  public String stubType() {
    return stubType;
  }

  /** Whether it is an operand; otherwise it is an attribute. */
  public boolean isOperand() {
    return operand;
  }
}

package org.pyptoj.codegen.pto;

import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpKind.Axis;
import org.pyptoj.ir.op.ScalarFn;

/**
 * How an op is written in PTO text. Every op has exactly one form, so that a new op does not
 * compile without one.
 */
enum PtoForm {
  /** {@code pto.X ins(operands) outs(result)}. */
  INS_OUTS,
  /** As {@link #INS_OUTS} with an {@code i32} number as second operand. */
  INS_OUTS_INT,
  /** As {@link #INS_OUTS} with a rounding mode. */
  CAST,
  /** As {@link #INS_OUTS} with a comparison. */
  COMPARE,
  /** As {@link #INS_OUTS} with an optional precision behind. */
  PRECISION,
  /** Only the second operand is read; the first says the shape. */
  SECOND_ONLY,
  /** Only the first operand is read; the others say the shape. */
  FIRST_ONLY,
  /** As {@link #INS_OUTS} of what is moved, with the columns that a pattern names. */
  MASKED,
  /** What is moved and where to; the result is written over. */
  SCATTER,
  /** Lists and a scratch tile, with a count of what was taken of each beside the result. */
  MERGE,
  TRIANGLE,
  /** A number spread over the result. */
  FILL,
  /** As {@link #INS_OUTS}; a second operand turns on the tree form. */
  COL_REDUCE,
  /** As {@link #INS_OUTS}, with a phase of an accumulation behind. */
  MATMUL,
  MATMUL_ACC,
  TRANSPOSE,
  /** Only the allocation is written. */
  ALLOCATION,
  LOAD,
  STORE,
  ASSEMBLE,
  /** A load into a part of a tile. */
  GATHER_ROW,
  EXTRACT,
  SLICE,
  SET_VALIDSHAPE,
  SEQUENCE,
  TILE_READ,
  TILE_WRITE,
  BLOCK_IDENTITY,
  TENSOR_READ,
  TENSOR_WRITE,
  TENSOR_DIM,
  /** Another view of the same memory. */
  TENSOR_VIEW,
  ARRAY_CREATE,
  ARRAY_GET,
  ARRAY_UPDATE,
  RANK,
  NRANKS,
  REMOTE_LOAD,
  REMOTE_STORE,
  PUT,
  GET,
  NOTIFY,
  WAIT,
  DEFER_WAIT,
  CACHE_INVALID,
  FENCE,
  /** A pass has replaced it before emission, or it does not belong into a kernel. */
  LOWERED;

  static PtoForm of(Op op) {
    return switch (op.kind()) {
      case OpKind.Unary k -> onTiles(op, precise(op));
      case OpKind.Convert k -> onTiles(op, CAST);
      case OpKind.Binary k -> onTiles(op, precise(op));
      case OpKind.ScalarBinary k ->
          onTiles(
              op, k.fn() == ScalarFn.SECOND ? FILL : k.fn().isBitwise() ? INS_OUTS_INT : INS_OUTS);
      case OpKind.Compare k -> COMPARE;
      case OpKind.Select k -> INS_OUTS;
      case OpKind.Part k -> onTiles(op, INS_OUTS);
      case OpKind.Reduce k -> onTiles(op, k.axis() == Axis.COLUMNS ? COL_REDUCE : INS_OUTS);
      case OpKind.ArgReduce k -> onTiles(op, INS_OUTS);
      case OpKind.Rearrangement k ->
          onTiles(
              op,
              switch (k) {
                case GATHER, SORT_BLOCKS -> INS_OUTS;
                case GATHER_MASK, SCATTER_MASK -> MASKED;
                case SCATTER -> SCATTER;
                case SCATTER_ROWS -> LOWERED;
                case MERGE_RUNS -> INS_OUTS_INT;
              });
      case OpKind.IndexedTransfer k ->
          onTiles(
              op,
              switch (k) {
                case ROWS -> GATHER_ROW;
              });
      case OpKind.Merge k -> onTiles(op, MERGE);
      case OpKind.Expand k -> onTiles(op, k.fn() == ScalarFn.SECOND ? SECOND_ONLY : INS_OUTS);
      case OpKind.Matmul k ->
          onTiles(op, k.batched() ? LOWERED : k.accumulates() ? MATMUL_ACC : MATMUL);
      case OpKind.TileMemory k -> tiles(k);
      case OpKind.TensorMemory k -> tensors(k);
      case OpKind.ArrayAccess k ->
          switch (k) {
            case CREATE -> ARRAY_CREATE;
            case GET -> ARRAY_GET;
            case UPDATE -> ARRAY_UPDATE;
          };
      case OpKind.BlockNumber k -> BLOCK_IDENTITY;
      case OpKind.Window k ->
          switch (k) {
            case RANK -> RANK;
            case RANKS -> NRANKS;
            case WORLD_SIZE, COMM_CTX, ALLOCATE, VIEW -> LOWERED;
          };
      case OpKind.Transfer k ->
          switch (k) {
            case REMOTE_LOAD -> REMOTE_LOAD;
            case REMOTE_STORE -> REMOTE_STORE;
            case STAGED_PUT -> PUT;
            case STAGED_GET -> GET;
            case TENSOR_REMOTE_STORE, PUT, GET -> LOWERED;
          };
      case OpKind.Signal k ->
          switch (k) {
            case NOTIFY -> NOTIFY;
            case WAIT -> WAIT;
            case DEFER_WAIT -> DEFER_WAIT;
          };
      case OpKind.Collective k -> LOWERED;
      case OpKind.Fence k ->
          switch (k) {
            case INVALIDATE -> CACHE_INVALID;
            case ORDER -> FENCE;
          };
    };
  }

  /** Ops on tensors are replaced by ops on tiles. */
  private static PtoForm onTiles(Op op, PtoForm form) {
    return op.dialect() == Dialect.TILE ? form : LOWERED;
  }

  private static PtoForm precise(Op op) {
    return op.signature().has(OpAttrs.HIGH_PRECISION) ? PRECISION : INS_OUTS;
  }

  private static PtoForm tiles(OpKind.TileMemory kind) {
    return switch (kind) {
      case MOVE, FILLPAD, FILLPAD_INPLACE, CONCAT -> INS_OUTS;
      case FILLPAD_EXPAND -> FIRST_ONLY;
      case TRIANGLE -> TRIANGLE;
      case FULL -> FILL;
      case TRANSPOSE -> TRANSPOSE;
      case CREATE, RESHAPE, TRANSPOSE_VIEW -> ALLOCATION;
      case LOAD -> LOAD;
      case STORE -> STORE;
      case ASSEMBLE -> ASSEMBLE;
      case EXTRACT -> EXTRACT;
      case SLICE -> SLICE;
      case SET_VALIDSHAPE -> SET_VALIDSHAPE;
      case SEQUENCE -> SEQUENCE;
      case READ -> TILE_READ;
      case WRITE -> TILE_WRITE;
    };
  }

  private static PtoForm tensors(OpKind.TensorMemory kind) {
    return switch (kind) {
      case READ -> TENSOR_READ;
      case WRITE -> TENSOR_WRITE;
      case DIM -> TENSOR_DIM;
      case AS_VIEW, RESHAPE -> TENSOR_VIEW;
      case CREATE,
          CREATE_L1,
          FULL,
          SEQUENCE,
          FILLPAD,
          FILLPAD_EXPAND,
          SET_VALIDSHAPE,
          SLICE,
          ASSEMBLE,
          TRANSPOSE,
          CONCAT ->
          LOWERED;
    };
  }
}

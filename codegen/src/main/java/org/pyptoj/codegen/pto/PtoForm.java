package org.pyptoj.codegen.pto;

import org.pyptoj.ir.op.Op;

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
  /** A number spread over the result. */
  FILL,
  /** {@code tcolsum}, whose second operand turns on the tree form. */
  COL_SUM,
  MATMUL_ACC,
  TRANSPOSE,
  /** Only the allocation is written. */
  ALLOCATION,
  LOAD,
  STORE,
  ASSEMBLE,
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
    return switch (op) {
      case TILE_ADD,
          TILE_SUB,
          TILE_MUL,
          TILE_MAXIMUM,
          TILE_MINIMUM,
          TILE_FMOD,
          TILE_AND,
          TILE_OR,
          TILE_SHL,
          TILE_SHR,
          TILE_REM,
          TILE_XOR,
          TILE_ADDS,
          TILE_SUBS,
          TILE_MULS,
          TILE_DIVS,
          TILE_MAXIMUMS,
          TILE_MINIMUMS,
          TILE_FMODS,
          TILE_NEG,
          TILE_EXP,
          TILE_SIN,
          TILE_COS,
          TILE_SQRT,
          TILE_RSQRT,
          TILE_ABS,
          TILE_RELU,
          TILE_NOT,
          TILE_ROW_MAX,
          TILE_ROW_SUM,
          TILE_ROW_MIN,
          TILE_ROW_PROD,
          TILE_COL_MAX,
          TILE_COL_MIN,
          TILE_COL_PROD,
          TILE_ROW_EXPAND_ADD,
          TILE_ROW_EXPAND_SUB,
          TILE_ROW_EXPAND_MUL,
          TILE_ROW_EXPAND_DIV,
          TILE_ROW_EXPAND_MAX,
          TILE_ROW_EXPAND_MIN,
          TILE_ROW_EXPAND_EXPDIF,
          TILE_COL_EXPAND_ADD,
          TILE_COL_EXPAND_SUB,
          TILE_COL_EXPAND_MUL,
          TILE_COL_EXPAND_DIV,
          TILE_COL_EXPAND_MAX,
          TILE_COL_EXPAND_MIN,
          TILE_COL_EXPAND_EXPDIF,
          TILE_MATMUL,
          TILE_MOVE,
          TILE_FILLPAD,
          TILE_CONCAT,
          TILE_SEL ->
          INS_OUTS;
      case TILE_ANDS, TILE_ORS, TILE_SHLS, TILE_SHRS -> INS_OUTS_INT;
      case TILE_CAST -> CAST;
      case TILE_CMP, TILE_CMPS -> COMPARE;
      case TILE_DIV, TILE_LOG, TILE_RECIP -> PRECISION;
      case TILE_ROW_EXPAND, TILE_COL_EXPAND -> SECOND_ONLY;
      case TILE_FULL, TILE_EXPANDS -> FILL;
      case TILE_COL_SUM -> COL_SUM;
      case TILE_MATMUL_ACC -> MATMUL_ACC;
      case TILE_TRANSPOSE -> TRANSPOSE;
      case TILE_CREATE, TILE_RESHAPE, TILE_TRANSPOSE_VIEW -> ALLOCATION;
      case TILE_LOAD -> LOAD;
      case TILE_STORE -> STORE;
      case TILE_ASSEMBLE -> ASSEMBLE;
      case TILE_EXTRACT -> EXTRACT;
      case TILE_SLICE -> SLICE;
      case TILE_SET_VALIDSHAPE -> SET_VALIDSHAPE;
      case TILE_CI -> SEQUENCE;
      case TILE_READ -> TILE_READ;
      case TILE_WRITE -> TILE_WRITE;
      case GET_BLOCK_IDX, GET_BLOCK_NUM, GET_SUBBLOCK_IDX -> BLOCK_IDENTITY;
      case TENSOR_READ -> TENSOR_READ;
      case TENSOR_WRITE -> TENSOR_WRITE;
      case TENSOR_DIM -> TENSOR_DIM;
      case TENSOR_AS_VIEW, TENSOR_RESHAPE -> TENSOR_VIEW;
      case ARRAY_CREATE -> ARRAY_CREATE;
      case ARRAY_GET -> ARRAY_GET;
      case ARRAY_UPDATE -> ARRAY_UPDATE;
      case RANK -> RANK;
      case NRANKS -> NRANKS;
      case REMOTE_LOAD -> REMOTE_LOAD;
      case REMOTE_STORE -> REMOTE_STORE;
      case TILE_PUT -> PUT;
      case TILE_GET -> GET;
      case NOTIFY -> NOTIFY;
      case WAIT -> WAIT;
      case DEFER_WAIT -> DEFER_WAIT;
      case FENCE_WINDOW -> CACHE_INVALID;
      case FENCE_GM -> FENCE;
      case TILE_BATCH_MATMUL,
          TENSOR_CREATE,
          TENSOR_FULL,
          TENSOR_SLICE,
          TENSOR_ASSEMBLE,
          TENSOR_TRANSPOSE,
          TENSOR_CONCAT,
          TENSOR_CAST,
          TENSOR_ADD,
          TENSOR_ADDS,
          TENSOR_SUB,
          TENSOR_SUBS,
          TENSOR_MUL,
          TENSOR_MULS,
          TENSOR_DIV,
          TENSOR_DIVS,
          TENSOR_MAXIMUM,
          TENSOR_MAXIMUMS,
          TENSOR_MINIMUM,
          TENSOR_MINIMUMS,
          TENSOR_NEG,
          TENSOR_EXP,
          TENSOR_LOG,
          TENSOR_SIN,
          TENSOR_COS,
          TENSOR_SQRT,
          TENSOR_RSQRT,
          TENSOR_RECIP,
          TENSOR_ABS,
          TENSOR_RELU,
          TENSOR_ROW_MAX,
          TENSOR_COL_MAX,
          TENSOR_ROW_SUM,
          TENSOR_COL_SUM,
          TENSOR_ROW_MIN,
          TENSOR_COL_MIN,
          TENSOR_ROW_PROD,
          TENSOR_COL_PROD,
          TENSOR_ROW_EXPAND,
          TENSOR_COL_EXPAND,
          TENSOR_ROW_EXPAND_ADD,
          TENSOR_COL_EXPAND_ADD,
          TENSOR_ROW_EXPAND_SUB,
          TENSOR_COL_EXPAND_SUB,
          TENSOR_ROW_EXPAND_MUL,
          TENSOR_COL_EXPAND_MUL,
          TENSOR_ROW_EXPAND_DIV,
          TENSOR_COL_EXPAND_DIV,
          TENSOR_MATMUL,
          TENSOR_MATMUL_ACC,
          WORLD_SIZE,
          GET_COMM_CTX,
          ALLOC_WINDOW_BUFFER,
          WINDOW,
          TENSOR_REMOTE_STORE,
          PUT,
          GET,
          ALLREDUCE,
          BARRIER,
          BROADCAST,
          REDUCE_SCATTER,
          ALLGATHER,
          ALL_TO_ALL,
          ALL_TO_ALL_V ->
          LOWERED;
    };
  }
}

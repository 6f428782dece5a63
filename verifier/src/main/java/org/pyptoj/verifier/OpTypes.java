package org.pyptoj.verifier;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;

/** Deduces the result type of an op call and checks the op's rules on the way. */
public final class OpTypes {

  private OpTypes() {}

  /**
   * A checked call. Its attributes are those given, with the number of an ABI enum replaced by the
   * enum's constant and a dimension that is counted from the end by its number.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException when a rule of the op does not hold; all
   *     violations of one call are reported together
   */
  public static Call call(Op op, List<Expr> args, Attrs attrs, CallSite site) {
    return check(new CallCheck(op, args, attrs, site));
  }

  /** A checked call of a pass, which has one place for all operands. */
  public static Call call(Op op, List<Expr> args, Attrs attrs, Span span) {
    return call(op, args, attrs, CallSite.at(span));
  }

  // Every op is listed, so that one without a rule does not compile.
  private static Call check(CallCheck call) {
    return switch (call.op()) {
      case TILE_NEG,
          TILE_EXP,
          TILE_LOG,
          TILE_SIN,
          TILE_COS,
          TILE_SQRT,
          TILE_RSQRT,
          TILE_RECIP,
          TILE_ABS,
          TILE_RELU,
          TILE_NOT,
          TENSOR_NEG,
          TENSOR_EXP,
          TENSOR_LOG,
          TENSOR_SIN,
          TENSOR_COS,
          TENSOR_SQRT,
          TENSOR_RSQRT,
          TENSOR_RECIP,
          TENSOR_ABS,
          TENSOR_RELU ->
          ElementwiseRules.unary(call);
      case TILE_CAST, TENSOR_CAST -> ElementwiseRules.cast(call);
      case TILE_ADD,
          TILE_SUB,
          TILE_MUL,
          TILE_DIV,
          TILE_MAXIMUM,
          TILE_MINIMUM,
          TILE_FMOD,
          TILE_AND,
          TILE_OR,
          TILE_SHL,
          TILE_SHR,
          TILE_REM,
          TILE_XOR,
          TILE_CMP,
          TENSOR_ADD,
          TENSOR_SUB,
          TENSOR_MUL,
          TENSOR_DIV,
          TENSOR_MAXIMUM,
          TENSOR_MINIMUM ->
          ElementwiseRules.binary(call);
      case TILE_SEL -> ElementwiseRules.select(call);
      case TILE_ADDS,
          TILE_SUBS,
          TILE_MULS,
          TILE_DIVS,
          TILE_MAXIMUMS,
          TILE_MINIMUMS,
          TILE_FMODS,
          TILE_ANDS,
          TILE_ORS,
          TILE_SHLS,
          TILE_SHRS,
          TILE_CMPS,
          TILE_EXPANDS,
          TENSOR_ADDS,
          TENSOR_SUBS,
          TENSOR_MULS,
          TENSOR_DIVS,
          TENSOR_MAXIMUMS,
          TENSOR_MINIMUMS ->
          ElementwiseRules.binaryScalar(call);
      case TILE_ROW_MAX,
          TILE_ROW_SUM,
          TILE_ROW_MIN,
          TILE_ROW_PROD,
          TENSOR_ROW_MAX,
          TENSOR_ROW_SUM,
          TENSOR_ROW_MIN,
          TENSOR_ROW_PROD ->
          ReductionRules.rowReduce(call);
      case TILE_COL_MAX,
          TILE_COL_SUM,
          TILE_COL_MIN,
          TILE_COL_PROD,
          TENSOR_COL_MAX,
          TENSOR_COL_SUM,
          TENSOR_COL_MIN,
          TENSOR_COL_PROD ->
          ReductionRules.colReduce(call);
      case TILE_ROW_EXPAND,
          TILE_ROW_EXPAND_ADD,
          TILE_ROW_EXPAND_SUB,
          TILE_ROW_EXPAND_MUL,
          TILE_ROW_EXPAND_DIV,
          TILE_ROW_EXPAND_MAX,
          TILE_ROW_EXPAND_MIN,
          TILE_ROW_EXPAND_EXPDIF,
          TENSOR_ROW_EXPAND,
          TENSOR_ROW_EXPAND_ADD,
          TENSOR_ROW_EXPAND_SUB,
          TENSOR_ROW_EXPAND_MUL,
          TENSOR_ROW_EXPAND_DIV ->
          ReductionRules.rowExpand(call);
      case TILE_COL_EXPAND,
          TILE_COL_EXPAND_ADD,
          TILE_COL_EXPAND_SUB,
          TILE_COL_EXPAND_MUL,
          TILE_COL_EXPAND_DIV,
          TILE_COL_EXPAND_MAX,
          TILE_COL_EXPAND_MIN,
          TILE_COL_EXPAND_EXPDIF,
          TENSOR_COL_EXPAND,
          TENSOR_COL_EXPAND_ADD,
          TENSOR_COL_EXPAND_SUB,
          TENSOR_COL_EXPAND_MUL,
          TENSOR_COL_EXPAND_DIV ->
          ReductionRules.colExpand(call);
      case TILE_MATMUL -> MatmulRules.tileMatmul(call);
      case TILE_MATMUL_ACC -> MatmulRules.tileMatmulAcc(call);
      case TILE_BATCH_MATMUL -> MatmulRules.batchMatmul(call);
      case TENSOR_MATMUL -> MatmulRules.tensorMatmul(call);
      case TENSOR_MATMUL_ACC -> MatmulRules.tensorMatmulAcc(call);
      case TILE_CREATE -> TileMemoryRules.create(call);
      case TILE_READ -> TileMemoryRules.read(call);
      case TILE_WRITE -> TileMemoryRules.write(call);
      case TILE_LOAD -> TileMemoryRules.load(call);
      case TILE_STORE -> TileMemoryRules.store(call);
      case TILE_ASSEMBLE -> TileMemoryRules.assemble(call);
      case TILE_EXTRACT -> TileMemoryRules.extract(call);
      case TILE_MOVE -> TileMemoryRules.move(call);
      case TILE_FULL -> TileMemoryRules.full(call);
      case TILE_CI -> TileMemoryRules.consecutive(call);
      case TILE_FILLPAD -> TileMemoryRules.fillPad(call);
      case TILE_SLICE -> TileMemoryRules.slice(call);
      case TILE_RESHAPE -> TileMemoryRules.reshape(call);
      case TILE_TRANSPOSE -> TileMemoryRules.transpose(call);
      case TILE_TRANSPOSE_VIEW -> TileMemoryRules.transposeView(call);
      case TILE_SET_VALIDSHAPE -> TileMemoryRules.setValidShape(call);
      case TILE_CONCAT -> TileMemoryRules.concat(call);
      case GET_BLOCK_IDX, GET_SUBBLOCK_IDX, GET_BLOCK_NUM -> OtherRules.blockNumber(call);
      case TENSOR_CREATE -> TensorMemoryRules.create(call);
      case TENSOR_FULL -> TensorMemoryRules.full(call);
      case TENSOR_READ -> TensorMemoryRules.read(call);
      case TENSOR_WRITE -> TensorMemoryRules.write(call);
      case TENSOR_DIM -> TensorMemoryRules.dim(call);
      case TENSOR_SLICE -> TensorMemoryRules.slice(call);
      case TENSOR_ASSEMBLE -> TensorMemoryRules.assemble(call);
      case TENSOR_RESHAPE -> TensorMemoryRules.reshape(call);
      case TENSOR_TRANSPOSE -> TensorMemoryRules.transpose(call);
      case TENSOR_CONCAT -> TensorMemoryRules.concat(call);
      case TENSOR_AS_VIEW -> TensorMemoryRules.asView(call);
      case ARRAY_CREATE -> OtherRules.createArray(call);
      case ARRAY_GET -> OtherRules.getElement(call);
      case ARRAY_UPDATE -> OtherRules.updateElement(call);
      case WORLD_SIZE -> WindowRules.worldSize(call);
      case GET_COMM_CTX -> WindowRules.getCommCtx(call);
      case RANK, NRANKS -> WindowRules.readCommCtx(call);
      case ALLOC_WINDOW_BUFFER -> WindowRules.allocWindowBuffer(call);
      case WINDOW -> WindowRules.window(call);
      case REMOTE_LOAD -> RemoteAccessRules.remoteLoad(call);
      case REMOTE_STORE -> RemoteAccessRules.tileRemoteStore(call);
      case TENSOR_REMOTE_STORE -> RemoteAccessRules.tensorRemoteStore(call);
      case PUT -> PutGetRules.put(call);
      case GET -> PutGetRules.get(call);
      case TILE_PUT -> PutGetRules.tilePut(call);
      case TILE_GET -> PutGetRules.tileGet(call);
      case NOTIFY -> SignalRules.notifyPeer(call);
      case WAIT -> SignalRules.await(call);
      case DEFER_WAIT -> SignalRules.deferWait(call);
      case ALLREDUCE -> AllReduceRules.allReduce(call);
      case BARRIER -> CollectiveRules.barrier(call);
      case BROADCAST -> CollectiveRules.broadcast(call);
      case REDUCE_SCATTER -> CollectiveRules.reduceScatter(call);
      case ALLGATHER -> CollectiveRules.allGather(call);
      case ALL_TO_ALL -> CollectiveRules.allToAll(call);
      case ALL_TO_ALL_V -> AllToAllVRules.allToAllV(call);
      case FENCE_WINDOW -> OtherRules.invalidate(call);
      case FENCE_GM -> OtherRules.fence(call);
    };
  }
}

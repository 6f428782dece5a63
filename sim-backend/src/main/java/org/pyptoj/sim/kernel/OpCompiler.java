package org.pyptoj.sim.kernel;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.RefCode;

/**
 * Compiles calls of ops. The switch names every op, so that one without an arm does not compile.
 */
final class OpCompiler {

  private final FunctionCompiler compiler;
  private final TileCompiler tiles;
  private final TensorCompiler tensors;
  private final DistributedCompiler distributed;

  OpCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
    this.tiles = new TileCompiler(compiler);
    this.tensors = new TensorCompiler(compiler);
    this.distributed = new DistributedCompiler(compiler);
  }

  /**
   * The code of a call.
   *
   * @param target the variable that it is assigned to, or null
   */
  Code call(Call c, Var target) {
    Code code =
        switch (c.op()) {
          case TILE_CREATE -> tiles.create(c, target);
          case TILE_READ -> tiles.read(c);
          case TILE_WRITE -> tiles.write(c);
          case TILE_LOAD -> tiles.load(c, target);
          case TILE_STORE -> tiles.store(c);
          case TILE_ASSEMBLE -> tiles.assemble(c);
          case TILE_EXTRACT -> tiles.extract(c);
          case TILE_MOVE -> compiler.refExpr(c.arg(0));
          case TILE_FULL -> tiles.full(c);
          case TILE_CI -> tiles.counting(c);
          case TILE_FILLPAD -> tiles.fillPad(c, target);
          case TILE_SLICE -> tiles.slice(c);
          case TILE_RESHAPE -> tiles.reshape(c);
          case TILE_TRANSPOSE, TILE_TRANSPOSE_VIEW -> tiles.transpose(c);
          case TILE_SET_VALIDSHAPE -> tiles.setValidShape(c);
          case TILE_CONCAT -> tiles.concat(c);
          case TILE_CAST -> tiles.cast(c);
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
              TILE_XOR ->
              tiles.binary(c, target);
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
              TILE_EXPANDS ->
              tiles.scalar(c, target);
          case TILE_CMP -> tiles.compare(c);
          case TILE_CMPS -> tiles.compareScalar(c);
          case TILE_SEL -> tiles.select(c);
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
              TILE_NOT ->
              tiles.unary(c, target);
          case TILE_ROW_MAX, TILE_ROW_SUM, TILE_ROW_MIN, TILE_ROW_PROD -> tiles.reduceRows(c);
          case TILE_COL_MAX, TILE_COL_SUM, TILE_COL_MIN, TILE_COL_PROD -> tiles.reduceColumns(c);
          case TILE_ROW_EXPAND,
              TILE_ROW_EXPAND_ADD,
              TILE_ROW_EXPAND_SUB,
              TILE_ROW_EXPAND_MUL,
              TILE_ROW_EXPAND_DIV,
              TILE_ROW_EXPAND_MAX,
              TILE_ROW_EXPAND_MIN,
              TILE_ROW_EXPAND_EXPDIF ->
              tiles.expandRows(c, target);
          case TILE_COL_EXPAND,
              TILE_COL_EXPAND_ADD,
              TILE_COL_EXPAND_SUB,
              TILE_COL_EXPAND_MUL,
              TILE_COL_EXPAND_DIV,
              TILE_COL_EXPAND_MAX,
              TILE_COL_EXPAND_MIN,
              TILE_COL_EXPAND_EXPDIF ->
              tiles.expandColumns(c, target);
          case TILE_MATMUL, TILE_BATCH_MATMUL -> tiles.matmul(c);
          case TILE_MATMUL_ACC -> tiles.matmulAcc(c);
          case GET_BLOCK_IDX -> (LongCode) f -> f.task.block;
          case GET_SUBBLOCK_IDX -> (LongCode) f -> 0;
          case GET_BLOCK_NUM -> (LongCode) f -> f.task.blocks;
          case TENSOR_CREATE -> tensors.create(c);
          case TENSOR_FULL -> tensors.full(c);
          case TENSOR_READ -> tensors.read(c);
          case TENSOR_WRITE -> tensors.write(c);
          case TENSOR_DIM -> tensors.dim(c);
          case TENSOR_SLICE -> tensors.slice(c);
          case TENSOR_ASSEMBLE -> tensors.assemble(c);
          case TENSOR_RESHAPE -> tensors.reshape(c);
          case TENSOR_TRANSPOSE -> tensors.transpose(c);
          case TENSOR_CONCAT -> tensors.concat(c);
          case TENSOR_AS_VIEW -> tensors.asView(c);
          case TENSOR_CAST -> tensors.cast(c);
          case TENSOR_ADD, TENSOR_SUB, TENSOR_MUL, TENSOR_DIV, TENSOR_MAXIMUM, TENSOR_MINIMUM ->
              tensors.binary(c);
          case TENSOR_ADDS,
              TENSOR_SUBS,
              TENSOR_MULS,
              TENSOR_DIVS,
              TENSOR_MAXIMUMS,
              TENSOR_MINIMUMS ->
              tensors.scalar(c);
          case TENSOR_NEG,
              TENSOR_EXP,
              TENSOR_LOG,
              TENSOR_SIN,
              TENSOR_COS,
              TENSOR_SQRT,
              TENSOR_RSQRT,
              TENSOR_RECIP,
              TENSOR_ABS,
              TENSOR_RELU ->
              tensors.unary(c);
          case TENSOR_ROW_MAX, TENSOR_ROW_SUM, TENSOR_ROW_MIN, TENSOR_ROW_PROD ->
              tensors.reduceRows(c);
          case TENSOR_COL_MAX, TENSOR_COL_SUM, TENSOR_COL_MIN, TENSOR_COL_PROD ->
              tensors.reduceColumns(c);
          case TENSOR_ROW_EXPAND,
              TENSOR_ROW_EXPAND_ADD,
              TENSOR_ROW_EXPAND_SUB,
              TENSOR_ROW_EXPAND_MUL,
              TENSOR_ROW_EXPAND_DIV ->
              tensors.expandRows(c);
          case TENSOR_COL_EXPAND,
              TENSOR_COL_EXPAND_ADD,
              TENSOR_COL_EXPAND_SUB,
              TENSOR_COL_EXPAND_MUL,
              TENSOR_COL_EXPAND_DIV ->
              tensors.expandColumns(c);
          case TENSOR_MATMUL -> tensors.matmul(c);
          case TENSOR_MATMUL_ACC -> tensors.matmulAcc(c);
          case ARRAY_CREATE -> tensors.arrayCreate(c);
          case ARRAY_GET -> tensors.arrayGet(c);
          case ARRAY_UPDATE -> tensors.arrayUpdate(c);
          case WORLD_SIZE -> (LongCode) f -> f.task.run.config().ranks();
          case GET_COMM_CTX -> distributed.commCtx(c);
          case RANK -> distributed.rank(c);
          case NRANKS -> distributed.nranks(c);
          case ALLOC_WINDOW_BUFFER -> HostCalls.allocate(compiler, c, target);
          case WINDOW -> HostCalls.window(compiler, c);
          case REMOTE_LOAD -> distributed.remoteLoad(c, target);
          case REMOTE_STORE -> distributed.remoteStore(c);
          case TENSOR_REMOTE_STORE -> distributed.tensorRemoteStore(c);
          case PUT -> distributed.put(c);
          case GET -> distributed.get(c);
          case TILE_PUT -> distributed.tilePut(c);
          case TILE_GET -> distributed.tileGet(c);
          case NOTIFY -> distributed.notify(c);
          case WAIT -> distributed.await(c);
          case DEFER_WAIT -> distributed.deferWait(c);
          case ALLREDUCE, BARRIER, BROADCAST, REDUCE_SCATTER, ALLGATHER, ALL_TO_ALL, ALL_TO_ALL_V ->
              Collectives.compile(compiler, c);
          case FENCE_WINDOW, FENCE_GM -> (RefCode) f -> Frame.NOTHING;
        };
    return counted(compiler.role == Role.CHIP && touchesMemory(c.op()) ? drained(code, c) : code);
  }

  /**
   * Whether an op moves data or signals when an orchestration itself runs it, outside of any task.
   */
  private static boolean touchesMemory(Op op) {
    return switch (op) {
      case TILE_LOAD,
          TILE_STORE,
          REMOTE_LOAD,
          REMOTE_STORE,
          TENSOR_REMOTE_STORE,
          PUT,
          GET,
          TILE_PUT,
          TILE_GET,
          NOTIFY,
          WAIT,
          DEFER_WAIT ->
          true;
      default -> false;
    };
  }

  /** An op of an orchestration comes after the tasks that it has submitted before. */
  private static Code drained(Code code, Call c) {
    Span span = c.span();
    return code instanceof RefCode ref
        ? (RefCode)
            f -> {
              ((Dispatch) f.task.station).drain(span);
              return ref.get(f);
            }
        : code;
  }

  /** Counts the op for the report. */
  private static Code counted(Code code) {
    return switch (code) {
      case LongCode c -> c;
      case Code.DoubleCode c -> c;
      case RefCode c ->
          (RefCode)
              f -> {
                f.task.ops++;
                return c.get(f);
              };
    };
  }

  static SimFailure unsupported(String what, Span span) {
    return new SimFailure(SimCode.UNSUPPORTED, what + " is not simulated", span);
  }
}

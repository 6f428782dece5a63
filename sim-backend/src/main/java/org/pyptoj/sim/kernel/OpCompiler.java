package org.pyptoj.sim.kernel;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.RefCode;

/** Compiles calls of ops, by their kinds. */
final class OpCompiler {

  private final FunctionCompiler compiler;
  private final TileCompiler tiles;
  private final TileMemoryCompiler tileMemory;
  private final TensorCompiler tensors;
  private final DistributedCompiler distributed;

  OpCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
    this.tiles = new TileCompiler(compiler);
    this.tileMemory = new TileMemoryCompiler(compiler);
    this.tensors = new TensorCompiler(compiler);
    this.distributed = new DistributedCompiler(compiler);
  }

  /**
   * The code of a call.
   *
   * @param target the variable that it is assigned to, or null
   */
  Code call(Call c, Var target) {
    boolean tiled = c.op().dialect() == Dialect.TILE;
    Code code =
        switch (c.op().kind()) {
          case OpKind.Unary k -> tiled ? tiles.unary(c, k.fn(), target) : tensors.unary(c, k.fn());
          case OpKind.Convert k -> tiled ? tiles.cast(c) : tensors.cast(c);
          case OpKind.Binary k ->
              tiled ? tiles.binary(c, k.fn(), target) : tensors.binary(c, k.fn());
          case OpKind.ScalarBinary k ->
              tiled ? tiles.scalar(c, k.fn(), target) : tensors.scalar(c, k.fn());
          case OpKind.Compare k -> k.withNumber() ? tiles.compareScalar(c) : tiles.compare(c);
          case OpKind.Select k -> k.withNumber() ? tiles.selectNumber(c) : tiles.select(c);
          case OpKind.Part k -> tiled ? tiles.part(c, k.fn()) : tensors.part(c, k.fn());
          case OpKind.Reduce k -> tiled ? tiles.reduce(c, k) : tensors.reduce(c, k);
          case OpKind.ArgReduce k -> tiled ? tiles.argReduce(c, k) : tensors.argReduce(c, k);
          case OpKind.Rearrangement k -> tiled ? tiles.rearrange(c, k) : tensors.rearrange(c, k);
          case OpKind.IndexedTransfer k ->
              tiled ? tileMemory.transfer(c, k) : tensors.transfer(c, k);
          case OpKind.Merge k -> tiled ? tiles.merge(c, k.lists()) : tensors.merge(c, k.lists());
          case OpKind.Expand k -> tiled ? tiles.expand(c, k, target) : tensors.expand(c, k);
          case OpKind.Matmul k -> tiled ? tiles.matmul(c) : tensors.matmul(c);
          case OpKind.TileMemory k -> tileMemory.compile(c, k, target);
          case OpKind.TensorMemory k -> tensors.memory(c, k);
          case OpKind.ArrayAccess k ->
              switch (k) {
                case CREATE -> tensors.arrayCreate(c);
                case GET -> tensors.arrayGet(c);
                case UPDATE -> tensors.arrayUpdate(c);
              };
          case OpKind.BlockNumber k ->
              switch (k) {
                case INDEX -> (LongCode) f -> f.task.block;
                case SUBBLOCK -> (LongCode) f -> 0;
                case COUNT -> (LongCode) f -> f.task.blocks;
              };
          case OpKind.Window k -> window(c, k, target);
          case OpKind.Transfer k -> transfer(c, k, target);
          case OpKind.Signal k ->
              switch (k) {
                case NOTIFY -> distributed.notify(c);
                case WAIT -> distributed.await(c);
                case DEFER_WAIT -> distributed.deferWait(c);
              };
          case OpKind.Collective k -> Collectives.compile(compiler, c);
          case OpKind.Fence k -> (RefCode) f -> Frame.NOTHING;
        };
    return counted(compiler.role == Role.CHIP && touchesMemory(c.op()) ? drained(code, c) : code);
  }

  private Code window(Call c, OpKind.Window kind, Var target) {
    return switch (kind) {
      case WORLD_SIZE -> (LongCode) f -> f.task.run.config().ranks();
      case COMM_CTX -> distributed.commCtx(c);
      case RANK -> distributed.rank(c);
      case RANKS -> distributed.nranks(c);
      case ALLOCATE -> HostCalls.allocate(compiler, c, target);
      case VIEW -> HostCalls.window(compiler, c);
    };
  }

  private Code transfer(Call c, OpKind.Transfer kind, Var target) {
    return switch (kind) {
      case REMOTE_LOAD -> distributed.remoteLoad(c, target);
      case REMOTE_STORE -> distributed.remoteStore(c);
      case TENSOR_REMOTE_STORE -> distributed.tensorRemoteStore(c);
      case PUT -> distributed.put(c);
      case GET -> distributed.get(c);
      case STAGED_PUT -> distributed.tilePut(c);
      case STAGED_GET -> distributed.tileGet(c);
    };
  }

  /**
   * Whether an op moves data or signals when an orchestration itself runs it, outside of any task.
   * Ops on tensors wait for what they need by themselves.
   */
  private static boolean touchesMemory(Op op) {
    return switch (op.effect()) {
      case READS, WRITES, READS_PEER, WRITES_PEER, SIGNALS, WAITS, DEFERS ->
          op.dialect() != Dialect.TENSOR;
      case PURE, COLLECTIVE, CONTROL -> false;
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

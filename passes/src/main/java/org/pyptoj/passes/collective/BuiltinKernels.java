package org.pyptoj.passes.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.passes.FreshNames;
import org.pyptoj.passes.IrBuilder;
import org.pyptoj.verifier.OpTypes;

/**
 * The kernels of dispatched collectives, as functions of the program like any other. One variant
 * serves tensors of every size: extents are read from the operands at entry.
 */
public final class BuiltinKernels {

  /** Elements of one tile of a host allreduce; blocks own tiles in turn. */
  private static final long TILE = 256;

  private static final long PIECE_BYTES = 16 * 1024;
  private static final long LANE_BYTES = 32;

  /** The kernel of a variant: an AIV function without results. */
  public Function kernel(Builtin builtin) {
    List<Param> params = params(builtin, false);
    IrBuilder b = new IrBuilder(new FreshNames(), builtin.op().shortName(), Span.NONE);
    write(b, builtin, params.stream().map(p -> (Expr) p.var()).toList());
    return new Function(
        builtin.functionName() + "__kernel",
        FunctionKind.AIV,
        null,
        null,
        params,
        List.of(),
        withExtents(params, b.statements()),
        Attrs.of(FunctionAttrs.COLLECTIVE_SIGNALS, List.of("signal")),
        Span.NONE);
  }

  /**
   * The chip orchestration that runs a variant's kernel as its one task.
   *
   * @param name the orchestration's name
   * @param artifact its name in artifacts
   * @param cores blocks of the kernel's grid, all admitted together
   */
  public Function chip(Builtin builtin, String name, String artifact, long cores) {
    List<Param> params = params(builtin, true);
    Attrs attrs = builtin.directions();
    if (cores > 1) {
      attrs =
          attrs.with(TaskAttrs.CORE_NUM, IntConst.index(cores)).with(TaskAttrs.SYNC_START, true);
    }
    FunctionCall task =
        new FunctionCall(
            builtin.functionName() + "__kernel",
            params.stream().map(p -> (Expr) p.var()).toList(),
            attrs,
            UnknownType.INSTANCE,
            Span.NONE);
    return new Function(
        name,
        FunctionKind.ORCHESTRATION,
        null,
        null,
        params,
        List.of(),
        Block.of(new Eval(task, Span.NONE)),
        Attrs.of(FunctionAttrs.ARTIFACT, artifact),
        Span.NONE);
  }

  /** Operands with extents that only a run knows; an orchestration's are all windows. */
  private static List<Param> params(Builtin builtin, boolean windows) {
    List<Param> params = new ArrayList<>();
    for (Builtin.Operand operand : builtin.operands()) {
      List<Expr> shape = new ArrayList<>();
      for (int d = 0; d < operand.rank(); d++) {
        shape.add(new Var("builtin_" + operand.name() + "_d" + d, ScalarType.INDEX, Span.NONE));
      }
      Type type =
          windows || operand.window()
              ? new DistributedTensorType(operand.dtype(), shape)
              : new TensorType(operand.dtype(), shape);
      params.add(new Param(new Var(operand.name(), type, Span.NONE), operand.direction()));
    }
    return params;
  }

  /** Puts reads of the extents that a body mentions in front of it. */
  private Block withExtents(List<Param> params, List<Stmt> body) {
    Map<Var, Call> extents = new LinkedHashMap<>();
    for (Param param : params) {
      List<Expr> shape = ((TensorLike) param.var().type()).shape();
      for (int d = 0; d < shape.size(); d++) {
        extents.put(
            (Var) shape.get(d),
            OpTypes.call(
                TensorOp.DIM, List.of(param.var()), Attrs.of(OpAttrs.AXIS, (long) d), Span.NONE));
      }
    }
    List<Var> mentioned = new ArrayList<>();
    new Walker() {
      @Override
      protected void use(Var var) {
        if (extents.containsKey(var) && !mentioned.contains(var)) {
          mentioned.add(var);
        }
      }
    }.block(new Block(body));
    List<Stmt> out = new ArrayList<>();
    Rewriter rewriter = new Rewriter();
    for (Var symbol : extents.keySet()) {
      if (mentioned.contains(symbol)) {
        Call dim = extents.get(symbol);
        Var extent = new Var(symbol.name().substring("builtin_".length()), dim.type(), Span.NONE);
        out.add(new Assign(extent, dim, Span.NONE));
        rewriter.substitute(symbol, Scalars.cast(extent, DataType.INDEX, Span.NONE));
      }
    }
    out.addAll(rewriter.block(new Block(body)).stmts());
    return new Block(out);
  }

  private static void write(IrBuilder b, Builtin builtin, List<Expr> on) {
    switch ((OpKind.Collective) builtin.op().kind()) {
      case ALLREDUCE -> {
        if (builtin.ring()) {
          ring(b, builtin, on.get(0), on.get(1));
        } else {
          mesh(b, builtin, on.get(0), on.get(1));
        }
      }
      case BARRIER -> new BarrierLowering().lower(b, call(builtin, on));
      case BROADCAST -> broadcast(b, builtin, on.get(0), on.get(1));
      case REDUCE_SCATTER -> new ReduceScatter().lower(b, call(builtin, on));
      case ALLGATHER -> {
        ready(b, on.get(2), on.get(1));
        new AllGather().lower(b, call(builtin, on));
      }
      case ALL_TO_ALL -> {
        ready(b, on.get(2), on.get(1));
        new AllToAll().lower(b, call(builtin, on));
      }
      case ALL_TO_ALL_V -> {
        ready(b, on.get(2), on.get(1));
        Comm comm = Comm.of(b, on.get(1));
        List<Expr> shape = ((TensorLike) on.get(1).type()).shape();
        Var maxRecv = b.bind("max_recv", Scalars.floorDiv(shape.get(0), comm.nranks()));
        AllToAllV.exchange(
            b,
            comm,
            new AllToAllV.Exchange(on.get(0), on.get(1), on.get(2), on.get(3), on.get(4)),
            maxRecv,
            shape.get(1));
      }
    }
  }

  private static Call call(Builtin builtin, List<Expr> on) {
    Attrs attrs =
        builtin.reduce() == null ? Attrs.NONE : Attrs.of(OpAttrs.REDUCE, builtin.reduce());
    return new Call(builtin.op(), on, attrs, UnknownType.INSTANCE, Span.NONE);
  }

  private static Expr elements(IrBuilder b, Expr target) {
    return b.bind("elements", Shapes.product(((TensorLike) target.type()).shape()));
  }

  private static Var stream(IrBuilder b, Expr target, Expr elements) {
    return b.bind("stream", TensorOp.AS_VIEW, target, b.tuple(IntConst.index(1), elements));
  }

  /**
   * Nobody pushes into a window before its owner's earlier tasks are done with it: an orchestrator
   * orders the tasks of one device, and this barrier orders devices.
   */
  private static void ready(IrBuilder b, Expr signal, Expr target) {
    CreditBarrier barrier = CreditBarrier.mesh(b, Comm.of(b, target), signal);
    barrier.pass(b, "_ready");
    barrier.clear(b);
  }

  /** After the barrier everybody copies the root's data, and nobody returns before all have. */
  private static void broadcast(IrBuilder b, Builtin builtin, Expr target, Expr signal) {
    Comm comm = Comm.of(b, target);
    Expr elements = elements(b, target);
    Var stream = stream(b, target, elements);
    CreditBarrier barrier = CreditBarrier.mesh(b, comm, signal);
    barrier.pass(b, "");
    Var stage = Stage.create(b, "bcast_stage", builtin.dtype(), IntConst.index(1), elements);
    b.run(
        DistributedOp.TILE_GET, Attrs.NONE, stream, IntConst.int32(builtin.root()), stream, stage);
    barrier.pass(b, "2");
    barrier.clear(b);
  }

  /**
   * A mesh allreduce over a grid of blocks (specification, Host multi-core AllReduce). Block {@code
   * b} of {@code C} owns tiles {@code b, b + C, ...} and column {@code b} of the signal; it meets
   * only the same block of other ranks. Blocks without a column retire at once, on every rank the
   * same ones.
   */
  private static void mesh(IrBuilder b, Builtin builtin, Expr target, Expr signal) {
    Expr block = index(b, "block", TileOp.GET_BLOCK_IDX);
    Expr blocks = index(b, "blocks", TileOp.GET_BLOCK_NUM);
    Expr lanes = ((TensorLike) signal.type()).shape().get(1);
    b.when(
        Scalars.compare(BinaryOp.LT, block, lanes),
        body -> meshBlock(body, builtin, target, signal, block, Scalars.min(blocks, lanes)));
  }

  private static void meshBlock(
      IrBuilder b, Builtin builtin, Expr target, Expr signal, Expr block, Expr blocks) {
    Comm comm = Comm.of(b, target);
    Expr elements = elements(b, target);
    Expr width = IntConst.index(TILE);
    Expr active = b.bind("active", blocks);
    Expr tiles = b.bind("tiles", Shapes.ceilDiv(elements, width));
    Op combine = AllReduceTarget.combine(builtin.reduce());
    Chunks chunks =
        new Chunks(
            stream(b, target, elements),
            IntConst.index(0),
            width,
            LANE_BYTES / builtin.dtype().bytes());
    CreditBarrier barrier = new CreditBarrier(comm, signal, rank -> b.tuple(rank, block));
    barrier.pass(b, "");
    b.loop(
        "tile",
        block,
        tiles,
        active,
        (body, tile) -> {
          Expr column = body.bind("col", Scalars.mul(tile, width));
          Expr valid = Scalars.min(width, Scalars.sub(elements, column));
          Var own = chunks.own(body, "acc_initial", column, valid);
          Var sum =
              MeshAllReduce.accumulate(
                  body,
                  comm,
                  own,
                  combine,
                  (then, peer) -> chunks.peers(then, "recv", peer, column, valid));
          Expr turn = Scalars.floorDiv(Scalars.sub(tile, block), active);
          Expr credits =
              body.bind(
                  "chunk_expected",
                  Scalars.cast(Scalars.add(turn, IntConst.index(2)), DataType.INT32, Span.NONE));
          barrier.pass(body, credits, "_chunk");
          chunks.store(body, "store_value", sum, column, valid);
        });
    Expr turns = Shapes.ceilDiv(Scalars.sub(tiles, block), active);
    Expr total = Scalars.add(IntConst.index(1), turns);
    barrier.clear(b, b.bind("credits", Scalars.cast(total, DataType.INT32, Span.NONE)));
  }

  /**
   * A ring allreduce (specification, pld.tensor.allreduce). Every round has one barrier, on a row
   * of its own: in no round does a rank write what its right neighbour reads. The last row is that
   * of the return: nobody goes on while a neighbour still reads.
   */
  private static void ring(IrBuilder b, Builtin builtin, Expr target, Expr signal) {
    Comm comm = Comm.of(b, target);
    Expr elements = elements(b, target);
    int bytes = builtin.dtype().bytes();
    long lane = LANE_BYTES / bytes;
    boolean half = builtin.dtype() == DataType.FP16;
    Segments segments = new Segments(elements, comm.nranks(), lane, half);
    Expr width = IntConst.index(PIECE_BYTES / bytes);
    Chunks chunks =
        new Chunks(stream(b, target, elements), IntConst.index(0), width, half ? lane : 1);
    Op combine = AllReduceTarget.combine(builtin.reduce());
    CreditBarrier barrier = new CreditBarrier(comm, signal, RingAllReduce::noCell);
    Expr me = b.bind("my_rank_idx", Scalars.cast(comm.myRank(), DataType.INDEX, Span.NONE));
    Expr left = b.bind("left", modulo(Scalars.sub(me, IntConst.index(1)), comm));
    Expr rounds = b.bind("nr_minus_one", Scalars.sub(comm.nranks(), IntConst.index(1)));
    b.each(
        "rs_step",
        rounds,
        (body, step) -> {
          barrier.pass(body, row(body, step), IntConst.int32(1), "_rs");
          Expr segment = modulo(Scalars.sub(Scalars.sub(me, step), IntConst.index(2)), comm);
          segment(
              body,
              segments,
              segment,
              width,
              (inner, column, valid) -> {
                Var theirs = chunks.peers(inner, "recv_rs", left, column, valid);
                Var own = chunks.own(inner, "acc_rs", column, valid);
                Var sum = inner.bind("acc_rs_next", combine, own, theirs);
                chunks.store(inner, "rs_valid", sum, column, valid);
              });
        });
    b.each(
        "ag_step",
        rounds,
        (body, step) -> {
          Expr round = body.bind("ag_round", Scalars.add(step, rounds));
          barrier.pass(body, row(body, round), IntConst.int32(1), "_ag");
          Expr segment = modulo(Scalars.sub(Scalars.sub(me, step), IntConst.index(1)), comm);
          segment(
              body,
              segments,
              segment,
              width,
              (inner, column, valid) -> {
                Var theirs = chunks.peers(inner, "recv_ag", left, column, valid);
                chunks.store(inner, "ag_valid", theirs, column, valid);
              });
        });
    Expr last = b.bind("return_row", Scalars.mul(rounds, IntConst.index(2)));
    barrier.pass(b, row(b, last), IntConst.int32(1), "_return");
    Expr rows = Scalars.add(last, IntConst.index(1));
    b.each(
        "reset_row", rows, (body, row) -> barrier.clear(body, row(body, row), IntConst.int32(1)));
  }

  private static CreditBarrier.Cells row(IrBuilder b, Expr row) {
    return rank -> b.tuple(row, rank);
  }

  /** A rank's number after walking at most twice around the ring. */
  private static Expr modulo(Expr rank, Comm comm) {
    Expr positive = Scalars.add(rank, Scalars.mul(comm.nranks(), IntConst.index(2)));
    return Scalars.binary(BinaryOp.FLOOR_MOD, positive, comm.nranks(), Span.NONE);
  }

  /** What is done with one piece of a segment. */
  @FunctionalInterface
  private interface Piece {
    void write(IrBuilder b, Expr column, Expr valid);
  }

  private static void segment(IrBuilder b, Segments segments, Expr index, Expr width, Piece piece) {
    Expr segment = b.bind("segment", index);
    Expr begin = b.bind("segment_begin", segments.boundary(segment));
    Expr end = b.bind("segment_end", segments.boundary(Scalars.add(segment, IntConst.index(1))));
    b.loop(
        "col",
        begin,
        end,
        width,
        (body, column) -> piece.write(body, column, Scalars.min(width, Scalars.sub(end, column))));
  }

  private static Expr index(IrBuilder b, String hint, Op op) {
    return Scalars.cast(b.bind(hint, op), DataType.INDEX, Span.NONE);
  }
}

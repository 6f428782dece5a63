package org.pyptoj.sim.kernel;

import static org.pyptoj.ir.op.ParamRole.CONTEXT;
import static org.pyptoj.ir.op.ParamRole.EXPECTED;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.PEER;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SIGNAL;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.SOURCE_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.STAGE;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.TARGET_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;
import static org.pyptoj.ir.op.ParamRole.VALUE;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.memory.CommCtx;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.tile.Tile;

/** Remote access and signals. */
final class DistributedCompiler {

  private final FunctionCompiler compiler;

  DistributedCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  private RefCode ref(Call c, ParamRole role) {
    return compiler.refExpr(c.operand(role));
  }

  private LongsCode longs(Call c, ParamRole role) {
    Expr operand = c.operand(role);
    return operand == null ? null : compiler.longsExpr(operand);
  }

  Code commCtx(Call c) {
    RefCode tensor = ref(c, SOURCE);
    Span span = c.span();
    if (compiler.role == Role.HOST) {
      return (RefCode) f -> new HostCalls.UnboundCtx(TensorCompiler.tensor(tensor.get(f), span));
    }
    return (RefCode)
        f -> {
          TensorValue t = TensorCompiler.tensor(tensor.get(f), span);
          Peers.bound(t, span);
          return new CommCtx(t.domain(), t.rank());
        };
  }

  private static CommCtx ctx(Object value, Span span) {
    if (value instanceof CommCtx ctx) {
      return ctx;
    }
    throw new SimFailure(
        SimCode.ARGUMENT, "a communication context is needed here, not " + value, span);
  }

  Code rank(Call c) {
    RefCode ctx = ref(c, CONTEXT);
    Span span = c.span();
    return (LongCode) f -> ctx(ctx.get(f), span).rank();
  }

  Code nranks(Call c) {
    RefCode ctx = ref(c, CONTEXT);
    Span span = c.span();
    return (LongCode) f -> ctx(ctx.get(f), span).domain().ranks();
  }

  Code remoteLoad(Call c, Var target) {
    RefCode tensor = ref(c, SOURCE);
    LongCode peer = compiler.longExpr(c.operand(PEER));
    int spare = compiler.reuse.mayReuse(target) ? compiler.slots.spare() : -1;
    TileMemoryCompiler.Loader loader =
        new TileMemoryCompiler.Loader(
            compiler, c, longs(c, OFFSETS), longs(c, SHAPE), longs(c, VALID_SHAPE), false, spare);
    Span span = c.span();
    return (RefCode)
        f ->
            loader.load(
                f,
                Peers.peer(
                    TensorCompiler.tensor(tensor.get(f), span), peer.get(f), "remote_load", span),
                "remote_load");
  }

  Code remoteStore(Call c) {
    RefCode source = ref(c, SOURCE);
    RefCode target = ref(c, TARGET);
    LongCode peer = compiler.longExpr(c.operand(PEER));
    LongsCode offsets = longs(c, OFFSETS);
    boolean add = adds(c);
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue at =
              Peers.peer(
                  TensorCompiler.tensor(target.get(f), span), peer.get(f), "remote_store", span);
          Tile tile = TileOperands.tile(source.get(f), span);
          TileMemoryCompiler.store(f, tile, at, offsets.get(f), null, add, "remote_store", span);
          return Frame.NOTHING;
        };
  }

  private static boolean adds(Call c) {
    return c.attr(OpAttrs.ATOMIC) == AtomicType.ADD;
  }

  Code tensorRemoteStore(Call c) {
    RefCode source = ref(c, SOURCE);
    RefCode target = ref(c, TARGET);
    LongCode peer = compiler.longExpr(c.operand(PEER));
    LongsCode offsets = longs(c, OFFSETS);
    boolean add = adds(c);
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue at =
              Peers.peer(
                  TensorCompiler.tensor(target.get(f), span), peer.get(f), "remote_store", span);
          Tile tile = TensorCompiler.load(f, source.get(f), span);
          TileMemoryCompiler.store(f, tile, at, offsets.get(f), null, add, "remote_store", span);
          return Frame.NOTHING;
        };
  }

  Code put(Call c) {
    return transfer(c, true, chunk(c));
  }

  Code get(Call c) {
    return transfer(c, false, chunk(c));
  }

  private static LongsCode chunk(Call c) {
    long rows = c.attr(OpAttrs.CHUNK_ROWS);
    long columns = c.attr(OpAttrs.CHUNK_COLS);
    return f -> new long[] {rows, columns};
  }

  Code tilePut(Call c) {
    return transfer(c, true, stage(c));
  }

  Code tileGet(Call c) {
    return transfer(c, false, stage(c));
  }

  /** Rows and columns of the staging tile. */
  private LongsCode stage(Call c) {
    RefCode stage = ref(c, STAGE);
    Span span = c.span();
    int rank = ((TileType) c.operand(STAGE).type()).rank();
    return f -> {
      Tile tile = TileOperands.tile(stage.get(f), span);
      long rows = 1;
      for (int d = 0; d < rank - 1; d++) {
        rows *= tile.shape()[d];
      }
      return new long[] {rows, tile.columns()};
    };
  }

  private Code transfer(Call c, boolean isPut, LongsCode chunks) {
    RefCode dst = ref(c, TARGET);
    LongCode peer = compiler.longExpr(c.operand(PEER));
    RefCode src = ref(c, SOURCE);
    LongsCode dstOffsets = longs(c, TARGET_OFFSETS);
    LongsCode srcOffsets = longs(c, SOURCE_OFFSETS);
    LongsCode shape = longs(c, SHAPE);
    boolean add = isPut && adds(c);
    String what = isPut ? "put" : "get";
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue to = TensorCompiler.tensor(dst.get(f), span);
          TensorValue from = TensorCompiler.tensor(src.get(f), span);
          if (isPut) {
            to = Peers.peer(to, peer.get(f), what, span);
          } else {
            from = Peers.peer(from, peer.get(f), what, span);
          }
          long[] zero = new long[to.dims()];
          long[] box = shape == null ? from.shape() : shape.get(f);
          if (shape == null && !Arrays.equals(to.shape(), from.shape())) {
            throw new SimFailure(
                SimCode.SHAPE,
                "a whole "
                    + what
                    + " moves "
                    + Arrays.toString(from.shape())
                    + " into "
                    + Arrays.toString(to.shape()),
                span);
          }
          long[] a = srcOffsets == null ? zero : srcOffsets.get(f);
          long[] b = dstOffsets == null ? zero : dstOffsets.get(f);
          Shapes.sameRank(from.dims(), a, what, "source offsets", span);
          Shapes.sameRank(to.dims(), b, what, "destination offsets", span);
          Shapes.sameRank(to.dims(), box, what, "shape", span);
          long[] chunk = chunks.get(f);
          Boxes.copy(f.task, from, a, to, b, box, chunk[0], chunk[1], add, what, span);
          return Frame.NOTHING;
        };
  }

  /** Who changed a cell, as a report names him. */
  record Change(int device, NotifyOp op, Span span) {
    @Override
    public String toString() {
      return "rank " + device + " (" + op.dslName() + " at " + span + ")";
    }
  }

  /** One {@link Change} per device for a place in the program. */
  static final class Changes {
    private final AtomicReferenceArray<Change> of = new AtomicReferenceArray<>(1024);
    private final NotifyOp op;
    private final Span span;

    Changes(NotifyOp op, Span span) {
      this.op = op;
      this.span = span;
    }

    Change by(int device) {
      int at = Math.max(0, device) % of.length();
      Change change = of.getPlain(at);
      if (change == null || change.device != device) {
        change = new Change(device, op, span);
        of.setRelease(at, change);
      }
      return change;
    }
  }

  Code notify(Call c) {
    RefCode target = ref(c, SIGNAL);
    LongCode peer = compiler.longExpr(c.operand(PEER));
    LongsCode offsets = longs(c, OFFSETS);
    LongCode value = compiler.longExpr(c.operand(VALUE));
    NotifyOp op = c.attr(OpAttrs.NOTIFY);
    Span span = c.span();
    Changes changes = new Changes(op, span);
    return (RefCode)
        f -> {
          TensorValue signal = TensorCompiler.tensor(target.get(f), span);
          long[] index = offsets.get(f);
          Shapes.sameRank(signal.dims(), index, "notify", "offsets", span);
          SignalCells.notify(
              f.task,
              signal,
              peer.get(f),
              index,
              (int) value.get(f),
              op,
              changes.by(f.task.device),
              span);
          return Frame.NOTHING;
        };
  }

  private Waits waits(Call c) {
    RefCode target = ref(c, SIGNAL);
    LongsCode offsets = longs(c, OFFSETS);
    LongCode expected = compiler.longExpr(c.operand(EXPECTED));
    WaitCmp cmp = c.attr(OpAttrs.WAIT);
    Span span = c.span();
    return (f, deferred) -> {
      TensorValue signal = TensorCompiler.tensor(target.get(f), span);
      long[] index = offsets.get(f);
      Shapes.sameRank(signal.dims(), index, "wait", "offsets", span);
      SignalCells.await(f.task, signal, index, (int) expected.get(f), cmp, deferred, span);
    };
  }

  private interface Waits {
    void run(Frame f, boolean deferred);
  }

  Code await(Call c) {
    Waits waits = waits(c);
    return (RefCode)
        f -> {
          waits.run(f, false);
          return Frame.NOTHING;
        };
  }

  Code deferWait(Call c) {
    if (c.attr(OpAttrs.WAIT) != WaitCmp.GE) {
      throw OpCompiler.unsupported("defer_wait with a comparison other than Ge", c.span());
    }
    Waits waits = waits(c);
    return (RefCode)
        f -> {
          waits.run(f, true);
          return Frame.NOTHING;
        };
  }
}

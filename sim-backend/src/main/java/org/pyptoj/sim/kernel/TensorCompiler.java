package org.pyptoj.sim.kernel;

import static org.pyptoj.ir.op.ParamRole.ACCUMULATOR;
import static org.pyptoj.ir.op.ParamRole.COLUMN;
import static org.pyptoj.ir.op.ParamRole.CONDITION;
import static org.pyptoj.ir.op.ParamRole.INDEX;
import static org.pyptoj.ir.op.ParamRole.INDICES;
import static org.pyptoj.ir.op.ParamRole.LENGTH;
import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.POSITIONS;
import static org.pyptoj.ir.op.ParamRole.RHS;
import static org.pyptoj.ir.op.ParamRole.ROW;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.START;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;
import static org.pyptoj.ir.op.ParamRole.VALUE;
import static org.pyptoj.ir.op.ParamRole.VECTOR;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.DoubleCode;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.tile.Rearrange;
import org.pyptoj.sim.tile.Tile;
import org.pyptoj.sim.tile.TileMoves;
import org.pyptoj.sim.tile.TileOps;

/** Ops on tensors: views, single elements, and arithmetic before it is lowered to tiles. */
final class TensorCompiler {

  private final FunctionCompiler compiler;

  TensorCompiler(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  /** The tensor of an operand. */
  static TensorValue tensor(Object value, Span span) {
    if (value instanceof TensorValue tensor) {
      return tensor;
    }
    throw new SimFailure(SimCode.ARGUMENT, "a tensor is needed here, not " + value, span);
  }

  private RefCode ref(Call c, ParamRole role) {
    return compiler.refExpr(c.operand(role));
  }

  private LongsCode longs(Call c, ParamRole role) {
    Expr operand = c.operand(role);
    return operand == null ? null : compiler.longsExpr(operand);
  }

  /**
   * A tensor operand whose elements are looked at now: work that was submitted before must have
   * ended.
   */
  private RefCode awaited(Call c, ParamRole role) {
    RefCode code = ref(c, role);
    Span span = c.span();
    return switch (compiler.role) {
      case KERNEL -> code;
      case CHIP ->
          f -> {
            Object value = code.get(f);
            ChipCalls.settle(f, tensor(value, span), span);
            return value;
          };
      case HOST ->
          f -> {
            Object value = code.get(f);
            HostCalls.settle(f, tensor(value, span), span);
            return value;
          };
    };
  }

  static boolean[] dropped(Call c) {
    List<Long> dims = c.attr(OpAttrs.DROP_DIMS);
    if (dims.isEmpty()) {
      return null;
    }
    int rank = 0;
    for (Object d : dims) {
      rank = Math.max(rank, number(d) + 1);
    }
    boolean[] drop = new boolean[rank];
    for (Object d : dims) {
      drop[number(d)] = true;
    }
    return drop;
  }

  private static int number(Object value) {
    return switch (value) {
      case Number n -> n.intValue();
      case org.pyptoj.ir.expr.IntConst c -> (int) c.value();
      default -> throw new IllegalArgumentException("drop_dims holds " + value);
    };
  }

  /** An op that makes, moves or looks at tensors. */
  Code memory(Call c, OpKind.TensorMemory kind) {
    return switch (kind) {
      case CREATE, CREATE_L1 -> create(c);
      case FULL -> full(c);
      case SEQUENCE -> sequence(c);
      case FILLPAD -> fillPad(c);
      case FILLPAD_EXPAND -> fillPadExpand(c);
      case SET_VALIDSHAPE -> setValidShape(c);
      case READ -> read(c);
      case WRITE -> write(c);
      case DIM -> dim(c);
      case SLICE -> slice(c);
      case ASSEMBLE -> assemble(c);
      case RESHAPE -> reshape(c);
      case TRANSPOSE -> transpose(c);
      case CONCAT -> concat(c);
      case AS_VIEW -> asView(c);
    };
  }

  private Code create(Call c) {
    LongsCode shape = longs(c, SHAPE);
    DataType dtype = ((TensorLike) c.type()).dtype();
    return (RefCode)
        f -> fresh(dtype, shape.get(f), dtype.isFloat() && f.task.run.config().strict());
  }

  private static TensorValue fresh(DataType dtype, long[] shape, boolean poison) {
    return TensorValue.packed(
        dtype, Region.fresh(TensorValue.count(shape) * dtype.bytes(), poison), shape);
  }

  private Code full(Call c) {
    LongsCode shape = longs(c, SHAPE);
    Code value = compiler.expr(c.operand(VALUE));
    DataType dtype = ((TensorLike) c.type()).dtype();
    LongCode whole = ScalarCompiler.asLong(value, c.span());
    DoubleCode real = ScalarCompiler.asDouble(value, c.span());
    Span span = c.span();
    return (RefCode)
        f ->
            unload(
                f,
                TileMoves.full(dtype, Shapes.ints(shape.get(f)), real.get(f), whole.get(f)),
                span);
  }

  private Code sequence(Call c) {
    LongCode start = compiler.longExpr(c.operand(START));
    LongsCode shape = longs(c, SHAPE);
    DataType dtype = ((TensorLike) c.type()).dtype();
    boolean descending = c.attr(OpAttrs.DESCENDING);
    Span span = c.span();
    return (RefCode)
        f ->
            unload(
                f,
                TileMoves.counting(dtype, Shapes.ints(shape.get(f)), start.get(f), descending),
                span);
  }

  private Code fillPad(Call c) {
    TileLayout.Pad pad = c.attr(OpAttrs.PAD_VALUE);
    return lifted(c, t -> TileMoves.fillPad(t[0], pad), SOURCE);
  }

  private Code fillPadExpand(Call c) {
    RefCode tensor = awaited(c, SOURCE);
    LongsCode shape = longs(c, SHAPE);
    TileLayout.Pad pad = c.attr(OpAttrs.PAD_VALUE);
    Span span = c.span();
    return (RefCode)
        f ->
            unload(
                f,
                TileMoves.padded(
                    load(f, tensor.get(f), span), Shapes.ints(shape.get(f)), pad, span),
                span);
  }

  private Code setValidShape(Call c) {
    RefCode tensor = ref(c, SOURCE);
    LongCode rows = compiler.longExpr(c.operand(ROW));
    LongCode columns = compiler.longExpr(c.operand(COLUMN));
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue t = tensor(tensor.get(f), span);
          long r = rows.get(f);
          long n = columns.get(f);
          if (r < 0 || n < 0 || r > t.shape()[0] || n > t.shape()[1]) {
            throw new SimFailure(
                SimCode.REGION, "a valid box of [" + r + ", " + n + "] leaves " + t, span);
          }
          return t.with(t.strides(), new long[] {r, n});
        };
  }

  private Code read(Call c) {
    RefCode tensor = awaited(c, SOURCE);
    LongsCode index = longs(c, INDICES);
    Span span = c.span();
    DataType dtype = ((TensorLike) c.operand(SOURCE).type()).dtype();
    if (dtype.isFloat()) {
      return (DoubleCode)
          f -> {
            TensorValue t = tensor(tensor.get(f), span);
            long at = SingleElements.element(f.task, t, index.get(f), span);
            SingleElements.reading(f.task, t, at, span);
            return Elements.getDouble(t.region().segment(), t.dtype(), at);
          };
    }
    return (LongCode)
        f -> {
          TensorValue t = tensor(tensor.get(f), span);
          long at = SingleElements.element(f.task, t, index.get(f), span);
          SingleElements.reading(f.task, t, at, span);
          if (t.dtype() == DataType.INT32 && t.region().isAligned()) {
            return Elements.cell(t.region().segment(), at);
          }
          return Elements.getLong(t.region().segment(), t.dtype(), at);
        };
  }

  private Code write(Call c) {
    RefCode tensor = awaited(c, TARGET);
    LongsCode index = longs(c, INDICES);
    Code value = compiler.expr(c.operand(VALUE));
    Span span = c.span();
    LongCode whole = ScalarCompiler.asLong(value, span);
    DoubleCode real = ScalarCompiler.asDouble(value, span);
    return (RefCode)
        f -> {
          TensorValue t = tensor(tensor.get(f), span);
          long at = SingleElements.element(f.task, t, index.get(f), span);
          if (t.dtype().isFloat()) {
            double element = real.get(f);
            SingleElements.writing(f.task, t, at, 0, span);
            Elements.setDouble(t.region().segment(), t.dtype(), at, element);
          } else {
            long element = whole.get(f);
            SingleElements.writing(f.task, t, at, element, span);
            if (t.dtype() == DataType.INT32 && t.region().isAligned()) {
              Elements.setCell(t.region().segment(), at, (int) element);
            } else {
              Elements.setLong(t.region().segment(), t.dtype(), at, element);
            }
          }
          SingleElements.touched(f.task, t, at, span);
          return t;
        };
  }

  private Code dim(Call c) {
    RefCode tensor = ref(c, SOURCE);
    int axis = c.attr(OpAttrs.AXIS).intValue();
    Span span = c.span();
    return (LongCode)
        f -> {
          long[] shape = tensor(tensor.get(f), span).shape();
          int d = axis < 0 ? axis + shape.length : axis;
          if (d < 0 || d >= shape.length) {
            throw new SimFailure(
                SimCode.ELEMENT,
                "no dimension " + axis + " in a tensor of rank " + shape.length,
                span);
          }
          return shape[d];
        };
  }

  private Code slice(Call c) {
    RefCode tensor = ref(c, SOURCE);
    LongsCode shape = longs(c, SHAPE);
    LongsCode offset = longs(c, OFFSETS);
    LongsCode valid = longs(c, VALID_SHAPE);
    boolean[] dropList = dropped(c);
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue t = tensor(tensor.get(f), span);
          long[] from = offset.get(f);
          long[] extents = shape.get(f);
          Shapes.sameRank(t.dims(), from, "slice", "offset", span);
          Shapes.sameRank(t.dims(), extents, "slice", "shape", span);
          long[] inside = valid == null ? Shapes.covered(t, from, extents, false) : valid.get(f);
          Boxes.check(f.task, t, from, valid == null ? extents : inside, false, "slice", span);
          boolean[] drop = null;
          if (dropList != null) {
            drop = java.util.Arrays.copyOf(dropList, t.dims());
          }
          return t.slice(from, extents, inside == extents ? extents : inside, drop);
        };
  }

  private Code assemble(Call c) {
    RefCode target = awaited(c, TARGET);
    RefCode source = awaited(c, SOURCE);
    LongsCode offset = longs(c, OFFSETS);
    boolean add = c.attr(OpAttrs.ATOMIC) == AtomicType.ADD;
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue to = tensor(target.get(f), span);
          Object value = source.get(f);
          long[] at = offset.get(f);
          Shapes.sameRank(to.dims(), at, "assemble", "offset", span);
          if (value instanceof Tile tile) {
            TileMemoryCompiler.store(f, tile, to, at, null, add, "assemble", span);
            return to;
          }
          TensorValue from = tensor(value, span);
          int extra = to.dims() - from.dims();
          long[] box = new long[to.dims()];
          java.util.Arrays.fill(box, 1);
          TensorValue same = from;
          if (extra > 0) {
            long[] wide = new long[to.dims()];
            java.util.Arrays.fill(wide, 1);
            System.arraycopy(from.shape(), 0, wide, extra, from.dims());
            same = from.reshape(wide, wide, span);
          }
          System.arraycopy(same.valid(), 0, box, 0, box.length);
          Boxes.copy(f.task, same, new long[box.length], to, at, box, 0, 0, add, "assemble", span);
          return to;
        };
  }

  private Code reshape(Call c) {
    RefCode tensor = ref(c, SOURCE);
    LongsCode shape = longs(c, SHAPE);
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue t = tensor(tensor.get(f), span);
          long[] to = shape.get(f);
          if (!java.util.Arrays.equals(t.valid(), t.shape())
              && !java.util.Arrays.equals(t.shape(), to)) {
            throw new SimFailure(SimCode.SHAPE, "a partly valid tensor cannot be reshaped", span);
          }
          return t.reshape(to, java.util.Arrays.equals(t.shape(), to) ? t.valid() : to, span);
        };
  }

  private Code asView(Call c) {
    RefCode tensor = ref(c, SOURCE);
    LongsCode shape = longs(c, SHAPE);
    LongsCode valid = longs(c, VALID_SHAPE);
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue t = tensor(tensor.get(f), span);
          long[] to = shape.get(f);
          return t.reshape(to, valid == null ? to : valid.get(f), span);
        };
  }

  private Code transpose(Call c) {
    RefCode tensor = ref(c, SOURCE);
    int dims = ((TensorLike) c.operand(SOURCE).type()).rank();
    int one = Math.floorMod(c.attr(OpAttrs.AXIS1).intValue(), dims);
    int two = Math.floorMod(c.attr(OpAttrs.AXIS2).intValue(), dims);
    Span span = c.span();
    return (RefCode) f -> tensor(tensor.get(f), span).transpose(one, two);
  }

  /**
   * A tensor's valid box as a tile of its shape. A tile passes through: values may already be on
   * the core.
   */
  static Tile load(Frame f, Object value, Span span) {
    if (value instanceof Tile tile) {
      return tile;
    }
    TensorValue t = tensor(value, span);
    int[] shape = Shapes.ints(t.shape());
    Tile tile = Tile.create(t.dtype(), shape, Shapes.ints(t.valid()));
    Boxes.read(
        f.task,
        t,
        new long[shape.length],
        t.valid(),
        tile,
        TensorValue.packedStrides(t.shape()),
        "read",
        span);
    return tile;
  }

  /** A fresh tensor with a tile's elements. */
  static TensorValue unload(Frame f, Tile tile, Span span) {
    long[] shape = Shapes.longs(tile.shape());
    TensorValue fresh = fresh(tile.dtype(), shape, false);
    long[] valid = tile.isFullyValid() ? shape : Shapes.longs(tile.valid());
    Boxes.write(
        f.task,
        tile,
        TensorValue.packedStrides(shape),
        fresh,
        new long[shape.length],
        valid,
        false,
        "write",
        span);
    return fresh.with(fresh.strides(), valid);
  }

  /** An op on the tiles of some operands, in the order in which they are named here. */
  private Code lifted(Call c, Lifted op, ParamRole... roles) {
    Span span = c.span();
    RefCode[] operands = new RefCode[roles.length];
    for (int i = 0; i < operands.length; i++) {
      operands[i] = awaited(c, roles[i]);
    }
    return (RefCode)
        f -> {
          Tile[] tiles = new Tile[operands.length];
          for (int i = 0; i < tiles.length; i++) {
            tiles[i] = load(f, operands[i].get(f), span);
          }
          return unload(f, op.apply(tiles), span);
        };
  }

  private interface Lifted {
    Tile apply(Tile[] operands);
  }

  private Code concat(Call c) {
    return lifted(c, t -> TileMoves.concat(t[0], t[1], c.span()), LHS, RHS);
  }

  Code cast(Call c) {
    DataType to = ((TensorLike) c.type()).dtype();
    String mode = c.attr(OpAttrs.ROUNDING);
    return lifted(c, t -> TileMoves.cast(t[0], to, mode, c.span()), SOURCE);
  }

  Code binary(Call c, ScalarFn fn) {
    return lifted(c, t -> TileOps.binary(fn, t[0], t[1], null, c.span()), LHS, RHS);
  }

  Code scalar(Call c, ScalarFn fn) {
    RefCode a = awaited(c, LHS);
    Code b = compiler.expr(c.operand(RHS));
    Span span = c.span();
    return switch (b) {
      case LongCode y ->
          (RefCode)
              f ->
                  unload(
                      f, TileOps.scalar(fn, load(f, a.get(f), span), y.get(f), null, span), span);
      case DoubleCode y ->
          (RefCode)
              f ->
                  unload(
                      f, TileOps.scalar(fn, load(f, a.get(f), span), y.get(f), null, span), span);
      case RefCode y -> binary(c, fn);
    };
  }

  Code unary(Call c, ScalarFn fn) {
    return lifted(c, t -> TileOps.unary(fn, t[0], null, c.span()), SOURCE);
  }

  Code reduce(Call c, OpKind.Reduce kind) {
    ScalarFn fn = kind.fn();
    return switch (kind.axis()) {
      case ROWS -> lifted(c, t -> TileOps.reduceRows(fn, t[0], c.span()), SOURCE);
      case COLUMNS -> lifted(c, t -> TileOps.reduceColumns(fn, t[0], false, c.span()), SOURCE);
    };
  }

  Code argReduce(Call c, OpKind.ArgReduce kind) {
    boolean rows = kind.axis() == OpKind.Axis.ROWS;
    return lifted(c, t -> TileOps.argReduce(kind.fn(), t[0], rows), SOURCE);
  }

  Code part(Call c, ScalarFn fn) {
    return lifted(c, t -> TileOps.part(fn, t[0], t[1], c.span()), LHS, RHS);
  }

  Code rearrange(Call c, OpKind.Rearrangement kind) {
    Span span = c.span();
    MaskPattern pattern = c.attr(OpAttrs.MASK_PATTERN);
    DataType dtype = ((TensorLike) c.type()).dtype();
    return switch (kind) {
      case GATHER -> lifted(c, t -> Rearrange.gatherColumns(t[0], t[1], span), SOURCE, POSITIONS);
      case GATHER_MASK -> lifted(c, t -> Rearrange.gatherMask(t[0], pattern, dtype, span), SOURCE);
      case SORT_BLOCKS -> lifted(c, t -> Rearrange.sortBlocks(t[0], t[1], span), SOURCE, POSITIONS);
      case MERGE_RUNS -> {
        RefCode a = awaited(c, SOURCE);
        LongCode length = compiler.longExpr(c.operand(LENGTH));
        yield (RefCode)
            f -> unload(f, Rearrange.mergeRuns(load(f, a.get(f), span), length.get(f), span), span);
      }
      case SCATTER ->
          lifted(
              c, t -> Rearrange.scatterColumns(t[0], t[1], t[2], span), TARGET, POSITIONS, SOURCE);
      case SCATTER_MASK ->
          lifted(c, t -> Rearrange.scatterMask(t[0], t[1], pattern, true, span), TARGET, SOURCE);
      case SCATTER_ROWS ->
          lifted(c, t -> Rearrange.scatterRows(t[0], t[1], t[2], span), TARGET, POSITIONS, SOURCE);
    };
  }

  /** An op that moves elements between global memory and places of a value. */
  Code transfer(Call c, OpKind.IndexedTransfer kind) {
    RefCode target = awaited(c, TARGET);
    RefCode source = awaited(c, SOURCE);
    Span span = c.span();
    return switch (kind) {
      case ROWS -> {
        RowGather gather = new RowGather(compiler, c);
        yield (RefCode)
            f -> {
              Tile into = load(f, target.get(f), span);
              return unload(f, gather.into(f, into, tensor(source.get(f), span)), span);
            };
      }
    };
  }

  Code merge(Call c, int lists) {
    boolean exhausted = c.attr(OpAttrs.EXHAUSTED);
    return lifted(
        c,
        t -> {
          int[] shape = t[0].shape().clone();
          for (int i = 1; i < lists; i++) {
            shape[shape.length - 1] += t[i].columns();
          }
          return Rearrange.merge(t, shape, exhausted, c.span());
        },
        TileCompiler.lists(lists));
  }

  Code expand(Call c, OpKind.Expand kind) {
    ScalarFn fn = kind.fn();
    return switch (kind.axis()) {
      case ROWS -> lifted(c, t -> TileOps.expandRows(fn, t[0], t[1], null, c.span()), LHS, VECTOR);
      case COLUMNS ->
          lifted(c, t -> TileOps.expandColumns(fn, t[0], t[1], null, c.span()), LHS, VECTOR);
    };
  }

  Code matmul(Call c) {
    DataType out = ((TensorLike) c.type()).dtype();
    boolean a = c.attr(OpAttrs.A_TRANS);
    boolean b = c.attr(OpAttrs.B_TRANS);
    boolean accumulates = ((OpKind.Matmul) c.op().kind()).accumulates();
    if (!accumulates) {
      return lifted(c, t -> TileMoves.matmul(null, t[0], t[1], a, b, out, c.span()), LHS, RHS);
    }
    Expr condition = c.optional(CONDITION);
    RefCode[] operands = {awaited(c, ACCUMULATOR), awaited(c, LHS), awaited(c, RHS)};
    LongCode anew = condition == null ? f -> 0 : compiler.longExpr(condition);
    Span span = c.span();
    return (RefCode)
        f ->
            unload(
                f,
                TileMoves.matmul(
                    anew.get(f) != 0 ? null : load(f, operands[0].get(f), span),
                    load(f, operands[1].get(f), span),
                    load(f, operands[2].get(f), span),
                    a,
                    b,
                    out,
                    span),
                span);
  }

  Code arrayCreate(Call c) {
    ArrayType type = (ArrayType) c.type();
    int extent = type.extent();
    return type.dtype().isFloat()
        ? (RefCode) f -> new double[extent]
        : (RefCode) f -> new long[extent];
  }

  Code arrayGet(Call c) {
    RefCode array = ref(c, SOURCE);
    LongCode index = compiler.longExpr(c.operand(INDEX));
    Span span = c.span();
    return ((ArrayType) c.operand(SOURCE).type()).dtype().isFloat()
        ? (DoubleCode)
            f -> {
              double[] of = (double[]) array.get(f);
              return of[place(index.get(f), of.length, span)];
            }
        : (LongCode)
            f -> {
              long[] of = (long[]) array.get(f);
              return of[place(index.get(f), of.length, span)];
            };
  }

  Code arrayUpdate(Call c) {
    RefCode array = ref(c, SOURCE);
    LongCode index = compiler.longExpr(c.operand(INDEX));
    Code value = compiler.expr(c.operand(VALUE));
    LongCode whole = ScalarCompiler.asLong(value, c.span());
    DoubleCode real = ScalarCompiler.asDouble(value, c.span());
    Span span = c.span();
    return (RefCode)
        f -> {
          Object of = array.get(f);
          if (of instanceof double[] reals) {
            double[] copy = reals.clone();
            copy[place(index.get(f), copy.length, span)] = real.get(f);
            return copy;
          }
          long[] copy = ((long[]) of).clone();
          copy[place(index.get(f), copy.length, span)] = whole.get(f);
          return copy;
        };
  }

  private static int place(long index, int extent, Span span) {
    if (index < 0 || index >= extent) {
      throw new SimFailure(
          SimCode.ELEMENT, "element " + index + " is outside an array of " + extent, span);
    }
    return (int) index;
  }
}

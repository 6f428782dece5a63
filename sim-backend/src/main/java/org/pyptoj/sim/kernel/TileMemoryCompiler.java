package org.pyptoj.sim.kernel;

import static org.pyptoj.ir.op.ParamRole.COLUMN;
import static org.pyptoj.ir.op.ParamRole.INDICES;
import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.RHS;
import static org.pyptoj.ir.op.ParamRole.ROW;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.START;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;
import static org.pyptoj.ir.op.ParamRole.VALUE;

import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.DoubleCode;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.tile.Tile;
import org.pyptoj.sim.tile.TileMoves;

/** Ops that make, move or look at tiles. */
final class TileMemoryCompiler extends TileOperands {

  TileMemoryCompiler(FunctionCompiler compiler) {
    super(compiler);
  }

  /** An op that makes, moves or looks at tiles. */
  Code compile(Call c, OpKind.TileMemory kind, Var target) {
    return switch (kind) {
      case CREATE -> create(c, target);
      case READ -> read(c);
      case WRITE -> write(c);
      case LOAD -> load(c, target);
      case STORE -> store(c);
      case ASSEMBLE -> assemble(c);
      case EXTRACT -> extract(c);
      case MOVE -> move(c, target);
      case FULL -> full(c);
      case SEQUENCE -> counting(c);
      case TRIANGLE -> triangle(c);
      case FILLPAD -> fillPad(c, target);
      case FILLPAD_INPLACE -> fillPad(c, target);
      case FILLPAD_EXPAND -> fillPadExpand(c);
      case SLICE -> slice(c);
      case RESHAPE -> reshape(c);
      case TRANSPOSE, TRANSPOSE_VIEW -> transpose(c);
      case SET_VALIDSHAPE -> setValidShape(c);
      case CONCAT -> concat(c);
    };
  }

  /** An op that moves elements between global memory and places of a tile. */
  Code transfer(Call c, OpKind.IndexedTransfer kind) {
    RefCode target = ref(c, TARGET);
    RefCode source = ref(c, SOURCE);
    Span span = c.span();
    return switch (kind) {
      case ROWS -> {
        RowGather gather = new RowGather(compiler, c);
        yield (RefCode)
            f ->
                gather.into(
                    f, tile(target.get(f), span), TensorCompiler.tensor(source.get(f), span));
      }
    };
  }

  private Code create(Call c, Var target) {
    TileType type = (TileType) c.type();
    LongsCode shape = longs(c, SHAPE);
    DataType dtype = type.dtype();
    int spare = spare(target);
    return (RefCode)
        f -> {
          int[] extents = Shapes.ints(shape.get(f));
          Tile tile = Tile.reuse(spare(f, spare), dtype, extents, extents);
          if (f.task.run.config().strict()) {
            tile.poison();
          }
          return keep(f, spare, tile);
        };
  }

  private Code read(Call c) {
    RefCode tile = ref(c, SOURCE);
    LongsCode index = longs(c, INDICES);
    Span span = c.span();
    return ((TileType) c.operand(SOURCE).type()).dtype().isFloat()
        ? (DoubleCode)
            f -> {
              Tile t = tile(tile.get(f), span);
              return t.getDouble(element(t, index.get(f), span));
            }
        : (LongCode)
            f -> {
              Tile t = tile(tile.get(f), span);
              return t.getLong(element(t, index.get(f), span));
            };
  }

  private Code write(Call c) {
    RefCode tile = ref(c, TARGET);
    LongsCode index = longs(c, INDICES);
    Code value = compiler.expr(c.operand(VALUE));
    Span span = c.span();
    LongCode whole = ScalarCompiler.asLong(value, span);
    DoubleCode real = ScalarCompiler.asDouble(value, span);
    boolean isReal = value instanceof DoubleCode;
    return (RefCode)
        f -> {
          Tile t = tile(tile.get(f), span);
          int at = element(t, index.get(f), span);
          if (isReal) {
            t.setDouble(at, real.get(f));
          } else {
            t.setLong(at, whole.get(f));
          }
          return t;
        };
  }

  private static int element(Tile tile, long[] index, Span span) {
    int[] shape = tile.shape();
    if (index.length == 1 && shape.length > 1) {
      if (index[0] >= 0 && index[0] < tile.size()) {
        return (int) index[0];
      }
    } else if (index.length == shape.length) {
      boolean inside = true;
      for (int d = 0; d < shape.length; d++) {
        inside &= index[d] >= 0 && index[d] < shape[d];
      }
      if (inside) {
        return tile.at(index);
      }
    }
    throw new SimFailure(
        SimCode.ELEMENT,
        "element " + java.util.Arrays.toString(index) + " is outside " + tile,
        span);
  }

  private Code load(Call c, Var target) {
    RefCode tensor = ref(c, SOURCE);
    Loader loader =
        new Loader(
            compiler,
            c,
            longs(c, OFFSETS),
            longs(c, SHAPE),
            longs(c, VALID_SHAPE),
            c.attr(OpAttrs.CLAMP),
            spare(target));
    Span span = c.span();
    return (RefCode) f -> loader.load(f, TensorCompiler.tensor(tensor.get(f), span), "load");
  }

  /**
   * Copies a region of a tensor into a tile; local and remote loads differ in whose memory it is.
   */
  static final class Loader {
    private final LongsCode offsets;
    private final LongsCode shapes;
    private final LongsCode valid;
    private final boolean clamp;
    private final int spare;
    private final int rank;
    private final Span span;

    /** What the last load derived from its shape, which seldom changes; any rank's will do. */
    private Extents last;

    private record Extents(long[] shape, int[] physical, long[] strides) {}

    Loader(
        FunctionCompiler compiler,
        Call c,
        LongsCode offsets,
        LongsCode shapes,
        LongsCode valid,
        boolean clamp,
        int spare) {
      this.offsets = offsets;
      this.shapes = shapes;
      this.valid = valid;
      this.clamp = clamp;
      this.spare = spare;
      this.rank = ((TileType) c.type()).rank();
      this.span = c.span();
    }

    Tile load(Frame f, TensorValue tensor, String what) {
      long[] from = offsets.get(f);
      long[] shape = shapes.get(f);
      long[] wanted = valid == null ? shape : valid.get(f);
      Shapes.sameRank(tensor.dims(), from, what, "offsets", span);
      Shapes.sameRank(tensor.dims(), shape, what, "shape", span);
      Shapes.sameRank(tensor.dims(), wanted, what, "valid shape", span);
      for (int d = 0; d < shape.length; d++) {
        if (wanted[d] < 0 || wanted[d] > shape[d]) {
          throw new SimFailure(
              SimCode.REGION,
              what
                  + " asks for "
                  + wanted[d]
                  + " valid entries in dimension "
                  + d
                  + " of a tile that has "
                  + shape[d],
              span);
        }
      }
      long[] box = Shapes.covered(tensor, from, wanted, clamp);
      Extents extents = extents(shape);
      int[] physical = extents.physical;
      int[] inside = Arrays.equals(box, shape) ? physical : Shapes.merged(shape, box, rank, span);
      Tile tile = Tile.reuse(spare(f, spare), tensor.dtype(), physical, inside);
      if (inside != physical && f.task.run.config().strict()) {
        tile.poison();
      }
      Boxes.read(f.task, tensor, from, box, tile, extents.strides, what, span);
      return keep(f, spare, tile);
    }

    private Extents extents(long[] shape) {
      Extents extents = last;
      if (extents == null || !Arrays.equals(extents.shape, shape)) {
        extents =
            new Extents(
                shape, Shapes.merged(shape, shape, rank, span), TensorValue.packedStrides(shape));
        last = extents;
      }
      return extents;
    }
  }

  private Code store(Call c) {
    RefCode tile = ref(c, SOURCE);
    LongsCode offsets = longs(c, OFFSETS);
    RefCode output = ref(c, TARGET);
    LongsCode shapes = longs(c, SHAPE);
    boolean add = c.attr(OpAttrs.ATOMIC) == AtomicType.ADD;
    // The way out of the accumulator rounds to the nearest value of a narrower type.
    boolean accumulator =
        c.operand(SOURCE).type() instanceof TileType type
            && type.space() == MemorySpace.ACC
            && type.dtype().isFloat();
    Span span = c.span();
    return (RefCode)
        f -> {
          TensorValue tensor = TensorCompiler.tensor(output.get(f), span);
          Tile source = tile(tile.get(f), span);
          if (accumulator && source.dtype() != tensor.dtype() && tensor.dtype().isFloat()) {
            source = TileMoves.cast(source, tensor.dtype(), "rint", span);
          }
          store(
              f,
              source,
              tensor,
              offsets.get(f),
              shapes == null ? null : shapes.get(f),
              add,
              "store",
              span);
          return tensor;
        };
  }

  static void store(
      Frame f,
      Tile tile,
      TensorValue tensor,
      long[] from,
      long[] physical,
      boolean add,
      String what,
      Span span) {
    if (tile.dtype() != tensor.dtype()) {
      throw new SimFailure(SimCode.SHAPE, what + " moves " + tile + " into " + tensor, span);
    }
    Shapes.sameRank(tensor.dims(), from, what, "offsets", span);
    Shapes.Placed placed = Shapes.place(tile, tensor.dims(), physical, span);
    Boxes.write(f.task, tile, placed.strides(), tensor, from, placed.box(), add, what, span);
  }

  private Code assemble(Call c) {
    RefCode target = ref(c, TARGET);
    RefCode source = ref(c, SOURCE);
    LongsCode offset = longs(c, OFFSETS);
    Span span = c.span();
    return (RefCode)
        f ->
            TileMoves.assemble(
                tile(target.get(f), span),
                tile(source.get(f), span),
                Shapes.ints(offset.get(f)),
                span);
  }

  private Code move(Call c, Var target) {
    RefCode source = ref(c, SOURCE);
    int spare = spare(target);
    Span span = c.span();
    return (RefCode) f -> keep(f, spare, tile(source.get(f), span).copyInto(spare(f, spare)));
  }

  private Code extract(Call c) {
    RefCode source = ref(c, SOURCE);
    LongCode row = compiler.longExpr(c.operand(ROW));
    LongCode column = compiler.longExpr(c.operand(COLUMN));
    LongsCode shape = longs(c, SHAPE);
    Span span = c.span();
    return (RefCode)
        f ->
            TileMoves.slice(
                tile(source.get(f), span),
                new int[] {(int) row.get(f), (int) column.get(f)},
                Shapes.ints(shape.get(f)),
                null,
                span);
  }

  private Code full(Call c) {
    LongsCode shape = longs(c, SHAPE);
    Code value = compiler.expr(c.operand(VALUE));
    DataType dtype = ((TileType) c.type()).dtype();
    LongCode whole = ScalarCompiler.asLong(value, c.span());
    DoubleCode real = ScalarCompiler.asDouble(value, c.span());
    return (RefCode)
        f -> TileMoves.full(dtype, Shapes.ints(shape.get(f)), real.get(f), whole.get(f));
  }

  private Code counting(Call c) {
    LongCode start = compiler.longExpr(c.operand(START));
    LongsCode shape = longs(c, SHAPE);
    DataType dtype = ((TileType) c.type()).dtype();
    boolean descending = c.attr(OpAttrs.DESCENDING);
    return (RefCode)
        f -> TileMoves.counting(dtype, Shapes.ints(shape.get(f)), start.get(f), descending);
  }

  private Code fillPad(Call c, Var target) {
    RefCode tile = ref(c, SOURCE);
    int spare = spare(target);
    TileLayout.Pad pad = c.attr(OpAttrs.PAD_VALUE);
    Span span = c.span();
    boolean inPlace = overwrites(target, c.operand(SOURCE));
    return (RefCode)
        f -> {
          Tile from = tile(tile.get(f), span);
          // A full tile has nothing to fill; where the planner leaves it in place, it is the
          // result.
          if (inPlace && Arrays.equals(from.valid(), from.shape())) {
            return from;
          }
          return keep(f, spare, TileMoves.fillPad(from, pad, spare(f, spare)));
        };
  }

  private Code triangle(Call c) {
    LongCode diagonal = compiler.longExpr(c.operand(START));
    TileType type = (TileType) c.type();
    LongsCode shape = longs(c, SHAPE);
    LongsCode valid = longs(c, VALID_SHAPE);
    boolean upper = c.attr(OpAttrs.UPPER);
    return (RefCode)
        f -> {
          int[] extents = Shapes.ints(shape.get(f));
          int[] box = valid == null ? extents : Shapes.ints(valid.get(f));
          return TileMoves.triangle(type.dtype(), extents, box, diagonal.get(f), upper);
        };
  }

  private Code fillPadExpand(Call c) {
    RefCode tile = ref(c, SOURCE);
    LongsCode shape = longs(c, SHAPE);
    TileLayout.Pad pad = c.attr(OpAttrs.PAD_VALUE);
    Span span = c.span();
    return (RefCode)
        f -> TileMoves.padded(tile(tile.get(f), span), Shapes.ints(shape.get(f)), pad, span);
  }

  private Code slice(Call c) {
    RefCode tile = ref(c, SOURCE);
    LongsCode shape = longs(c, SHAPE);
    LongsCode offset = longs(c, OFFSETS);
    LongsCode valid = longs(c, VALID_SHAPE);
    TileLayout.Pad pad = c.attr(OpAttrs.PAD_VALUE);
    boolean[] drop = TensorCompiler.dropped(c);
    Span span = c.span();
    return (RefCode)
        f -> {
          Tile part =
              TileMoves.slice(
                  tile(tile.get(f), span),
                  Shapes.ints(offset.get(f)),
                  Shapes.ints(shape.get(f)),
                  valid == null ? null : Shapes.ints(valid.get(f)),
                  span);
          if (pad != null && pad != TileLayout.Pad.NULL) {
            part = TileMoves.fillPad(part, pad).view(part.shape(), part.valid());
          }
          return drop == null
              ? part
              : part.view(without(part.shape(), drop), without(part.valid(), drop));
        };
  }

  private static int[] without(int[] extents, boolean[] drop) {
    return java.util.stream.IntStream.range(0, extents.length)
        .filter(d -> d >= drop.length || !drop[d])
        .map(d -> extents[d])
        .toArray();
  }

  private Code reshape(Call c) {
    RefCode tile = ref(c, SOURCE);
    LongsCode shape = longs(c, SHAPE);
    Span span = c.span();
    List<Expr> validExprs = ((TileType) c.type()).validShape();
    boolean typeIsPartial = !validExprs.equals(((TileType) c.type()).shape());
    LongsCode valid = typeIsPartial ? compiler.longsExpr(validExprs) : null;
    return (RefCode)
        f -> {
          Tile t = tile(tile.get(f), span);
          int[] to = Shapes.ints(shape.get(f));
          if (count(to) != t.size()) {
            throw new SimFailure(
                SimCode.SHAPE,
                t + " has not as many elements as shape " + java.util.Arrays.toString(to),
                span);
          }
          return t.view(to, reshapedBox(t, to, valid == null ? null : valid.get(f), span));
        };
  }

  private static int[] reshapedBox(Tile t, int[] to, long[] declared, Span span) {
    if (t.isFullyValid()) {
      return to;
    }
    int[] before = squeezed(t.shape(), t.shape());
    if (java.util.Arrays.equals(before, squeezed(to, to))) {
      // Only extents of 1 come or go, so the box is the same one.
      int[] box = new int[to.length];
      int[] extents = squeezed(t.valid(), t.shape());
      for (int d = 0, k = 0; d < to.length; d++) {
        box[d] = to[d] == 1 ? 1 : extents[k++];
      }
      return box;
    }
    if (declared != null) {
      return Shapes.ints(declared);
    }
    throw new SimFailure(
        SimCode.SHAPE,
        "the valid box "
            + java.util.Arrays.toString(t.valid())
            + " of "
            + t
            + " is no box of shape "
            + java.util.Arrays.toString(to),
        span);
  }

  private static int[] squeezed(int[] extents, int[] shape) {
    return java.util.stream.IntStream.range(0, shape.length)
        .filter(d -> shape[d] != 1)
        .map(d -> extents[d])
        .toArray();
  }

  private static long count(int[] shape) {
    long count = 1;
    for (int extent : shape) {
      count *= extent;
    }
    return count;
  }

  private Code transpose(Call c) {
    RefCode tile = ref(c, SOURCE);
    int dims = ((TileType) c.operand(SOURCE).type()).rank();
    int one = Math.floorMod(c.attr(OpAttrs.AXIS1).intValue(), dims);
    int two = Math.floorMod(c.attr(OpAttrs.AXIS2).intValue(), dims);
    Span span = c.span();
    return (RefCode) f -> TileMoves.transpose(tile(tile.get(f), span), one, two);
  }

  private Code setValidShape(Call c) {
    RefCode tile = ref(c, SOURCE);
    LongCode rows = compiler.longExpr(c.operand(ROW));
    LongCode columns = compiler.longExpr(c.operand(COLUMN));
    Span span = c.span();
    return (RefCode)
        f -> {
          Tile t = tile(tile.get(f), span);
          int[] valid = t.valid().clone();
          long r = rows.get(f);
          long n = columns.get(f);
          int dims = t.dims();
          if (r < 0 || n < 0 || r > t.shape()[dims - 2] || n > t.shape()[dims - 1]) {
            throw new SimFailure(
                SimCode.REGION, "a valid box of [" + r + ", " + n + "] leaves " + t, span);
          }
          valid[dims - 2] = (int) r;
          valid[dims - 1] = (int) n;
          return t.view(t.shape(), valid);
        };
  }

  private Code concat(Call c) {
    RefCode a = ref(c, LHS);
    RefCode b = ref(c, RHS);
    Span span = c.span();
    return (RefCode) f -> TileMoves.concat(tile(a.get(f), span), tile(b.get(f), span), span);
  }
}

package org.pyptoj.sim.kernel;

import static org.pyptoj.ir.op.ParamRole.ACCUMULATOR;
import static org.pyptoj.ir.op.ParamRole.CONDITION;
import static org.pyptoj.ir.op.ParamRole.LENGTH;
import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.MASK;
import static org.pyptoj.ir.op.ParamRole.POSITIONS;
import static org.pyptoj.ir.op.ParamRole.RHS;
import static org.pyptoj.ir.op.ParamRole.SCRATCH;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.SOURCE2;
import static org.pyptoj.ir.op.ParamRole.SOURCE3;
import static org.pyptoj.ir.op.ParamRole.SOURCE4;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.VECTOR;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.sim.kernel.Code.DoubleCode;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.tile.Rearrange;
import org.pyptoj.sim.tile.Tile;
import org.pyptoj.sim.tile.TileMoves;
import org.pyptoj.sim.tile.TileOps;

/** Ops that compute with the elements of tiles. */
final class TileCompiler extends TileOperands {

  TileCompiler(FunctionCompiler compiler) {
    super(compiler);
  }

  Code cast(Call c) {
    RefCode tile = ref(c, SOURCE);
    DataType to = ((TileType) c.type()).dtype();
    String mode = c.attr(OpAttrs.ROUNDING);
    Span span = c.span();
    return (RefCode) f -> TileMoves.cast(tile(tile.get(f), span), to, mode, span);
  }

  Code binary(Call c, ScalarFn fn, Var target) {
    RefCode a = ref(c, LHS);
    RefCode b = ref(c, RHS);
    int spare = spare(target);
    Span span = c.span();
    if (overwrites(target, c.operand(LHS))) {
      // The planner has seen that nobody wants the operand afterwards; an accumulator needs no
      // fresh memory for each term.
      return (RefCode)
          f -> {
            Tile first = tile(a.get(f), span);
            return TileOps.binary(fn, first, tile(b.get(f), span), first, span);
          };
    }
    return (RefCode)
        f ->
            keep(
                f,
                spare,
                TileOps.binary(
                    fn, tile(a.get(f), span), tile(b.get(f), span), spare(f, spare), span));
  }

  Code scalar(Call c, ScalarFn fn, Var target) {
    RefCode a = ref(c, LHS);
    Code b = compiler.expr(c.operand(RHS));
    int spare = spare(target);
    Span span = c.span();
    return switch (b) {
      case DoubleCode y ->
          (RefCode)
              f ->
                  keep(
                      f,
                      spare,
                      TileOps.scalar(fn, tile(a.get(f), span), y.get(f), spare(f, spare), span));
      case LongCode y ->
          (RefCode)
              f ->
                  keep(
                      f,
                      spare,
                      TileOps.scalar(fn, tile(a.get(f), span), y.get(f), spare(f, spare), span));
      case RefCode y ->
          (RefCode) f -> TileOps.binary(fn, tile(a.get(f), span), tile(y.get(f), span), null, span);
    };
  }

  Code compare(Call c) {
    RefCode a = ref(c, LHS);
    RefCode b = ref(c, RHS);
    int code = c.attr(OpAttrs.CMP_TYPE).intValue();
    Span span = c.span();
    return (RefCode) f -> TileOps.compare(code, tile(a.get(f), span), tile(b.get(f), span), span);
  }

  Code compareScalar(Call c) {
    RefCode a = ref(c, LHS);
    DoubleCode b = compiler.doubleExpr(c.operand(RHS));
    int code = c.attr(OpAttrs.CMP_TYPE).intValue();
    Span span = c.span();
    return (RefCode) f -> TileOps.compare(code, tile(a.get(f), span), b.get(f));
  }

  Code select(Call c) {
    RefCode mask = ref(c, MASK);
    RefCode a = ref(c, LHS);
    RefCode b = ref(c, RHS);
    Span span = c.span();
    return (RefCode)
        f ->
            TileOps.select(
                tile(mask.get(f), span), tile(a.get(f), span), tile(b.get(f), span), span);
  }

  Code selectNumber(Call c) {
    RefCode mask = ref(c, MASK);
    RefCode a = ref(c, LHS);
    DoubleCode b = compiler.doubleExpr(c.operand(RHS));
    Span span = c.span();
    return (RefCode)
        f -> TileOps.select(tile(mask.get(f), span), tile(a.get(f), span), b.get(f), span);
  }

  Code part(Call c, ScalarFn fn) {
    return onTiles(c, t -> TileOps.part(fn, t[0], t[1], c.span()), LHS, RHS);
  }

  Code argReduce(Call c, OpKind.ArgReduce kind) {
    boolean rows = kind.axis() == OpKind.Axis.ROWS;
    return onTiles(c, t -> TileOps.argReduce(kind.fn(), t[0], rows), SOURCE);
  }

  Code rearrange(Call c, OpKind.Rearrangement kind) {
    Span span = c.span();
    MaskPattern pattern = c.attr(OpAttrs.MASK_PATTERN);
    DataType dtype = ((TileType) c.type()).dtype();
    return switch (kind) {
      case GATHER -> onTiles(c, t -> Rearrange.gather(t[0], t[1], span), SOURCE, POSITIONS);
      case GATHER_MASK -> onTiles(c, t -> Rearrange.gatherMask(t[0], pattern, dtype, span), SOURCE);
      case SCATTER ->
          onTiles(c, t -> Rearrange.scatter(t[0], t[1], t[2], span), TARGET, SOURCE, POSITIONS);
      case SCATTER_MASK ->
          onTiles(c, t -> Rearrange.scatterMask(t[0], t[1], pattern, false, span), TARGET, SOURCE);
      case SCATTER_ROWS ->
          onTiles(c, t -> Rearrange.scatterRows(t[0], t[1], t[2], span), TARGET, POSITIONS, SOURCE);
      case SORT_BLOCKS ->
          onTiles(c, t -> Rearrange.sortBlocks(t[0], t[1], span), SOURCE, POSITIONS);
      case MERGE_RUNS -> {
        RefCode a = ref(c, SOURCE);
        LongCode length = compiler.longExpr(c.operand(LENGTH));
        yield (RefCode) f -> Rearrange.mergeRuns(tile(a.get(f), span), length.get(f), span);
      }
    };
  }

  Code merge(Call c, int lists) {
    boolean exhausted = c.attr(OpAttrs.EXHAUSTED);
    RefCode tmp = ref(c, SCRATCH);
    RefCode[] operands = refs(c, lists(lists));
    Span span = c.span();
    return (RefCode)
        f ->
            Rearrange.merge(
                tiles(f, operands, span), tile(tmp.get(f), span).shape(), exhausted, span);
  }

  /** The roles of so many lists that are merged. */
  static ParamRole[] lists(int count) {
    return Arrays.copyOf(new ParamRole[] {SOURCE, SOURCE2, SOURCE3, SOURCE4}, count);
  }

  Code unary(Call c, ScalarFn fn, Var target) {
    RefCode a = ref(c, SOURCE);
    int spare = spare(target);
    Span span = c.span();
    return (RefCode)
        f -> keep(f, spare, TileOps.unary(fn, tile(a.get(f), span), spare(f, spare), span));
  }

  Code reduce(Call c, OpKind.Reduce kind) {
    RefCode a = ref(c, SOURCE);
    ScalarFn fn = kind.fn();
    Span span = c.span();
    return switch (kind.axis()) {
      case ROWS -> (RefCode) f -> TileOps.reduceRows(fn, tile(a.get(f), span), span);
      case COLUMNS -> {
        boolean tree = c.has(SCRATCH);
        yield (RefCode) f -> TileOps.reduceColumns(fn, tile(a.get(f), span), tree, span);
      }
    };
  }

  Code expand(Call c, OpKind.Expand kind, Var target) {
    return switch (kind.axis()) {
      case ROWS -> expandRows(c, kind.fn(), target);
      case COLUMNS -> expandColumns(c, kind.fn(), target);
    };
  }

  private Code expandRows(Call c, ScalarFn fn, Var target) {
    RefCode a = ref(c, LHS);
    RefCode b = ref(c, VECTOR);
    int spare = spare(target);
    Span span = c.span();
    return (RefCode)
        f ->
            keep(
                f,
                spare,
                TileOps.expandRows(
                    fn, tile(a.get(f), span), tile(b.get(f), span), spare(f, spare), span));
  }

  private Code expandColumns(Call c, ScalarFn fn, Var target) {
    RefCode a = ref(c, LHS);
    RefCode b = ref(c, VECTOR);
    int spare = spare(target);
    Span span = c.span();
    return (RefCode)
        f ->
            keep(
                f,
                spare,
                TileOps.expandColumns(
                    fn, tile(a.get(f), span), tile(b.get(f), span), spare(f, spare), span));
  }

  Code matmul(Call c) {
    OpKind.Matmul kind = (OpKind.Matmul) c.op().kind();
    RefCode a = compiler.refExpr(c.operand(LHS));
    RefCode b = compiler.refExpr(c.operand(RHS));
    Expr added = c.optional(ACCUMULATOR);
    RefCode acc = added == null ? null : compiler.refExpr(added);
    Expr condition = c.optional(CONDITION);
    LongCode anew = condition == null ? null : compiler.longExpr(condition);
    boolean bias = kind.addend() == OpKind.Matmul.Addend.BIAS;
    DataType out = ((TileType) c.type()).dtype();
    Span span = c.span();
    return (RefCode)
        f -> {
          Tile left = tile(a.get(f), span);
          Tile right = tile(b.get(f), span);
          Tile sum =
              acc == null || anew != null && anew.get(f) != 0 ? null : tile(acc.get(f), span);
          if (bias) {
            sum = TileMoves.rows(sum, left.shape()[0]);
          }
          return TileMoves.matmul(sum, left, right, false, false, out, span);
        };
  }
}

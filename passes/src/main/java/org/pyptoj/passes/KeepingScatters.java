package org.pyptoj.passes;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind.Rearrangement;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.OpTypes;

/**
 * Scatters that keep what they do not write. The instruction leaves zeros there, so that ones are
 * scattered beside the values, and say which of the result are values and which are kept.
 */
final class KeepingScatters {

  private static final long NOT_EQUAL = 1;

  /** How many positions an INT16 counts. */
  private static final long SHORT_POSITIONS = 1 << 15;

  private final TileValues on;

  KeepingScatters(TileValues on) {
    this.on = on;
  }

  private interface Scatter {
    /** The call that scatters a tile into another one. */
    Call of(Expr into, Expr source);
  }

  /** A scatter on tensors, or of rows on tiles; false where it is an instruction already. */
  boolean scatter(Stmt stmt, Call c, Rearrangement kind, List<Stmt> out) {
    if (c.op().dialect() != Dialect.TENSOR && kind != Rearrangement.SCATTER_ROWS) {
      return false;
    }
    Lowering lowering = new Lowering(on.target(stmt, c), c, out);
    if (kind == Rearrangement.SCATTER_MASK) {
      Attrs pattern = Attrs.of(OpAttrs.MASK_PATTERN, c.attr(OpAttrs.MASK_PATTERN));
      lowering.keeping(
          (into, source) ->
              OpTypes.call(TileOp.SCATTER_MASK, List.of(into, source), pattern, c.span()));
      return true;
    }
    Expr positions = kind == Rearrangement.SCATTER ? lowering.fromColumns() : lowering.fromRows();
    lowering.keeping(
        (into, source) ->
            OpTypes.call(TileOp.SCATTER, List.of(into, source, positions), Attrs.NONE, c.span()));
    return true;
  }

  /** One scatter that is lowered. */
  private final class Lowering {
    private final Var target;
    private final Call call;
    private final List<Stmt> out;
    private final Span span;
    private final Expr into;
    private final Expr source;
    private final DataType dtype;
    private final long columns;
    private final long sourceRows;

    Lowering(Var target, Call call, List<Stmt> out) {
      this.target = target;
      this.call = call;
      this.out = out;
      this.span = call.span();
      this.into = on.tile(call.operand(ParamRole.TARGET), out);
      this.source = on.tile(call.operand(ParamRole.SOURCE), out);
      this.dtype = ((TileType) into.type()).dtype();
      this.columns = known(into).get(1);
      this.sourceRows = known(source).get(0);
    }

    /** Positions from columns of the same row. */
    Expr fromColumns() {
      Expr index = on.tile(call.operand(ParamRole.POSITIONS), out);
      DataType counting = ((TileType) index.type()).dtype();
      requireCountable(counting, sourceRows * columns);
      if (sourceRows == 1) {
        return index;
      }
      Expr rows = counting(counting, sourceRows);
      rows = reshaped(rows, sourceRows, 1);
      rows = call(TileOp.MULS, Attrs.NONE, "_base", rows, number(counting, columns));
      return call(TileOp.ROW_EXPAND_ADD, Attrs.NONE, "_places", index, rows);
    }

    /** Positions of whole rows from their numbers. */
    Expr fromRows() {
      DataType counting = dtype.bytes() == 4 ? DataType.INT32 : DataType.INT16;
      requireCountable(counting, known(into).get(0) * columns);
      Expr rows = on.tile(call.operand(ParamRole.POSITIONS), out);
      rows = reshaped(cast(rows, DataType.INT32), sourceRows, 1);
      rows = call(TileOp.MULS, Attrs.NONE, "_base", rows, number(DataType.INT32, columns));
      if (columns == 1) {
        return cast(rows, counting);
      }
      Expr within = filled(DataType.INT32, List.of(sourceRows, columns), 0);
      within =
          call(
              TileOp.COL_EXPAND, Attrs.NONE, "_columns", within, counting(DataType.INT32, columns));
      return cast(call(TileOp.ROW_EXPAND_ADD, Attrs.NONE, "_places", within, rows), counting);
    }

    /** The scattered values, and between them what was there. */
    void keeping(Scatter scatter) {
      DataType marks =
          switch (dtype.bytes()) {
            case 4 -> DataType.FP32;
            case 2 -> DataType.FP16;
            default -> DataType.INT8;
          };
      List<Long> whole = known(into);
      Expr values = named("_values", scatter.of(filled(dtype, whole, 0), source));
      Expr ones = filled(marks, known(source), 1);
      Expr marked = named("_marks", scatter.of(filled(marks, whole, 0), ones));
      Attrs differs = Attrs.of(OpAttrs.CMP_TYPE, NOT_EQUAL);
      Expr mask = call(TileOp.CMPS, differs, "_mask", marked, number(marks, 0));
      List<Expr> room = List.of(IntConst.index(1), IntConst.index(32));
      Expr scratch = on.scratch(target, DataType.UINT8, room, span, out);
      on.bind(
          target,
          OpTypes.call(TileOp.SEL, List.of(mask, values, into, scratch), Attrs.NONE, span),
          out);
    }

    private void requireCountable(DataType counting, long positions) {
      if (counting == DataType.INT16 && positions > SHORT_POSITIONS) {
        throw MemoryRule.NO_TILE_FORM.at(
            span,
            positions
                + " positions are more than INT16 counts, and "
                + dtype.dslName()
                + " is scattered by INT16",
            "scatter into fewer rows at once");
      }
    }

    private Expr counting(DataType counting, long count) {
      List<Expr> row = List.of(IntConst.index(1), IntConst.index(count));
      Attrs attrs = Attrs.of(OpAttrs.DTYPE, counting).with(OpAttrs.DESCENDING, false);
      return call(TileOp.CI, attrs, "_count", number(counting, 0), on.tuple(row));
    }

    private Expr reshaped(Expr tile, long rows, long cols) {
      List<Expr> shape = List.of(IntConst.index(rows), IntConst.index(cols));
      return call(TileOp.RESHAPE, Attrs.NONE, "_column", tile, on.tuple(shape));
    }

    private Expr cast(Expr tile, DataType to) {
      if (((TileType) tile.type()).dtype() == to) {
        return tile;
      }
      Attrs attrs = Attrs.of(OpAttrs.TARGET_TYPE, to).with(OpAttrs.ROUNDING, "none");
      return call(TileOp.CAST, attrs, "_cast", tile);
    }

    private Expr filled(DataType of, List<Long> extents, long value) {
      Expr shape = on.tuple(extents.stream().map(e -> (Expr) IntConst.index(e)).toList());
      return call(TileOp.FULL, Attrs.of(OpAttrs.DTYPE, of), "_filled", shape, number(of, value));
    }

    private Expr number(DataType of, long value) {
      return of.isFloat() ? new FloatConst(value, of, span) : new IntConst(value, of, span);
    }

    private Expr call(Op op, Attrs attrs, String suffix, Expr... operands) {
      return named(suffix, OpTypes.call(op, List.of(operands), attrs, span));
    }

    private Expr named(String suffix, Call value) {
      return on.named(target, suffix, value, out);
    }

    /** The extents of a tile, which are known where it is counted. */
    private List<Long> known(Expr tile) {
      List<Expr> shape = ((TileType) tile.type()).shape();
      List<Long> extents = shape.stream().map(Scalars::constant).toList();
      if (extents.contains(null)) {
        throw MemoryRule.NO_TILE_FORM.at(
            span,
            "positions are counted when the kernel is compiled, but a shape here is not known then",
            "scatter in tensors of known extents");
      }
      return extents;
    }
  }
}

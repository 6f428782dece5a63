package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.OpTypes;

/** Gathers of columns, row by row. */
final class RowGathers {

  private final TileValues on;

  RowGathers(TileValues on) {
    this.on = on;
  }

  /**
   * Columns that are gathered row by row: the instruction counts all elements of its source, so
   * that a column is a position only within one row.
   */
  boolean gather(Var target, Call c, List<Stmt> out) {
    Var source = (Var) c.operand(ParamRole.SOURCE);
    Var index = (Var) c.operand(ParamRole.POSITIONS);
    List<Expr> shape = ((TensorLike) index.type()).shape();
    if (shape.size() != 2) {
      throw MemoryRule.NO_TILE_FORM.at(
          c.span(),
          "a gather from a tensor of rank " + shape.size() + " has no tile form yet",
          "reshape it to rows and columns");
    }
    Span span = c.span();
    if (TileValues.isOne(shape.getFirst())) {
      on.bind(target, gathered(target, source, index, IntConst.index(0), span, out), out);
      return true;
    }
    DataType dtype = ((TensorLike) c.type()).dtype();
    Var whole = on.scratch(target, dtype, shape, span, out);
    Var row = on.fresh(target.name() + "_row", ScalarType.INDEX, span);
    Var carried = on.fresh(target.name() + "_rows", whole.type(), span);
    List<Stmt> body = new ArrayList<>();
    Call taken = gathered(target, source, index, row, span, body);
    Var part = on.named(target, "_part", taken, body);
    Call joined =
        OpTypes.call(
            TileOp.ASSEMBLE,
            List.of(carried, part, on.tuple(List.of(row, IntConst.index(0)))),
            Attrs.NONE,
            span);
    Var next = on.named(target, "_next", joined, body);
    body.add(new Yield(List.of(next), span));
    Var result = on.fresh(target.name() + "_tile", whole.type(), span);
    out.add(
        new For(
            row,
            IntConst.index(0),
            on.expr(shape.getFirst()),
            IntConst.index(1),
            List.of(new IterArg(carried, whole)),
            new Block(body),
            List.of(result),
            ForKind.SEQUENTIAL,
            Attrs.NONE,
            span));
    on.tiles.put(target, result);
    return true;
  }

  private Call gathered(Var target, Var source, Var index, Expr row, Span span, List<Stmt> out) {
    Expr positions = rowOf(index, row, out);
    TileType type = (TileType) positions.type();
    Expr from = rowOf(source, row, out);
    Expr scratch = on.scratch(target, type.dtype(), type.shape(), span, out);
    return OpTypes.call(TileOp.GATHER, List.of(from, positions, scratch), Attrs.NONE, span);
  }

  /** One row of a computed tile or of a tensor in global memory. */
  private Expr rowOf(Var tensor, Expr row, List<Stmt> out) {
    Expr zero = IntConst.index(0);
    Expr one = IntConst.index(1);
    Var tile = on.tiles.get(tensor);
    TensorLike type = (TensorLike) tensor.type();
    if (tile != null) {
      List<Expr> shape = ((TileType) tile.type()).shape();
      if (TileValues.isOne(shape.getFirst())) {
        return tile;
      }
      return on.named(
          tile,
          "_row",
          OpTypes.call(
              TileOp.SLICE,
              List.of(tile, on.tuple(List.of(one, shape.getLast())), on.tuple(List.of(row, zero))),
              Attrs.NONE,
              tensor.span()),
          out);
    }
    TensorRegion outer = on.regions.get(tensor);
    if (outer == null) {
      outer =
          new TensorRegion(tensor, List.of(zero, zero), type.shape(), type.validShape(), Set.of());
    }
    List<Expr> args = new ArrayList<>();
    List<Expr> shape = List.of(one, type.shape().getLast());
    args.add(on.expr(outer.tensor()));
    args.add(on.tuple(outer.within(List.of(row, zero))));
    args.add(on.tuple(outer.full(shape, one)));
    Expr valid = type.validShape().getLast();
    if (!valid.equals(shape.getLast())) {
      args.add(on.tuple(outer.full(List.of(one, valid), one)));
    }
    Attrs attrs = Attrs.of(OpAttrs.TARGET_MEMORY, MemorySpace.VEC);
    Call load = OpTypes.call(TileOp.LOAD, args, attrs, tensor.span());
    TileType loadedType = (TileType) load.type();
    load =
        load.withType(
            loadedType.withShape(
                outer.kept(loadedType.shape()), outer.kept(loadedType.validShape())));
    return on.named(tensor, "_row", load, out);
  }
}

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpKind.Axis;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.OpTypes;

/** Ops that compute with the elements of tensors, on tiles. */
final class TileComputations {

  private final TileValues on;
  private final TensorUses uses;

  TileComputations(TileValues on, TensorUses uses) {
    this.on = on;
    this.uses = uses;
  }

  /** An elementwise op, a reduction or an expansion, on tiles; false where it is one already. */
  boolean compute(Stmt stmt, Call c, List<Stmt> out) {
    if (c.op().dialect() != Dialect.TENSOR) {
      return false;
    }
    Var target = on.target(stmt, c);
    Map<ParamRole, Expr> operands = on.tiles(c, out);
    if (c.op().kind() instanceof OpKind.Binary k) {
      combinable(target, k.fn(), operands, out);
    }
    Op op =
        tileForm(c, operands)
            .orElseThrow(
                () ->
                    MemoryRule.NO_TILE_FORM.at(
                        c.span(),
                        c.op().fullName() + " has no tile form",
                        "compute it in the orchestration, or with tile ops"));
    OpParam scratch = op.signature().operand(ParamRole.SCRATCH);
    Attrs attrs = c.attrs();
    // A root has no mode for more digits: it computes them where it has room for them.
    boolean precise =
        attrs.get(OpAttrs.HIGH_PRECISION) && !op.signature().has(OpAttrs.HIGH_PRECISION);
    if (precise) {
      attrs = attrs.without(OpAttrs.HIGH_PRECISION);
    }
    if (scratch != null && (scratch.required() || precise)) {
      Expr first = operands.get(op.signature().operands().getFirst().role());
      operands.put(ParamRole.SCRATCH, on.scratch(target, (TileType) first.type(), c.span(), out));
    }
    on.bind(target, TileValues.call(op, operands, attrs, c.span()), out);
    return true;
  }

  /**
   * Makes the left operand one of the result's shape, and the right one too where it is not one
   * column or one row, or the function has no expansion.
   */
  private void combinable(Var target, ScalarFn fn, Map<ParamRole, Expr> operands, List<Stmt> out) {
    Expr lhs = operands.get(ParamRole.LHS);
    Expr rhs = operands.get(ParamRole.RHS);
    List<Expr> left = ((TileType) lhs.type()).shape();
    List<Expr> right = ((TileType) rhs.type()).shape();
    if (left.size() != 2 || right.size() != 2 || left.equals(right)) {
      return;
    }
    List<Expr> shape = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      shape.add(TileValues.isOne(left.get(i)) ? right.get(i) : left.get(i));
    }
    boolean corner = TileValues.isOne(right.get(0)) && TileValues.isOne(right.get(1));
    Axis axis = TileValues.isOne(right.get(1)) ? Axis.ROWS : Axis.COLUMNS;
    boolean expands = Op.of(Dialect.TILE, new OpKind.Expand(axis, fn)).isPresent();
    operands.put(ParamRole.LHS, stretched(target, lhs, shape, out));
    operands.put(ParamRole.RHS, corner || !expands ? stretched(target, rhs, shape, out) : rhs);
  }

  /** A tile of one row or column as often as a shape has rows or columns. */
  private Expr stretched(Var target, Expr tile, List<Expr> shape, List<Stmt> out) {
    List<Expr> from = ((TileType) tile.type()).shape();
    if (from.equals(shape)) {
      return tile;
    }
    boolean wider = !from.get(1).equals(shape.get(1));
    List<Expr> next = wider ? List.of(from.get(0), shape.get(1)) : shape;
    DataType dtype = ((TileType) tile.type()).dtype();
    Attrs attrs = Attrs.of(OpAttrs.DTYPE, dtype).with(OpAttrs.TARGET_MEMORY, MemorySpace.VEC);
    Call create = OpTypes.call(TileOp.CREATE, List.of(on.tuple(next)), attrs, target.span());
    Var place = on.fresh(target.name() + "_wide", create.type(), target.span());
    out.add(new Assign(place, create, target.span()));
    Op op = wider ? TileOp.ROW_EXPAND : TileOp.COL_EXPAND;
    Call expand = OpTypes.call(op, List.of(place, tile), Attrs.NONE, target.span());
    Var expanded = on.fresh(target.name() + "_wide", expand.type(), target.span());
    out.add(new Assign(expanded, expand, target.span()));
    return stretched(target, expanded, shape, out);
  }

  /** The op on tiles; where a vector is stretched over the other operand, an expansion. */
  private static Optional<Op> tileForm(Call c, Map<ParamRole, Expr> operands) {
    if (c.op().kind() instanceof OpKind.Binary binary
        && operands.get(ParamRole.LHS).type() instanceof TileType left
        && operands.get(ParamRole.RHS).type() instanceof TileType right
        && !left.shape().equals(right.shape())) {
      operands.put(ParamRole.VECTOR, operands.remove(ParamRole.RHS));
      boolean column = Long.valueOf(1).equals(Scalars.constant(right.shape().getLast()));
      Axis axis = column ? Axis.ROWS : Axis.COLUMNS;
      return Op.of(Dialect.TILE, new OpKind.Expand(axis, binary.fn()));
    }
    return c.op().in(Dialect.TILE);
  }

  void product(Var target, Call c, List<Stmt> out) {
    List<Expr> args = new ArrayList<>();
    boolean accumulates = c.has(ParamRole.ACCUMULATOR);
    if (accumulates) {
      args.add(on.tile(c.operand(ParamRole.ACCUMULATOR), out));
    }
    args.add(factor(c, ParamRole.LHS, OpAttrs.A_TRANS, out));
    args.add(factor(c, ParamRole.RHS, OpAttrs.B_TRANS, out));
    Expr condition = c.optional(ParamRole.CONDITION);
    if (condition != null) {
      args.add(on.expr(condition));
    }
    Call product =
        OpTypes.call(accumulates ? TileOp.MATMUL_ACC : TileOp.MATMUL, args, Attrs.NONE, c.span());
    DataType wanted = c.attr(OpAttrs.OUT_DTYPE);
    Var tile = on.bind(target, product, out);
    if (wanted != null
        && wanted != ((TileType) tile.type()).dtype()
        && !(wanted.isFloat() && uses.isOnlyStored(target))) {
      on.bind(
          target,
          OpTypes.call(
              TileOp.CAST,
              List.of(tile),
              Attrs.of(OpAttrs.TARGET_TYPE, wanted).with(OpAttrs.ROUNDING, "rint"),
              c.span()),
          out);
    }
  }

  private Expr factor(Call c, ParamRole role, AttrKey<Boolean> transposes, List<Stmt> out) {
    Expr operand = c.operand(role);
    Expr natural =
        operand instanceof Var v && !on.tiles.containsKey(v)
            ? on.load(v, MemorySpace.MAT, out)
            : on.tile(operand, out);
    return c.attr(transposes) ? transposed(natural, c, out) : natural;
  }

  /** A product's operand, transposed: another view of the matrix beside the cube. */
  private Expr transposed(Expr natural, Call c, List<Stmt> out) {
    TileType type = (TileType) natural.type();
    if (type.rank() != 2) {
      throw MemoryRule.NO_TILE_FORM.at(
          c.span(),
          "a transposed operand of rank " + type.rank() + " has no tile form yet",
          "multiply the matrices of the batch in a loop");
    }
    Expr matrix = natural;
    if (type.space() != MemorySpace.MAT) {
      Attrs toMat = Attrs.of(OpAttrs.TARGET_MEMORY, MemorySpace.MAT);
      matrix =
          on.named(
              natural, "_mat", OpTypes.call(TileOp.MOVE, List.of(natural), toMat, c.span()), out);
    }
    return on.named(
        matrix,
        "_t",
        OpTypes.call(TileOp.TRANSPOSE_VIEW, List.of(matrix), Attrs.NONE, c.span()),
        out);
  }

  /** Lists that are merged, with a scratch tile for all of their columns. */
  boolean merge(Stmt stmt, Call c, List<Stmt> out) {
    if (c.op().dialect() != Dialect.TENSOR) {
      return false;
    }
    Var target = on.target(stmt, c);
    Map<ParamRole, Expr> lists = on.tiles(c, out);
    TileType first = (TileType) lists.get(ParamRole.SOURCE).type();
    List<Expr> shape = new ArrayList<>(first.shape());
    shape.removeLast();
    Expr columns = IntConst.index(0);
    for (Expr list : lists.values()) {
      columns = Scalars.add(columns, ((TileType) list.type()).shape().getLast());
    }
    shape.add(columns);
    lists.put(ParamRole.SCRATCH, on.scratch(target, first.dtype(), shape, c.span(), out));
    Op op = c.op().in(Dialect.TILE).orElseThrow();
    on.bind(target, TileValues.call(op, lists, c.attrs(), c.span()), out);
    return true;
  }
}

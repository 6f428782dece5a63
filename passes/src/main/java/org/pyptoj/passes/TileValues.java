package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.verifier.OpTypes;

/**
 * Tensor values of a kernel as tiles: what has been computed has one, what lies in global memory
 * gets one by a load in front of whoever computes with it.
 */
abstract class TileValues extends Rewriter {

  final FreshNames names;

  /** The tiles of values that have been computed. */
  final Map<Var, Var> tiles = new IdentityHashMap<>();

  /** The names of parts that have not been read yet. */
  final Map<Var, TensorRegion> regions = new IdentityHashMap<>();

  /** Tensors that have been loaded as they are now. */
  Map<Var, Var> loaded = new IdentityHashMap<>();

  TileValues(Function kernel) {
    this.names = FreshNames.beside(kernel);
  }

  Map<ParamRole, Expr> tiles(Call c, List<Stmt> out) {
    return byRole(c, operand -> tile(operand, out));
  }

  Var fresh(String hint, Type type, Span span) {
    return new Var(names.free(hint), type, span);
  }

  /** What a statement computes; nobody may want it. */
  Var target(Stmt stmt, Call c) {
    return stmt instanceof Assign a ? a.target() : fresh("unused", c.type(), c.span());
  }

  Var bind(Var tensor, Call value, List<Stmt> out) {
    Var tile = new IrBuilder(names, out, tensor.span()).bind(tensor.name() + "_tile", value);
    tiles.put(tensor, tile);
    return tile;
  }

  /** The tile of a tensor operand: the computed one, or a load in front of this statement. */
  Expr tile(Expr tensor, List<Stmt> out) {
    if (!(tensor instanceof Var v) || !(v.type() instanceof TensorLike)) {
      return expr(tensor);
    }
    Var known = tiles.containsKey(v) ? tiles.get(v) : loaded.get(v);
    if (known != null) {
      return known;
    }
    Var tile = load(v, MemorySpace.VEC, out);
    loaded.put(v, tile);
    return tile;
  }

  Var load(Var tensor, MemorySpace space, List<Stmt> out) {
    TensorLike type = (TensorLike) tensor.type();
    TensorRegion region = regions.get(tensor);
    if (region == null) {
      List<Expr> zeros = Collections.nCopies(type.rank(), IntConst.index(0));
      region = new TensorRegion(tensor, zeros, type.shape(), type.validShape(), Set.of());
    }
    List<Expr> args = new ArrayList<>();
    args.add(expr(region.tensor()));
    args.add(tuple(region.offsets()));
    args.add(tuple(region.shape()));
    if (!region.valid().equals(region.shape())) {
      args.add(tuple(region.valid()));
    }
    Attrs attrs = Attrs.of(OpAttrs.TARGET_MEMORY, space);
    Call load = OpTypes.call(TileOp.LOAD, args, attrs, tensor.span());
    if (!region.dropped().isEmpty()) {
      List<Expr> kept = region.kept(((TileType) load.type()).shape());
      Var whole = named(tensor, "_tile", load, out);
      load = OpTypes.call(TileOp.RESHAPE, List.of(whole, tuple(kept)), Attrs.NONE, tensor.span());
    }
    return new IrBuilder(names, out, tensor.span()).bind(tensor.name() + "_tile", load);
  }

  Expr tuple(List<Expr> elements) {
    return new MakeTuple(exprs(elements), Span.NONE);
  }

  /** A call of another op with the same parameters, and the same operands. */
  Call as(Op op, Call c, Attrs attrs) {
    return call(op, byRole(c, this::expr), attrs, c.span());
  }

  static Map<ParamRole, Expr> byRole(Call c, UnaryOperator<Expr> value) {
    Map<ParamRole, Expr> operands = new EnumMap<>(ParamRole.class);
    c.operands().forEach(o -> operands.put(o.param().role(), value.apply(o.value())));
    return operands;
  }

  static Call call(Op op, Map<ParamRole, Expr> operands, Attrs attrs, Span span) {
    if (!operands.keySet().stream().allMatch(op.signature()::has)) {
      throw new IllegalStateException(op + " does not take all of " + operands.keySet());
    }
    List<OpParam> params = op.signature().operands();
    return OpTypes.call(op, params.stream().map(p -> operands.get(p.role())).toList(), attrs, span);
  }

  /** The same op on the tiles of a call's tensors. */
  void onTiles(Var target, Call c, Op op, List<Stmt> out) {
    bind(target, call(op, tiles(c, out), c.attrs(), c.span()), out);
  }

  Var scratch(Var target, TileType of, Span span, List<Stmt> out) {
    return scratch(target, of.dtype(), of.shape(), span, out);
  }

  Var scratch(Var target, DataType dtype, List<Expr> shape, Span span, List<Stmt> out) {
    Attrs attrs = Attrs.of(OpAttrs.DTYPE, dtype).with(OpAttrs.TARGET_MEMORY, MemorySpace.VEC);
    Call create = OpTypes.call(TileOp.CREATE, List.of(tuple(shape)), attrs, span);
    Var scratch = fresh(target.name() + "_scratch", create.type(), target.span());
    out.add(new Assign(scratch, create, target.span()));
    return scratch;
  }

  static boolean isOne(Expr extent) {
    return Long.valueOf(1).equals(Scalars.constant(extent));
  }

  Var named(Expr source, String suffix, Call value, List<Stmt> out) {
    String hint = source instanceof Var v ? v.name() : "operand";
    return new IrBuilder(names, out, value.span()).bind(hint + suffix, value);
  }

  static List<Expr> elements(Expr tuple) {
    return tuple instanceof MakeTuple t ? t.elements() : List.of(tuple);
  }
}

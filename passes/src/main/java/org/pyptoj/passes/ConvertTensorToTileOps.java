package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpKind.Axis;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.OpTypes;
import org.pyptoj.verifier.call.StagingTile;

/**
 * Turns tensor-level ops of kernels into tile-level ones. Comes in: kernels in SSA form that mix
 * both levels. Goes out: kernels whose computed values are tiles. A tensor in global memory that an
 * op computes on is loaded in front of it; a slice becomes the offsets of the load or store that
 * uses it; put and get receive their staging tiles, one or, with {@code pipeline=True}, two; a
 * computed tensor that the kernel returns is stored into an {@code Out} parameter that the pass
 * adds, and callers create it.
 *
 * <pre>
 * pld.tensor.put(inbox, peer, x, chunk_rows=4, chunk_cols=64, pipeline=True)
 *   becomes
 * tput_stage_ping = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
 * tput_stage_pong = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
 * pld.tile.put(inbox, peer, x, tput_stage_ping, tput_stage_pong)
 * </pre>
 *
 * <p>Establishes {@link Invariant#TILE_OPS}.
 */
public final class ConvertTensorToTileOps implements Pass {

  @Override
  public String name() {
    return "ConvertTensorToTileOps";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.TILE_OPS);
  }

  @Override
  public Program run(Program program, PassContext context) {
    Map<String, List<Var>> added = new java.util.HashMap<>();
    Program converted =
        program.map(
            f -> {
              if (!f.kind().isKernel()) {
                return f;
              }
              Conversion conversion = new Conversion(f);
              Function after = written(conversion.function(f), program);
              if (!conversion.outputs.isEmpty()) {
                added.put(f.name(), conversion.outputs);
              }
              return after;
            });
    return added.isEmpty()
        ? converted
        : converted.map(f -> f.kind().isKernel() ? f : new CallSites(added, f).function(f));
  }

  /**
   * A kernel whose parameters say what it writes: a peer's slice, a signal or a plain tensor that
   * it changes is no mere input, so that whoever reads it later is ordered behind.
   */
  private static Function written(Function kernel, Program program) {
    List<Var> inputs =
        kernel.params().stream()
            .filter(p -> p.direction() == Direction.IN)
            .map(Param::var)
            .toList();
    Map<Var, Direction> found = new AccessDirections(program).of(kernel.body(), inputs);
    return kernel.withParams(
        kernel.params().stream()
            .map(p -> new Param(p.var(), found.getOrDefault(p.var(), p.direction())))
            .toList());
  }

  /**
   * A part of a tensor in global memory that has a name and has not been read yet.
   *
   * @param offsets where it begins, one per dimension of the tensor
   * @param shape its extents, one per dimension of the tensor
   * @param valid how much of it counts
   * @param dropped the dimensions that the name does not have
   */
  record Region(
      Var tensor, List<Expr> offsets, List<Expr> shape, List<Expr> valid, Set<Integer> dropped) {

    /** The same part of another tensor. */
    Region of(Var other) {
      return new Region(other, offsets, shape, valid, dropped);
    }

    /** Values for the name's dimensions as values for the tensor's. */
    List<Expr> full(List<Expr> values, Expr dropping) {
      List<Expr> full = new ArrayList<>();
      int next = 0;
      for (int i = 0; i < offsets.size(); i++) {
        full.add(dropped.contains(i) ? dropping : values.get(next++));
      }
      return full;
    }

    /** Offsets in the part as offsets in the tensor. */
    List<Expr> within(List<Expr> inside) {
      List<Expr> sums = new ArrayList<>();
      List<Expr> full = full(inside, IntConst.index(0));
      for (int i = 0; i < full.size(); i++) {
        sums.add(Scalars.add(offsets.get(i), full.get(i)));
      }
      return sums;
    }

    /** The dimensions that the name has. */
    List<Expr> kept(List<Expr> values) {
      List<Expr> kept = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        if (!dropped.contains(i)) {
          kept.add(values.get(i));
        }
      }
      return kept;
    }
  }

  private static final class Conversion extends Rewriter {
    private final FreshNames names;
    private final Map<Var, Var> tiles = new IdentityHashMap<>();
    private final Map<Var, Region> regions = new IdentityHashMap<>();
    private final SlicedOperands sliced = new SlicedOperands(regions);
    private final List<Var> outputs = new ArrayList<>();
    private final TensorUses uses;
    private final TensorOrigins origins;
    private final TensorCopies copies;
    private Map<Var, Var> loaded = new IdentityHashMap<>();

    /** The names that get the yields of the block at hand, for each yield. */
    private List<List<Var>> receivers = List.of();

    Conversion(Function kernel) {
      this.uses = new TensorUses(kernel);
      this.origins = new TensorOrigins(kernel);
      this.copies = new TensorCopies(origins, uses);
      this.names = FreshNames.beside(kernel);
    }

    @Override
    public Function function(Function kernel) {
      Function after = super.function(kernel);
      if (outputs.isEmpty()) {
        return after;
      }
      List<Param> params = new ArrayList<>(after.params());
      outputs.forEach(o -> params.add(new Param(o, Direction.OUT)));
      return after.withParams(params);
    }

    private Var fresh(String hint, Type type, Span span) {
      return new Var(names.free(hint), type, span);
    }

    @Override
    protected void stmt(Stmt written, List<Stmt> out) {
      copies.requireCurrent(written);
      if (written instanceof Yield y) {
        out.add(new Yield(handedOn(y, out), y.span()));
        return;
      }
      converted(written, out);
      copies.made(written);
      if (valueOf(written) instanceof Call c) {
        copies.written(c);
      }
    }

    private static Expr valueOf(Stmt stmt) {
      return switch (stmt) {
        case Assign a -> a.value();
        case Eval e -> e.value();
        default -> null;
      };
    }

    private void converted(Stmt written, List<Stmt> out) {
      Stmt stmt = written;
      Expr value = valueOf(stmt);
      if (value instanceof Call c && sliced.whole(c) instanceof Call whole && whole != c) {
        value = whole;
        stmt =
            stmt instanceof Assign a
                ? new Assign(a.target(), whole, a.span())
                : new Eval(whole, stmt.span());
      }
      if (value instanceof Call c && convert(stmt, c, out)) {
        return;
      }
      super.stmt(stmt, out);
      if (value instanceof Call c && c.op().effect().isObservable()) {
        loaded.clear();
      }
    }

    /** Converts a statement; false where it stays as it is. */
    private boolean convert(Stmt stmt, Call c, List<Stmt> out) {
      return switch (c.op().kind()) {
        case OpKind.Unary k -> compute(stmt, c, out);
        case OpKind.Convert k -> compute(stmt, c, out);
        case OpKind.Binary k -> compute(stmt, c, out);
        case OpKind.ScalarBinary k -> compute(stmt, c, out);
        case OpKind.Part k -> compute(stmt, c, out);
        case OpKind.Reduce k -> compute(stmt, c, out);
        case OpKind.ArgReduce k -> compute(stmt, c, out);
        case OpKind.Merge k -> merge(stmt, c, out);
        case OpKind.Rearrangement k ->
            switch (k) {
              case GATHER -> c.op().dialect() == Dialect.TENSOR && gather(target(stmt, c), c, out);
              case GATHER_MASK, SORT_BLOCKS, MERGE_RUNS -> compute(stmt, c, out);
              case SCATTER, SCATTER_MASK -> false;
            };
        case OpKind.Expand k -> compute(stmt, c, out);
        case OpKind.Matmul k -> {
          if (c.op().dialect() != Dialect.TENSOR) {
            yield false;
          }
          product(target(stmt, c), c, out);
          yield true;
        }
        case OpKind.TensorMemory k -> memory(stmt, c, k, out);
        case OpKind.TileMemory k -> {
          ParamRole tensor = tensorOperand(c.op());
          yield tensor != null && throughRegion(stmt, c, tensor, ParamRole.OFFSETS, out);
        }
        case OpKind.Transfer k ->
            switch (k) {
              case PUT -> transfer(c, DistributedOp.TILE_PUT, "tput_stage", out);
              case GET -> transfer(c, DistributedOp.TILE_GET, "tget_stage", out);
              case TENSOR_REMOTE_STORE -> remoteStore(stmt, c, out);
              case REMOTE_LOAD, REMOTE_STORE, STAGED_PUT, STAGED_GET -> false;
            };
        case OpKind.Compare k -> false;
        case OpKind.Select k -> false;
        case OpKind.ArrayAccess k -> false;
        case OpKind.BlockNumber k -> false;
        case OpKind.Window k -> false;
        case OpKind.Signal k -> false;
        case OpKind.Collective k -> false;
        case OpKind.Fence k -> false;
      };
    }

    /** The tensor between which and tiles an op moves elements, or null where it has none. */
    private static ParamRole tensorOperand(Op op) {
      for (OpParam param : op.signature().operands()) {
        if (param.kind() == ParamKind.TENSOR_LIKE) {
          return param.role();
        }
      }
      return null;
    }

    private boolean memory(Stmt stmt, Call c, OpKind.TensorMemory kind, List<Stmt> out) {
      switch (kind) {
        case CREATE ->
            bind(
                target(stmt, c),
                OpTypes.call(
                    TileOp.CREATE,
                    List.of(expr(c.operand(ParamRole.SHAPE))),
                    c.attrs().with(OpAttrs.TARGET_MEMORY, MemorySpace.VEC),
                    c.span()),
                out);
        case FULL -> bind(target(stmt, c), as(TileOp.FULL, c, c.attrs()), out);
        case SEQUENCE -> bind(target(stmt, c), as(TileOp.CI, c, c.attrs()), out);
        case FILLPAD -> onTiles(target(stmt, c), c, TileOp.FILLPAD, out);
        case FILLPAD_EXPAND -> onTiles(target(stmt, c), c, TileOp.FILLPAD_EXPAND, out);
        case SET_VALIDSHAPE -> narrow(target(stmt, c), c, out);
        case READ -> {
          if (tiles.get(c.operand(ParamRole.SOURCE)) == null) {
            return throughRegion(stmt, c, ParamRole.SOURCE, ParamRole.INDICES, out);
          }
          read(target(stmt, c), c, out);
        }
        case WRITE -> {
          Var tile = tiles.get(c.operand(ParamRole.TARGET));
          if (tile == null) {
            return throughRegion(stmt, c, ParamRole.TARGET, ParamRole.INDICES, out);
          }
          Call written = as(TileOp.WRITE, c.withOperand(ParamRole.TARGET, tile), Attrs.NONE);
          out.add(new Eval(written, stmt.span()));
        }
        case SLICE -> {
          return slice(target(stmt, c), c, out);
        }
        case ASSEMBLE -> assemble(target(stmt, c), c, out);
        case RESHAPE -> {
          Expr source = c.operand(ParamRole.SOURCE);
          if (tiles.get(source) == null && !(source instanceof Var v && regions.containsKey(v))) {
            return false;
          }
          if (tiles.get(source) == null) {
            requireOnlyRead(stmt, c, "reshaped part");
          }
          onTiles(target(stmt, c), c, TileOp.RESHAPE, out);
        }
        case TRANSPOSE -> {
          if (tiles.get(c.operand(ParamRole.SOURCE)) == null) {
            requireOnlyRead(stmt, c, "transposed tensor");
          }
          onTiles(target(stmt, c), c, TileOp.TRANSPOSE, out);
        }
        case CONCAT -> onTiles(target(stmt, c), c, TileOp.CONCAT, out);
        case DIM, AS_VIEW -> {
          return false;
        }
      }
      return true;
    }

    /** A view whose elements are copied into a tile cannot be written through. */
    private void requireOnlyRead(Stmt stmt, Call c, String what) {
      if (stmt instanceof Assign a && uses.isWritten(a.target())) {
        throw MemoryRule.NO_TILE_FORM.at(
            c.span(),
            "a " + what + " that is written has no tile form",
            "write the tensor itself, at offsets");
      }
    }

    private boolean remoteStore(Stmt stmt, Call c, List<Stmt> out) {
      Expr source = tile(c.operand(ParamRole.SOURCE), out);
      Call onTile = c.withOperand(ParamRole.SOURCE, source);
      out.add(new Eval(as(DistributedOp.REMOTE_STORE, onTile, attrs(c.attrs())), stmt.span()));
      loaded.clear();
      return true;
    }

    /** What a statement computes; nobody may want it. */
    private Var target(Stmt stmt, Call c) {
      return stmt instanceof Assign a ? a.target() : fresh("unused", c.type(), c.span());
    }

    private Var bind(Var tensor, Call value, List<Stmt> out) {
      Var tile = new IrBuilder(names, out, tensor.span()).bind(tensor.name() + "_tile", value);
      tiles.put(tensor, tile);
      return tile;
    }

    /** The tile of a tensor operand: the computed one, or a load in front of this statement. */
    private Expr tile(Expr tensor, List<Stmt> out) {
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

    private Var load(Var tensor, MemorySpace space, List<Stmt> out) {
      TensorLike type = (TensorLike) tensor.type();
      Region region = regions.get(tensor);
      if (region == null) {
        List<Expr> zeros = Collections.nCopies(type.rank(), IntConst.index(0));
        region = new Region(tensor, zeros, type.shape(), type.validShape(), Set.of());
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

    private Expr tuple(List<Expr> elements) {
      return new MakeTuple(exprs(elements), Span.NONE);
    }

    /** An elementwise op, a reduction or an expansion, on tiles; false where it is one already. */
    private boolean compute(Stmt stmt, Call c, List<Stmt> out) {
      if (c.op().dialect() != Dialect.TENSOR) {
        return false;
      }
      Var target = target(stmt, c);
      Map<ParamRole, Expr> operands = tiles(c, out);
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
      if (scratch != null && scratch.required()) {
        Expr first = operands.get(op.signature().operands().getFirst().role());
        operands.put(ParamRole.SCRATCH, scratch(target, (TileType) first.type(), c.span(), out));
      }
      bind(target, call(op, operands, c.attrs(), c.span()), out);
      return true;
    }

    /** A call of another op with the same parameters, and the same operands. */
    private Call as(Op op, Call c, Attrs attrs) {
      return call(op, byRole(c, this::expr), attrs, c.span());
    }

    private static Map<ParamRole, Expr> byRole(Call c, UnaryOperator<Expr> value) {
      Map<ParamRole, Expr> operands = new EnumMap<>(ParamRole.class);
      c.operands().forEach(o -> operands.put(o.param().role(), value.apply(o.value())));
      return operands;
    }

    private static Call call(Op op, Map<ParamRole, Expr> operands, Attrs attrs, Span span) {
      if (!operands.keySet().stream().allMatch(op.signature()::has)) {
        throw new IllegalStateException(op + " does not take all of " + operands.keySet());
      }
      List<OpParam> params = op.signature().operands();
      return OpTypes.call(
          op, params.stream().map(p -> operands.get(p.role())).toList(), attrs, span);
    }

    /** The same op on the tiles of a call's tensors. */
    private void onTiles(Var target, Call c, Op op, List<Stmt> out) {
      bind(target, call(op, tiles(c, out), c.attrs(), c.span()), out);
    }

    private Map<ParamRole, Expr> tiles(Call c, List<Stmt> out) {
      return byRole(c, operand -> tile(operand, out));
    }

    private Var scratch(Var target, TileType of, Span span, List<Stmt> out) {
      return scratch(target, of.dtype(), of.shape(), span, out);
    }

    private Var scratch(Var target, DataType dtype, List<Expr> shape, Span span, List<Stmt> out) {
      Attrs attrs = Attrs.of(OpAttrs.DTYPE, dtype).with(OpAttrs.TARGET_MEMORY, MemorySpace.VEC);
      Call create = OpTypes.call(TileOp.CREATE, List.of(tuple(shape)), attrs, span);
      Var scratch = fresh(target.name() + "_scratch", create.type(), target.span());
      out.add(new Assign(scratch, create, target.span()));
      return scratch;
    }

    /**
     * Makes the left operand one of the result's shape, and the right one too where it is not one
     * column or one row, or the function has no expansion.
     */
    private void combinable(
        Var target, ScalarFn fn, Map<ParamRole, Expr> operands, List<Stmt> out) {
      Expr lhs = operands.get(ParamRole.LHS);
      Expr rhs = operands.get(ParamRole.RHS);
      List<Expr> left = ((TileType) lhs.type()).shape();
      List<Expr> right = ((TileType) rhs.type()).shape();
      if (left.size() != 2 || right.size() != 2 || left.equals(right)) {
        return;
      }
      List<Expr> shape = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        shape.add(isOne(left.get(i)) ? right.get(i) : left.get(i));
      }
      boolean corner = isOne(right.get(0)) && isOne(right.get(1));
      Axis axis = isOne(right.get(1)) ? Axis.ROWS : Axis.COLUMNS;
      boolean expands = Op.of(Dialect.TILE, new OpKind.Expand(axis, fn)).isPresent();
      operands.put(ParamRole.LHS, stretched(target, lhs, shape, out));
      operands.put(ParamRole.RHS, corner || !expands ? stretched(target, rhs, shape, out) : rhs);
    }

    private static boolean isOne(Expr extent) {
      return Long.valueOf(1).equals(Scalars.constant(extent));
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
      Call create = OpTypes.call(TileOp.CREATE, List.of(tuple(next)), attrs, target.span());
      Var place = fresh(target.name() + "_wide", create.type(), target.span());
      out.add(new Assign(place, create, target.span()));
      Op op = wider ? TileOp.ROW_EXPAND : TileOp.COL_EXPAND;
      Call expand = OpTypes.call(op, List.of(place, tile), Attrs.NONE, target.span());
      Var expanded = fresh(target.name() + "_wide", expand.type(), target.span());
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

    private void product(Var target, Call c, List<Stmt> out) {
      List<Expr> args = new ArrayList<>();
      boolean accumulates = c.has(ParamRole.ACCUMULATOR);
      if (accumulates) {
        args.add(tile(c.operand(ParamRole.ACCUMULATOR), out));
      }
      args.add(factor(c, ParamRole.LHS, OpAttrs.A_TRANS, out));
      args.add(factor(c, ParamRole.RHS, OpAttrs.B_TRANS, out));
      Expr condition = c.optional(ParamRole.CONDITION);
      if (condition != null) {
        args.add(expr(condition));
      }
      Call product =
          OpTypes.call(accumulates ? TileOp.MATMUL_ACC : TileOp.MATMUL, args, Attrs.NONE, c.span());
      DataType wanted = c.attr(OpAttrs.OUT_DTYPE);
      Var tile = bind(target, product, out);
      if (wanted != null
          && wanted != ((TileType) tile.type()).dtype()
          && !(wanted.isFloat() && uses.isOnlyStored(target))) {
        bind(
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
          operand instanceof Var v && !tiles.containsKey(v)
              ? load(v, MemorySpace.MAT, out)
              : tile(operand, out);
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
            named(
                natural, "_mat", OpTypes.call(TileOp.MOVE, List.of(natural), toMat, c.span()), out);
      }
      return named(
          matrix,
          "_t",
          OpTypes.call(TileOp.TRANSPOSE_VIEW, List.of(matrix), Attrs.NONE, c.span()),
          out);
    }

    private Var named(Expr source, String suffix, Call value, List<Stmt> out) {
      String hint = source instanceof Var v ? v.name() : "operand";
      return new IrBuilder(names, out, value.span()).bind(hint + suffix, value);
    }

    private boolean slice(Var target, Call c, List<Stmt> out) {
      Var source = (Var) c.operand(ParamRole.SOURCE);
      if (tiles.containsKey(source)) {
        Call onTile = c.withOperand(ParamRole.SOURCE, tiles.get(source));
        bind(target, as(TileOp.SLICE, onTile, c.attrs()), out);
        return true;
      }
      Region outer = regions.get(source);
      if (outer == null) {
        int rank = ((TensorLike) source.type()).rank();
        List<Expr> zeros = Collections.nCopies(rank, IntConst.index(0));
        outer = new Region(source, zeros, zeros, zeros, Set.of());
      }
      List<Expr> shape = elements(c.operand(ParamRole.SHAPE));
      Expr box = c.operand(ParamRole.VALID_SHAPE);
      List<Expr> valid = box == null ? shape : elements(box);
      Expr one = IntConst.index(1);
      regions.put(
          target,
          new Region(
              outer.tensor(),
              outer.within(elements(c.operand(ParamRole.OFFSETS))),
              outer.full(shape, one),
              outer.full(valid, one),
              dropped(outer, c.attr(OpAttrs.DROP_DIMS))));
      return true;
    }

    /** The dimensions of the tensor that a slice of a part no longer has. */
    private static Set<Integer> dropped(Region outer, List<Long> dims) {
      Set<Integer> dropped = new HashSet<>(outer.dropped());
      if (!dims.isEmpty()) {
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < outer.offsets().size(); i++) {
          if (!outer.dropped().contains(i)) {
            left.add(i);
          }
        }
        dims.forEach(d -> dropped.add(left.get(d.intValue())));
      }
      return dropped;
    }

    /** Another valid box: of a tile, or of what will be loaded. */
    private void narrow(Var target, Call c, List<Stmt> out) {
      Var source = (Var) c.operand(ParamRole.SOURCE);
      if (tiles.containsKey(source)) {
        onTiles(target, c, TileOp.SET_VALIDSHAPE, out);
        return;
      }
      TensorLike type = (TensorLike) source.type();
      Region outer = regions.get(source);
      if (outer == null) {
        List<Expr> zeros = Collections.nCopies(type.rank(), IntConst.index(0));
        outer = new Region(source, zeros, type.shape(), type.validShape(), Set.of());
      }
      List<Expr> valid = ((TensorLike) c.type()).validShape();
      regions.put(
          target,
          new Region(
              outer.tensor(),
              outer.offsets(),
              outer.shape(),
              outer.full(valid, IntConst.index(1)),
              outer.dropped()));
    }

    /** Lists that are merged, with a scratch tile for all of their columns. */
    private boolean merge(Stmt stmt, Call c, List<Stmt> out) {
      if (c.op().dialect() != Dialect.TENSOR) {
        return false;
      }
      Var target = target(stmt, c);
      Map<ParamRole, Expr> lists = tiles(c, out);
      TileType first = (TileType) lists.get(ParamRole.SOURCE).type();
      List<Expr> shape = new ArrayList<>(first.shape());
      shape.removeLast();
      Expr columns = IntConst.index(0);
      for (Expr list : lists.values()) {
        columns = Scalars.add(columns, ((TileType) list.type()).shape().getLast());
      }
      shape.add(columns);
      lists.put(ParamRole.SCRATCH, scratch(target, first.dtype(), shape, c.span(), out));
      Op op = c.op().in(Dialect.TILE).orElseThrow();
      bind(target, call(op, lists, c.attrs(), c.span()), out);
      return true;
    }

    /**
     * Columns that are gathered row by row: the instruction counts all elements of its source, so
     * that a column is a position only within one row.
     */
    private boolean gather(Var target, Call c, List<Stmt> out) {
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
      if (isOne(shape.getFirst())) {
        bind(target, gathered(target, source, index, IntConst.index(0), span, out), out);
        return true;
      }
      DataType dtype = ((TensorLike) c.type()).dtype();
      Var whole = scratch(target, dtype, shape, span, out);
      Var row = fresh(target.name() + "_row", ScalarType.INDEX, span);
      Var carried = fresh(target.name() + "_rows", whole.type(), span);
      List<Stmt> body = new ArrayList<>();
      Call taken = gathered(target, source, index, row, span, body);
      Var part = named(target, "_part", taken, body);
      Call joined =
          OpTypes.call(
              TileOp.ASSEMBLE,
              List.of(carried, part, tuple(List.of(row, IntConst.index(0)))),
              Attrs.NONE,
              span);
      Var next = named(target, "_next", joined, body);
      body.add(new Yield(List.of(next), span));
      Var result = fresh(target.name() + "_tile", whole.type(), span);
      out.add(
          new For(
              row,
              IntConst.index(0),
              expr(shape.getFirst()),
              IntConst.index(1),
              List.of(new IterArg(carried, whole)),
              new Block(body),
              List.of(result),
              ForKind.SEQUENTIAL,
              Attrs.NONE,
              span));
      tiles.put(target, result);
      return true;
    }

    private Call gathered(Var target, Var source, Var index, Expr row, Span span, List<Stmt> out) {
      Expr positions = rowOf(index, row, out);
      TileType type = (TileType) positions.type();
      Expr from = rowOf(source, row, out);
      Expr scratch = scratch(target, type.dtype(), type.shape(), span, out);
      return OpTypes.call(TileOp.GATHER, List.of(from, positions, scratch), Attrs.NONE, span);
    }

    /** One row of a computed tile or of a tensor in global memory. */
    private Expr rowOf(Var tensor, Expr row, List<Stmt> out) {
      Expr zero = IntConst.index(0);
      Expr one = IntConst.index(1);
      Var tile = tiles.get(tensor);
      TensorLike type = (TensorLike) tensor.type();
      if (tile != null) {
        List<Expr> shape = ((TileType) tile.type()).shape();
        if (isOne(shape.getFirst())) {
          return tile;
        }
        return named(
            tile,
            "_row",
            OpTypes.call(
                TileOp.SLICE,
                List.of(tile, tuple(List.of(one, shape.getLast())), tuple(List.of(row, zero))),
                Attrs.NONE,
                tensor.span()),
            out);
      }
      Region outer = regions.get(tensor);
      if (outer == null) {
        outer = new Region(tensor, List.of(zero, zero), type.shape(), type.validShape(), Set.of());
      }
      List<Expr> args = new ArrayList<>();
      List<Expr> shape = List.of(one, type.shape().getLast());
      args.add(expr(outer.tensor()));
      args.add(tuple(outer.within(List.of(row, zero))));
      args.add(tuple(outer.full(shape, one)));
      Expr valid = type.validShape().getLast();
      if (!valid.equals(shape.getLast())) {
        args.add(tuple(outer.full(List.of(one, valid), one)));
      }
      Attrs attrs = Attrs.of(OpAttrs.TARGET_MEMORY, MemorySpace.VEC);
      Call load = OpTypes.call(TileOp.LOAD, args, attrs, tensor.span());
      TileType loadedType = (TileType) load.type();
      load =
          load.withType(
              loadedType.withShape(
                  outer.kept(loadedType.shape()), outer.kept(loadedType.validShape())));
      return named(tensor, "_row", load, out);
    }

    private static List<Expr> elements(Expr tuple) {
      return tuple instanceof MakeTuple t ? t.elements() : List.of(tuple);
    }

    /** A load, store or element access of a slice is one of the tensor that it is cut from. */
    private boolean throughRegion(
        Stmt stmt, Call c, ParamRole tensorRole, ParamRole offsets, List<Stmt> out) {
      if (!(c.operand(tensorRole) instanceof Var v) || !regions.containsKey(v)) {
        return false;
      }
      Region region = regions.get(v);
      Expr within = new MakeTuple(region.within(elements(c.operand(offsets))), Span.NONE);
      Call whole = c.withOperand(tensorRole, region.tensor()).withOperand(offsets, within);
      if (!region.dropped().isEmpty()) {
        whole = withExtents(whole, region);
      }
      Call moved = as(c.op(), whole, attrs(c.attrs()));
      if (c.op() == TileOp.LOAD) {
        moved = moved.withType(type(c.type()));
      }
      switch (stmt) {
        case Assign a -> {
          if (a.target().type() instanceof TensorLike) {
            // The slice after the store: the same region of the tensor after the store.
            Var tensor = fresh(a.target().name() + "_whole", moved.type(), a.span());
            out.add(new Assign(tensor, moved, a.span()));
            regions.put(a.target(), region.of(tensor));
          } else {
            out.add(new Assign(define(a.target()), moved, a.span()));
          }
        }
        default -> out.add(new Eval(moved, stmt.span()));
      }
      loaded.clear();
      return true;
    }

    /** Gives a load or store of a part with fewer dimensions the extents in the tensor's. */
    private static Call withExtents(Call c, Region region) {
      if (c.op() == TileOp.LOAD) {
        Call load = withExtents(c, ParamRole.SHAPE, elements(c.operand(ParamRole.SHAPE)), region);
        Expr valid = c.operand(ParamRole.VALID_SHAPE);
        return valid == null
            ? load
            : withExtents(load, ParamRole.VALID_SHAPE, elements(valid), region);
      }
      if (c.op() == TileOp.STORE) {
        Expr shape = c.operand(ParamRole.SHAPE);
        List<Expr> written =
            shape == null
                ? ((TileType) c.operand(ParamRole.SOURCE).type()).validShape()
                : elements(shape);
        return withExtents(c, ParamRole.SHAPE, written, region);
      }
      return c;
    }

    private static Call withExtents(Call c, ParamRole role, List<Expr> extents, Region region) {
      List<Expr> full = region.full(extents, IntConst.index(1));
      return c.withOperand(role, new MakeTuple(full, Span.NONE));
    }

    private void assemble(Var target, Call c, List<Stmt> out) {
      Var into = (Var) c.operand(ParamRole.TARGET);
      Expr source = tile(c.operand(ParamRole.SOURCE), out);
      Expr offset = expr(c.operand(ParamRole.OFFSETS));
      boolean adds = c.attr(OpAttrs.ATOMIC) == AtomicType.ADD;
      if (tiles.containsKey(into)) {
        if (adds) {
          throw MemoryRule.NO_TILE_FORM.at(
              c.span(),
              "an atomic assemble into a computed value has no tile form",
              "add the two with pl.add, or assemble into a tensor in global memory");
        }
        DataType dtype = ((TileType) tiles.get(into).type()).dtype();
        if (((TileType) source.type()).dtype() != dtype) {
          // A product that only goes into tensors is narrowed by the store; here there is none.
          Attrs attrs = Attrs.of(OpAttrs.TARGET_TYPE, dtype).with(OpAttrs.ROUNDING, "rint");
          source =
              named(
                  source,
                  "_cast",
                  OpTypes.call(TileOp.CAST, List.of(source), attrs, c.span()),
                  out);
        }
        bind(
            target,
            OpTypes.call(
                TileOp.ASSEMBLE, List.of(tiles.get(into), source, offset), Attrs.NONE, c.span()),
            out);
        return;
      }
      Region region = regions.get(into);
      Expr tensor = region == null ? expr(into) : expr(region.tensor());
      Expr place =
          region == null
              ? offset
              : new MakeTuple(exprs(region.within(elements(offset))), Span.NONE);
      Attrs atomic = adds ? Attrs.of(OpAttrs.ATOMIC, AtomicType.ADD) : Attrs.NONE;
      Call store = OpTypes.call(TileOp.STORE, List.of(source, place, tensor), atomic, c.span());
      loaded.clear();
      if (target == null) {
        out.add(new Eval(store, c.span()));
        return;
      }
      if (region != null) {
        // The part after the store: the same region of the tensor after the store.
        Var whole = fresh(target.name() + "_whole", store.type(), target.span());
        out.add(new Assign(whole, store, target.span()));
        regions.put(target, region.of(whole));
        return;
      }
      out.add(new Assign(define(target), store, target.span()));
    }

    private void read(Var target, Call c, List<Stmt> out) {
      Call onTile = c.withOperand(ParamRole.SOURCE, tiles.get(c.operand(ParamRole.SOURCE)));
      out.add(new Assign(define(target), as(TileOp.READ, onTile, Attrs.NONE), target.span()));
    }

    private boolean transfer(Call c, Op op, String stage, List<Stmt> out) {
      if (c.args().stream().anyMatch(tiles::containsKey)) {
        throw MemoryRule.PUT_COMPUTED.at(
            c.span(),
            c.op().fullName() + " is given a computed value, which lies in on-core memory",
            "push a computed value with pld.tensor.remote_store");
      }
      TensorLike whole = (TensorLike) c.operand(ParamRole.TARGET).type();
      Expr part = c.operand(ParamRole.SHAPE);
      List<Expr> extents = part == null ? whole.shape() : elements(expr(part));
      StagingTile tile =
          StagingTile.of(extents, c.attr(OpAttrs.CHUNK_ROWS), c.attr(OpAttrs.CHUNK_COLS));
      List<Expr> shape = List.of(IntConst.index(tile.rows()), IntConst.index(tile.cols()));
      boolean pipeline = c.attr(OpAttrs.PIPELINE);
      Map<ParamRole, Expr> staged = byRole(c, this::expr);
      String first = pipeline ? stage + "_ping" : stage;
      staged.put(ParamRole.STAGE, stage(first, shape, whole.dtype(), c.span(), out));
      if (pipeline) {
        Var second = stage(stage + "_pong", shape, whole.dtype(), c.span(), out);
        staged.put(ParamRole.STAGE2, second);
      }
      Attrs kept =
          c.attrs()
              .without(OpAttrs.CHUNK_ROWS)
              .without(OpAttrs.CHUNK_COLS)
              .without(OpAttrs.PIPELINE);
      out.add(new Eval(call(op, staged, attrs(kept), c.span()), c.span()));
      loaded.clear();
      return true;
    }

    private Var stage(String hint, List<Expr> shape, DataType dtype, Span span, List<Stmt> out) {
      Attrs attrs = Attrs.of(OpAttrs.DTYPE, dtype).with(OpAttrs.TARGET_MEMORY, MemorySpace.VEC);
      Call create =
          OpTypes.call(TileOp.CREATE, List.of(new MakeTuple(shape, Span.NONE)), attrs, span);
      Var stage = fresh(hint, create.type(), span);
      out.add(new Assign(stage, create, span));
      return stage;
    }

    /** Values are carried as tiles; what is the same part in every round is not carried. */
    @Override
    protected void loop(For s, List<Stmt> out) {
      copies.entersLoop(s.body());
      loaded = new IdentityHashMap<>();
      List<IterArg> args = new ArrayList<>();
      List<Var> results = new ArrayList<>();
      carry(s.iterArgs(), s.results(), args, results, out);
      loaded = new IdentityHashMap<>();
      within(
          receivers(s.iterArgs(), s.results()),
          () ->
              super.loop(
                  new For(
                      s.index(), s.start(), s.stop(), s.step(), args, s.body(), results, s.kind(),
                      s.attrs(), s.span()),
                  out));
      loaded = new IdentityHashMap<>();
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      copies.entersLoop(s.body());
      loaded = new IdentityHashMap<>();
      List<IterArg> args = new ArrayList<>();
      List<Var> results = new ArrayList<>();
      carry(s.iterArgs(), s.results(), args, results, out);
      loaded = new IdentityHashMap<>();
      within(
          receivers(s.iterArgs(), s.results()),
          () -> super.loop(new While(s.condition(), args, s.body(), results, s.span()), out));
      loaded = new IdentityHashMap<>();
    }

    private static List<List<Var>> receivers(List<IterArg> args, List<Var> results) {
      List<List<Var>> both = new ArrayList<>();
      for (int i = 0; i < args.size(); i++) {
        both.add(List.of(args.get(i).var(), results.get(i)));
      }
      return both;
    }

    private void within(List<List<Var>> inner, Runnable convert) {
      List<List<Var>> outer = receivers;
      receivers = inner;
      convert.run();
      receivers = outer;
    }

    private void carry(
        List<IterArg> before,
        List<Var> resultsBefore,
        List<IterArg> args,
        List<Var> results,
        List<Stmt> out) {
      for (int i = 0; i < before.size(); i++) {
        IterArg arg = before.get(i);
        Var result = resultsBefore.get(i);
        switch (kind(arg.var())) {
          case MEMORY -> {
            args.add(arg);
            results.add(result);
          }
          case PART -> {
            isPart(arg.var());
            isPart(result);
          }
          case VALUE -> {
            Expr tile = handedOn(arg.init(), List.of(arg.var(), result), out);
            Var carried = fresh(arg.var().name() + "_tile", tile.type(), arg.var().span());
            Var last = fresh(result.name() + "_tile", tile.type(), arg.var().span());
            tiles.put(arg.var(), carried);
            tiles.put(result, last);
            args.add(new IterArg(carried, tile));
            results.add(last);
          }
        }
      }
    }

    /** What a loop or choice hands on under a name; what is no tensor is handed on as it is. */
    private TensorOrigins.Kind kind(Var name) {
      return name.type() instanceof TensorLike
          ? origins.of(name).kind()
          : TensorOrigins.Kind.MEMORY;
    }

    /** A name stands for a part that has one already. */
    private void isPart(Var name) {
      Var part = origins.of(name).part();
      if (regions.containsKey(part)) {
        regions.put(name, regions.get(part));
      } else {
        substitute(name, expr(part));
      }
    }

    private List<Expr> handedOn(Yield y, List<Stmt> out) {
      List<Expr> values = new ArrayList<>();
      for (int i = 0; i < y.values().size(); i++) {
        Expr value = y.values().get(i);
        switch (kind(receivers.get(i).getFirst())) {
          case MEMORY -> values.add(expr(value));
          case PART -> {}
          case VALUE -> values.add(handedOn(value, receivers.get(i), out));
        }
      }
      return values;
    }

    private Expr handedOn(Expr value, List<Var> names, List<Stmt> out) {
      names.forEach(name -> copies.handedOn(name, value, value.span()));
      return tile(value, out);
    }

    @Override
    protected void choice(If s, List<Stmt> out) {
      loaded = new IdentityHashMap<>();
      Expr condition = expr(s.condition());
      List<Block> paths = new ArrayList<>();
      within(
          s.results().stream().map(List::of).toList(),
          () -> {
            paths.add(block(s.then()));
            loaded = new IdentityHashMap<>();
            paths.add(block(s.orElse()));
          });
      loaded = new IdentityHashMap<>();
      List<Var> results = new ArrayList<>();
      List<Expr> yields = org.pyptoj.passes.memory.Definitions.yields(paths.getFirst());
      for (Var result : s.results()) {
        switch (kind(result)) {
          case MEMORY -> results.add(define(result));
          case PART -> isPart(result);
          case VALUE -> {
            Type type = yields.get(results.size()).type();
            Var tile = fresh(result.name() + "_tile", type, result.span());
            tiles.put(result, tile);
            results.add(tile);
          }
        }
      }
      out.add(new If(condition, paths.getFirst(), paths.getLast(), results, s.span()));
    }

    @Override
    public Expr expr(Expr expr) {
      if (expr instanceof Var v && tiles.containsKey(v)) {
        return tiles.get(v);
      }
      return super.expr(expr);
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      if (s.value() instanceof Var v && regions.containsKey(v)) {
        regions.put(s.target(), regions.get(v));
        return;
      }
      if (s.value() instanceof Var v && tiles.containsKey(v)) {
        tiles.put(s.target(), tiles.get(v));
        return;
      }
      super.assign(s, out);
    }

    /** Stores computed tensors that the kernel returns into parameters of their own. */
    @Override
    public Block block(Block block) {
      if (block.stmts().isEmpty() || !(block.stmts().getLast() instanceof Return r)) {
        return super.block(block);
      }
      Block front = super.block(new Block(block.stmts().subList(0, block.stmts().size() - 1)));
      List<Stmt> out = new ArrayList<>(front.stmts());
      List<Expr> values = new ArrayList<>();
      for (Expr value : r.values()) {
        values.add(
            value instanceof Var v && v.type() instanceof TensorType t && tiles.containsKey(v)
                ? output(v, t, out)
                : expr(value));
      }
      out.add(new Return(values, r.span()));
      return new Block(out);
    }

    private Expr output(Var value, TensorType type, List<Stmt> out) {
      Var param = fresh(AutoName.baseOf(value.name()) + "__out", type, value.span());
      outputs.add(param);
      List<Expr> zeros = Collections.nCopies(type.rank(), IntConst.index(0));
      Call store =
          OpTypes.call(
              TileOp.STORE,
              List.of(tiles.get(value), new MakeTuple(zeros, Span.NONE), param),
              Attrs.NONE,
              value.span());
      Var stored = fresh(AutoName.baseOf(value.name()) + "__store", type, value.span());
      out.add(new Assign(stored, store, value.span()));
      return stored;
    }
  }

  /** Creates the tensors that kernels now write their results into. */
  private static final class CallSites extends Rewriter {
    private final Map<String, List<Var>> added;
    private final FreshNames names;

    CallSites(Map<String, List<Var>> added, Function caller) {
      this.added = added;
      this.names = FreshNames.beside(caller);
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      Expr value =
          switch (stmt) {
            case Assign a -> a.value();
            case Eval e -> e.value();
            default -> null;
          };
      if (!(value instanceof FunctionCall c) || !added.containsKey(c.callee())) {
        super.stmt(stmt, out);
        return;
      }
      List<Expr> args = new ArrayList<>(c.args());
      for (Var output : added.get(c.callee())) {
        TensorType type = (TensorType) output.type();
        Call create =
            OpTypes.call(
                TensorOp.CREATE,
                List.of(new MakeTuple(type.shape(), Span.NONE)),
                Attrs.of(OpAttrs.DTYPE, type.dtype()),
                c.span());
        Var tensor = new Var(names.free(output.name()), type, c.span());
        out.add(new Assign(tensor, create, c.span()));
        args.add(tensor);
      }
      FunctionCall call = new FunctionCall(c.callee(), args, c.attrs(), c.type(), c.span());
      super.stmt(
          switch (stmt) {
            case Assign a -> new Assign(a.target(), call, a.span());
            default -> new Eval(call, stmt.span());
          },
          out);
    }
  }
}

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.OpTypes;
import org.pyptoj.verifier.call.StagingTile;

/** Converts the statements of one kernel. */
final class TileConversion extends TileValues {

  private final SlicedOperands sliced = new SlicedOperands(regions);

  private final List<Var> outputs = new ArrayList<>();

  private final TensorUses uses;

  private final TensorOrigins origins;

  private final TensorCopies copies;
  private final TileComputations computations;
  private final RowGathers gathers;
  private final KeepingScatters scatters;

  /** The names that get the yields of the block at hand, for each yield. */
  private List<List<Var>> receivers = List.of();

  TileConversion(Function kernel) {
    super(kernel);
    this.uses = new TensorUses(kernel);
    this.origins = new TensorOrigins(kernel);
    this.copies = new TensorCopies(origins, uses);
    this.computations = new TileComputations(this, uses);
    this.gathers = new RowGathers(this);
    this.scatters = new KeepingScatters(this);
  }

  /** The new parameters that the kernel writes its results into. */
  List<Var> outputs() {
    return outputs;
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
      case OpKind.Unary k -> computations.compute(stmt, c, out);
      case OpKind.Convert k -> computations.compute(stmt, c, out);
      case OpKind.Binary k -> computations.compute(stmt, c, out);
      case OpKind.ScalarBinary k -> computations.compute(stmt, c, out);
      case OpKind.Part k -> computations.compute(stmt, c, out);
      case OpKind.Reduce k -> computations.compute(stmt, c, out);
      case OpKind.ArgReduce k -> computations.compute(stmt, c, out);
      case OpKind.Merge k -> computations.merge(stmt, c, out);
      case OpKind.Rearrangement k ->
          switch (k) {
            case GATHER ->
                c.op().dialect() == Dialect.TENSOR && gathers.gather(target(stmt, c), c, out);
            case GATHER_MASK, SORT_BLOCKS, MERGE_RUNS -> computations.compute(stmt, c, out);
            case SCATTER, SCATTER_MASK, SCATTER_ROWS -> scatters.scatter(stmt, c, k, out);
          };
      case OpKind.IndexedTransfer k ->
          switch (k) {
            case ROWS -> gatherRow(stmt, c, out);
          };
      case OpKind.Expand k -> computations.compute(stmt, c, out);
      case OpKind.Matmul k -> {
        if (c.op().dialect() != Dialect.TENSOR) {
          yield false;
        }
        computations.product(target(stmt, c), c, out);
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
      case CREATE_L1 -> {
        Attrs attrs =
            Attrs.of(OpAttrs.DTYPE, c.attr(OpAttrs.DTYPE))
                .with(OpAttrs.TARGET_MEMORY, MemorySpace.MAT);
        boolean transposed = c.attr(OpAttrs.TRANSPOSE);
        attrs = transposed ? attrs.with(OpAttrs.TRANSPOSE, true) : attrs;
        bind(target(stmt, c), as(TileOp.CREATE, c, attrs), out);
      }
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

  /** A block of a tensor goes into the tile of a value; the tensor stays where it is. */
  private boolean gatherRow(Stmt stmt, Call c, List<Stmt> out) {
    var source = (Var) c.operand(ParamRole.SOURCE);
    TensorRegion region = regions.get(source);
    if (tiles.containsKey(source) || region != null && !region.dropped().isEmpty()) {
      throw MemoryRule.NO_TILE_FORM.at(
          c.span(),
          c.op().shortName() + " takes rows of a tensor in global memory as it lies there",
          "pass the whole tensor, and say by src_offset where the rows begin");
    }
    if (c.op().dialect() != Dialect.TENSOR) {
      return throughRegion(stmt, c, ParamRole.SOURCE, ParamRole.SOURCE_OFFSETS, out);
    }
    Map<ParamRole, Expr> operands = byRole(c, this::expr);
    operands.put(ParamRole.TARGET, tile(c.operand(ParamRole.TARGET), out));
    if (region != null) {
      operands.put(ParamRole.SOURCE, expr(region.tensor()));
      List<Expr> within = region.within(elements(c.operand(ParamRole.SOURCE_OFFSETS)));
      operands.put(ParamRole.SOURCE_OFFSETS, tuple(within));
    }
    bind(target(stmt, c), call(TileOp.GATHER_ROW, operands, c.attrs(), c.span()), out);
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

  private boolean slice(Var target, Call c, List<Stmt> out) {
    Var source = (Var) c.operand(ParamRole.SOURCE);
    if (tiles.containsKey(source)) {
      Call onTile = c.withOperand(ParamRole.SOURCE, tiles.get(source));
      bind(target, as(TileOp.SLICE, onTile, c.attrs()), out);
      return true;
    }
    TensorRegion outer = regions.get(source);
    if (outer == null) {
      int rank = ((TensorLike) source.type()).rank();
      List<Expr> zeros = Collections.nCopies(rank, IntConst.index(0));
      outer = new TensorRegion(source, zeros, zeros, zeros, Set.of());
    }
    List<Expr> shape = elements(c.operand(ParamRole.SHAPE));
    Expr box = c.operand(ParamRole.VALID_SHAPE);
    List<Expr> valid = box == null ? shape : elements(box);
    Expr one = IntConst.index(1);
    regions.put(
        target,
        new TensorRegion(
            outer.tensor(),
            outer.within(elements(c.operand(ParamRole.OFFSETS))),
            outer.full(shape, one),
            outer.full(valid, one),
            dropped(outer, c.attr(OpAttrs.DROP_DIMS))));
    return true;
  }

  /** The dimensions of the tensor that a slice of a part no longer has. */
  private static Set<Integer> dropped(TensorRegion outer, List<Long> dims) {
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
    TensorRegion outer = regions.get(source);
    if (outer == null) {
      List<Expr> zeros = Collections.nCopies(type.rank(), IntConst.index(0));
      outer = new TensorRegion(source, zeros, type.shape(), type.validShape(), Set.of());
    }
    List<Expr> valid = ((TensorLike) c.type()).validShape();
    regions.put(
        target,
        new TensorRegion(
            outer.tensor(),
            outer.offsets(),
            outer.shape(),
            outer.full(valid, IntConst.index(1)),
            outer.dropped()));
  }

  /** A load, store or element access of a slice is one of the tensor that it is cut from. */
  private boolean throughRegion(
      Stmt stmt, Call c, ParamRole tensorRole, ParamRole offsets, List<Stmt> out) {
    if (!(c.operand(tensorRole) instanceof Var v) || !regions.containsKey(v)) {
      return false;
    }
    TensorRegion region = regions.get(v);
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
  private static Call withExtents(Call c, TensorRegion region) {
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

  private static Call withExtents(Call c, ParamRole role, List<Expr> extents, TensorRegion region) {
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
                source, "_cast", OpTypes.call(TileOp.CAST, List.of(source), attrs, c.span()), out);
      }
      bind(
          target,
          OpTypes.call(
              TileOp.ASSEMBLE, List.of(tiles.get(into), source, offset), Attrs.NONE, c.span()),
          out);
      return;
    }
    TensorRegion region = regions.get(into);
    Expr tensor = region == null ? expr(into) : expr(region.tensor());
    Expr place =
        region == null ? offset : new MakeTuple(exprs(region.within(elements(offset))), Span.NONE);
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
        c.attrs().without(OpAttrs.CHUNK_ROWS).without(OpAttrs.CHUNK_COLS).without(OpAttrs.PIPELINE);
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
    return name.type() instanceof TensorLike ? origins.of(name).kind() : TensorOrigins.Kind.MEMORY;
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

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.Layouts;

/**
 * Makes every tile two-dimensional, as PTO knows no other. Comes in: kernels with tiles of any
 * rank. Goes out: tiles whose dimensions but the last have become rows; a vector is one row. Loads
 * and stores keep the tensor's dimensions: a store into a tensor of more than two names its
 * extents. A transpose gets its scratch tile.
 *
 * <pre>
 * t: pl.Tile[[2, 3, 4], pl.FP32] = pl.tile.load(x, [0, 0, 0], [2, 3, 4])
 * y = pl.tile.store(t, [0, 0, 0], y)
 *   becomes
 * t: pl.Tile[[6, 4], pl.FP32] = pl.tile.load(x, [0, 0, 0], [2, 3, 4])
 * y = pl.tile.store(t, [0, 0, 0], y, [2, 3, 4])
 * </pre>
 *
 * <p>Establishes {@link Invariant#TILES_2D}.
 */
public final class FlattenTileNdTo2D extends KernelPass {

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.TILES_2D);
  }

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    return new Flattener(AutoName.definedIn(kernel)).function(kernel);
  }

  private static final class Flattener extends Rewriter {
    private final Set<String> names;

    Flattener(Set<String> names) {
      this.names = names;
    }

    @Override
    public Type type(Type type) {
      Type rewritten = super.type(type);
      return rewritten instanceof TileType t ? flat(t) : rewritten;
    }

    private static TileType flat(TileType type) {
      if (type.rank() == 2) {
        return type;
      }
      List<Expr> shape = rows(type.shape());
      TileType flat = type.withShape(shape, rows(type.validShape()));
      return Layouts.of(type.shape(), type.space()).equals(type.layout())
          ? flat.withLayout(Layouts.of(shape, type.space()))
          : flat;
    }

    /** All dimensions but the last as one. */
    private static List<Expr> rows(List<Expr> extents) {
      Expr rows = IntConst.index(1);
      for (Expr extent : extents.subList(0, extents.size() - 1)) {
        rows = Scalars.mul(rows, extent);
      }
      return List.of(rows, extents.getLast());
    }

    /** Indices into dimensions of these extents, as a row and a column. */
    private static Expr place(Expr indices, List<Expr> shape) {
      List<Expr> elements = elements(indices);
      Expr row = IntConst.index(0);
      for (int i = 0; i < shape.size() - 1; i++) {
        row = Scalars.add(Scalars.mul(row, shape.get(i)), elements.get(i));
      }
      return new MakeTuple(List.of(row, elements.getLast()), indices.span());
    }

    private static List<Expr> elements(Expr tuple) {
      return tuple instanceof MakeTuple t ? t.elements() : List.of(tuple);
    }

    /** Whether a part's rows follow each other without gaps in the whole. */
    private static boolean isBand(List<Expr> part, List<Expr> whole) {
      int first = 0;
      while (first < part.size() - 1 && Long.valueOf(1).equals(Scalars.constant(part.get(first)))) {
        first++;
      }
      for (int i = first + 1; i < part.size() - 1; i++) {
        if (!part.get(i).equals(whole.get(i))) {
          return false;
        }
      }
      return true;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      if (s.target().type() instanceof TileType t
          && t.rank() > 2
          && !isBand(t.validShape(), t.shape())) {
        throw MemoryRule.NOT_ROWS.at(
            s.target().span(),
            "the valid box of '" + s.target().name() + "' does not collapse to whole rows",
            "narrow the first dimension or the last one, or load the parts one by one");
      }
      if (s.value() instanceof Call c && c.op() == Op.TILE_TRANSPOSE && c.args().size() == 1) {
        Call transpose = withScratch(c, out);
        super.assign(new Assign(s.target(), transpose, s.span()), out);
        return;
      }
      super.assign(s, out);
    }

    private Call withScratch(Call c, List<Stmt> out) {
      TileType source = (TileType) c.args().getFirst().type();
      if (source.rank() > 2) {
        throw MemoryRule.NO_TILE_FORM.at(
            c.span(),
            "a tile of rank " + source.rank() + " cannot be transposed at once",
            "transpose its pages in a loop");
      }
      MemorySpace space = source.space() == null ? MemorySpace.VEC : source.space();
      TileType type = new TileType(source.dtype(), source.shape()).withSpace(space);
      Attrs attrs = Attrs.NONE.with("dtype", source.dtype()).with("target_memory", space);
      String name = AutoName.free("transpose_tmp", names);
      Var scratch = new Var(name, type.withLayout(source.layout()), c.span());
      Expr shape = new MakeTuple(source.shape(), c.span());
      out.add(
          new Assign(
              scratch,
              new Call(Op.TILE_CREATE, List.of(shape), attrs, scratch.type(), c.span()),
              c.span()));
      return c.withArgs(List.of(c.args().getFirst(), scratch));
    }

    @Override
    protected Expr call(Call c) {
      Call flat = (Call) super.call(c);
      List<Expr> args = new ArrayList<>(flat.args());
      Attrs attrs = flat.attrs();
      switch (c.op()) {
        case TILE_CREATE, TILE_FULL -> args.set(0, flatTuple(c.arg(0)));
        case TILE_CI, TILE_RESHAPE -> args.set(1, flatTuple(c.arg(1)));
        case TILE_READ, TILE_WRITE -> args.set(1, place(args.get(1), shapeOf(c.arg(0))));
        case TILE_ASSEMBLE -> {
          requireBand(c, shapeOf(c.arg(1)), shapeOf(c.arg(0)));
          args.set(2, place(args.get(2), shapeOf(c.arg(0))));
        }
        case TILE_SLICE -> {
          requireBand(c, elements(c.arg(1)), shapeOf(c.arg(0)));
          args.set(1, flatTuple(args.get(1)));
          args.set(2, place(args.get(2), shapeOf(c.arg(0))));
          if (args.size() > 3) {
            args.set(3, flatTuple(args.get(3)));
          }
        }
        case TILE_STORE -> {
          TensorLike tensor = (TensorLike) c.arg(2).type();
          if (tensor.rank() > 2 && c.args().size() < 4) {
            args.add(new MakeTuple(exprs(written(c.arg(0), tensor.rank())), c.span()));
          }
        }
        case REMOTE_STORE -> {
          TensorLike tensor = (TensorLike) c.arg(1).type();
          if (tensor.rank() > 2) {
            attrs = attrs.with("shapes", exprs(written(c.arg(0), tensor.rank())));
          }
        }
        default -> {
          return flat;
        }
      }
      return args.equals(flat.args()) && attrs.equals(flat.attrs())
          ? flat
          : new Call(flat.op(), args, attrs, flat.type(), flat.span());
    }

    private static List<Expr> shapeOf(Expr tile) {
      return ((TileType) tile.type()).shape();
    }

    private static Expr flatTuple(Expr tuple) {
      List<Expr> extents = elements(tuple);
      return extents.size() == 2 ? tuple : new MakeTuple(rows(extents), tuple.span());
    }

    private static void requireBand(Call c, List<Expr> part, List<Expr> whole) {
      if (whole.size() > 2 && !isBand(part, whole)) {
        throw MemoryRule.NOT_ROWS.at(
            c.span(),
            "the part of the tile does not consist of rows that follow each other",
            "take whole inner dimensions, or one page at a time");
      }
    }

    /** The extents of a tile in a tensor of this rank. */
    private static List<Expr> written(Expr tile, int rank) {
      List<Expr> valid = ((TileType) tile.type()).validShape();
      List<Expr> sizes = new ArrayList<>(Collections.nCopies(rank, IntConst.index(1)));
      for (int i = 1; i <= Math.min(rank, valid.size()); i++) {
        sizes.set(rank - i, valid.get(valid.size() - i));
      }
      return sizes;
    }
  }
}

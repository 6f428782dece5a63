package org.pyptoj.passes;

import static org.pyptoj.ir.op.ParamRole.INDICES;
import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.RHS;
import static org.pyptoj.ir.op.ParamRole.SCRATCH;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.verifier.call.Layouts;

/**
 * Makes every tile two-dimensional, as PTO knows no other. Comes in: kernels with tiles of any
 * rank. Goes out: tiles whose dimensions but the last have become rows; a vector is one row. Loads
 * and stores keep the tensor's dimensions: a store into a tensor of more than two names its
 * extents. A transpose gets its scratch tile, and a product of batches of one matrix is one of
 * matrices.
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
    return new Flattener(FreshNames.beside(kernel)).function(kernel);
  }

  private static final class Flattener extends Rewriter {
    private final FreshNames names;

    Flattener(FreshNames names) {
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
      if (s.value() instanceof Call c && c.op() == TileOp.TRANSPOSE && !c.has(SCRATCH)) {
        Call transpose = withScratch(c, out);
        super.assign(new Assign(s.target(), transpose, s.span()), out);
        return;
      }
      super.assign(s, out);
    }

    private Call withScratch(Call c, List<Stmt> out) {
      TileType source = (TileType) c.operand(SOURCE).type();
      if (source.rank() > 2) {
        throw MemoryRule.NO_TILE_FORM.at(
            c.span(),
            "a tile of rank " + source.rank() + " cannot be transposed at once",
            "transpose its pages in a loop");
      }
      MemorySpace space = source.space() == null ? MemorySpace.VEC : source.space();
      TileType type = new TileType(source.dtype(), source.shape()).withSpace(space);
      Attrs attrs = Attrs.of(OpAttrs.DTYPE, source.dtype()).with(OpAttrs.TARGET_MEMORY, space);
      Expr shape = new MakeTuple(source.shape(), c.span());
      Var scratch =
          new IrBuilder(names, out, c.span())
              .bind(
                  "transpose_tmp",
                  new Call(
                      TileOp.CREATE,
                      List.of(shape),
                      attrs,
                      type.withLayout(source.layout()),
                      c.span()));
      return c.withOperand(SCRATCH, scratch);
    }

    @Override
    protected Expr call(Call c) {
      Call flat = (Call) super.call(c);
      if (c.op().kind() instanceof OpKind.TileMemory kind) {
        return tileOp(kind, c, flat);
      }
      if (c.op().kind() instanceof OpKind.Matmul k && k.batched()) {
        return onePage(c, flat);
      }
      if (c.op().kind() == OpKind.Transfer.REMOTE_STORE) {
        TensorLike tensor = (TensorLike) c.operand(TARGET).type();
        if (tensor.rank() > 2) {
          List<Expr> shapes = exprs(written(c.operand(SOURCE), tensor.rank()));
          return flat.withOperand(SHAPE, new MakeTuple(shapes, c.span()));
        }
      }
      return flat;
    }

    /** The product of one pair of matrices: the core multiplies no more of them at once. */
    private static Call onePage(Call c, Call flat) {
      List<Expr> shape = ((TileType) c.type()).shape();
      for (Expr pages : shape.subList(0, shape.size() - 2)) {
        if (!Long.valueOf(1).equals(Scalars.constant(pages))) {
          throw MemoryRule.NO_TILE_FORM.at(
              c.span(),
              "several matrices are not multiplied at once; the product is "
                  + Printer.print(c.type()),
              "multiply the matrices of the batch in a loop");
        }
      }
      return new Call(
          TileOp.MATMUL,
          List.of(flat.operand(LHS), flat.operand(RHS)),
          flat.attrs(),
          flat.type(),
          flat.span());
    }

    /** A call whose operands are flat already, with extents and places that are flat too. */
    private Call tileOp(OpKind.TileMemory kind, Call c, Call flat) {
      return switch (kind) {
        case CREATE, FULL, SEQUENCE, RESHAPE ->
            flat.withOperand(SHAPE, flatTuple(flat.operand(SHAPE)));
        case READ -> placed(flat, INDICES, c.operand(SOURCE));
        case WRITE -> placed(flat, INDICES, c.operand(TARGET));
        case ASSEMBLE -> {
          requireBand(c, shapeOf(c.operand(SOURCE)), shapeOf(c.operand(TARGET)));
          yield placed(flat, OFFSETS, c.operand(TARGET));
        }
        case SLICE -> {
          requireBand(c, elements(c.operand(SHAPE)), shapeOf(c.operand(SOURCE)));
          Call part =
              placed(flat, OFFSETS, c.operand(SOURCE))
                  .withOperand(SHAPE, flatTuple(flat.operand(SHAPE)));
          Expr valid = flat.operand(VALID_SHAPE);
          yield valid == null ? part : part.withOperand(VALID_SHAPE, flatTuple(valid));
        }
        case STORE -> {
          TensorLike tensor = (TensorLike) c.operand(TARGET).type();
          if (tensor.rank() <= 2 || c.operand(SHAPE) != null) {
            yield flat;
          }
          List<Expr> shapes = exprs(written(c.operand(SOURCE), tensor.rank()));
          yield flat.withOperand(SHAPE, new MakeTuple(shapes, c.span()));
        }
        case FILLPAD_EXPAND -> {
          requireBand(c, shapeOf(c.operand(SOURCE)), elements(c.operand(SHAPE)));
          yield flat.withOperand(SHAPE, flatTuple(flat.operand(SHAPE)));
        }
        case LOAD,
            EXTRACT,
            MOVE,
            TRIANGLE,
            FILLPAD,
            FILLPAD_INPLACE,
            TRANSPOSE,
            TRANSPOSE_VIEW,
            SET_VALIDSHAPE,
            CONCAT ->
            flat;
      };
    }

    private static Call placed(Call flat, ParamRole role, Expr within) {
      return flat.withOperand(role, place(flat.operand(role), shapeOf(within)));
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

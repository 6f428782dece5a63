package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.Definitions;
import org.pyptoj.verifier.call.Layouts;

/**
 * Says in which memory each tile is. Comes in: kernels whose tiles may name none. Goes out: every
 * tile has one, and operands of matrix products are where the cube reads them: a move to the left
 * or right memory stands in front of the product where they were elsewhere. A tile that is loaded
 * for products alone, and not said to go elsewhere, is loaded beside the cube.
 *
 * <pre>
 * a = pl.tile.load(x, [0, 0], [16, 16])
 * c = pl.tile.matmul(a, b)
 *   becomes
 * a = pl.tile.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
 * a_Left = pl.tile.move(a, target_memory=pl.Mem.Left)
 * b_Right = pl.tile.move(b, target_memory=pl.Mem.Right)
 * c = pl.tile.matmul(a_Left, b_Right)                  # in pl.Mem.Acc
 * </pre>
 *
 * <p>Establishes {@link Invariant#MEMORY_SPACES}.
 */
public final class InferTileMemorySpace extends KernelPass {

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.MEMORY_SPACES);
  }

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    return new Spaces(FreshNames.beside(kernel), ProductOperands.of(kernel)).function(kernel);
  }

  /** The tiles that products read and nothing else. */
  private static final class ProductOperands extends Walker {
    private final Set<Var> read = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Var> usedOtherwise = Collections.newSetFromMap(new IdentityHashMap<>());

    static Set<Var> of(Function kernel) {
      ProductOperands operands = new ProductOperands();
      operands.function(kernel);
      operands.read.removeAll(operands.usedOtherwise);
      return operands.read;
    }

    @Override
    public void expr(Expr e) {
      if (e instanceof Call c && c.op().kind() instanceof OpKind.Matmul) {
        for (Call.Operand operand : c.operands()) {
          if (operand.param().space() != null && operand.value() instanceof Var v) {
            read.add(v);
          } else {
            expr(operand.value());
          }
        }
      } else {
        super.expr(e);
      }
    }

    @Override
    protected void use(Var var) {
      usedOtherwise.add(var);
    }
  }

  private static final class Spaces extends Rewriter {
    private final FreshNames names;

    private final Set<Var> productOperands;

    /** Moves of this block, so that a tile that two products read is moved once. */
    private Map<Move, Var> moves = new HashMap<>();

    private record Move(Expr tile, MemorySpace to) {}

    Spaces(FreshNames names, Set<Var> productOperands) {
      this.names = names;
      this.productOperands = productOperands;
    }

    @Override
    public Block block(Block block) {
      Map<Move, Var> before = moves;
      moves = new HashMap<>();
      try {
        return super.block(block);
      } finally {
        moves = before;
      }
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      if (!(s.target().type() instanceof TileType type)) {
        super.assign(s, out);
        return;
      }
      Expr value = expr(s.value());
      if (value instanceof Call c && c.op().kind() instanceof OpKind.Matmul) {
        value = withPlacedOperands(c, out);
      }
      if (value instanceof Call c
          && c.op() == TileOp.LOAD
          && !c.attrs().has(OpAttrs.TARGET_MEMORY)
          && productOperands.contains(s.target())) {
        value = c.withAttrs(c.attrs().with(OpAttrs.TARGET_MEMORY, MemorySpace.MAT));
      }
      MemorySpace space =
          switch (value) {
            case Call c -> spaceOf(c, type);
            case Var v -> ((TileType) v.type()).space();
            default -> MemorySpace.VEC;
          };
      TileType placed = (TileType) type(type);
      if (placed.space() != space) {
        placed = placed.withSpace(space);
        if (Layouts.of(type.shape(), type.space()).equals(type.layout())) {
          placed = placed.withLayout(Layouts.of(type.shape(), space));
        }
      }
      if (value instanceof Call c && c.op() == TileOp.LOAD) {
        value = c.withType(placed);
      }
      out.add(new Assign(named(s.target(), placed), value, s.span()));
    }

    private Var named(Var var, TileType type) {
      if (type.equals(var.type())) {
        return var;
      }
      Var changed = new Var(var.name(), type, var.span());
      substitute(var, changed);
      return changed;
    }

    /**
     * The memory that is asked for, where an op leaves the choice; otherwise that of the core that
     * computes the tile, or of the operand that it is made from.
     */
    private static MemorySpace spaceOf(Call c, TileType declared) {
      if (c.op().signature().has(OpAttrs.TARGET_MEMORY)) {
        return c.attr(OpAttrs.TARGET_MEMORY);
      }
      return switch (c.op().affinity()) {
        case CUBE -> MemorySpace.ACC;
        case DERIVED -> orVector(firstTile(c).space());
        case VECTOR, SHARED -> orVector(declared.space());
      };
    }

    private static TileType firstTile(Call c) {
      return c.args().stream()
          .map(Expr::type)
          .filter(TileType.class::isInstance)
          .map(TileType.class::cast)
          .findFirst()
          .orElseThrow();
    }

    private static MemorySpace orVector(MemorySpace space) {
      return space == null ? MemorySpace.VEC : space;
    }

    /** The call with each operand in the memory that its row asks for. */
    private Call withPlacedOperands(Call c, List<Stmt> out) {
      List<Expr> args = new ArrayList<>();
      for (Call.Operand operand : c.operands()) {
        MemorySpace space = operand.param().space();
        args.add(space == null ? operand.value() : moved(operand.value(), space, out));
      }
      return c.withArgs(args);
    }

    private Expr moved(Expr tile, MemorySpace to, List<Stmt> out) {
      TileType type = (TileType) tile.type();
      if (type.space() == to) {
        return tile;
      }
      return moves.computeIfAbsent(
          new Move(tile, to),
          m -> {
            TileType there =
                type.withSpace(to).withLayout(Layouts.of(type.shape(), to)).withMemRef(null);
            Attrs attrs = Attrs.of(OpAttrs.TARGET_MEMORY, to);
            return new IrBuilder(names, out, tile.span())
                .bind(
                    ((Var) tile).name() + "_" + to.dslName(),
                    new Call(TileOp.MOVE, List.of(tile), attrs, there, tile.span()));
          });
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      super.loop(
          s.carrying(carried(s.iterArgs()), s.body(), carried(s.iterArgs(), s.results())), out);
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      super.loop(
          s.carrying(carried(s.iterArgs()), s.body(), carried(s.iterArgs(), s.results())), out);
    }

    private List<IterArg> carried(List<IterArg> args) {
      return args.stream().map(a -> new IterArg(like(a.var(), expr(a.init())), a.init())).toList();
    }

    private List<Var> carried(List<IterArg> args, List<Var> results) {
      List<Var> placed = new ArrayList<>();
      for (int i = 0; i < results.size(); i++) {
        placed.add(like(results.get(i), expr(args.get(i).init())));
      }
      return placed;
    }

    /** A variable in the memory of the value that it begins with. */
    private Var like(Var var, Expr value) {
      return var.type() instanceof TileType t && value.type() instanceof TileType of
          ? named(var, t.withSpace(of.space()).withLayout(of.layout()))
          : var;
    }

    @Override
    protected void choice(If s, List<Stmt> out) {
      Expr condition = expr(s.condition());
      Block then = block(s.then());
      Block orElse = block(s.orElse());
      List<Expr> yields = Definitions.yields(then);
      List<Var> results = new ArrayList<>();
      for (int i = 0; i < s.results().size(); i++) {
        results.add(define(like(s.results().get(i), yields.get(i))));
      }
      out.add(new If(condition, then, orElse, results, s.span()));
    }
  }
}

package org.pyptoj.passes;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.Buffers;
import org.pyptoj.passes.memory.ResultPlace;
import org.pyptoj.passes.memory.TileSizes;

/**
 * Gives every tile a buffer. Comes in: kernels in SSA form whose tiles have memory spaces and
 * constant shapes. Goes out: tile types with allocations that have a name and a size and no address
 * yet. Tiles share a buffer where the op says so: views of a tile, the accumulator of a matrix
 * product, the padded form of a tile that nothing else reads, and the four names of a value that a
 * loop carries in from outside.
 *
 * <pre>
 * t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
 *   becomes
 * t: pl.Tile[[1, 64], pl.FP32, pl.MemRef("mem_vec_2", None, 256), pl.Mem.Vec] = ...
 * </pre>
 *
 * <p>Buffers are numbered in the order of their definitions, tensors counted too, as the names of
 * the reference are: a later pass orders buffers by name.
 *
 * <p>Establishes {@link Invariant#BUFFERS}.
 */
public final class InitMemRef extends KernelPass {

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.BUFFERS);
  }

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    return new Numbering(kernel).run();
  }

  private static final class Numbering {
    private final Function kernel;
    private final Buffers buffers = new Buffers();
    private final Map<Var, Integer> uses = new IdentityHashMap<>();
    private final Map<Var, Assign> definitions = new IdentityHashMap<>();
    private final Map<Var, Block> blocks = new IdentityHashMap<>();
    private int next;

    Numbering(Function kernel) {
      this.kernel = kernel;
      new Walker() {
        @Override
        protected void use(Var var) {
          uses.merge(var, 1, Integer::sum);
        }
      }.function(kernel);
    }

    Function run() {
      for (Param param : kernel.params()) {
        if (param.var().type() instanceof TensorLike) {
          next++;
        }
      }
      block(kernel.body());
      return buffers.apply(kernel);
    }

    private void block(Block block) {
      block.stmts().forEach(s -> stmt(s, block));
    }

    private void stmt(Stmt stmt, Block inside) {
      switch (stmt) {
        case Assign s -> assign(s, inside);
        case For s -> loop(s.iterArgs(), s.body(), s.results());
        case While s -> loop(s.iterArgs(), s.body(), s.results());
        case If s -> choice(s);
        case Scope s -> block(s.body());
        default -> {}
      }
    }

    private void assign(Assign s, Block inside) {
      definitions.put(s.target(), s);
      blocks.put(s.target(), inside);
      switch (s.target().type()) {
        case TileType t -> {
          Var owner = owner(s.value(), inside);
          MemRef shared = owner == null ? null : buffers.get(owner);
          buffers.put(s.target(), shared != null ? shared : fresh(s.target()));
        }
        case TensorLike t -> {
          if (!sharesTensor(s.value())) {
            next++;
          }
        }
        default -> {}
      }
    }

    /** The tile whose storage a value is. */
    private Var owner(Expr value, Block inside) {
      return switch (value) {
        case Var v -> v;
        case Call c when c.op() == TileOp.FILLPAD && isSpent(c.operand(ParamRole.SOURCE), inside) ->
            (Var) c.operand(ParamRole.SOURCE);
        case Call c -> ResultPlace.shared(c);
        default -> null;
      };
    }

    /**
     * Whether a tile is made in this block for the one use that asks, so that it may be changed in
     * place.
     */
    private boolean isSpent(Expr tile, Block inside) {
      if (!(tile instanceof Var v) || uses.getOrDefault(v, 0) != 1 || blocks.get(v) != inside) {
        return false;
      }
      Expr value = definitions.get(v).value();
      if (value instanceof Var source) {
        return isSpent(source, inside);
      }
      return !(value instanceof Call c)
          || ResultPlace.shared(c) == null
          || isSpent(ResultPlace.shared(c), inside);
    }

    private static boolean sharesTensor(Expr value) {
      return value instanceof Call c && c.sharedOperand() != null;
    }

    private MemRef fresh(Var tile) {
      TileType type = (TileType) tile.type();
      String name = "mem_" + type.space().name().toLowerCase(Locale.ROOT) + "_" + next++;
      return new MemRef(name, null, TileSizes.bytes(tile));
    }

    private void loop(List<IterArg> args, Block body, List<Var> results) {
      for (IterArg arg : args) {
        copy(arg.init(), arg.var());
      }
      block(body);
      for (int i = 0; i < results.size(); i++) {
        count(results.get(i));
        copy(args.get(i).init(), results.get(i));
      }
    }

    private void choice(If s) {
      block(s.then());
      block(s.orElse());
      for (int i = 0; i < s.results().size(); i++) {
        Var result = s.results().get(i);
        count(result);
        copy(yielded(s.then(), i), result);
      }
    }

    private void count(Var result) {
      if (result.type() instanceof TensorLike || result.type() instanceof TileType) {
        next++;
      }
    }

    private void copy(Expr from, Var to) {
      if (to.type() instanceof TileType && buffers.get(from) != null) {
        buffers.put(to, buffers.get(from));
      }
    }

    private static Expr yielded(Block block, int i) {
      return ((Yield) block.stmts().getLast()).values().get(i);
    }
  }
}

package org.pyptoj.passes;

import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.memory.Buffers;
import org.pyptoj.passes.memory.Definitions;
import org.pyptoj.passes.memory.PrivateInits;
import org.pyptoj.passes.memory.ResultPlace;

/**
 * Lets a loop change the tile that it carries where it lies. Comes in: kernels whose tiles have
 * buffers; a carried tile's producer in the loop body has a buffer of its own. Goes out: that
 * producer writes into the carried buffer, and so do the branches of a choice that hands it on,
 * wherever nothing reads the carried tile afterwards in the same iteration and the op can work in
 * place. What cannot is copied by {@link MemoryReuse}.
 *
 * <pre>
 * for i, (acc,) in pl.range(0, n, 1, init_values=(zero,)):   # zero, acc in mem_vec_3
 *     next = pl.tile.add(acc, part)                          # mem_vec_5 becomes mem_vec_3
 *     sum = pl.yield_(next)
 * </pre>
 */
public final class MaterializeSemanticAliases extends KernelPass {

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    Function owning = PrivateInits.in(kernel);
    Aliases aliases = new Aliases(owning);
    aliases.block(owning.body());
    aliases.buffers.align(owning);
    return aliases.buffers.apply(owning);
  }

  private static final class Aliases {
    private final Buffers buffers;
    private final Definitions definitions;

    Aliases(Function kernel) {
      this.buffers = Buffers.of(kernel);
      this.definitions = new Definitions(kernel);
    }

    void block(Block block) {
      new Walker() {
        @Override
        public void stmt(Stmt stmt) {
          if (stmt instanceof For s) {
            carried(s.iterArgs().stream().map(a -> a.var()).toList(), s.body());
          } else if (stmt instanceof While s) {
            carried(s.iterArgs().stream().map(a -> a.var()).toList(), s.body());
          }
          super.stmt(stmt);
        }
      }.block(block);
    }

    private void carried(List<Var> args, Block body) {
      List<Expr> yields = Definitions.yields(body);
      for (int i = 0; i < args.size(); i++) {
        MemRef target = buffers.get(args.get(i));
        if (target != null && yields.get(i) instanceof Var v) {
          retarget(v, target, (TileType) args.get(i).type());
        }
      }
    }

    /**
     * Moves a variable and what it is made of into a buffer; false where that would change the
     * program.
     */
    private boolean retarget(Var var, MemRef target, TileType place) {
      if (target.buffer().equals(buffers.name(var))) {
        return true;
      }
      boolean moved =
          switch (definitions.of(var)) {
            case Definitions.ByAssign d -> assignment(d, target, place);
            case Definitions.ByIf d -> {
              boolean both = true;
              for (Block branch : List.of(d.choice().then(), d.choice().orElse())) {
                both &=
                    Definitions.yields(branch).get(d.index()) instanceof Var v
                        && retarget(v, target, place);
              }
              yield both;
            }
            case Definitions.ByLoop d ->
                Definitions.yields(d.body()).get(d.index()) instanceof Var v
                    && d.args().get(d.index()).init() instanceof Var init
                    && retarget(init, target, place)
                    && follow(d.args().get(d.index()).var(), target)
                    && retarget(v, target, place);
            case Definitions.ByIterArg d ->
                d.init() instanceof Var init && retarget(init, target, place);
            case null -> false;
          };
      return moved && follow(var, target);
    }

    private boolean follow(Var var, MemRef target) {
      MemRef own = buffers.get(var);
      if (own == null) {
        return false;
      }
      buffers.put(var, new MemRef(target.buffer(), null, own.size()));
      return true;
    }

    private boolean assignment(Definitions.ByAssign d, MemRef target, TileType place) {
      TileType type = (TileType) d.assign().target().type();
      if (type.space() != place.space() || !(d.assign().value() instanceof Call call)) {
        return false;
      }
      Var shared = ResultPlace.shared(call);
      if (shared != null) {
        return !ResultPlace.isView(call) && retarget(shared, target, place);
      }
      if (call.op() == TileOp.FILLPAD
          && call.operand(ParamRole.SOURCE) instanceof Var source
          && buffers.name(d.assign().target()).equals(buffers.name(source))) {
        return retarget(source, target, place);
      }
      return ResultPlace.readWhileWriting(call, type).stream()
              .noneMatch(o -> target.buffer().equals(buffers.name(o)))
          && isDeadBehind(d, target.buffer());
    }

    /**
     * Whether nothing behind the assignment, up to the end of the loop around it, touches the
     * buffer.
     */
    private boolean isDeadBehind(Definitions.ByAssign d, String buffer) {
      for (int level = d.path().size() - 1; level >= 0; level--) {
        Definitions.Step step = d.path().get(level);
        List<Stmt> stmts = step.block().stmts();
        for (int i = step.index() + 1; i < stmts.size(); i++) {
          if (touches(stmts.get(i), buffer)) {
            return false;
          }
        }
        if (step.loopBody()) {
          return true;
        }
      }
      return true;
    }

    private boolean touches(Stmt stmt, String buffer) {
      boolean[] found = new boolean[1];
      new Walker() {
        @Override
        public void stmt(Stmt inner) {
          if (inner instanceof Assign a && buffer.equals(buffers.name(a.target()))) {
            found[0] = true;
          }
          super.stmt(inner);
        }

        @Override
        protected void use(Var var) {
          found[0] |= buffer.equals(buffers.name(var));
        }

        @Override
        protected void define(Var var) {}
      }.stmt(stmt);
      return found[0];
    }
  }
}

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.SystemOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.UnknownType;

/**
 * Orders data against signals. Comes in: kernels whose statements no later pass moves. Goes out:
 * behind every write that a peer may read, the written window's cache lines are dropped and global
 * memory is fenced; behind every wait, all cache lines are dropped, so that the next read sees what
 * the peer wrote. Writes into a peer's window get only the fence: the lines to drop are the peer's,
 * and emission, which knows their address, does it.
 *
 * <pre>
 * win = pl.tile.store(t, [0, 0], win)
 * pld.system.notify(sig, peer, [0, 0], 1, op=...)
 * pld.system.wait(sig, [0, 0], 1, cmp=...)
 *   becomes
 * win = pl.tile.store(t, [0, 0], win)
 * pl.system.cacheinvalid(win, [1, 64], [0, 0])
 * pl.system.fence()
 * pld.system.notify(sig, peer, [0, 0], 1, op=...)
 * pld.system.wait(sig, [0, 0], 1, cmp=...)
 * pl.system.cacheinvalid()
 * </pre>
 *
 * <p>A second run changes nothing.
 */
public final class InsertCommFence extends KernelPass {

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    return new Markers().function(kernel);
  }

  private static final class Markers extends Rewriter {

    @Override
    public Block block(Block block) {
      List<Stmt> before = block.stmts();
      List<Stmt> out = new ArrayList<>();
      for (int i = 0; i < before.size(); i++) {
        Stmt stmt = before.get(i);
        stmt(stmt, out);
        List<Stmt> wanted = behind(stmt);
        if (!follows(before, i + 1, wanted)) {
          out.addAll(wanted);
        }
      }
      return out.size() == before.size() && out.equals(before) ? block : new Block(out);
    }

    private static boolean follows(List<Stmt> stmts, int from, List<Stmt> wanted) {
      for (int i = 0; i < wanted.size(); i++) {
        if (from + i >= stmts.size() || !call(stmts.get(from + i)).equals(call(wanted.get(i)))) {
          return false;
        }
      }
      return true;
    }

    private static Expr call(Stmt stmt) {
      return switch (stmt) {
        case Assign s -> s.value();
        case Eval s -> s.value();
        default -> IntConst.index(0);
      };
    }

    private static List<Stmt> behind(Stmt stmt) {
      if (!(call(stmt) instanceof Call c)) {
        return List.of();
      }
      Span span = stmt.span();
      return switch (c.op().effect()) {
        case WRITES -> written(c, span);
        case WRITES_PEER -> List.of(fence(span));
        case WAITS -> List.of(invalidate(List.of(), span));
        case PURE, READS, READS_PEER, SIGNALS, DEFERS, COLLECTIVE, CONTROL -> List.of();
      };
    }

    private static List<Stmt> written(Call call, Span span) {
      for (Call.Operand operand : call.operands()) {
        if (operand.access().writes()
            && operand.value() instanceof Var window
            && window.type() instanceof DistributedTensorType type) {
          List<Expr> zeros = Collections.nCopies(type.rank(), IntConst.index(0));
          return List.of(
              invalidate(
                  List.of(window, new MakeTuple(type.shape(), span), new MakeTuple(zeros, span)),
                  span),
              fence(span));
        }
      }
      return List.of();
    }

    private static Stmt invalidate(List<Expr> region, Span span) {
      return effect(SystemOp.CACHE_INVALIDATE, region, span);
    }

    private static Stmt fence(Span span) {
      return effect(SystemOp.FENCE, List.of(), span);
    }

    private static Stmt effect(Op op, List<Expr> args, Span span) {
      return new Eval(new Call(op, args, Attrs.NONE, UnknownType.INSTANCE, span), span);
    }
  }
}

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Leaves nothing behind the end of a region. In comes a program in SSA form; out goes one in which
 * a yield, return, break or continue is the last statement of its block, and scopes without
 * statements are gone unless they bind a task.
 *
 * <pre>
 * return x          return x
 * pl.store(...)
 * </pre>
 *
 * <p>Establishes {@link Invariant#ENDS_LAST}.
 */
public final class NormalizeStmtStructure implements Pass {

  @Override
  public String name() {
    return "NormalizeStmtStructure";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.ENDS_LAST);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> new Normalizer().function(f));
  }

  private static final class Normalizer extends Rewriter {

    @Override
    public Block block(Block block) {
      List<Stmt> kept = new ArrayList<>();
      for (Stmt stmt : block.stmts()) {
        kept.add(stmt);
        if (stmt instanceof Yield
            || stmt instanceof Return
            || stmt instanceof Break
            || stmt instanceof Continue) {
          break;
        }
      }
      return super.block(kept.size() == block.stmts().size() ? block : new Block(kept));
    }

    @Override
    protected void scope(Scope s, List<Stmt> out) {
      if (!s.body().stmts().isEmpty() || s.taskId() != null || s.kind() == ScopeKind.COMM_DOMAIN) {
        super.scope(s, out);
      }
    }
  }
}

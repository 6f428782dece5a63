package org.pyptoj.passes.invariant;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.CommDomain;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.PassContext;

/** Windows of the host against the slots of the communication domains around them. */
final class Domains implements Check {

  @Override
  public void check(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (function.isHostOrchestrator()) {
      new Slots(found).function(function);
    }
  }

  private static final class Slots extends Walker {
    private final Consumer<String> found;
    private final Deque<List<String>> domains = new ArrayDeque<>();

    Slots(Consumer<String> found) {
      this.found = found;
    }

    @Override
    public void stmt(Stmt stmt) {
      if (stmt instanceof Scope s && s.kind() == ScopeKind.COMM_DOMAIN) {
        domains.push(CommDomain.of(s).windows());
        super.stmt(stmt);
        domains.pop();
        return;
      }
      if (stmt instanceof Assign a && a.value() instanceof Call c) {
        if (c.op() == DistributedOp.ALLOC_WINDOW_BUFFER) {
          slot(a.target().name(), a.target());
        } else if (c.op() == DistributedOp.WINDOW
            && a.target().type() instanceof DistributedTensorType t) {
          slot(t.window(), a.target());
        }
      }
      super.stmt(stmt);
    }

    private void slot(String name, Var of) {
      if (name == null || domains.stream().noneMatch(d -> d.contains(name))) {
        found.accept(of.name() + " is in no communication domain");
      }
    }
  }
}

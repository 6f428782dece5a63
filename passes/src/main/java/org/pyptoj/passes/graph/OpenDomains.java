package org.pyptoj.passes.graph;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DistributedTensorType;

/** The communication domains that are open at a place, and which windows are in them. */
final class OpenDomains {

  private record Domain(String name, List<String> windows) {}

  private final Map<Var, Expr> definitions = new IdentityHashMap<>();
  private final Deque<Domain> open = new ArrayDeque<>();

  OpenDomains(Function host) {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign a) {
          definitions.put(a.target(), a.value());
        }
        super.stmt(stmt);
      }
    }.function(host);
  }

  void open(String name, List<String> windows) {
    open.push(new Domain(name, windows));
  }

  void close() {
    open.pop();
  }

  /** The innermost open domain that has a view's window. */
  String of(DistributedTensorType view, Span span) {
    for (Domain domain : open) {
      if (view.window() != null && domain.windows().contains(view.window())) {
        return domain.name();
      }
    }
    throw OrchestrationRule.UNBOUND_WINDOW.at(
        span,
        view.window() == null
            ? "the allocation behind a window that is passed here is not known"
            : "the window " + view.window() + " belongs to no domain that is open here",
        "make the view with pld.window(buffer, ...) in the host orchestrator");
  }

  /** What a task is given for a context: that of a domain, or a variable's value. */
  HostStep.Scalar context(Expr arg, Span span) {
    Expr at = arg;
    while (at instanceof Var v && definitions.get(v) instanceof Expr next) {
      at = next;
    }
    if (at instanceof Call c
        && c.op() == DistributedOp.GET_COMM_CTX
        && c.operand(ParamRole.SOURCE).type() instanceof DistributedTensorType t) {
      return new HostStep.Context(of(t, span));
    }
    if (at instanceof Var v) {
      return new HostStep.Value(v);
    }
    throw OrchestrationRule.UNBOUND_WINDOW.at(
        span, "the context of a window that is passed here is not known", null);
  }
}

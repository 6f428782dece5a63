package org.pyptoj.verifier.program;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;

/**
 * The contract of tasks that register deferred conditions: a scope of an orchestration before
 * outlining, a marked kernel and its call sites afterwards.
 */
public final class DeferWaitContract {

  private final Program program;
  private final Findings findings;
  private final Set<String> waiters = new HashSet<>();
  private final Set<String> submitted = new HashSet<>();

  public DeferWaitContract(Program program, Findings findings) {
    this.program = program;
    this.findings = findings;
  }

  public void check() {
    for (Function function : program.functions()) {
      if (registers(function.body())) {
        if (function.kind().isKernel()) {
          kernel(function);
        } else {
          new Scopes(function).function(function);
        }
      }
    }
    program.functions().forEach(f -> new CallSites(f).function(f));
    program.functions().stream()
        .filter(f -> waiters.contains(f.name()) && !submitted.contains(f.name()))
        .forEach(
            f ->
                findings.report(
                    DEFER_WAIT_MARKED,
                    f.span(),
                    f.name() + " is marked as a waiter, but no orchestration submits it",
                    "call it from an orchestration, or drop the mark"));
  }

  /** Whether a registration stands anywhere in a block. */
  public static boolean registers(Block body) {
    boolean[] found = {false};
    new Walker() {
      @Override
      public void expr(Expr expr) {
        found[0] |= expr instanceof Call c && c.op() == DistributedOp.DEFER_WAIT;
        super.expr(expr);
      }
    }.block(body);
    return found[0];
  }

  private void kernel(Function function) {
    if (!function.attrs().get(FunctionAttrs.WAITER)) {
      findings.report(
          DEFER_WAIT_UNMARKED,
          function.span(),
          function.name() + " calls defer_wait, but it is no waiter task",
          "register the condition in a pl.at(level=pl.Level.CORE_GROUP) scope of its own");
      return;
    }
    waiters.add(function.name());
    if (function.kind() == FunctionKind.AIC || hasLaunchShape(function.attrs())) {
      findings.report(
          DEFER_WAIT_MARKED,
          function.span(),
          function.name()
              + " is marked as a waiter, but it is "
              + (function.kind() == FunctionKind.AIC
                  ? "a cube kernel"
                  : "launched on several blocks"),
          "make it a vector kernel of one block");
    }
    new WaiterBody(function, findings).check(function.body(), function.span());
  }

  private static boolean hasLaunchShape(Attrs attrs) {
    return attrs.has(FunctionAttrs.CORE_NUM) || attrs.get(FunctionAttrs.SYNC_START);
  }

  private static boolean isPredicated(Attrs attrs) {
    return attrs.has(TaskAttrs.PREDICATE);
  }

  private void launch(Attrs attrs, Span span, String what) {
    if (isPredicated(attrs) || attrs.get(TaskAttrs.ALLOW_EARLY_RESOLVE)) {
      findings.report(
          DEFER_WAIT_LAUNCH,
          span,
          what + " has " + (isPredicated(attrs) ? "a predicate" : "allow_early_resolve"),
          "leave it out: the task must run, and must stay unresolved until the counter is there");
    }
  }

  /** Waiter scopes of an orchestration. */
  private final class Scopes extends Walker {

    private final Function function;
    private final Deque<Scope> open = new ArrayDeque<>();

    Scopes(Function function) {
      this.function = function;
    }

    @Override
    public void stmt(Stmt stmt) {
      if (!(stmt instanceof Scope scope)) {
        super.stmt(stmt);
        return;
      }
      if (isTask(scope) && registersItself(scope.body())) {
        waiter(scope);
      } else {
        open.push(scope);
        super.stmt(stmt);
        open.pop();
      }
    }

    /** Whether a registration stands in a block, not inside a further task scope of it. */
    private boolean registersItself(Block body) {
      boolean[] found = {false};
      new Walker() {
        @Override
        public void stmt(Stmt stmt) {
          if (!(stmt instanceof Scope scope && isTask(scope))) {
            super.stmt(stmt);
          }
        }

        @Override
        public void expr(Expr expr) {
          found[0] |= expr instanceof Call c && c.op() == DistributedOp.DEFER_WAIT;
          super.expr(expr);
        }
      }.block(body);
      return found[0];
    }

    private void waiter(Scope scope) {
      boolean coreGroup =
          scope.kind() == ScopeKind.AT && scope.attrs().get(TaskAttrs.LEVEL) == Level.CORE_GROUP;
      boolean nested = open.stream().anyMatch(DeferWaitContract::isTask);
      if (!coreGroup || nested) {
        findings.report(
            DEFER_WAIT_SCOPE,
            scope.span(),
            "defer_wait stands in a "
                + (coreGroup
                    ? "pl.at scope inside another task scope"
                    : "scope that is no pl.at(CORE_GROUP)"),
            "give the waiter a pl.at(level=pl.Level.CORE_GROUP) scope directly in the"
                + " orchestration");
      }
      launch(scope.attrs(), scope.span(), "a scope that calls defer_wait");
      new WaiterBody(function, findings).check(scope.body(), scope.span());
    }

    @Override
    public void expr(Expr expr) {
      if (expr instanceof Call c && c.op() == DistributedOp.DEFER_WAIT) {
        findings.report(
            DEFER_WAIT_SCOPE,
            c.span(),
            "defer_wait stands in " + function.name() + " outside a task scope",
            "put it into a pl.at(level=pl.Level.CORE_GROUP) scope of its own");
      }
      super.expr(expr);
    }
  }

  private static boolean isTask(Scope scope) {
    return switch (scope.kind()) {
      case AT -> scope.attrs().get(TaskAttrs.LEVEL) != Level.CHIP;
      case CLUSTER, SPMD, SPLIT_AIV -> true;
      case MANUAL, COMM_DOMAIN, RUNTIME -> false;
    };
  }

  /** Calls of marked kernels. */
  private final class CallSites extends Walker {

    private final Function caller;
    private int launches;

    CallSites(Function caller) {
      this.caller = caller;
    }

    @Override
    public void stmt(Stmt stmt) {
      boolean task = stmt instanceof Scope scope && isTask(scope);
      launches += task ? 1 : 0;
      super.stmt(stmt);
      launches -= task ? 1 : 0;
    }

    @Override
    public void expr(Expr expr) {
      if (expr instanceof FunctionCall call && waiters.contains(call.callee())) {
        submitted.add(call.callee());
        launch(call.attrs(), call.span(), "the call of waiter " + call.callee());
        boolean orchestration = caller.isChipOrchestration();
        if (!orchestration || launches > 0 || hasLaunchShape(call.attrs())) {
          findings.report(
              DEFER_WAIT_MARKED,
              call.span(),
              "waiter "
                  + call.callee()
                  + " is called from "
                  + (orchestration ? "a launch of several blocks" : caller.name()),
              "submit it from a chip orchestration as a task of one block");
        }
      }
      super.expr(expr);
    }
  }
}

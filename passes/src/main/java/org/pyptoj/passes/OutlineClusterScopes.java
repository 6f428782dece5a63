package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Turns {@code pl.spmd} and {@code pl.cluster} scopes of orchestrations into tasks. In comes a
 * program in SSA form whose core-group scopes are outlined; out goes one in which a call says by
 * {@code core_num} and {@code sync_start} how many blocks run it and whether they start together. A
 * scope that does nothing but call a kernel becomes that call; any other scope becomes a kernel of
 * its own. A cluster runs its one kernel as the cores of a task always run: on one cluster.
 *
 * <pre>
 * with pl.spmd(4):                      y2 = self.k(x, y, core_num=4)
 *     y2 = self.k(x, y)
 * </pre>
 *
 * <p>Establishes {@link Invariant#GRIDS_OUTLINED}.
 */
public final class OutlineClusterScopes implements Pass {

  private static final ScopeOutliner.Target GRID =
      new ScopeOutliner.Target() {
        @Override
        public boolean accepts(Scope scope) {
          return scope.kind() == ScopeKind.SPMD || scope.kind() == ScopeKind.CLUSTER;
        }

        @Override
        public FunctionKind kind() {
          return FunctionKind.INCORE;
        }

        @Override
        public Level level(Scope scope) {
          return null;
        }

        @Override
        public Role role(Scope scope) {
          return null;
        }

        @Override
        public Attrs launch(Scope scope) {
          return grid(scope, Attrs.NONE);
        }

        @Override
        public String suffix(Scope scope) {
          return scope.kind() == ScopeKind.SPMD ? "spmd" : "cluster";
        }
      };

  @Override
  public String name() {
    return "OutlineClusterScopes";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.GRIDS_OUTLINED);
  }

  /**
   * The program without such scopes.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0108 when a tile or scalar leaves a
   *     scope
   */
  @Override
  public Program run(Program program, PassContext context) {
    FreshNames names = FreshNames.ofFunctions(program);
    List<Function> functions = new ArrayList<>();
    for (Function f : program.functions()) {
      if (f.kind().isKernel() || f.isHostOrchestrator()) {
        functions.add(f);
        continue;
      }
      Function launched = new Launches(f).function(f);
      ScopeOutliner outliner = new ScopeOutliner(launched, program, GRID, names);
      Function caller = outliner.function(launched);
      functions.addAll(outliner.outlined());
      functions.add(
          caller.kind() == FunctionKind.OPAQUE && !outliner.outlined().isEmpty()
              ? caller.withKind(FunctionKind.ORCHESTRATION)
              : caller);
    }
    return program.withFunctions(functions);
  }

  private static Attrs grid(Scope scope, Attrs attrs) {
    Attrs out = attrs;
    if (scope.attrs().has(TaskAttrs.CORE_NUM)) {
      out = out.with(TaskAttrs.CORE_NUM, scope.attrs().get(TaskAttrs.CORE_NUM));
    }
    return scope.attrs().has(TaskAttrs.SYNC_START)
        ? out.with(TaskAttrs.SYNC_START, scope.attrs().get(TaskAttrs.SYNC_START))
        : out;
  }

  /** Scopes around a call alone. */
  private static final class Launches extends Rewriter {

    private final FreshNames names;

    Launches(Function function) {
      names = FreshNames.beside(function);
    }

    @Override
    protected void scope(Scope s, List<Stmt> out) {
      if (s.kind() != ScopeKind.SPMD && s.kind() != ScopeKind.CLUSTER || !s.isLaunch()) {
        super.scope(s, out);
        return;
      }
      for (Stmt stmt : s.body().stmts()) {
        switch (stmt) {
          case Assign a when a.value() instanceof FunctionCall c -> launch(c, a, s, out);
          case Eval e when e.value() instanceof FunctionCall c -> launch(c, null, s, out);
          default -> super.stmt(stmt, out);
        }
      }
    }

    /** The call with the grid's number of blocks; one whose task has a name or an order submits. */
    private void launch(FunctionCall c, Assign result, Scope s, List<Stmt> out) {
      List<Expr> deps = new ArrayList<>(c.attrs().get(TaskAttrs.DEPS));
      deps.addAll(attrs(s.attrs()).get(TaskAttrs.DEPS));
      Attrs attrs = grid(s, attrs(c.attrs()));
      if (!deps.isEmpty()) {
        attrs = attrs.with(TaskAttrs.DEPS, deps);
      }
      List<Expr> args = exprs(c.args());
      boolean submitted = c.attrs().get(TaskAttrs.SUBMIT);
      if (submitted || s.taskId() == null && deps.isEmpty()) {
        FunctionCall call = new FunctionCall(c.callee(), args, attrs, c.type(), c.span());
        Var all = result == null ? null : define(result.target());
        if (all == null && s.taskId() != null) {
          all = fresh(c.type(), c.span());
        }
        out.add(all == null ? new Eval(call, c.span()) : new Assign(all, call, c.span()));
        if (s.taskId() != null) {
          int last = ((TupleType) c.type()).elements().size() - 1;
          out.add(new Assign(define(s.taskId()), new TupleGet(all, last, s.span()), s.span()));
        }
        return;
      }
      List<Type> types =
          new ArrayList<>(
              switch (c.type()) {
                case TupleType t -> t.elements();
                case UnknownType u -> List.of();
                default -> List.of(c.type());
              });
      types.add(new ScalarType(DataType.TASK_ID));
      Var all = fresh(new TupleType(types), c.span());
      attrs = attrs.with(TaskAttrs.SUBMIT, true);
      out.add(
          new Assign(
              all, new FunctionCall(c.callee(), args, attrs, all.type(), c.span()), c.span()));
      if (result != null && result.target().type() instanceof TupleType) {
        substitute(result.target(), all);
      } else if (result != null) {
        out.add(new Assign(define(result.target()), new TupleGet(all, 0, s.span()), s.span()));
      }
      if (s.taskId() != null) {
        TupleGet id = new TupleGet(all, types.size() - 1, s.span());
        out.add(new Assign(define(s.taskId()), id, s.span()));
      }
    }

    private Var fresh(Type type, Span span) {
      return new Var(names.fresh("ret", "tmp"), type, span);
    }
  }
}

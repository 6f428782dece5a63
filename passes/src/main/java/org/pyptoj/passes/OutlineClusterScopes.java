package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Turns {@code pl.spmd} scopes of orchestrations into tasks of several blocks. In comes a program
 * in SSA form whose core-group scopes are outlined; out goes one in which a call says by {@code
 * core_num} and {@code sync_start} how many blocks run it and whether they start together. A scope
 * that does nothing but call a kernel becomes that call; any other scope becomes a kernel of its
 * own.
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
          return scope.kind() == ScopeKind.SPMD;
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
          return "spmd";
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
   *     scope, PLP0110 for {@code pl.cluster}
   */
  @Override
  public Program run(Program program, PassContext context) {
    Set<String> names = new HashSet<>();
    program.functions().forEach(f -> names.add(f.name()));
    List<Function> functions = new ArrayList<>();
    for (Function f : program.functions()) {
      if (f.kind().isKernel() || f.isHostOrchestrator()) {
        functions.add(f);
        continue;
      }
      Function launched = new Launches().function(f);
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
    for (String name : List.of("core_num", "sync_start")) {
      if (scope.attrs().has(name)) {
        out = out.with(name, scope.attrs().get(name));
      }
    }
    return out;
  }

  /** Scopes around a call alone. */
  private static final class Launches extends Rewriter {

    @Override
    protected void scope(Scope s, List<Stmt> out) {
      if (s.kind() == ScopeKind.CLUSTER) {
        throw StructureRule.CLUSTER.at(
            s.span(),
            "pl.cluster cannot be compiled yet",
            "write the cooperating work as one kernel");
      }
      if (s.kind() != ScopeKind.SPMD || s.taskId() != null || !callsAlone(s.body())) {
        super.scope(s, out);
        return;
      }
      for (Stmt stmt : s.body().stmts()) {
        super.stmt(
            switch (stmt) {
              case Assign a when a.value() instanceof FunctionCall c ->
                  new Assign(a.target(), launched(c, s), a.span());
              case Eval e -> new Eval(launched((FunctionCall) e.value(), s), e.span());
              default -> stmt;
            },
            out);
      }
    }

    private static Expr launched(FunctionCall c, Scope s) {
      return new FunctionCall(c.callee(), c.args(), grid(s, c.attrs()), c.type(), c.span());
    }

    private static boolean callsAlone(Block body) {
      int calls = 0;
      for (Stmt stmt : body.stmts()) {
        switch (stmt) {
          case Assign a when a.value() instanceof FunctionCall -> calls++;
          case Eval e when e.value() instanceof FunctionCall -> calls++;
          case Assign a when a.value() instanceof TupleGet -> {}
          default -> {
            return false;
          }
        }
      }
      return calls == 1;
    }
  }
}

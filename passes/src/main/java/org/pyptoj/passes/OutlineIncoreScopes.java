package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Makes kernels of core-group scopes. In comes a program in SSA form; out goes one whose
 * orchestrations call a function of kind {@code InCore} for each {@code
 * pl.at(level=pl.Level.CORE_GROUP)}. It is named by {@code name_hint}, or after its caller. A
 * function that was {@code Opaque} and has such a scope becomes an orchestration. A scope inside
 * kernel code is part of it ({@link KernelScopes}).
 *
 * <pre>
 * def chip(x, y: Out):                                    def scale(x, y: Out):
 *     with pl.at(level=CORE_GROUP, name_hint="scale"):        t = pl.load(x, [0], [64])
 *         t = pl.load(x, [0], [64])                           y__ssa_v1 = pl.store(t, [0], y)
 *         y__ssa_v1 = pl.store(t, [0], y)                     return y
 *     return y__ssa_v1                                    def chip(x, y: Out):
 *                                                             y__ssa_v1 = self.scale(x, y)
 *                                                             return y__ssa_v1
 * </pre>
 *
 * <p>Establishes {@link Invariant#KERNELS_OUTLINED}.
 */
public final class OutlineIncoreScopes implements Pass {

  private static final ScopeOutliner.Target KERNEL =
      new ScopeOutliner.Target() {
        @Override
        public boolean accepts(Scope scope) {
          return ScopeOutliner.levelOf(scope) == Level.CORE_GROUP;
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
        public String suffix(Scope scope) {
          return "incore";
        }
      };

  @Override
  public String name() {
    return "OutlineIncoreScopes";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.KERNELS_OUTLINED);
  }

  /**
   * The program with kernels for its core-group scopes.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0108 when a tile or scalar leaves such
   *     a scope, PLP0110 when kernel code launches tasks, PLP0112 for a task's predicate
   */
  @Override
  public Program run(Program program, PassContext context) {
    FreshNames names = FreshNames.ofFunctions(program);
    List<Function> functions = new ArrayList<>();
    for (Function written : program.functions()) {
      Function f = new KernelScopes(written).function(written);
      if (f.kind().isKernel() || f.isHostOrchestrator()) {
        functions.add(f);
        continue;
      }
      ScopeOutliner outliner = new ScopeOutliner(f, program, KERNEL, names);
      Function caller = outliner.function(f);
      functions.addAll(outliner.outlined());
      functions.add(
          caller.kind() == FunctionKind.OPAQUE && !outliner.outlined().isEmpty()
              ? caller.withKind(FunctionKind.ORCHESTRATION)
              : caller);
    }
    return program.withFunctions(functions);
  }
}

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
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Makes functions of scopes at other levels than the core group. In comes a program in SSA form;
 * out goes one in which each {@code pl.at(level=..., role=...)} of an {@code Opaque} function is a
 * call of a function of that level and role, named {@code caller_level[_role]_n}.
 *
 * <pre>
 * def main(x):                                          def main_host_orch_0(x):   # level HOST, role Orchestrator
 *     with pl.at(level=HOST, role=Orchestrator):            y = pl.add(x, x)
 *         y = pl.add(x, x)                                  return y
 *     return y                                          def main(x):
 *                                                           y = self.main_host_orch_0(x)
 *                                                           return y
 * </pre>
 *
 * <p>Establishes {@link Invariant#LEVELS_OUTLINED}.
 */
public final class OutlineHierarchyScopes implements Pass {

  private static final ScopeOutliner.Target LEVEL =
      new ScopeOutliner.Target() {
        @Override
        public boolean accepts(Scope scope) {
          Level level = ScopeOutliner.levelOf(scope);
          return level != null && level != Level.CORE_GROUP;
        }

        @Override
        public FunctionKind kind() {
          return FunctionKind.OPAQUE;
        }

        @Override
        public Level level(Scope scope) {
          return ScopeOutliner.levelOf(scope);
        }

        @Override
        public Role role(Scope scope) {
          return scope.attrs().get(TaskAttrs.ROLE);
        }

        @Override
        public String suffix(Scope scope) {
          String level = ScopeOutliner.levelSuffix(level(scope));
          return switch (role(scope)) {
            case null -> level;
            case ORCHESTRATOR -> level + "_orch";
            case WORKER -> level + "_worker";
            case SUB_WORKER -> level + "_sub_worker";
          };
        }
      };

  @Override
  public String name() {
    return "OutlineHierarchyScopes";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.LEVELS_OUTLINED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    FreshNames names = FreshNames.ofFunctions(program);
    List<Function> functions = new ArrayList<>();
    for (Function f : program.functions()) {
      if (f.kind() != FunctionKind.OPAQUE) {
        functions.add(f);
        continue;
      }
      ScopeOutliner outliner = new ScopeOutliner(f, program, LEVEL, names);
      Function caller = outliner.function(f);
      functions.addAll(outliner.outlined());
      functions.add(caller);
    }
    return program.withFunctions(functions);
  }
}

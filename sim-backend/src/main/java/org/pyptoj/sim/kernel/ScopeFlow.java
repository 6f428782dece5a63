package org.pyptoj.sim.kernel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.TensorLike;

/**
 * What flows into and out of a scope that runs as a task.
 *
 * @param accessed tensors from outside, and whether the scope writes them
 * @param passed names that the scope defines as a tensor from outside
 * @param needed names that it defines otherwise and that are used after it: the orchestration must
 *     wait for them
 * @param kinds the kinds of the names that it defines
 */
record ScopeFlow(
    Map<String, Boolean> accessed,
    Map<String, String> passed,
    Set<String> needed,
    Map<String, Slots.Kind> kinds) {

  static ScopeFlow of(Function function, Scope scope, ReturnAliases aliases) {
    Map<String, Slots.Kind> kinds = new HashMap<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        kinds.put(var.name(), Slots.Kind.of(var.type()));
      }
    }.block(scope.body());
    Map<String, String> roots = aliases.of(scope.body());
    Map<String, Boolean> accessed = new LinkedHashMap<>();
    new Walker() {
      @Override
      public void expr(Expr expr) {
        switch (expr) {
          case Call c -> c.operands().forEach(o -> touch(o.value(), o.access().writes()));
          case FunctionCall c -> c.args().forEach(a -> touch(a, true));
          default -> {}
        }
        super.expr(expr);
      }

      private void touch(Expr arg, boolean writes) {
        if (arg instanceof Var v && v.type() instanceof TensorLike) {
          String root = roots.containsKey(v.name()) ? roots.get(v.name()) : v.name();
          if (root != null && (!kinds.containsKey(root) || root.equals(v.name()))) {
            accessed.merge(root, writes, Boolean::logicalOr);
          }
        }
      }
    }.block(scope.body());
    Set<String> used = usedOutside(function, scope);
    Map<String, String> passed = new HashMap<>();
    Set<String> needed = new HashSet<>();
    for (String name : kinds.keySet()) {
      String root = roots.get(name);
      if (root != null && (!kinds.containsKey(root) || root.equals(name))) {
        if (!root.equals(name)) {
          passed.put(name, root);
        }
      } else if (used.contains(name)) {
        needed.add(name);
      }
    }
    return new ScopeFlow(accessed, passed, needed, kinds);
  }

  /**
   * Names that are read outside of a scope, other than inside a task that has certainly defined
   * them itself: a loop may not run, and a choice takes one branch.
   */
  private static Set<String> usedOutside(Function function, Scope scope) {
    Set<String> used = new HashSet<>();
    new Walker() {
      private Set<String> own;

      @Override
      public void stmt(Stmt stmt) {
        if (stmt == scope) {
          return;
        }
        if (stmt instanceof Scope s && s.kind() == ScopeKind.AT && own == null) {
          own = new HashSet<>();
          super.stmt(stmt);
          own = null;
          return;
        }
        Set<String> before = own == null ? null : new HashSet<>(own);
        super.stmt(stmt);
        if (own != null && (stmt instanceof For || stmt instanceof While || stmt instanceof If)) {
          own = before;
        }
      }

      @Override
      protected void define(Var var) {
        if (own != null) {
          own.add(var.name());
        }
      }

      @Override
      protected void use(Var var) {
        if (own == null || !own.contains(var.name())) {
          used.add(var.name());
        }
      }
    }.function(function);
    return used;
  }
}

package org.pyptoj.verifier.program;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;

/**
 * Follows tensors back to where their storage comes from: views, stores and collectives hand on
 * their operand's, loops that of the value that they start with. A window leads back to its
 * allocation.
 */
public final class TensorOrigins {

  private final Map<Var, Expr> origins = new IdentityHashMap<>();

  private TensorOrigins() {}

  public static TensorOrigins of(Function function) {
    TensorOrigins roots = new TensorOrigins();
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        switch (stmt) {
          case Assign s -> roots.origins.put(s.target(), s.value());
          case For s -> roots.loop(s.iterArgs(), s.results());
          case While s -> roots.loop(s.iterArgs(), s.results());
          default -> {}
        }
        super.stmt(stmt);
      }
    }.function(function);
    return roots;
  }

  private void loop(List<IterArg> iterArgs, List<Var> results) {
    for (int i = 0; i < iterArgs.size(); i++) {
      origins.put(iterArgs.get(i).var(), iterArgs.get(i).init());
      if (i < results.size()) {
        origins.put(results.get(i), iterArgs.get(i).init());
      }
    }
  }

  /** The parameter, the allocation or the value that an expression's storage belongs to. */
  public Expr of(Expr expr) {
    Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Expr at = expr;
    while (seen.add(at)) {
      Expr next =
          switch (at) {
            case Var v -> origins.getOrDefault(v, v);
            case Call c -> c.sharedOperand();
            default -> at;
          };
      if (next == null || next == at || !leadsOn(next)) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /** Values that are made by other means than from a tensor end the way. */
  private static boolean leadsOn(Expr expr) {
    return expr instanceof Var || (expr instanceof Call c && c.sharedOperand() != null);
  }
}

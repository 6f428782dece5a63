package org.pyptoj.sim.kernel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;

/**
 * Which variables hold a tile that nobody looks at after the op that made it runs again: their ops
 * may write into the same memory each time. A variable counts when it is assigned in one place and
 * used only as an operand of ops that make fresh tiles or move data.
 */
final class TileReuse {

  private final Set<String> clean;

  private TileReuse(Set<String> clean) {
    this.clean = clean;
  }

  static TileReuse of(Function function) {
    Map<String, Integer> assigned = new HashMap<>();
    Set<String> escaping = new HashSet<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        assigned.merge(var.name(), 1, Integer::sum);
        super.define(var);
      }

      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign s && s.value() instanceof Var v) {
          escaping.add(v.name());
        }
        super.stmt(stmt);
      }

      @Override
      public void expr(Expr expr) {
        if (expr instanceof Call c) {
          for (Call.Operand operand : c.operands()) {
            if (!(operand.value() instanceof Var) || lives(c, operand)) {
              expr(operand.value());
            }
          }
          return;
        }
        super.expr(expr);
      }

      @Override
      protected void use(Var var) {
        escaping.add(var.name());
      }
    }.function(function);
    Set<String> clean = new HashSet<>();
    assigned.forEach(
        (name, times) -> {
          if (times == 1 && !escaping.contains(name)) {
            clean.add(name);
          }
        });
    return new TileReuse(clean);
  }

  /** Whether an operand lives on in an op's result or is changed by it. */
  private static boolean lives(Call c, Call.Operand operand) {
    return operand.value() == c.sharedOperand()
        || c.op().kind() instanceof OpKind.TileMemory && operand.access().writes();
  }

  /** Whether the op that makes a variable may overwrite what it made the last time. */
  boolean mayReuse(Var target) {
    return target != null && clean.contains(target.name());
  }
}

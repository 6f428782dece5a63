package org.pyptoj.passes;

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
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;

/** What a kernel in SSA form does with the tensors that it names. */
final class TensorUses {

  private final Set<Var> written = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Var, Integer> stored = new IdentityHashMap<>();
  private final Map<Var, Integer> used = new IdentityHashMap<>();

  TensorUses(Function kernel) {
    Map<Var, Var> viewed = new IdentityHashMap<>();
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign a
            && a.value() instanceof Call c
            && c.sharedOperand() instanceof Var v) {
          viewed.put(a.target(), v);
        }
        if (stmt instanceof For f) {
          carried(f.iterArgs());
        } else if (stmt instanceof While w) {
          carried(w.iterArgs());
        }
        super.stmt(stmt);
      }

      private void carried(List<IterArg> args) {
        for (IterArg arg : args) {
          if (arg.init() instanceof Var v) {
            viewed.put(arg.var(), v);
          }
        }
      }

      @Override
      public void expr(Expr expr) {
        if (expr instanceof Call c) {
          for (Call.Operand operand : c.operands()) {
            if (operand.value() instanceof Var v && operand.access().writes()) {
              written.add(v);
            }
          }
          if (c.op().kind() == OpKind.TensorMemory.ASSEMBLE
              && c.operand(ParamRole.SOURCE) instanceof Var v) {
            stored.merge(v, 1, Integer::sum);
          }
        }
        super.expr(expr);
      }

      @Override
      protected void use(Var var) {
        used.merge(var, 1, Integer::sum);
      }
    }.function(kernel);
    for (Var view : Set.copyOf(written)) {
      for (Var v = viewed.get(view); v != null && written.add(v); v = viewed.get(v)) {}
    }
  }

  /** Whether a tensor is written, by itself or through a view of it. */
  boolean isWritten(Var tensor) {
    return written.contains(tensor);
  }

  /** Whether a value is used for nothing but to be placed into tensors. */
  boolean isOnlyStored(Var value) {
    return stored.containsKey(value) && stored.get(value).equals(used.get(value));
  }
}

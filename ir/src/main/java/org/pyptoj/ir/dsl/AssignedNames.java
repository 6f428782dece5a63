package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.HashMap;
import java.util.Map;

/**
 * How often each name is assigned in a function's text. A number that is assigned once is a
 * compile-time constant; one that is assigned again may be carried by a loop, so it becomes a
 * variable of the IR.
 */
final class AssignedNames {

  private final Map<String, Integer> counts = new HashMap<>();

  AssignedNames(StmtTy[] body) {
    visit(body);
  }

  boolean once(String name) {
    return counts.getOrDefault(name, 0) <= 1;
  }

  private void visit(StmtTy[] body) {
    if (body == null) {
      return;
    }
    for (StmtTy stmt : body) {
      switch (stmt) {
        case StmtTy.Assign a -> {
          for (ExprTy t : a.targets) {
            target(t);
          }
        }
        case StmtTy.AnnAssign a -> target(a.target);
        case StmtTy.AugAssign a -> {
          target(a.target);
          target(a.target);
        }
        case StmtTy.For f -> visit(f.body);
        case StmtTy.While w -> visit(w.body);
        case StmtTy.If i -> {
          visit(i.body);
          visit(i.orElse);
        }
        case StmtTy.With w -> visit(w.body);
        default -> {}
      }
    }
  }

  private void target(ExprTy target) {
    switch (target) {
      case ExprTy.Name n -> counts.merge(n.id, 1, Integer::sum);
      case ExprTy.Tuple t -> {
        for (ExprTy e : t.elements) {
          target(e);
        }
      }
      default -> {}
    }
  }
}

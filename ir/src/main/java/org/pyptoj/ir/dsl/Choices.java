package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.If;

/** Choices between two paths, and what names are bound to behind them. */
final class Choices {

  private final Evaluator evaluator;
  private final FunctionParser parser;
  private final Statements statements;
  private final boolean irText;

  Choices(Evaluator evaluator, FunctionParser parser, Statements statements, boolean irText) {
    this.evaluator = evaluator;
    this.parser = parser;
    this.statements = statements;
    this.irText = irText;
  }

  /** Reads a choice: one branch where the condition is known, both where it is not. */
  void choice(StmtTy.If i) {
    Object test = evaluator.test(i.test);
    Boolean known = irText ? null : evaluator.truth(test, i.test);
    if (known != null) {
      parser.read(known ? i.body : i.orElse);
      return;
    }
    Expr condition = evaluator.operators().condition(test, evaluator.span(i.test));
    condition = statements.current(condition, evaluator.span(i.test));
    Bindings bindings = evaluator.bindings();
    Map<String, Object> before = bindings.snapshot();
    Aliases.State tilesBefore = bindings.aliases().snapshot();
    List<Var> thenNames = new ArrayList<>();
    Block then = branch(i.body, thenNames);
    Map<String, Object> afterThen = bindings.snapshot();
    Aliases.State tilesThen = bindings.aliases().snapshot();
    if (!irText) {
      bindings.restore(before);
      bindings.aliases().restore(tilesBefore);
    }
    List<Var> elseNames = new ArrayList<>();
    Block orElse = branch(i.orElse, elseNames);
    if (!elseNames.isEmpty() && elseNames.size() != thenNames.size()
        || !thenNames.isEmpty() && elseNames.isEmpty()) {
      throw Reports.error(
          DslRule.CARRIED,
          "the branches yield " + thenNames.size() + " and " + elseNames.size() + " values",
          evaluator.span(i),
          "yield the same values in both branches");
    }
    statements.add(new If(condition, then, orElse, thenNames, evaluator.span(i)));
    if (!irText) {
      // A branch that leaves does not come here.
      if (isLeft(orElse)) {
        bindings.restore(afterThen);
        bindings.aliases().restore(tilesThen);
      } else if (!isLeft(then)) {
        bindings.join(afterThen, bindings.snapshot());
        bindings.aliases().join(tilesThen);
      }
    }
    thenNames.forEach(v -> evaluator.bind(v.name(), v));
  }

  private Block branch(StmtTy[] body, List<Var> names) {
    Bindings.Region outer = evaluator.bindings().enter();
    try {
      return parser.yieldingBody(body, names);
    } finally {
      evaluator.bindings().leave(outer);
    }
  }

  private static boolean isLeft(Block block) {
    return !block.stmts().isEmpty() && Statements.ends(block.stmts().getLast());
  }
}

package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.Type;

/** What loops and choices of the IR's own text hand on. */
final class Yields {

  private final Evaluator evaluator;
  private final Statements statements;

  /** Names and types that the loop or branch being parsed hands on; filled by its yield. */
  private List<Var> yielded;

  Yields(Evaluator evaluator, Statements statements) {
    this.evaluator = evaluator;
    this.statements = statements;
  }

  /** Reads a body whose yield adds to these names. */
  <T> T into(List<Var> names, Supplier<T> read) {
    List<Var> outer = yielded;
    yielded = names;
    try {
      return read.get();
    } finally {
      yielded = outer;
    }
  }

  boolean isYield(ExprTy value) {
    return value instanceof ExprTy.Call c
        && c.func instanceof ExprTy.Attribute a
        && a.attr.equals("yield_")
        && evaluator.lookup().isNamespace(c.func, "pl.yield_");
  }

  /** Reads a yield, whose values get the names of its targets. */
  void read(ExprTy target, Type declared, ExprTy.Call call) {
    if (yielded == null) {
      throw Reports.error(
          DslRule.CARRIED, "pl.yield_ stands outside a loop or branch", evaluator.span(call), null);
    }
    List<Expr> values = new ArrayList<>();
    for (ExprTy arg : call.args) {
      Object value = evaluator.eval(arg);
      values.add(
          value instanceof Expr e
              ? e
              : evaluator.values().scalar(value, evaluator.span(arg), "value"));
    }
    List<ExprTy> names =
        target == null
            ? List.of()
            : target instanceof ExprTy.Tuple t ? List.of(t.elements) : List.of(target);
    if (target != null && names.size() != values.size()) {
      throw Reports.error(
          DslRule.CARRIED,
          values.size() + " values are yielded to " + names.size() + " names",
          evaluator.span(call),
          null);
    }
    for (int i = 0; i < values.size(); i++) {
      String name =
          i < names.size() && names.get(i) instanceof ExprTy.Name n ? n.id : "_yield_" + i;
      Type type = declared != null && values.size() == 1 ? declared : values.get(i).type();
      Span span = i < names.size() ? evaluator.span(names.get(i)) : evaluator.span(call);
      yielded.add(new Var(name, type, span));
    }
    statements.add(new Yield(values, evaluator.span(call)));
  }
}

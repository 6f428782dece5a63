package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import java.util.ArrayList;
import java.util.List;

/** Spreads the elements of a value over the targets of an assignment. */
final class Unpacking {

  private final Evaluator evaluator;

  Unpacking(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** One value for each target; a starred one gets a list. */
  List<Object> values(ExprTy[] targets, Object value, ExprTy at) {
    if (!isIterable(value)) {
      throw Reports.error(
          DslRule.TARGET,
          Values.describe(value) + " cannot be unpacked into " + targets.length + " names",
          evaluator.span(at),
          null);
    }
    List<Object> elements = evaluator.iterated(value, at);
    int star = -1;
    for (int i = 0; i < targets.length; i++) {
      if (targets[i] instanceof ExprTy.Starred) {
        star = i;
      }
    }
    int fixed = star < 0 ? targets.length : targets.length - 1;
    if (star < 0 ? elements.size() != fixed : elements.size() < fixed) {
      throw Reports.error(
          DslRule.TARGET,
          elements.size() + " values for " + (star < 0 ? "" : "at least ") + fixed + " names",
          evaluator.span(at),
          null);
    }
    if (star < 0) {
      return elements;
    }
    int end = star + elements.size() - fixed;
    List<Object> out = new ArrayList<>(elements.subList(0, star));
    out.add(
        new Sequence(
            Sequence.Kind.LIST, elements.subList(star, end), evaluator.bindings().region()));
    out.addAll(elements.subList(end, elements.size()));
    return out;
  }

  private static boolean isIterable(Object value) {
    return value instanceof Sequence
        || value instanceof Mapping
        || value instanceof HostValue
        || value instanceof String
        || value instanceof org.pyptoj.ir.expr.Expr e
            && e.type() instanceof org.pyptoj.ir.type.TupleType;
  }
}

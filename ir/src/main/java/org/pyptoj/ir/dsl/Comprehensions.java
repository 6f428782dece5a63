package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ComprehensionTy;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Comprehensions: those of compile-time values are Python's, those with run-time values are read
 * here.
 */
final class Comprehensions {

  private final Evaluator evaluator;

  Comprehensions(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /**
   * Whether Python can evaluate an expression whole: no name in it is a run-time value, and it
   * calls nothing of the language.
   */
  boolean isStatic(ExprTy expr) {
    for (String name : Names.free(expr)) {
      Object value = evaluator.bindings().get(name);
      if (value instanceof Nothing
          || value != null
              && !(value instanceof KnownScalar)
              && evaluator.values().isRuntime(value)) {
        return false;
      }
    }
    return !mentionsLanguage(expr);
  }

  private boolean mentionsLanguage(ExprTy expr) {
    if (expr instanceof ExprTy.NamedExpr) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          "an assignment inside an expression has no meaning in a kernel",
          evaluator.span(expr),
          "assign the name in a statement before");
    }
    if (expr instanceof ExprTy.Call c && evaluator.lookup().isLanguage(c.func)) {
      return true;
    }
    for (ExprTy part : Names.parts(expr)) {
      if (mentionsLanguage(part)) {
        return true;
      }
    }
    return false;
  }

  /** The elements of a list comprehension, or of a generator that is used up at once. */
  List<Object> elements(ExprTy element, ComprehensionTy[] generators) {
    List<Object> out = new ArrayList<>();
    scoped(generators, () -> each(generators, 0, () -> out.add(evaluator.eval(element))));
    return out;
  }

  /** The entries of a dict comprehension. */
  Map<Object, Object> entries(ExprTy.DictComp d) {
    Map<Object, Object> out = new LinkedHashMap<>();
    scoped(
        d.generators,
        () ->
            each(
                d.generators,
                0,
                () -> {
                  Object key = evaluator.containers().key(evaluator.eval(d.key), d.key);
                  out.put(key, evaluator.eval(d.value));
                }));
    return out;
  }

  /** Names that a comprehension binds are its own. */
  private void scoped(ComprehensionTy[] generators, Runnable body) {
    Set<String> names = new LinkedHashSet<>();
    for (ComprehensionTy g : generators) {
      names.addAll(Names.targets(g.target));
    }
    Map<String, Object> outer = new LinkedHashMap<>();
    names.forEach(n -> outer.put(n, evaluator.bindings().get(n)));
    try {
      body.run();
    } finally {
      outer.forEach(
          (name, value) -> {
            if (value == null) {
              evaluator.bindings().remove(name);
            } else {
              evaluator.bindings().put(name, value);
            }
          });
    }
  }

  private void each(ComprehensionTy[] gens, int depth, Runnable body) {
    if (depth == gens.length) {
      body.run();
      return;
    }
    ComprehensionTy gen = gens[depth];
    for (Object value : evaluator.iterate(gen.iter)) {
      bind(gen.target, value);
      boolean keep = true;
      for (ExprTy test : gen.ifs == null ? new ExprTy[0] : gen.ifs) {
        keep = keep && evaluator.staticTruth(test);
      }
      if (keep) {
        each(gens, depth + 1, body);
      }
    }
  }

  /** Binds the names of a pattern to the values of an element. */
  void bind(ExprTy target, Object value) {
    switch (target) {
      case ExprTy.Name n -> evaluator.bind(n.id, value);
      case ExprTy.Tuple t -> bindAll(t.elements, value, target);
      case ExprTy.List l -> bindAll(l.elements, value, target);
      default ->
          throw Reports.error(
              DslRule.TARGET, "this cannot be assigned to", evaluator.span(target), null);
    }
  }

  private void bindAll(ExprTy[] targets, Object value, ExprTy at) {
    List<Object> values = new Unpacking(evaluator).values(targets, value, at);
    for (int i = 0; i < targets.length; i++) {
      bind(targets[i] instanceof ExprTy.Starred s ? s.value : targets[i], values.get(i));
    }
  }
}

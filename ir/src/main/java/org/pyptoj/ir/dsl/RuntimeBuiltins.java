package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TupleType;

/**
 * Python's builtins. Python computes those of compile-time values; of run-time values there are
 * those whose result is IR, or a container of the values.
 */
final class RuntimeBuiltins {

  /** Builtins that use up a generator at once, so that it may hold run-time values. */
  private static final Set<String> CONSUMERS =
      Set.of("any", "all", "sum", "min", "max", "list", "tuple");

  /** Builtins whose result does not hold all elements. */
  private static final Set<String> DROPPING = Set.of("len", "any", "all", "zip");

  private final Evaluator evaluator;

  RuntimeBuiltins(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** The arguments of a builtin's call. */
  List<Object> arguments(ExprTy.Call c) {
    if (c.args.length == 1
        && c.args[0] instanceof ExprTy.GeneratorExp g
        && c.func instanceof ExprTy.Name n
        && CONSUMERS.contains(n.id)) {
      Comprehensions comprehensions = new Comprehensions(evaluator);
      if (!comprehensions.isStatic(g)) {
        return List.of(
            new Sequence(
                Sequence.Kind.LIST,
                comprehensions.elements(g.element, g.generators),
                evaluator.bindings().region()));
      }
    }
    return evaluator.elements(c.args);
  }

  /** The result of a builtin. */
  Object call(String name, ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    boolean runtime =
        args.stream().anyMatch(evaluator.values()::isRuntime)
            || keywords.values().stream().anyMatch(evaluator.values()::isRuntime);
    if (!runtime) {
      requireOnce(name, c);
      return evaluator.host(c, () -> evaluator.python().builtin(name, args, keywords));
    }
    if (DROPPING.contains(name)) {
      for (Object argument : args) {
        evaluator.containers().requireNoEffects(argument, c);
      }
    }
    Object result =
        keywords.isEmpty() || name.equals("enumerate") ? of(name, c, args, keywords) : null;
    if (result != null) {
      return result;
    }
    throw Reports.error(
        DslRule.CALLEE,
        name
            + "("
            + String.join(", ", args.stream().map(Values::describe).toList())
            + ") cannot be computed in a kernel",
        evaluator.span(c),
        advice(name));
  }

  /** What is computed once must not stand where Python computes it each time. */
  private void requireOnce(String name, ExprTy.Call c) {
    if ((name.equals("next") || name.equals("print")) && !evaluator.bindings().isOutermost()) {
      throw Reports.error(
          DslRule.PATHS,
          name
              + " is called once, when the kernel is compiled, and not by each run of this loop or"
              + " branch",
          evaluator.span(c),
          name.equals("print") ? "use pl.static_print" : "take the value outside");
    }
  }

  private static String advice(String name) {
    return switch (name) {
      case "range" -> "a loop at run time is for i in pl.range(...)";
      case "enumerate", "zip" -> "a loop at run time is for i in pl.range(...); its index counts";
      case "int", "float", "round" -> "convert a run-time number with pl.cast(x, dtype)";
      case "str", "print" -> "pl.static_print shows what is known when the kernel is compiled";
      default -> null;
    };
  }

  private Object of(String name, ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    Object first = args.getFirst();
    return switch (name) {
      case "min", "max" -> extreme(name.equals("min"), c, args);
      case "abs" ->
          args.size() == 1 && first instanceof Expr e && e.type() instanceof ScalarType
              ? Scalars.unary(UnaryOp.ABS, e, evaluator.span(c))
              : null;
      case "bool" ->
          args.size() == 1 && first instanceof Expr
              ? evaluator.operators().condition(first, evaluator.span(c))
              : null;
      case "len" ->
          args.size() == 1 && isContainer(first)
              ? (Object) (long) evaluator.iterated(first, c.args[0]).size()
              : null;
      case "list", "tuple" ->
          args.size() == 1 && isContainer(first)
              ? sequence(name.equals("list"), evaluator.iterated(first, c.args[0]))
              : null;
      case "reversed" ->
          args.size() == 1 && first instanceof Sequence
              ? sequence(true, evaluator.iterated(first, c.args[0]).reversed())
              : null;
      case "enumerate" -> enumerate(c, args, keywords);
      case "zip" -> zip(c, args);
      case "sum" -> sum(c, args);
      case "any", "all" -> truths(name.equals("all"), c, args);
      case "divmod" ->
          args.size() == 2 && !(first instanceof Sequence)
              ? Sequence.tuple(
                  List.of(
                      evaluator
                          .operators()
                          .combine(
                              OperatorTy.FloorDiv, first, args.get(1), c, c.args[0], c.args[1]),
                      evaluator
                          .operators()
                          .combine(OperatorTy.Mod, first, args.get(1), c, c.args[0], c.args[1])))
              : null;
      default -> null;
    };
  }

  private static boolean isContainer(Object value) {
    return value instanceof Sequence
        || value instanceof Mapping
        || value instanceof Expr e && e.type() instanceof TupleType;
  }

  private Sequence sequence(boolean list, List<Object> elements) {
    return new Sequence(
        list ? Sequence.Kind.LIST : Sequence.Kind.TUPLE, elements, evaluator.bindings().region());
  }

  private Object extreme(boolean min, ExprTy.Call c, List<Object> args) {
    List<Object> values =
        args.size() == 1 && isContainer(args.getFirst())
            ? evaluator.iterated(args.getFirst(), c.args[0])
            : args;
    if (values.isEmpty()
        || values.size() == 1 && args.size() == 1 && !isContainer(args.getFirst())) {
      return null;
    }
    Object result = values.getFirst();
    for (int i = 1; i < values.size(); i++) {
      Object next = values.get(i);
      if (!evaluator.values().isRuntime(result) && !evaluator.values().isRuntime(next)) {
        List<Object> pair = List.of(result, next);
        result =
            evaluator.host(
                c, () -> evaluator.python().builtin(min ? "min" : "max", pair, Map.of()));
      } else {
        result =
            evaluator
                .operators()
                .scalars(
                    min ? BinaryOp.MIN : BinaryOp.MAX, result, next, c, at(c, i - 1), at(c, i));
      }
    }
    return result;
  }

  private static ExprTy at(ExprTy.Call c, int i) {
    return i < c.args.length ? c.args[i] : c.args[c.args.length - 1];
  }

  private Object enumerate(ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    Object start = args.size() == 2 ? args.get(1) : keywords.getOrDefault("start", 0L);
    if (args.size() > 2
        || !(evaluator.values().plain(start) instanceof Long n)
        || keywords.size() > (keywords.containsKey("start") ? 1 : 0)
        || !isContainer(args.getFirst())) {
      return null;
    }
    List<Object> out = new ArrayList<>();
    for (Object element : evaluator.iterated(args.getFirst(), c.args[0])) {
      out.add(Sequence.tuple(List.of(n + out.size(), element)));
    }
    return sequence(true, out);
  }

  private Object zip(ExprTy.Call c, List<Object> args) {
    List<List<Object>> columns = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      if (args.get(i) instanceof Expr && !isContainer(args.get(i))) {
        return null;
      }
      columns.add(evaluator.iterated(args.get(i), at(c, i)));
    }
    int rows = columns.stream().mapToInt(List::size).min().orElse(0);
    List<Object> out = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      List<Object> row = new ArrayList<>();
      for (List<Object> column : columns) {
        row.add(column.get(i));
      }
      out.add(Sequence.tuple(row));
    }
    return sequence(true, out);
  }

  private Object sum(ExprTy.Call c, List<Object> args) {
    if (args.size() > 2 || !isContainer(args.getFirst())) {
      return null;
    }
    Object total = args.size() == 2 ? args.get(1) : 0L;
    for (Object value : evaluator.iterated(args.getFirst(), c.args[0])) {
      total = evaluator.operators().combine(OperatorTy.Add, total, value, c, c.args[0], c.args[0]);
    }
    return total;
  }

  private Object truths(boolean all, ExprTy.Call c, List<Object> args) {
    if (args.size() != 1 || !isContainer(args.getFirst())) {
      return null;
    }
    Object result = all;
    for (Object value : evaluator.iterated(args.getFirst(), c.args[0])) {
      Boolean known = value instanceof Expr ? null : evaluator.truth(value, c);
      if (known != null) {
        if (known != all) {
          return known;
        }
        continue;
      }
      Expr condition = evaluator.operators().condition(value, evaluator.span(c.args[0]));
      result =
          result instanceof Expr before
              ? Scalars.binary(
                  all ? BinaryOp.AND : BinaryOp.OR, before, condition, evaluator.span(c))
              : condition;
    }
    return result;
  }
}

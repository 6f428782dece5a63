package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists, tuples and dicts that a kernel's text makes. Those that hold run-time values are computed
 * here; Python computes the others.
 */
final class Containers {

  private static final Set<String> LIST_METHODS =
      Set.of("append", "extend", "insert", "pop", "copy", "clear", "reverse");
  private static final Set<String> MAPPING_METHODS =
      Set.of("get", "keys", "values", "items", "copy", "pop", "update", "setdefault", "clear");
  private static final Set<String> CHANGING =
      Set.of(
          "append",
          "extend",
          "insert",
          "pop",
          "clear",
          "reverse",
          "update",
          "setdefault",
          "remove",
          "sort",
          "add",
          "discard",
          "popitem",
          "appendleft",
          "popleft",
          "rotate",
          "difference_update",
          "intersection_update",
          "symmetric_difference_update");

  private final Evaluator evaluator;

  Containers(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** Whether Python could hold a sequence. */
  boolean isStatic(Sequence s) {
    return s.isPythons() || s.elements().stream().noneMatch(evaluator.values()::isRuntime);
  }

  /** Whether a method is computed here. */
  boolean isMethod(Sequence s, String name) {
    return !s.isTuple() && !s.isPythons() && LIST_METHODS.contains(name);
  }

  boolean isMethod(Mapping m, String name) {
    return MAPPING_METHODS.contains(name);
  }

  /** Whether a method of Python's own containers changes them. */
  static boolean changes(String method) {
    return CHANGING.contains(method);
  }

  /** A key of a dict that holds run-time values. */
  Object key(Object key, SSTNode at) {
    if (Mapping.isKey(key)) {
      return key;
    }
    throw Reports.error(
        DslRule.UNSUPPORTED_EXPRESSION,
        "a dict of run-time values has integers and texts as keys here, not "
            + Values.describe(key),
        evaluator.span(at),
        "use a tuple or a list, or another key");
  }

  // ---------------------------------------------------------------- elements

  /** A subscript as Python takes it, slices included. */
  Object index(ExprTy slice) {
    return switch (slice) {
      case ExprTy.Slice s -> {
        Object lower = s.lower == null ? PyNone.NONE : fixed(s.lower);
        Object upper = s.upper == null ? PyNone.NONE : fixed(s.upper);
        Object step = s.step == null ? PyNone.NONE : fixed(s.step);
        yield evaluator.host(slice, () -> evaluator.python().slice(lower, upper, step));
      }
      case ExprTy.Tuple t -> {
        List<Object> parts = new ArrayList<>();
        for (ExprTy part : t.elements) {
          parts.add(index(part));
        }
        yield Sequence.tuple(parts);
      }
      default -> fixed(slice);
    };
  }

  private Object fixed(ExprTy expr) {
    Object value = evaluator.eval(expr);
    if (!evaluator.values().isRuntime(value)) {
      return value;
    }
    throw Reports.error(
        DslRule.SUBSCRIPT,
        "an element of a Python object is chosen when the kernel is compiled, not by "
            + Values.describe(value),
        evaluator.span(expr),
        "choose it by if statements, or keep the values in a tensor");
  }

  /** Refuses to drop a value that has been called for what it does. */
  void requireNoEffects(Object container, SSTNode at) {
    boolean effects =
        switch (container) {
          case Sequence s when !s.isPythons() -> s.elements().stream().anyMatch(this::hasEffects);
          case Mapping m -> m.entries().values().stream().anyMatch(this::hasEffects);
          case null, default -> false;
        };
    if (effects) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          "a call in this list would be lost, since only a part of the list is used",
          evaluator.span(at),
          "give the list a name first");
    }
  }

  private boolean hasEffects(Object value) {
    return switch (value) {
      case Sequence s when !s.isPythons() -> s.elements().stream().anyMatch(this::hasEffects);
      case null, default -> Operators.hasEffect(value);
    };
  }

  Object item(Sequence s, ExprTy.Subscript at) {
    requireNoEffects(s, at);
    if (s.isPythons()) {
      Object key = index(at.slice);
      return evaluator.host(at, () -> evaluator.python().item(s, key));
    }
    if (at.slice instanceof ExprTy.Slice slice) {
      List<Object> out = new ArrayList<>();
      for (int i : positions(slice, s.elements().size())) {
        out.add(s.elements().get(i));
      }
      return new Sequence(s.kind(), out, evaluator.bindings().region());
    }
    return s.elements().get(position(s, at.slice));
  }

  private int position(Sequence s, ExprTy at) {
    fixed(at);
    long index = evaluator.staticInt(at, "index");
    int size = s.elements().size();
    long position = index < 0 ? index + size : index;
    if (position < 0 || position >= size) {
      throw Reports.error(
          DslRule.SUBSCRIPT,
          "index " + index + " in a sequence of " + size,
          evaluator.span(at),
          null);
    }
    return (int) position;
  }

  /** The positions that a slice takes, as Python's {@code slice.indices} has them. */
  private List<Integer> positions(ExprTy.Slice slice, int size) {
    long step = slice.step == null ? 1 : evaluator.staticInt(slice.step, "step");
    if (step == 0) {
      throw Reports.error(
          DslRule.SUBSCRIPT, "a slice's step is not zero", evaluator.span(slice.step), null);
    }
    long low = step > 0 ? 0 : -1;
    long high = step > 0 ? size : size - 1;
    long from =
        slice.lower == null
            ? step > 0 ? low : high
            : bound(evaluator.staticInt(slice.lower, "bound"), size, low, high);
    long to =
        slice.upper == null
            ? step > 0 ? high : low
            : bound(evaluator.staticInt(slice.upper, "bound"), size, low, high);
    List<Integer> out = new ArrayList<>();
    for (long i = from; step > 0 ? i < to : i > to; i += step) {
      out.add((int) i);
    }
    return out;
  }

  private static long bound(long value, int size, long low, long high) {
    return Math.clamp(value < 0 ? value + size : value, low, high);
  }

  Object item(Mapping m, ExprTy.Subscript at) {
    requireNoEffects(m, at);
    Object key = key(fixed(at.slice), at.slice);
    if (!m.entries().containsKey(key)) {
      throw Reports.error(
          DslRule.HOST, "KeyError: " + Values.describe(key), evaluator.span(at.slice), null);
    }
    return m.entries().get(key);
  }

  // ---------------------------------------------------------------- changes

  /**
   * Refuses to change an object in a part of the flow that may run more than once or not at all,
   * unless it was made there: Python changes it each time.
   */
  void requireHere(Object region, SSTNode at) {
    if (region == evaluator.bindings().region()
        || region == null && evaluator.bindings().isOutermost()) {
      return;
    }
    throw Reports.error(
        DslRule.PATHS,
        "a Python object is changed once, when the kernel is compiled, and not by each run of this"
            + " loop or branch",
        evaluator.span(at),
        "change it outside, or keep the values in a tensor or in names of their own");
  }

  /** {@code base[key] = value} on a container. */
  void setItem(Object base, ExprTy.Subscript at, Object value) {
    switch (base) {
      case Sequence s when !s.isTuple() && !s.isPythons() -> {
        if (at.slice instanceof ExprTy.Slice) {
          throw Reports.error(
              DslRule.TARGET,
              "a part of a list with run-time values cannot be assigned here",
              evaluator.span(at),
              "assign its elements one by one");
        }
        int position = position(s, at.slice);
        requireHere(s.region(), at);
        s.changeable().set(position, value);
      }
      case Mapping m -> {
        Object key = key(fixed(at.slice), at.slice);
        requireHere(m.region(), at);
        m.entries().put(key, value);
      }
      default -> {
        Object key = index(at.slice);
        requireHere(base instanceof Sequence s ? s.region() : null, at);
        if (evaluator.values().isRuntime(value)) {
          throw Reports.error(
              DslRule.TARGET,
              "a Python object outside the kernel cannot hold a run-time value",
              evaluator.span(at),
              "make the list or dict in the kernel");
        }
        evaluator.host(
            at,
            () -> {
              evaluator.python().setItem(base, key, value);
              return PyNone.NONE;
            });
      }
    }
  }

  /** {@code del base[key]}. */
  void deleteItem(Object base, ExprTy.Subscript at) {
    switch (base) {
      case Sequence s
          when !s.isTuple() && !s.isPythons() && !(at.slice instanceof ExprTy.Slice) -> {
        int position = position(s, at.slice);
        requireHere(s.region(), at);
        s.changeable().remove(position);
      }
      case Mapping m -> {
        item(m, at);
        requireHere(m.region(), at);
        m.entries().remove(fixed(at.slice));
      }
      default -> {
        if (evaluator.values().isRuntime(base)) {
          throw Reports.error(DslRule.TARGET, "this cannot be deleted", evaluator.span(at), null);
        }
        Object key = index(at.slice);
        requireHere(base instanceof Sequence s ? s.region() : null, at);
        evaluator.host(
            at,
            () -> {
              evaluator.python().deleteItem(base, key);
              return PyNone.NONE;
            });
      }
    }
  }

  // ---------------------------------------------------------------- operators

  /** {@code +} and {@code *} of sequences with run-time elements; null for anything else. */
  Object combine(OperatorTy op, Object left, Object right) {
    Object region = evaluator.bindings().region();
    if (op == OperatorTy.Add
        && left instanceof Sequence a
        && right instanceof Sequence b
        && a.kind() == b.kind()) {
      List<Object> joined = new ArrayList<>(evaluator.sequence(a));
      joined.addAll(evaluator.sequence(b));
      return new Sequence(a.kind(), joined, region);
    }
    Sequence s = left instanceof Sequence a ? a : right instanceof Sequence b ? b : null;
    Object n = s == left ? right : left;
    if (op == OperatorTy.Mult && s != null && evaluator.values().plain(n) instanceof Long times) {
      List<Object> repeated = new ArrayList<>();
      for (long i = 0; i < times; i++) {
        repeated.addAll(s.elements());
      }
      return new Sequence(s.kind(), repeated, region);
    }
    return null;
  }

  // ---------------------------------------------------------------- methods

  /** The result of a method that is computed here. */
  Object call(BoundMethod method, ExprTy.Call at, List<Object> args, Map<String, Object> keywords) {
    Object region = method.owner() instanceof Sequence s ? s.region() : region(method.owner());
    if (CHANGING.contains(method.name())) {
      requireHere(region, at);
    }
    Object result =
        !keywords.isEmpty() && !method.name().equals("update")
            ? null
            : method.owner() instanceof Sequence s
                ? list(s, method.name(), args, at)
                : mapping((Mapping) method.owner(), method.name(), args, keywords, at);
    if (result == null) {
      throw Reports.error(
          DslRule.ARGUMENTS,
          method.name() + " cannot be called with these arguments",
          evaluator.span(at),
          null);
    }
    return result;
  }

  private static Object region(Object owner) {
    return ((Mapping) owner).region();
  }

  private Object list(Sequence s, String name, List<Object> args, ExprTy.Call at) {
    List<Object> list = s.changeable();
    switch (name) {
      case "append" -> {
        if (args.size() == 1) {
          list.add(args.getFirst());
          return PyNone.NONE;
        }
      }
      case "extend" -> {
        if (args.size() == 1) {
          list.addAll(evaluator.iterated(args.getFirst(), at.args[0]));
          return PyNone.NONE;
        }
      }
      case "insert" -> {
        if (args.size() == 2 && evaluator.values().plain(args.getFirst()) instanceof Long i) {
          int size = list.size();
          list.add(Math.clamp(i < 0 ? i + size : i, 0, size), args.get(1));
          return PyNone.NONE;
        }
      }
      case "pop" -> {
        Object which = args.isEmpty() ? (Object) (-1L) : evaluator.values().plain(args.getFirst());
        if (args.size() <= 1 && which instanceof Long i) {
          long position = i < 0 ? i + list.size() : i;
          if (position < 0 || position >= list.size()) {
            throw Reports.error(
                DslRule.HOST, "IndexError: pop index out of range", evaluator.span(at), null);
          }
          return list.remove((int) position);
        }
      }
      case "copy" -> {
        if (args.isEmpty()) {
          return new Sequence(s.kind(), list, evaluator.bindings().region());
        }
      }
      case "clear" -> {
        if (args.isEmpty()) {
          list.clear();
          return PyNone.NONE;
        }
      }
      case "reverse" -> {
        if (args.isEmpty()) {
          java.util.Collections.reverse(list);
          return PyNone.NONE;
        }
      }
      default -> {}
    }
    return null;
  }

  private Object mapping(
      Mapping m, String name, List<Object> args, Map<String, Object> keywords, ExprTy.Call at) {
    Map<Object, Object> entries = m.entries();
    return switch (name) {
      case "keys" -> args.isEmpty() ? list(new ArrayList<>(entries.keySet())) : null;
      case "values" -> args.isEmpty() ? list(new ArrayList<>(entries.values())) : null;
      case "items" -> {
        List<Object> pairs = new ArrayList<>();
        entries.forEach((k, v) -> pairs.add(Sequence.tuple(List.of(k, v))));
        yield args.isEmpty() ? list(pairs) : null;
      }
      case "copy" -> args.isEmpty() ? new Mapping(entries, evaluator.bindings().region()) : null;
      case "clear" -> {
        entries.clear();
        yield PyNone.NONE;
      }
      case "get", "pop", "setdefault" -> {
        if (args.isEmpty() || args.size() > 2) {
          yield null;
        }
        Object key = key(args.getFirst(), at.args[0]);
        Object otherwise = args.size() > 1 ? args.get(1) : PyNone.NONE;
        if (entries.containsKey(key)) {
          yield name.equals("pop") ? entries.remove(key) : entries.get(key);
        }
        if (name.equals("pop") && args.size() == 1) {
          throw Reports.error(
              DslRule.HOST, "KeyError: " + Values.describe(key), evaluator.span(at), null);
        }
        if (name.equals("setdefault")) {
          entries.put(key, otherwise);
        }
        yield otherwise;
      }
      case "update" -> {
        if (args.size() > 1 || args.size() == 1 && !(args.getFirst() instanceof Mapping)) {
          yield null;
        }
        if (!args.isEmpty()) {
          entries.putAll(((Mapping) args.getFirst()).entries());
        }
        entries.putAll(keywords);
        yield PyNone.NONE;
      }
      default -> null;
    };
  }

  private Sequence list(List<Object> elements) {
    return new Sequence(Sequence.Kind.LIST, elements, evaluator.bindings().region());
  }
}

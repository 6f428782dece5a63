package org.pyptoj.ir.dsl;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * What the names of a function are bound to at the place that is being read. A value is a
 * compile-time value, an {@link Expr} of the IR, a {@link KnownScalar} or one that cannot be used:
 * {@link Unusable}, {@link Nothing}, {@link Poison}.
 *
 * <p>A variable of the IR means its name's latest value. So each region of the flow that may give a
 * name another value begins with a variable object of its own for it: one that is not current any
 * more is an outdated value.
 */
final class Bindings {

  /** A stretch of text that runs as often, and under the same conditions, from begin to end. */
  static final class Region {}

  /** A namespace of Python's functions that follows the names they use. */
  private record Scope(HostValue namespace, Set<String> names) {}

  private final Python python;
  private final Set<String> kept = new HashSet<>();
  private final Map<Var, Var> extents = new IdentityHashMap<>();
  private final Set<Var> partly = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Aliases aliases = new Aliases();
  private Map<String, Object> values = new LinkedHashMap<>();
  private Set<String> locals = Set.of();
  private final Region function = new Region();
  private Region region = function;
  private Scope scope;

  Bindings(Python python) {
    this.python = python;
  }

  /** The value of a name, or null. */
  Object get(String name) {
    return values.get(name);
  }

  void put(String name, Object value) {
    values.put(name, value);
    follow(name, value);
  }

  void remove(String name) {
    values.remove(name);
    follow(name, null);
  }

  Aliases aliases() {
    return aliases;
  }

  /** Names that the function binds somewhere, and that therefore mean nothing outside it. */
  void locals(Set<String> names) {
    locals = names;
  }

  Set<String> locals() {
    return locals;
  }

  boolean isLocal(String name) {
    return locals.contains(name);
  }

  Region region() {
    return region;
  }

  /** Whether what is read here runs exactly once in each run of the function. */
  boolean isOutermost() {
    return region == function;
  }

  /** Begins a region and returns the one around it. */
  Region enter() {
    Region outer = region;
    region = new Region();
    return outer;
  }

  void leave(Region outer) {
    region = outer;
  }

  Map<String, Object> snapshot() {
    return new LinkedHashMap<>(values);
  }

  void restore(Map<String, Object> snapshot) {
    if (scope != null) {
      for (String name : scope.names()) {
        if (values.get(name) != snapshot.get(name)) {
          follow(name, snapshot.get(name));
        }
      }
    }
    values = new LinkedHashMap<>(snapshot);
  }

  /** A name for a value that a container keeps; no text can assign it. */
  String fresh(String base) {
    for (int i = 0; ; i++) {
      String name = base + "_kept" + i;
      if (!locals.contains(name) && !values.containsKey(name) && kept.add(name)) {
        return name;
      }
    }
  }

  boolean isKept(String name) {
    return kept.contains(name);
  }

  /** Whether a variable means what its name means now. */
  boolean isCurrent(Var var) {
    Object bound = values.get(var.name());
    return switch (bound) {
      case null -> true;
      case Var v -> v == var || extents.get(v) == var;
      case KnownScalar k -> k.var() == var;
      case Unusable u -> false;
      default -> !locals.contains(var.name());
    };
  }

  /** A variable gets the value of a symbolic extent of the same name: both mean the same. */
  void isExtent(Var var, Var extent) {
    extents.put(var, extent);
  }

  // Functions of Python's that look up the kernel's names later.

  /** The namespace in which names are looked up late; these names are followed from now on. */
  HostValue scope(Set<String> names) {
    if (scope == null) {
      scope = new Scope(python.scope(), new LinkedHashSet<>());
    }
    for (String name : names) {
      if (locals.contains(name) && scope.names().add(name)) {
        follow(name, values.get(name));
      }
    }
    return scope.namespace();
  }

  private void follow(String name, Object value) {
    if (scope != null && scope.names().contains(name)) {
      python.bind(scope.namespace(), name, forPython(value));
    }
  }

  /** A value as Python can hold it, or null. */
  private static Object forPython(Object value) {
    return switch (value) {
      case KnownScalar k -> k.number();
      case null -> null;
      default -> isPythons(value) ? value : null;
    };
  }

  private static boolean isPythons(Object value) {
    return switch (value) {
      case Long l -> true;
      case Double d -> true;
      case Boolean b -> true;
      case String s -> true;
      case PyNone n -> true;
      case HostValue h -> true;
      case Namespace n -> true;
      case FunctionRef f -> true;
      case Poison p -> false;
      case Enum<?> e -> true;
      case Sequence s -> s.isPythons() || s.elements().stream().allMatch(Bindings::isPythons);
      default -> false;
    };
  }

  /** A tile has been written through a name: what else shares its memory is out of date. */
  void written(String name) {
    for (String other : aliases.sharing(name)) {
      put(
          other,
          new Unusable(
              DslRule.OUTDATED,
              "'%s' shares memory with '" + name + "', which has been written since",
              "take it again behind the write"));
    }
  }

  /**
   * Refuses a loop whose body reads a name that is out of date at the body's end: the next round
   * reads it again.
   */
  void requireUsable(Map<String, Object> before, Block body) {
    before.forEach(
        (name, value) -> {
          if (value instanceof Var && values.get(name) instanceof Unusable u) {
            Span read = readFirst(name, body);
            if (u.rule() == DslRule.OUTDATED && read != null) {
              throw u.read(name, read);
            }
          }
        });
  }

  /** Where a body reads a name before it assigns it, or null. */
  private static Span readFirst(String name, Block body) {
    Span[] found = new Span[1];
    new Walker() {
      private Span at = Span.NONE;
      private boolean assigned;

      private int depth;

      @Override
      public void stmt(Stmt stmt) {
        at = stmt.span();
        // What a path assigns that may not be taken does not count.
        depth += stmt instanceof Assign ? 0 : 1;
        super.stmt(stmt);
        depth -= stmt instanceof Assign ? 0 : 1;
      }

      @Override
      protected void define(Var var) {
        assigned |= depth == 0 && var.name().equals(name);
      }

      @Override
      protected void use(Var var) {
        if (var.name().equals(name) && !assigned && found[0] == null) {
          found[0] = at;
        }
      }
    }.block(body);
    return found[0];
  }

  // Regions that may not run, or run again.

  /**
   * Makes the bindings right for the beginning of a region that runs again and again: a name that
   * it changes has the value of the round before.
   */
  void beginRounds(Set<String> changed) {
    for (String name : changed) {
      Object value = values.get(name);
      switch (value) {
        case null -> {}
        case Var v -> put(name, again(v));
        case KnownScalar k -> put(name, again(k.var()));
        case Poison p -> {}
        default ->
            put(
                name,
                new Unusable(
                    DslRule.PATHS,
                    "'%s' has another compile-time value in each round of this loop",
                    "use a Python loop, which is unrolled, or a run-time number"));
      }
    }
  }

  private Var again(Var v) {
    Var again = new Var(v.name(), v.type(), v.span());
    if (extents.containsKey(v)) {
      extents.put(again, extents.get(v));
    }
    return again;
  }

  /**
   * Makes the bindings right for what follows a loop.
   *
   * @param before the bindings in front of the loop
   * @param changed the names that its body changes
   * @param certain whether its body runs at least once
   * @param jumps whether a break or continue may leave its body in the middle
   */
  void endRounds(Map<String, Object> before, Set<String> changed, boolean certain, boolean jumps) {
    for (String name : changed) {
      Object old = before.get(name);
      Object now = values.get(name);
      if (jumps && variable(now) != null) {
        now = variable(now);
      } else if (jumps && now != null && !(now instanceof Poison)) {
        now = leftInTheMiddle();
      }
      boolean assigned = old == null && certain && !jumps && !(now instanceof Expr);
      set(name, assigned ? now : join(name, old, now));
    }
  }

  private Var perhaps(Var v) {
    Var perhaps = again(v);
    partly.add(perhaps);
    return perhaps;
  }

  /** Whether some path to this place does not assign a variable. */
  boolean isPartly(Var v) {
    return partly.contains(v);
  }

  private static Unusable leftInTheMiddle() {
    return new Unusable(
        DslRule.PATHS,
        "'%s' depends on where a break or continue has left the loop",
        "use a run-time number, or assign it behind the loop");
  }

  private void set(String name, Object value) {
    if (value == null) {
      remove(name);
    } else {
      put(name, value);
    }
  }

  /** Makes the bindings right for what follows a choice between two paths. */
  void join(Map<String, Object> left, Map<String, Object> right) {
    Set<String> names = new LinkedHashSet<>(left.keySet());
    names.addAll(right.keySet());
    restore(right);
    for (String name : names) {
      set(name, join(name, left.get(name), right.get(name)));
    }
  }

  private Object join(String name, Object a, Object b) {
    if (a == b) {
      return a;
    }
    if (a == null || b == null) {
      Object one = a == null ? b : a;
      return switch (one) {
        case Expr e -> one instanceof Var v ? perhaps(v) : one;
        case KnownScalar k -> perhaps(k.var());
        case Poison p -> p;
        case Unusable u -> u;
        default ->
            new Unusable(
                DslRule.PATHS,
                "'%s' may have no value here: not every path to this place assigns it",
                "give it a value before the loop or the choice");
      };
    }
    if (a == Poison.VALUE || b == Poison.VALUE) {
      return Poison.VALUE;
    }
    if (a instanceof Unusable) {
      return a;
    }
    if (b instanceof Unusable) {
      return b;
    }
    Var x = variable(a);
    Var y = variable(b);
    if (x != null && y != null) {
      if (a instanceof KnownScalar k
          && b instanceof KnownScalar l
          && same(k.number(), l.number())) {
        return new KnownScalar(again(y), k.number());
      }
      return new Var(y.name(), meet(a, x.type(), b, y.type()), y.span());
    }
    if (x == null && y == null && same(a, b)) {
      return b;
    }
    return new Unusable(
        DslRule.PATHS,
        "'%s' is another compile-time value on another path to this place",
        "decide it by a compile-time condition, or use a run-time number");
  }

  /**
   * The type of a number that comes from two paths. A bare integer takes the other one's type where
   * that has it; otherwise INDEX has what narrower integers have.
   */
  private static Type meet(Object a, Type left, Object b, Type right) {
    if (!(left instanceof ScalarType(DataType x)
        && right instanceof ScalarType(DataType y)
        && x != y
        && x.isInteger()
        && y.isInteger())) {
      return right;
    }
    if (a instanceof KnownScalar k && k.number() instanceof Long n && y.holds(n)) {
      return right;
    }
    if (b instanceof KnownScalar k && k.number() instanceof Long n && x.holds(n)) {
      return left;
    }
    return x == DataType.INDEX ? left : right;
  }

  private static Var variable(Object value) {
    return switch (value) {
      case Var v -> v;
      case KnownScalar k -> k.var();
      case null, default -> null;
    };
  }

  /** Whether two compile-time values are one object in Python, as far as it matters. */
  private boolean same(Object a, Object b) {
    if (a.getClass() == b.getClass()
        && (a instanceof Long
            || a instanceof Boolean
            || a instanceof String
            || a instanceof Double
            || a instanceof Namespace
            || a instanceof FunctionRef)) {
      return a.equals(b);
    }
    Boolean known = StaticOperators.identical(a, b);
    return known != null
        ? known
        : a instanceof HostValue
            && b instanceof HostValue
            && Boolean.TRUE.equals(python.binary("is", a, b));
  }
}

package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/** What the values of a kernel's text are as scalars, as attributes, in Python and in messages. */
final class Values {

  private final Python python;
  private final Containers containers;

  Values(Python python, Containers containers) {
    this.python = python;
    this.containers = containers;
  }

  /** A value as a scalar of the IR: bare integers become INDEX, bare floats FP32. */
  Expr scalar(Object value, Span at, String what) {
    return switch (value) {
      case Expr e when e.type() instanceof ScalarType -> e;
      case Long l -> new IntConst(l, DataType.INDEX, at);
      case Double d -> new FloatConst(d, DataType.FP32, at);
      case Boolean b -> IntConst.bool(b, at);
      case HostValue h when plain(h) instanceof Number n -> scalar(n, at, what);
      default ->
          throw Reports.error(
              DslRule.OPERAND_KIND,
              "the " + what + " must be a scalar, not " + describe(value),
              at,
              null);
    };
  }

  /** A value without the class that a script gave it: an IntEnum's member is an integer. */
  Object plain(Object value) {
    return value instanceof HostValue || value instanceof Sequence ? python.plain(value) : value;
  }

  /** A keyword's value as an attribute holds it. */
  Object attrValue(Object value) {
    return switch (value) {
      case PyNone n -> null;
      case KnownScalar k -> k.number();
      case Sequence s when !s.isPythons() -> attrValues(s.elements());
      case Mapping m -> attrValues(m.entries());
      case List<?> list -> attrValues(list);
      case Map<?, ?> map -> attrValues(map);
      case HostValue h -> {
        Object plain = plain(h);
        yield plain instanceof HostValue ? plain : attrValue(plain);
      }
      case Sequence s -> attrValue(plain(s));
      case null -> null;
      default -> value;
    };
  }

  private List<Object> attrValues(List<?> list) {
    List<Object> out = new ArrayList<>(list.size());
    list.forEach(v -> out.add(attrValue(v)));
    return out;
  }

  private Map<String, Object> attrValues(Map<?, ?> map) {
    Map<String, Object> out = new LinkedHashMap<>();
    map.forEach((k, v) -> out.put(String.valueOf(k), attrValue(v)));
    return out;
  }

  /** A compile-time value as Python's {@code str} shows it. */
  String shown(Object value) {
    return switch (value) {
      case String s -> s;
      case Long l -> l.toString();
      case Boolean b -> b ? "True" : "False";
      case PyNone n -> "None";
      default -> python.text(value);
    };
  }

  /** Whether a value depends on what is known only at run time. */
  boolean isRuntime(Object value) {
    return switch (value) {
      case Expr e -> true;
      case Sequence s -> !containers.isStatic(s);
      case Mapping m -> m.entries().values().stream().anyMatch(this::isRuntime);
      case BoundMethod m -> isRuntime(m.owner());
      case null, default -> false;
    };
  }

  /** A value in a message. */
  static String describe(Object value) {
    return switch (value) {
      case null -> "nothing";
      case PyNone n -> "None";
      case Long l -> "the integer " + l;
      case Double d -> "the number " + d;
      case Boolean b -> b ? "True" : "False";
      case String s -> "the text '" + s + "'";
      case Sequence s when s.isPythons() -> "a list";
      case Sequence s -> "a sequence of " + s.elements().size();
      case List<?> l -> "a sequence of " + l.size();
      case Mapping m -> "a dict";
      case Map<?, ?> m -> "a dict";
      case Namespace n when n.path().startsWith("builtins.") -> "'" + n.path().substring(9) + "'";
      case Namespace n -> "'" + n.path() + "'";
      case FunctionRef f -> "the function " + f.name();
      case BoundMethod m -> "the method " + m.name();
      case HostValue h -> "a Python object of type " + h.typeName();
      case StringConst s -> "the text '" + s.value() + "'";
      case MakeTuple t -> "a tuple";
      case IntConst c -> "the integer " + c.value();
      case Var v -> "'" + v.name() + "' (" + v.type().kind() + ")";
      case Expr e -> "a " + e.type().kind();
      case Type t -> "a type (" + t.kind() + ")";
      default -> Objects.toString(value);
    };
  }
}

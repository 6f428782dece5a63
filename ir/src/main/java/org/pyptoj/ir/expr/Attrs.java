package org.pyptoj.ir.expr;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compile-time attributes of a call, a scope or a function, in the order in which they print.
 * Values are {@code Long}, {@code Double}, {@code Boolean}, {@code String}, enum constants, {@code
 * List}s of these, or {@link Expr}s where an attribute is a run-time value ({@code device=}).
 */
public record Attrs(Map<String, Object> values) {

  public static final Attrs NONE = new Attrs(Map.of());

  public Attrs {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** These attributes and one more, or one replaced. */
  public Attrs with(String name, Object value) {
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.put(name, value);
    return new Attrs(copy);
  }

  /** These attributes less one. */
  public Attrs without(String name) {
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.remove(name);
    return new Attrs(copy);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Object get(String name) {
    return values.get(name);
  }

  /** An integer attribute, or a default where it is absent. */
  public long intOr(String name, long absent) {
    return values.get(name) instanceof Number n ? n.longValue() : absent;
  }

  /** A flag, or false where it is absent. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  /** A text attribute, or a default where it is absent. */
  public String textOr(String name, String absent) {
    return values.get(name) instanceof String s ? s : absent;
  }

  /** An attribute of a known class, or null where it is absent. */
  public <T> T get(String name, Class<T> type) {
    return type.cast(values.get(name));
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }
}

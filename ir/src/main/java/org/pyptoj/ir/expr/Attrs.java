package org.pyptoj.ir.expr;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Attributes of a call, a scope, a loop or a function, in the order in which they print. Values are
 * {@code Long}, {@code Double}, {@code Boolean}, {@code String}, enum constants, {@code List}s and
 * {@code Map}s of these, or {@link Expr}s where an attribute is a run-time value ({@code device=}).
 * Who wants a certain one asks for it by its {@link AttrKey}.
 *
 * @param values values by name: what texts are parsed to and printed from, known or not
 */
public record Attrs(Map<String, Object> values) {

  public static final Attrs NONE = new Attrs(Map.of());

  public Attrs {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** One attribute alone. */
  public static <T> Attrs of(AttrKey<T> key, T value) {
    return NONE.with(key, value);
  }

  /** These attributes and one more, or one replaced. */
  public <T> Attrs with(AttrKey<T> key, T value) {
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.put(key.name(), key.cast(value));
    return new Attrs(copy);
  }

  /**
   * These attributes and one more, whose value comes from where its class is not known.
   *
   * @throws IllegalArgumentException where it is no value of the attribute
   */
  public <T> Attrs withCast(AttrKey<T> key, Object value) {
    return with(key, key.cast(value));
  }

  /** These attributes less one. */
  public Attrs without(AttrKey<?> key) {
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.remove(key.name());
    return new Attrs(copy);
  }

  /** Whether an attribute is given. */
  public boolean has(AttrKey<?> key) {
    return values.get(key.name()) != null;
  }

  /** The value of an attribute, or what the key says where it is not given. */
  public <T> T get(AttrKey<T> key) {
    Object value = values.get(key.name());
    return value == null ? key.absent() : key.cast(value);
  }

  /** These attributes with each value changed, or themselves where none is. */
  public Attrs map(UnaryOperator<Object> change) {
    Map<String, Object> out = new LinkedHashMap<>();
    boolean same = true;
    for (Map.Entry<String, Object> entry : values.entrySet()) {
      Object changed = change.apply(entry.getValue());
      same &= changed == entry.getValue();
      out.put(entry.getKey(), changed);
    }
    return same ? this : new Attrs(out);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }
}

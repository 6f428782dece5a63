package org.pyptoj.ir.expr;

import java.util.List;
import java.util.Objects;

/**
 * An attribute: its name, as texts spell it, and the class of its values. Whoever sets or reads it
 * shares the one key, which stands in a catalogue of this module. Two attributes of one name, such
 * as {@code op=} of a notification and of a reduction, are two keys.
 *
 * @param <T> what its values are
 */
public final class AttrKey<T> {

  private final String name;
  private final Class<?> type;

  /** What the elements of a list are; null where a value is no list. */
  private final Class<?> elements;

  private final T absent;

  private AttrKey(String name, Class<?> type, Class<?> elements, T absent) {
    this.name = Objects.requireNonNull(name);
    this.type = type;
    this.elements = elements;
    this.absent = absent;
  }

  /** An attribute without a value where it is not given. */
  public static <T> AttrKey<T> of(String name, Class<T> type) {
    return new AttrKey<>(name, type, null, null);
  }

  /** A whole number that must be given. */
  public static AttrKey<Long> integer(String name) {
    return of(name, Long.class);
  }

  /** A whole number. */
  public static AttrKey<Long> integer(String name, long absent) {
    return new AttrKey<>(name, Long.class, null, absent);
  }

  /** A text. */
  public static AttrKey<String> text(String name, String absent) {
    return new AttrKey<>(name, String.class, null, absent);
  }

  /** A flag that is off unless it is given. */
  public static AttrKey<Boolean> flag(String name) {
    return new AttrKey<>(name, Boolean.class, null, false);
  }

  /** A list that is empty unless it is given. */
  public static <E> AttrKey<List<E>> list(String name, Class<E> elements) {
    return new AttrKey<>(name, List.class, elements, List.of());
  }

  /** The spelling in texts. */
  public String name() {
    return name;
  }

  /** The class of its values. */
  public Class<?> type() {
    return type;
  }

  /** Its value where it is not given, unless the row of an op knows better; may be null. */
  public T absent() {
    return absent;
  }

  /** Whether this can be a value of it. */
  public boolean accepts(Object value) {
    return elements == null
        ? type.isInstance(value)
        : value instanceof List<?> list && list.stream().allMatch(elements::isInstance);
  }

  /**
   * An object as a value of it.
   *
   * @throws IllegalArgumentException where it is none
   */
  @SuppressWarnings("unchecked") // The class and the elements have been looked at.
  T cast(Object value) {
    if (!accepts(value)) {
      throw new IllegalArgumentException("attribute " + name + " is " + value);
    }
    return (T) value;
  }

  @Override
  public String toString() {
    return name;
  }
}

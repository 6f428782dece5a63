package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;

/**
 * The Python that runs the script. It is asked wherever Java cannot promise Python's meaning.
 * Values are compile-time values as {@link Environment} lists them; none may depend on a run-time
 * value.
 *
 * <p>Every method throws {@link HostException} where Python raises.
 */
public interface Python {

  /**
   * The result of a binary operator spelt as in Python: {@code +}, {@code <}, {@code is}, {@code
   * not in}.
   */
  Object binary(String symbol, Object left, Object right);

  /** The result of an augmented assignment's operator, spelt without its {@code =}. */
  Object inPlace(String symbol, Object left, Object right);

  /** The result of {@code -}, {@code +}, {@code ~} or {@code not}. */
  Object unary(String symbol, Object operand);

  /** Python's truth of a value. */
  boolean truth(Object value);

  /** An attribute. */
  Object attribute(Object owner, String name);

  /** {@code container[key]}. */
  Object item(Object container, Object key);

  /** {@code container[key] = value}. */
  void setItem(Object container, Object key, Object value);

  /** {@code del container[key]}. */
  void deleteItem(Object container, Object key);

  /** {@code slice(lower, upper, step)}. */
  Object slice(Object lower, Object upper, Object step);

  /** A call. */
  Object call(Object callee, List<Object> args, Map<String, Object> keywords);

  /** A call of a builtin by its name, whatever the script has made of that name. */
  Object builtin(String name, List<Object> args, Map<String, Object> keywords);

  /** The elements of an iterable, in order; an iterator is used up. */
  List<Object> elements(Object iterable);

  /** What {@code str} makes of a value. */
  String text(Object value);

  /**
   * The value of an expression's text.
   *
   * @param names the kernel's own names that it mentions
   * @param scope what {@link #scope} made for names that a function in it looks up later, or null
   */
  Object evaluate(String text, Map<String, Object> names, HostValue scope);

  /**
   * The function that a definition's text makes.
   *
   * @param name its name
   * @param scope where it looks up the kernel's names
   */
  Object define(String text, String name, HostValue scope);

  /** A namespace for functions that the kernel's text makes, empty at first. */
  HostValue scope();

  /** Gives a name in a namespace another value; {@code null} takes it away. */
  void bind(HostValue scope, String name, Object value);

  /**
   * What a value is where the language wants a plain one: a {@code Long} for an integer of whatever
   * class, a {@code Double} for a float, a {@code String} for a text, and lists and maps of these;
   * anything else stays.
   */
  Object plain(Object value);

  /** There is none where text is read without a script, and nothing that needs it has a value. */
  Python NONE = new NoPython();
}

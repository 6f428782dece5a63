package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;

/**
 * A Python object that only Python can evaluate. Results are compile-time values as {@link
 * Environment} lists them.
 */
public interface HostValue {

  /** An attribute; throws {@link HostException} where there is none. */
  Object attribute(String name);

  /** A call with compile-time arguments. */
  Object call(List<Object> args, Map<String, Object> keywords);

  /** A subscript. */
  Object item(Object key);

  /** A binary operation spelt as in Python, {@code "+"} or {@code "=="}. */
  Object binary(String symbol, Object left, Object right);

  /** Python's truth of the object. */
  boolean truth();

  /** The name of its class, for messages. */
  String typeName();
}

package org.pyptoj.ir.dsl;

/**
 * A Python object that Java only holds: {@link Python} says what can be done with it. Two of these
 * may stand for one object.
 */
public interface HostValue {

  /** The name of its class, for messages. */
  String typeName();

  /** Whether it is a list, a tuple or a range, so that it may stand for a shape. */
  boolean isSequence();
}

package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A list or a tuple that a kernel's text makes. Its elements may be run-time values, which Python
 * cannot hold; one without such elements becomes a Python object when Python is asked about it, and
 * from then on a list's elements are what Python says.
 */
public final class Sequence {

  /** Which of Python's two it is. */
  public enum Kind {
    LIST,
    TUPLE
  }

  private final Kind kind;
  private final Object region;
  private List<Object> elements;
  private HostValue host;

  /**
   * A sequence of these elements.
   *
   * @param region the part of the kernel's flow in which it is made, by identity
   */
  Sequence(Kind kind, List<Object> elements, Object region) {
    this.kind = kind;
    this.elements = new ArrayList<>(elements);
    this.region = region;
  }

  static Sequence tuple(List<?> elements) {
    return new Sequence(Kind.TUPLE, List.copyOf(elements), null);
  }

  public Kind kind() {
    return kind;
  }

  public boolean isTuple() {
    return kind == Kind.TUPLE;
  }

  /** The part of the kernel's flow in which it was made. */
  Object region() {
    return region;
  }

  /** The elements that Java knows; those of a list that Python has are Python's to say. */
  public List<Object> elements() {
    return Collections.unmodifiableList(elements);
  }

  /** The elements, for those who change them. */
  List<Object> changeable() {
    return elements;
  }

  /** The Python object that stands for it, or null. */
  public HostValue host() {
    return host;
  }

  /** Python has it from now on. */
  public void give(HostValue object) {
    host = object;
    if (kind == Kind.LIST) {
      elements = List.of();
    }
  }

  /** Whether only Python knows its elements. */
  public boolean isPythons() {
    return host != null && kind == Kind.LIST;
  }
}

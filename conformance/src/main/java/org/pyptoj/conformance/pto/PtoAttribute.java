package org.pyptoj.conformance.pto;

import java.math.BigInteger;

/** An attribute's value, in the form in which values are compared. */
public sealed interface PtoAttribute {
  /**
   * An integer or a boolean ({@code true} is 1 of type {@code i1}); type is empty where untyped.
   */
  record Whole(BigInteger value, String type) implements PtoAttribute {
    @Override
    public String toString() {
      return type.isEmpty() ? value.toString() : value + " : " + type;
    }
  }

  /** A floating-point number; its spelling does not matter, its value does. */
  record Real(double value, String type) implements PtoAttribute {
    @Override
    public String toString() {
      return type.isEmpty() ? Double.toString(value) : value + " : " + type;
    }
  }

  /** Anything else, in canonical spacing: an enumeration, a string, a symbol, a type, a list. */
  record Text(String text) implements PtoAttribute {
    @Override
    public String toString() {
      return text;
    }
  }
}

package org.pyptoj.conformance.pto;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A symbolic value in canonical form. Terms of one {@link TermTable} are equal exactly when they
 * are the same object.
 */
sealed interface Term {
  /** Number within its table, by which commutative operands are sorted. */
  int id();

  /** What is known about the value; unbounded where nothing is. */
  Range range();

  /** A value that arithmetic does not explain: a parameter, an induction variable, a result. */
  record Atom(int id, String name, String type, Range range, Loop loop) implements Term {
    /** Whether the value is a number, of which arithmetic can be done. */
    boolean number() {
      return type.isEmpty() || type.equals("index") || type.matches("[su]?i\\d+");
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The loop whose induction variable an atom is. */
  record Loop(Term lower, Term upper, Term step) {}

  /**
   * A polynomial with whole coefficients. Keys are the factors of a monomial, sorted by id; the
   * constant has no factor.
   */
  record Polynomial(int id, Map<List<Term>, BigInteger> monomials, Range range) implements Term {
    /** The number, where the polynomial is constant; otherwise null. */
    BigInteger constant() {
      if (monomials.isEmpty()) {
        return BigInteger.ZERO;
      }
      return monomials.size() == 1 ? monomials.get(List.of()) : null;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public String toString() {
      StringBuilder out = new StringBuilder();
      SortedMap<String, BigInteger> sorted = new TreeMap<>();
      monomials.forEach(
          (factors, c) ->
              sorted.put(String.join("*", factors.stream().map(Object::toString).toList()), c));
      sorted.forEach(
          (factors, c) -> {
            out.append(
                out.isEmpty() ? (c.signum() < 0 ? "-" : "") : c.signum() < 0 ? " - " : " + ");
            BigInteger size = c.abs();
            if (factors.isEmpty()) {
              out.append(size);
            } else {
              out.append(size.equals(BigInteger.ONE) ? "" : size + "*").append(factors);
            }
          });
      return out.isEmpty() ? "0" : monomials.size() > 1 ? "(" + out + ")" : out.toString();
    }
  }

  /** A floating-point constant. */
  record Real(int id, double value) implements Term {
    @Override
    public Range range() {
      return Range.ALL;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  /** A function of other terms. */
  record Function(int id, String name, List<Term> arguments, Range range) implements Term {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public String toString() {
      return name
          + "("
          + String.join(", ", arguments.stream().map(Object::toString).toList())
          + ")";
    }
  }
}

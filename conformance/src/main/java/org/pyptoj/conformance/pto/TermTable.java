package org.pyptoj.conformance.pto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Makes terms in canonical form, each only once.
 *
 * <p>Whole numbers are taken as unbounded: a program whose addresses or extents overflow has no
 * meaning that a comparison could keep. Only truncation and logical shifts look at bits.
 */
final class TermTable {
  private static final int MOST_MONOMIALS = 64;

  private final Map<String, Term> known = new HashMap<>();

  Term.Atom atom(String name, String type, Range range, Term.Loop loop) {
    return (Term.Atom)
        known.computeIfAbsent(
            "atom " + name, k -> new Term.Atom(known.size(), name, type, range, loop));
  }

  Term whole(long value) {
    return whole(BigInteger.valueOf(value));
  }

  Term whole(BigInteger value) {
    return polynomial(Map.of(List.of(), value));
  }

  Term real(double value) {
    String key = "real " + Double.doubleToLongBits(value);
    return known.computeIfAbsent(key, k -> new Term.Real(known.size(), value));
  }

  /** A function that only equal arguments make equal. */
  Term function(String name, List<Term> arguments, Range range) {
    String key =
        name
            + arguments.stream()
                .map(a -> Integer.toString(a.id()))
                .collect(Collectors.joining(",", "(", ")"));
    List<Term> copy = List.copyOf(arguments);
    return known.computeIfAbsent(key, k -> new Term.Function(known.size(), name, copy, range));
  }

  Term add(Term a, Term b) {
    return combine(a, b, BigInteger.ONE);
  }

  Term subtract(Term a, Term b) {
    return combine(a, b, BigInteger.ONE.negate());
  }

  private Term combine(Term a, Term b, BigInteger sign) {
    Map<List<Term>, BigInteger> sum = new HashMap<>(monomials(a));
    monomials(b).forEach((factors, c) -> sum.merge(factors, c.multiply(sign), BigInteger::add));
    return polynomial(sum);
  }

  Term multiply(Term a, Term b) {
    Map<List<Term>, BigInteger> left = monomials(a);
    Map<List<Term>, BigInteger> right = monomials(b);
    if (left.size() * right.size() > MOST_MONOMIALS) {
      return function("mul", sorted(List.of(a, b)), a.range().times(b.range()));
    }
    Map<List<Term>, BigInteger> product = new HashMap<>();
    left.forEach(
        (f, c) ->
            right.forEach(
                (g, d) -> {
                  List<Term> factors = new ArrayList<>(f);
                  factors.addAll(g);
                  product.merge(sorted(factors), c.multiply(d), BigInteger::add);
                }));
    return polynomial(product);
  }

  /** Division that rounds toward zero. */
  Term divide(Term a, Term b) {
    BigInteger by = constant(b);
    if (by != null && by.signum() != 0) {
      BigInteger of = constant(a);
      if (of != null) {
        return whole(of.divide(by));
      }
      Map<List<Term>, BigInteger> monomials = monomials(a);
      if (monomials.values().stream().allMatch(c -> c.remainder(by).signum() == 0)) {
        Map<List<Term>, BigInteger> quotient = new HashMap<>();
        monomials.forEach((factors, c) -> quotient.put(factors, c.divide(by)));
        return polynomial(quotient);
      }
      if (by.signum() > 0 && a.range().atLeast(0)) {
        if (a.range().below(by)) {
          return whole(0);
        }
        if (a instanceof Term.Function f
            && f.name().equals("div")
            && constant(f.arguments().get(1)) != null) {
          return divide(f.arguments().get(0), multiply(f.arguments().get(1), b));
        }
        BigInteger high = a.range().high();
        return function(
            "div",
            List.of(a, b),
            new Range(a.range().low().divide(by), high == null ? null : high.divide(by)));
      }
    }
    Range range = a.range().atLeast(0) && b.range().atLeast(0) ? Range.NATURAL : Range.ALL;
    return function("div", List.of(a, b), range);
  }

  /** The remainder that has the sign of the dividend. */
  Term remainder(Term a, Term b) {
    BigInteger by = constant(b);
    if (by != null && by.signum() != 0) {
      BigInteger of = constant(a);
      if (of != null) {
        return whole(of.remainder(by));
      }
      if (monomials(a).values().stream().allMatch(c -> c.remainder(by).signum() == 0)) {
        return whole(0);
      }
      if (a.range().atLeast(0) && a.range().below(by.abs())) {
        return a;
      }
      BigInteger most = by.abs().subtract(BigInteger.ONE);
      return function(
          "rem",
          List.of(a, b),
          new Range(a.range().atLeast(0) ? BigInteger.ZERO : most.negate(), most));
    }
    return function("rem", List.of(a, b), a.range().atLeast(0) ? Range.NATURAL : Range.ALL);
  }

  Term least(Term a, Term b) {
    return extreme("min", a, b);
  }

  Term greatest(Term a, Term b) {
    return extreme("max", a, b);
  }

  private Term extreme(String name, Term a, Term b) {
    boolean least = name.equals("min");
    Set<Term> all = new LinkedHashSet<>();
    for (Term term : List.of(a, b)) {
      if (term instanceof Term.Function f && f.name().equals(name)) {
        all.addAll(f.arguments());
      } else {
        all.add(term);
      }
    }
    List<Term> kept = new ArrayList<>();
    for (Term candidate : all) {
      boolean beaten = false;
      for (Term other : all) {
        Range gap = other == candidate ? Range.ALL : subtract(candidate, other).range();
        Range behind = least ? gap : gap.times(BigInteger.ONE.negate());
        // The earlier of two that are always equal stays; they are the same term anyway.
        beaten |= behind.atLeast(0);
      }
      if (!beaten) {
        kept.add(candidate);
      }
    }
    if (kept.isEmpty()) {
      kept.add(all.iterator().next());
    }
    if (kept.size() == 1) {
      return kept.getFirst();
    }
    BinaryOperator<Range> join = least ? Range::min : Range::max;
    Range range = kept.stream().map(Term::range).reduce(join).orElseThrow();
    return function(name, sorted(kept), range);
  }

  /** The truth of a comparison: every signed one becomes "negative" or "zero" of a difference. */
  Term compare(String predicate, Term a, Term b) {
    return switch (predicate) {
      case "eq" -> zero(subtract(a, b));
      case "ne" -> not(zero(subtract(a, b)));
      case "slt" -> negative(subtract(a, b));
      case "sle" -> negative(subtract(subtract(a, b), whole(1)));
      case "sgt" -> negative(subtract(b, a));
      case "sge" -> negative(subtract(subtract(b, a), whole(1)));
      case "ult", "ule", "ugt", "uge" ->
          a.range().atLeast(0) && b.range().atLeast(0)
              ? compare("s" + predicate.substring(1), a, b)
              : function(predicate, List.of(a, b), Range.TRUTH);
      default -> function("cmpi " + predicate, List.of(a, b), Range.TRUTH);
    };
  }

  private Term negative(Term difference) {
    Range range = difference.range();
    if (range.atLeast(0)) {
      return whole(0);
    }
    if (range.below(BigInteger.ZERO)) {
      return whole(1);
    }
    return function("negative", List.of(difference), Range.TRUTH);
  }

  private Term zero(Term difference) {
    Range range = difference.range();
    if (difference == whole(0)) {
      return whole(1);
    }
    if (range.atLeast(1) || range.below(BigInteger.ZERO)) {
      return whole(0);
    }
    // A difference and its opposite are zero together; the one with the smaller id stands for both.
    Term opposite = subtract(whole(0), difference);
    Term chosen = opposite.id() < difference.id() ? opposite : difference;
    return function("zero", List.of(chosen), Range.TRUTH);
  }

  Term not(Term truth) {
    if (truth instanceof Term.Function f && f.name().equals("negative")) {
      // not (d < 0) is -d - 1 < 0.
      return negative(subtract(whole(-1), f.arguments().getFirst()));
    }
    return subtract(whole(1), truth);
  }

  Term select(Term condition, Term yes, Term no) {
    BigInteger known = constant(condition);
    if (known != null) {
      return known.signum() != 0 ? yes : no;
    }
    if (yes == no) {
      return yes;
    }
    if (condition instanceof Term.Function f && f.name().equals("negative")) {
      Term difference = f.arguments().getFirst();
      for (Term shift : List.of(whole(0), whole(1))) {
        // a < b or a <= b, choosing between the two.
        Term d = add(difference, shift);
        if (d == subtract(yes, no)) {
          return least(yes, no);
        }
        if (d == subtract(no, yes)) {
          return greatest(yes, no);
        }
      }
    }
    if (condition instanceof Term.Polynomial p && p.constant() == null) {
      Term opposite = not(condition);
      if (opposite instanceof Term.Function) {
        return select(opposite, no, yes);
      }
    }
    return function("select", List.of(condition, yes, no), yes.range().union(no.range()));
  }

  /** And, or, exclusive or: on numbers by bits, on truths as usual. */
  Term bitwise(String name, Term a, Term b) {
    BigInteger x = constant(a);
    BigInteger y = constant(b);
    if (x != null && y != null) {
      return whole(
          switch (name) {
            case "and" -> x.and(y);
            case "or" -> x.or(y);
            default -> x.xor(y);
          });
    }
    boolean truths = a.range().within(Range.TRUTH) && b.range().within(Range.TRUTH);
    if (name.equals("xor")) {
      if (a == b) {
        return whole(0);
      }
      if (truths && (x != null || y != null)) {
        Term other = x != null ? b : a;
        boolean flips = (x != null ? x : y).signum() != 0;
        return flips ? not(other) : other;
      }
      return function(name, sorted(List.of(a, b)), truths ? Range.TRUTH : Range.ALL);
    }
    boolean and = name.equals("and");
    if (truths && (x != null || y != null)) {
      boolean value = (x != null ? x : y).signum() != 0;
      Term other = x != null ? b : a;
      return value == and ? other : whole(and ? 0 : 1);
    }
    Set<Term> all = new LinkedHashSet<>();
    for (Term term : List.of(a, b)) {
      if (term instanceof Term.Function f && f.name().equals(name)) {
        all.addAll(f.arguments());
      } else {
        all.add(term);
      }
    }
    if (all.size() == 1) {
      return all.iterator().next();
    }
    boolean natural = a.range().atLeast(0) && b.range().atLeast(0);
    Range range = truths ? Range.TRUTH : natural ? Range.NATURAL : Range.ALL;
    return function(name, sorted(List.copyOf(all)), range);
  }

  /** A shift to the right of a value of that many bits, with the sign or with zeros. */
  Term shiftRight(Term a, Term by, boolean zeros, int bits) {
    BigInteger distance = constant(by);
    if (distance != null && distance.signum() >= 0 && distance.intValue() < bits) {
      if (distance.signum() == 0) {
        return a;
      }
      if (a.range().atLeast(0)) {
        return divide(a, whole(BigInteger.TWO.pow(distance.intValue())));
      }
      BigInteger most = BigInteger.TWO.pow(bits - distance.intValue());
      Range range =
          zeros
              ? new Range(BigInteger.ZERO, most.subtract(BigInteger.ONE))
              : new Range(most.shiftRight(1).negate(), most.shiftRight(1).subtract(BigInteger.ONE));
      return function((zeros ? "shru" : "shrs") + bits, List.of(a, by), range);
    }
    return function((zeros ? "shru" : "shrs") + bits, List.of(a, by), Range.ALL);
  }

  /** The low bits of a value, read as a signed number of that width. */
  Term truncate(Term a, int bits) {
    Range fits = Range.ofType("i" + bits);
    if (bits > 1 && a.range().within(fits) || bits == 1 && a.range().within(Range.TRUTH)) {
      return a;
    }
    if (a instanceof Term.Function f && f.name().matches("shr[us]\\d+")) {
      BigInteger distance = constant(f.arguments().get(1));
      int width = Integer.parseInt(f.name().substring(4));
      if (distance != null && distance.intValue() + bits <= width) {
        // The bits that differ between the two shifts are cut off.
        Term shifted = function("shrs" + width, f.arguments(), Range.ALL);
        return function("low" + bits, List.of(shifted), fits);
      }
    }
    return function("low" + bits, List.of(a), fits);
  }

  BigInteger constant(Term term) {
    return term instanceof Term.Polynomial p ? p.constant() : null;
  }

  private static Map<List<Term>, BigInteger> monomials(Term term) {
    return term instanceof Term.Polynomial p
        ? p.monomials()
        : Map.of(List.of(term), BigInteger.ONE);
  }

  static List<Term> sorted(List<Term> terms) {
    return terms.stream().sorted(Comparator.comparingInt(Term::id)).toList();
  }

  private Term polynomial(Map<List<Term>, BigInteger> monomials) {
    Map<String, List<Term>> order = new TreeMap<>();
    for (Map.Entry<List<Term>, BigInteger> entry : monomials.entrySet()) {
      if (entry.getValue().signum() != 0) {
        String key =
            entry.getKey().stream()
                .map(t -> Integer.toString(t.id()))
                .collect(Collectors.joining("*"));
        order.put(key, entry.getKey());
      }
    }
    if (order.size() == 1) {
      List<Term> only = order.values().iterator().next();
      if (only.size() == 1 && monomials.get(only).equals(BigInteger.ONE)) {
        return only.getFirst();
      }
    }
    StringBuilder key = new StringBuilder("poly");
    Map<List<Term>, BigInteger> clean = new HashMap<>();
    Range range = Range.of(BigInteger.ZERO);
    for (Map.Entry<String, List<Term>> entry : order.entrySet()) {
      BigInteger c = monomials.get(entry.getValue());
      key.append(' ').append(c).append('*').append(entry.getKey());
      clean.put(entry.getValue(), c);
      Range product = Range.of(BigInteger.ONE);
      for (Term factor : entry.getValue()) {
        product = product.times(factor.range());
      }
      range = range.plus(product.times(c));
    }
    Range finished = range;
    return known.computeIfAbsent(
        key.toString(), k -> new Term.Polynomial(known.size(), Map.copyOf(clean), finished));
  }
}

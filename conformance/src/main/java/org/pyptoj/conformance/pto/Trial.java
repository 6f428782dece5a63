package org.pyptoj.conformance.pto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Terms evaluated for one random choice of their atoms. Induction variables stay within their
 * loops; a function that arithmetic does not explain gets a random value of its arguments. Half of
 * the values are taken near the constants of the terms, where comparisons tip over.
 */
final class Trial {
  private static final int CHOICES = 400;
  private static final int ENOUGH = 40;

  private final Random random;
  private final int manner;
  private final long salt;
  private final Map<Term, BigInteger> values = new HashMap<>();

  private final List<BigInteger> landmarks;

  private Trial(long seed, List<BigInteger> landmarks) {
    this.landmarks = landmarks;
    // Seeds close to each other would begin with the same choices.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    manner = (int) (seed % 4);
    salt = seed;
  }

  /** Whether two terms agree on many random choices, and at least some are possible. */
  static boolean probablyEqual(Term a, Term b) {
    Set<BigInteger> constants = new TreeSet<>();
    collect(a, constants);
    collect(b, constants);
    List<BigInteger> landmarks = new ArrayList<>(constants);
    int possible = 0;
    for (int seed = 0; seed < CHOICES; seed++) {
      Trial trial = new Trial(seed, landmarks);
      try {
        if (!trial.value(a).equals(trial.value(b))) {
          return false;
        }
        possible++;
      } catch (Impossible e) {
        // An empty loop or a division by zero: nothing is computed under this choice.
        continue;
      }
    }
    return possible >= ENOUGH;
  }

  private static void collect(Term term, Set<BigInteger> constants) {
    switch (term) {
      case Term.Polynomial p ->
          p.monomials()
              .forEach(
                  (factors, c) -> {
                    constants.add(c.abs());
                    factors.forEach(factor -> collect(factor, constants));
                  });
      case Term.Function f -> f.arguments().forEach(argument -> collect(argument, constants));
      case Term.Atom atom -> {
        if (atom.loop() != null) {
          collect(atom.loop().upper(), constants);
        }
      }
      case Term.Real r -> {}
    }
  }

  BigInteger value(Term term) {
    BigInteger known = values.get(term);
    if (known == null) {
      known =
          switch (term) {
            case Term.Atom atom -> choose(atom);
            case Term.Polynomial p -> sum(p);
            case Term.Real r -> BigInteger.valueOf(Double.hashCode(r.value()));
            case Term.Function f -> apply(f);
          };
      values.put(term, known);
    }
    return known;
  }

  private BigInteger choose(Term.Atom atom) {
    if (atom.loop() != null) {
      BigInteger low = value(atom.loop().lower());
      BigInteger step = value(atom.loop().step());
      BigInteger length = value(atom.loop().upper()).subtract(low);
      if (length.signum() <= 0 || step.signum() <= 0) {
        throw new Impossible();
      }
      BigInteger last = length.subtract(BigInteger.ONE).divide(step);
      BigInteger turn =
          switch (random.nextInt(6)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> last;
            case 2 -> landmark().subtract(low).divide(step).max(BigInteger.ZERO).min(last);
            default -> new BigInteger(48, random).mod(last.add(BigInteger.ONE));
          };
      return low.add(turn.multiply(step));
    }
    if (random.nextBoolean()) {
      return into(atom.range(), landmark());
    }
    BigInteger value =
        switch (manner) {
          case 0 -> BigInteger.valueOf(random.nextInt(16));
          case 1 -> BigInteger.valueOf(random.nextInt(20_000));
          case 2 -> BigInteger.valueOf(random.nextInt(101) - 50);
          default -> BigInteger.valueOf(random.nextLong() >> 20);
        };
    return into(atom.range(), value);
  }

  private BigInteger landmark() {
    if (landmarks.isEmpty()) {
      return BigInteger.ZERO;
    }
    BigInteger constant = landmarks.get(random.nextInt(landmarks.size()));
    return constant.add(BigInteger.valueOf(random.nextInt(3) - 1));
  }

  /** The value, or one near it that the range admits. */
  private static BigInteger into(Range range, BigInteger value) {
    if (range.low() != null && range.high() != null) {
      BigInteger size = range.high().subtract(range.low()).add(BigInteger.ONE);
      return value.subtract(range.low()).mod(size).add(range.low());
    }
    return range.atLeast(0) ? value.abs() : value;
  }

  private BigInteger sum(Term.Polynomial polynomial) {
    BigInteger sum = BigInteger.ZERO;
    for (Map.Entry<List<Term>, BigInteger> monomial : polynomial.monomials().entrySet()) {
      BigInteger product = monomial.getValue();
      for (Term factor : monomial.getKey()) {
        product = product.multiply(value(factor));
      }
      sum = sum.add(product);
    }
    return sum;
  }

  private BigInteger apply(Term.Function f) {
    List<BigInteger> v = f.arguments().stream().map(this::value).toList();
    String name = f.name();
    return switch (name) {
      case "mul" -> v.get(0).multiply(v.get(1));
      case "div" -> v.get(0).divide(divisor(v.get(1)));
      case "rem" -> v.get(0).remainder(divisor(v.get(1)));
      case "min" -> v.stream().reduce(BigInteger::min).orElseThrow();
      case "max" -> v.stream().reduce(BigInteger::max).orElseThrow();
      case "and" -> v.stream().reduce(BigInteger::and).orElseThrow();
      case "or" -> v.stream().reduce(BigInteger::or).orElseThrow();
      case "xor" -> v.stream().reduce(BigInteger::xor).orElseThrow();
      case "negative" -> truth(v.get(0).signum() < 0);
      case "zero" -> truth(v.get(0).signum() == 0);
      case "ult" -> truth(unsigned(v.get(0)).compareTo(unsigned(v.get(1))) < 0);
      case "ule" -> truth(unsigned(v.get(0)).compareTo(unsigned(v.get(1))) <= 0);
      case "ugt" -> truth(unsigned(v.get(0)).compareTo(unsigned(v.get(1))) > 0);
      case "uge" -> truth(unsigned(v.get(0)).compareTo(unsigned(v.get(1))) >= 0);
      case "select" -> v.get(0).signum() != 0 ? v.get(1) : v.get(2);
      default -> {
        if (name.startsWith("low")) {
          int bits = Integer.parseInt(name.substring(3));
          BigInteger low = v.get(0).mod(BigInteger.TWO.pow(bits));
          yield bits > 1 && low.testBit(bits - 1) ? low.subtract(BigInteger.TWO.pow(bits)) : low;
        }
        if (name.startsWith("shr")) {
          int bits = Integer.parseInt(name.substring(4));
          if (v.get(1).signum() < 0 || v.get(1).compareTo(BigInteger.valueOf(bits)) >= 0) {
            throw new Impossible();
          }
          BigInteger of = name.charAt(3) == 'u' ? v.get(0).mod(BigInteger.TWO.pow(bits)) : v.get(0);
          yield of.shiftRight(v.get(1).intValue());
        }
        Random own = new Random(Objects.hash(name, v, salt) * 0x9E3779B97F4A7C15L);
        // Of every size, so that what is packed into high bits is seen as well.
        yield into(f.range(), BigInteger.valueOf(own.nextLong() >> own.nextInt(63)));
      }
    };
  }

  private static BigInteger divisor(BigInteger value) {
    if (value.signum() == 0) {
      throw new Impossible();
    }
    return value;
  }

  private static BigInteger unsigned(BigInteger value) {
    return value.mod(BigInteger.TWO.pow(64));
  }

  private static BigInteger truth(boolean value) {
    return value ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static final class Impossible extends RuntimeException {
    Impossible() {
      super(null, null, false, false);
    }
  }
}

package org.pyptoj.ir.arith;

import java.util.LinkedHashMap;
import java.util.Map;
import org.pyptoj.ir.expr.Expr;

/**
 * A sum of unknowns with whole coefficients, none of which is 0, and a constant. Sums that leave
 * the {@code long} range are an {@link ArithmeticException}.
 */
record LinearForm(Map<Expr, Long> terms, long constant) {

  static LinearForm of(long constant) {
    return new LinearForm(Map.of(), constant);
  }

  static LinearForm of(Expr unknown) {
    return new LinearForm(Map.of(unknown, 1L), 0);
  }

  LinearForm plus(LinearForm other, long factor) {
    Map<Expr, Long> all = new LinkedHashMap<>(terms);
    other.terms.forEach(
        (unknown, count) -> {
          long sum =
              Math.addExact(all.getOrDefault(unknown, 0L), Math.multiplyExact(count, factor));
          if (sum == 0) {
            all.remove(unknown);
          } else {
            all.put(unknown, sum);
          }
        });
    return new LinearForm(all, Math.addExact(constant, Math.multiplyExact(other.constant, factor)));
  }

  LinearForm times(long factor) {
    return of(0).plus(this, factor);
  }

  LinearForm without(Expr unknown) {
    Map<Expr, Long> rest = new LinkedHashMap<>(terms);
    rest.remove(unknown);
    return new LinearForm(rest, constant);
  }
}

package org.pyptoj.verifier.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.verifier.rule.TileRule;

/**
 * Two dimensions that are exchanged.
 *
 * @param first one, from 0
 * @param second the other
 */
public record Axes(int first, int second) {

  /**
   * The axes of a transposition of a value of some rank, counted from the end where negative; null
   * after reporting.
   */
  public static Axes of(CallCheck call, int rank) {
    long a = call.attr(OpAttrs.AXIS1);
    long b = call.attr(OpAttrs.AXIS2);
    long first = a < 0 ? a + rank : a;
    long second = b < 0 ? b + rank : b;
    boolean inside = first >= 0 && first < rank && second >= 0 && second < rank;
    if (rank < 2 || !inside || first == second) {
      call.report(
          TileRule.AXES,
          "axis1",
          "axes " + a + " and " + b + " are exchanged, but the operand has rank " + rank,
          "name two different dimensions of the operand");
      return null;
    }
    return new Axes((int) first, (int) second);
  }

  public List<Expr> exchange(List<Expr> extents) {
    List<Expr> result = new ArrayList<>(extents);
    Collections.swap(result, first, second);
    return result;
  }

  /** Whether the two innermost dimensions are exchanged. */
  public boolean isInnermost(int rank) {
    return Math.max(first, second) == rank - 1 && Math.min(first, second) == rank - 2;
  }
}

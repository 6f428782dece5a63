package org.pyptoj.verifier.call;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;

/** Broadcasting and strides. */
public final class Shapes {

  private Shapes() {}

  /**
   * Two shapes aligned at their last dimension, extents of 1 stretched; null where they do not fit.
   */
  public static List<Expr> broadcast(List<Expr> left, List<Expr> right) {
    int rank = Math.max(left.size(), right.size());
    List<Expr> result = new ArrayList<>(rank);
    for (int i = 0; i < rank; i++) {
      Expr a = fromEnd(left, rank - 1 - i);
      Expr b = fromEnd(right, rank - 1 - i);
      if (b == null || (a != null && (Extents.areEqual(a, b) || Extents.isConstant(b, 1)))) {
        result.add(a);
      } else if (a == null || Extents.isConstant(a, 1)) {
        result.add(b);
      } else {
        return null;
      }
    }
    return result;
  }

  /** What is valid in a broadcast result: the extent of the operand that was not stretched. */
  public static List<Expr> broadcastValid(
      List<Expr> shape,
      List<Expr> left,
      List<Expr> leftValid,
      List<Expr> right,
      List<Expr> rightValid) {
    int rank = shape.size();
    List<Expr> result = new ArrayList<>(rank);
    for (int i = 0; i < rank; i++) {
      Expr a = fromEnd(left, rank - 1 - i);
      boolean fromLeft = a != null && Extents.areEqual(a, shape.get(i));
      result.add(fromEnd(fromLeft ? leftValid : rightValid, rank - 1 - i));
    }
    return result;
  }

  private static Expr fromEnd(List<Expr> shape, int back) {
    return back < shape.size() ? shape.get(shape.size() - 1 - back) : null;
  }

  /** Strides of a packed row-major tensor. */
  public static List<Expr> packedStrides(List<Expr> shape) {
    List<Expr> strides = new ArrayList<>(shape);
    Expr step = Extents.ONE;
    for (int i = shape.size() - 1; i >= 0; i--) {
      strides.set(i, step);
      step = Scalars.mul(step, shape.get(i));
    }
    return strides;
  }
}

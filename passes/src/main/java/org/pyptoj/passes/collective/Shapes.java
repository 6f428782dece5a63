package org.pyptoj.passes.collective;

import java.util.List;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;

/** Extents of tensors, as collective lowering looks at them. */
final class Shapes {

  private Shapes() {}

  /** As the DSL writes a shape. */
  static String text(List<Expr> shape) {
    return "[" + String.join(", ", shape.stream().map(Printer::print).toList()) + "]";
  }

  /** The number of elements, folded where it is constant. */
  static Expr product(List<Expr> extents) {
    Expr product = IntConst.index(1);
    for (Expr extent : extents) {
      product = Scalars.mul(product, extent);
    }
    return product;
  }

  /** Whether all extents are constant. */
  static boolean isStatic(List<Expr> extents) {
    return extents.stream().allMatch(e -> Scalars.constant(e) != null);
  }

  /** Rounds up to a multiple. */
  static long roundUp(long value, long multiple) {
    return Math.ceilDiv(value, multiple) * multiple;
  }

  /** Rounds a run-time value up to a multiple. */
  static Expr roundUp(Expr value, long multiple) {
    Expr groups =
        Scalars.floorDiv(
            Scalars.add(value, IntConst.index(multiple - 1)), IntConst.index(multiple));
    return Scalars.mul(groups, IntConst.index(multiple));
  }

  /** How many pieces of a width cover an extent. */
  static Expr ceilDiv(Expr extent, Expr width) {
    return Scalars.floorDiv(Scalars.add(extent, Scalars.sub(width, IntConst.index(1))), width);
  }

  /** Whether elements lie in row-major order without gaps. */
  static boolean isPacked(TensorLike type) {
    if (type.view().layout() != TensorLayout.ND) {
      return false;
    }
    List<Expr> stride = type.view().stride();
    if (stride.isEmpty()) {
      return true;
    }
    Expr expected = IntConst.index(1);
    for (int i = type.rank() - 1; i >= 0; i--) {
      if (!stride.get(i).equals(expected)) {
        return false;
      }
      expected = Scalars.mul(type.shape().get(i), expected);
    }
    return true;
  }

  /**
   * Whether a box holds the first elements of a shape in row-major order: extents of one, then one
   * that may be partial, then full ones.
   */
  static boolean isPrefix(List<Expr> box, List<Expr> shape) {
    boolean partialSeen = false;
    for (int i = 0; i < box.size(); i++) {
      if (partialSeen && !box.get(i).equals(shape.get(i))) {
        return false;
      }
      Long extent = Scalars.constant(box.get(i));
      partialSeen |= extent == null || extent != 1;
    }
    return true;
  }
}

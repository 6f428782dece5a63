package org.pyptoj.verifier.call;

import java.util.List;
import org.pyptoj.ir.arith.IntegerFacts;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * Integer extents. A relation counts as proven when it holds for all values of the unknowns in
 * them; one that is merely likely is {@link Proof#UNKNOWN}.
 */
public final class Extents {

  public static final Expr ZERO = IntConst.index(0);
  public static final Expr ONE = IntConst.index(1);

  private Extents() {}

  /** Whether an expression is one integer. */
  public static boolean isInteger(Expr expr) {
    return isInteger(expr.type());
  }

  private static boolean isInteger(Type type) {
    return type instanceof ScalarType(DataType dtype) && dtype.isInteger();
  }

  /**
   * Constants as INDEX, so that equal extents are equal whatever integer type they were written in.
   */
  public static Expr normal(Expr expr) {
    return expr instanceof IntConst c && c.dtype() != DataType.INDEX && c.dtype().isInteger()
        ? new IntConst(c.value(), DataType.INDEX, c.span())
        : expr;
  }

  /** An extent as INDEX. */
  public static Expr index(Expr expr) {
    return isInteger(expr) ? Scalars.cast(expr, DataType.INDEX, expr.span()) : expr;
  }

  /** The product of extents, or null where one is dynamic or the product is too large. */
  public static Long product(List<Expr> extents) {
    long product = 1;
    for (Expr extent : extents) {
      Long value = Scalars.constant(extent);
      if (value == null) {
        return null;
      }
      try {
        product = Math.multiplyExact(product, value);
      } catch (ArithmeticException tooLarge) {
        return null;
      }
    }
    return product;
  }

  public static boolean isConstant(Expr expr, long value) {
    Long constant = Scalars.constant(expr);
    return constant != null && constant == value;
  }

  public static Proof lessEqual(Expr left, Expr right) {
    return new IntegerFacts().lessEqual(left, right);
  }

  public static Proof equal(Expr left, Expr right) {
    return new IntegerFacts().equal(left, right);
  }

  public static boolean areEqual(Expr left, Expr right) {
    return left.equals(right) || equal(left, right) == Proof.TRUE;
  }

  public static boolean areEqual(List<Expr> left, List<Expr> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!areEqual(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The smaller of two extents: one of them where that is proven, else their minimum. */
  public static Expr min(Expr left, Expr right) {
    if (lessEqual(left, right) == Proof.TRUE) {
      return left;
    }
    return lessEqual(right, left) == Proof.TRUE ? right : Scalars.min(left, right);
  }

  /** The larger of two extents: one of them where that is proven, else their maximum. */
  public static Expr max(Expr left, Expr right) {
    if (lessEqual(left, right) == Proof.TRUE) {
      return right;
    }
    return lessEqual(right, left) == Proof.TRUE ? left : Scalars.max(left, right);
  }
}

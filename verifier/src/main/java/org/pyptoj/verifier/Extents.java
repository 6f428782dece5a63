package org.pyptoj.verifier;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * What can be proven about integer extents. Expressions are read as sums of unknowns with whole
 * coefficients; minima and maxima are split into cases, and remainders, ranks and the like are
 * known to lie in an interval. A proof holds for all values of the unknowns, so a relation that is
 * merely likely stays {@link Proof#UNKNOWN}.
 */
final class Extents {

  /** The outcome of a proof. */
  enum Proof {
    TRUE,
    FALSE,
    UNKNOWN
  }

  static final Expr ZERO = IntConst.index(0);
  static final Expr ONE = IntConst.index(1);

  private static final int MAX_SPLITS = 6;

  private Extents() {}

  /** Whether an expression is one integer. */
  static boolean isInteger(Expr expr) {
    return isInteger(expr.type());
  }

  private static boolean isInteger(Type type) {
    return type instanceof ScalarType(DataType dtype) && dtype.isInteger();
  }

  /**
   * Constants as INDEX, so that equal extents are equal whatever integer type they were written in.
   */
  static Expr normal(Expr expr) {
    return expr instanceof IntConst c && c.dtype() != DataType.INDEX && c.dtype().isInteger()
        ? new IntConst(c.value(), DataType.INDEX, c.span())
        : expr;
  }

  /** An extent as INDEX. */
  static Expr index(Expr expr) {
    return isInteger(expr) ? Scalars.cast(expr, DataType.INDEX, expr.span()) : expr;
  }

  /** The product of extents, or null where one is dynamic or the product is too large. */
  static Long product(List<Expr> extents) {
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

  static boolean isConstant(Expr expr, long value) {
    Long constant = Scalars.constant(expr);
    return constant != null && constant == value;
  }

  static Proof lessEqual(Expr left, Expr right) {
    if (!isInteger(left) || !isInteger(right)) {
      return Proof.UNKNOWN;
    }
    if (left.equals(right)) {
      return Proof.TRUE;
    }
    try {
      return notNegative(Sum.of(right).plus(Sum.of(left), -1), MAX_SPLITS);
    } catch (ArithmeticException overflow) {
      return Proof.UNKNOWN;
    }
  }

  static Proof equal(Expr left, Expr right) {
    if (!isInteger(left) || !isInteger(right)) {
      return Proof.UNKNOWN;
    }
    Proof below = lessEqual(left, right);
    Proof above = lessEqual(right, left);
    if (below == Proof.TRUE && above == Proof.TRUE) {
      return Proof.TRUE;
    }
    return below == Proof.FALSE || above == Proof.FALSE ? Proof.FALSE : Proof.UNKNOWN;
  }

  static boolean areEqual(Expr left, Expr right) {
    return left.equals(right) || equal(left, right) == Proof.TRUE;
  }

  static boolean areEqual(List<Expr> left, List<Expr> right) {
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
  static Expr min(Expr left, Expr right) {
    if (lessEqual(left, right) == Proof.TRUE) {
      return left;
    }
    return lessEqual(right, left) == Proof.TRUE ? right : Scalars.min(left, right);
  }

  /** The larger of two extents: one of them where that is proven, else their maximum. */
  static Expr max(Expr left, Expr right) {
    if (lessEqual(left, right) == Proof.TRUE) {
      return right;
    }
    return lessEqual(right, left) == Proof.TRUE ? left : Scalars.max(left, right);
  }

  private static Proof notNegative(Sum sum, int splits) {
    if (sum.terms().isEmpty()) {
      return sum.constant() >= 0 ? Proof.TRUE : Proof.FALSE;
    }
    if (splits > 0) {
      for (Map.Entry<Expr, Long> term : sum.terms().entrySet()) {
        if (term.getKey() instanceof Binary b
            && (b.op() == BinaryOp.MIN || b.op() == BinaryOp.MAX)) {
          Sum rest = sum.without(b);
          long factor = term.getValue();
          Proof first = notNegative(rest.plus(Sum.of(b.left()), factor), splits - 1);
          Proof second = notNegative(rest.plus(Sum.of(b.right()), factor), splits - 1);
          boolean smaller = (b.op() == BinaryOp.MIN) == (factor > 0);
          return smaller ? both(first, second) : either(first, second);
        }
      }
    }
    Long low = sum.bound(true);
    if (low != null && low >= 0) {
      return Proof.TRUE;
    }
    Long high = sum.bound(false);
    return high != null && high < 0 ? Proof.FALSE : Proof.UNKNOWN;
  }

  private static Proof both(Proof a, Proof b) {
    if (a == Proof.FALSE || b == Proof.FALSE) {
      return Proof.FALSE;
    }
    return a == Proof.TRUE && b == Proof.TRUE ? Proof.TRUE : Proof.UNKNOWN;
  }

  private static Proof either(Proof a, Proof b) {
    if (a == Proof.TRUE || b == Proof.TRUE) {
      return Proof.TRUE;
    }
    return a == Proof.FALSE && b == Proof.FALSE ? Proof.FALSE : Proof.UNKNOWN;
  }

  /** A constant and unknowns with their coefficients. */
  private record Sum(Map<Expr, Long> terms, long constant) {

    static Sum of(Expr expr) {
      return switch (expr) {
        case IntConst c -> new Sum(Map.of(), c.value());
        case Cast c when isInteger(c.operand()) && c.dtype().isInteger() -> of(c.operand());
        case Unary u when u.op() == UnaryOp.NEG -> new Sum(Map.of(), 0).plus(of(u.operand()), -1);
        case Binary b when b.op() == BinaryOp.ADD -> of(b.left()).plus(of(b.right()), 1);
        case Binary b when b.op() == BinaryOp.SUB -> of(b.left()).plus(of(b.right()), -1);
        case Binary b when b.op() == BinaryOp.MUL && Scalars.constant(b.right()) != null ->
            new Sum(Map.of(), 0).plus(of(b.left()), Scalars.constant(b.right()));
        case Binary b when b.op() == BinaryOp.MUL && Scalars.constant(b.left()) != null ->
            new Sum(Map.of(), 0).plus(of(b.right()), Scalars.constant(b.left()));
        default -> new Sum(Map.of(expr, 1L), 0);
      };
    }

    Sum plus(Sum other, long factor) {
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
      return new Sum(all, Math.addExact(constant, Math.multiplyExact(other.constant, factor)));
    }

    Sum without(Expr unknown) {
      Map<Expr, Long> rest = new LinkedHashMap<>(terms);
      rest.remove(unknown);
      return new Sum(rest, constant);
    }

    /** The least or the greatest value, or null where there is none. */
    Long bound(boolean least) {
      long total = constant;
      for (Map.Entry<Expr, Long> term : terms.entrySet()) {
        boolean low = least == term.getValue() > 0;
        Long edge = low ? least(term.getKey()) : greatest(term.getKey());
        if (edge == null) {
          return null;
        }
        total = Math.addExact(total, Math.multiplyExact(edge, term.getValue()));
      }
      return total;
    }

    private static Long least(Expr unknown) {
      if (isRemainder(unknown)) {
        return 0L;
      }
      if (unknown instanceof Call c) {
        return switch (c.op()) {
          case RANK, GET_BLOCK_IDX, GET_SUBBLOCK_IDX, TENSOR_DIM -> 0L;
          case NRANKS, WORLD_SIZE, GET_BLOCK_NUM -> 1L;
          default -> null;
        };
      }
      return unknown.type() instanceof ScalarType(DataType d) && d.isUnsigned() ? 0L : null;
    }

    private static Long greatest(Expr unknown) {
      return isRemainder(unknown) ? Scalars.constant(((Binary) unknown).right()) - 1 : null;
    }

    private static boolean isRemainder(Expr expr) {
      return expr instanceof Binary b
          && b.op() == BinaryOp.FLOOR_MOD
          && Scalars.constant(b.right()) != null
          && Scalars.constant(b.right()) > 0;
    }
  }
}

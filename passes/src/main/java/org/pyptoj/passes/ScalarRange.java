package org.pyptoj.passes;

import java.util.IdentityHashMap;
import java.util.Map;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;

/**
 * The integers between two bounds, both included. A bound at the end of the {@code long} range
 * means that there is none.
 *
 * @param low smallest value
 * @param high largest value
 */
record ScalarRange(long low, long high) {

  static final ScalarRange ALL = new ScalarRange(Long.MIN_VALUE, Long.MAX_VALUE);

  static ScalarRange of(long value) {
    return new ScalarRange(value, value);
  }

  boolean isBoundedBelow() {
    return low != Long.MIN_VALUE;
  }

  boolean isBoundedAbove() {
    return high != Long.MAX_VALUE;
  }

  ScalarRange intersect(ScalarRange other) {
    return new ScalarRange(Math.max(low, other.low), Math.min(high, other.high));
  }

  private ScalarRange plus(ScalarRange o) {
    return new ScalarRange(
        isBoundedBelow() && o.isBoundedBelow() ? lower(() -> Math.addExact(low, o.low)) : ALL.low,
        isBoundedAbove() && o.isBoundedAbove()
            ? upper(() -> Math.addExact(high, o.high))
            : ALL.high);
  }

  private ScalarRange negated() {
    return new ScalarRange(isBoundedAbove() ? -high : ALL.low, isBoundedBelow() ? -low : ALL.high);
  }

  private ScalarRange times(ScalarRange o) {
    if (!(isBoundedBelow() && isBoundedAbove() && o.isBoundedBelow() && o.isBoundedAbove())) {
      return low >= 0 && o.low >= 0 ? new ScalarRange(0, ALL.high) : ALL;
    }
    try {
      long a = Math.multiplyExact(low, o.low);
      long b = Math.multiplyExact(low, o.high);
      long c = Math.multiplyExact(high, o.low);
      long d = Math.multiplyExact(high, o.high);
      return new ScalarRange(
          Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    } catch (ArithmeticException overflow) {
      return ALL;
    }
  }

  private interface Sum {
    long value();
  }

  private static long lower(Sum sum) {
    try {
      return sum.value();
    } catch (ArithmeticException overflow) {
      return ALL.low;
    }
  }

  private static long upper(Sum sum) {
    try {
      return sum.value();
    } catch (ArithmeticException overflow) {
      return ALL.high;
    }
  }

  /** What is known of scalar variables at a place in a program. */
  static final class Facts {

    private final Map<Var, ScalarRange> known = new IdentityHashMap<>();

    /** What is known of a variable. */
    ScalarRange get(Var var) {
      return known.getOrDefault(var, ALL);
    }

    /** Replaces what is known of a variable. */
    void set(Var var, ScalarRange range) {
      if (range.equals(ALL)) {
        known.remove(var);
      } else {
        known.put(var, range);
      }
    }

    /** The values that an integer expression can have. */
    ScalarRange of(Expr expr) {
      return switch (expr) {
        case IntConst c -> ScalarRange.of(c.value());
        case Var v -> get(v);
        case Cast c when c.dtype() == DataType.INDEX || c.dtype() == DataType.INT64 ->
            of(c.operand());
        case Unary u when u.op() == UnaryOp.NEG -> of(u.operand()).negated();
        case Binary b when b.dtype().isInteger() -> of(b);
        default -> ALL;
      };
    }

    private ScalarRange of(Binary b) {
      ScalarRange x = of(b.left());
      ScalarRange y = of(b.right());
      return switch (b.op()) {
        case ADD -> x.plus(y);
        case SUB -> x.plus(y.negated());
        case MUL -> x.times(y);
        case MIN -> new ScalarRange(Math.min(x.low, y.low), Math.min(x.high, y.high));
        case MAX -> new ScalarRange(Math.max(x.low, y.low), Math.max(x.high, y.high));
        case FLOOR_DIV ->
            y.low == y.high && y.low > 0
                ? new ScalarRange(
                    x.isBoundedBelow() ? Math.floorDiv(x.low, y.low) : ALL.low,
                    x.isBoundedAbove() ? Math.floorDiv(x.high, y.low) : ALL.high)
                : ALL;
        case FLOOR_MOD ->
            y.low > 0
                ? new ScalarRange(
                    0,
                    Math.min(
                        y.isBoundedAbove() ? y.high - 1 : ALL.high, x.low >= 0 ? x.high : ALL.high))
                : ALL;
        default -> ALL;
      };
    }

    /** Whether a comparison always or never holds; null where that is not known. */
    Boolean decide(Binary b) {
      if (!b.op().isPredicate() || !isInteger(b.left()) || !isInteger(b.right())) {
        return null;
      }
      ScalarRange x = of(b.left());
      ScalarRange y = of(b.right());
      return switch (b.op()) {
        case LT -> below(x, y, false);
        case LE -> below(x, y, true);
        case GT -> below(y, x, false);
        case GE -> below(y, x, true);
        case EQ -> equal(b, x, y);
        case NE -> {
          Boolean same = equal(b, x, y);
          yield same == null ? null : !same;
        }
        default -> null;
      };
    }

    private static Boolean equal(Binary b, ScalarRange x, ScalarRange y) {
      if (b.left().equals(b.right())) {
        return true;
      }
      return disjoint(x, y) ? Boolean.FALSE : null;
    }

    private static boolean disjoint(ScalarRange x, ScalarRange y) {
      return x.high < y.low || y.high < x.low;
    }

    private static Boolean below(ScalarRange x, ScalarRange y, boolean orEqual) {
      if (x.isBoundedAbove()
          && y.isBoundedBelow()
          && (orEqual ? x.high <= y.low : x.high < y.low)) {
        return true;
      }
      if (x.isBoundedBelow()
          && y.isBoundedAbove()
          && (orEqual ? x.low > y.high : x.low >= y.high)) {
        return false;
      }
      return null;
    }

    private static boolean isInteger(Expr expr) {
      return expr.type() instanceof org.pyptoj.ir.type.ScalarType(DataType d) && d.isInteger();
    }

    /** Adds what follows from a condition that holds, or does not. */
    void assume(Expr condition, boolean holds) {
      if (condition instanceof Unary u && u.op() == UnaryOp.NOT) {
        assume(u.operand(), !holds);
        return;
      }
      if (!(condition instanceof Binary b)) {
        return;
      }
      if (b.op() == BinaryOp.AND && holds || b.op() == BinaryOp.OR && !holds) {
        assume(b.left(), holds);
        assume(b.right(), holds);
        return;
      }
      if (isInteger(b.left()) && isInteger(b.right())) {
        narrow(b.left(), b.op(), of(b.right()), holds);
        narrow(b.right(), mirrored(b.op()), of(b.left()), holds);
      }
    }

    private static BinaryOp mirrored(BinaryOp op) {
      return switch (op) {
        case LT -> BinaryOp.GT;
        case LE -> BinaryOp.GE;
        case GT -> BinaryOp.LT;
        case GE -> BinaryOp.LE;
        default -> op;
      };
    }

    private void narrow(Expr expr, BinaryOp op, ScalarRange other, boolean holds) {
      if (!(expr instanceof Var var)) {
        return;
      }
      ScalarRange limit =
          switch (op) {
            case LT -> holds ? atMost(other, 1) : atLeast(other, 0);
            case LE -> holds ? atMost(other, 0) : atLeast(other, 1);
            case GT -> holds ? atLeast(other, 1) : atMost(other, 0);
            case GE -> holds ? atLeast(other, 0) : atMost(other, 1);
            case EQ -> holds ? other : ALL;
            case NE -> holds ? ALL : other;
            default -> ALL;
          };
      set(var, get(var).intersect(limit));
    }

    private static ScalarRange atMost(ScalarRange other, int less) {
      return new ScalarRange(ALL.low, other.isBoundedAbove() ? other.high - less : ALL.high);
    }

    private static ScalarRange atLeast(ScalarRange other, int more) {
      return new ScalarRange(other.isBoundedBelow() ? other.low + more : ALL.low, ALL.high);
    }

    /** A copy to go back to. */
    Map<Var, ScalarRange> save() {
      return new IdentityHashMap<>(known);
    }

    /** Forgets what was learned since a copy was taken. */
    void restore(Map<Var, ScalarRange> saved) {
      known.clear();
      known.putAll(saved);
    }
  }
}

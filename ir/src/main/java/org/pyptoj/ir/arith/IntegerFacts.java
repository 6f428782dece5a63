package org.pyptoj.ir.arith;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Access;
import org.pyptoj.ir.op.Effect;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;

/**
 * What is known of integers at a place in a program, and what follows from it: bounds, order,
 * equality, divisibility. The one prover of the compiler; the verifier asks it of extents, passes
 * of loops and conditions, emission of divisions.
 *
 * <p>Arithmetic wraps at the width of its type, so that {@code n + 1 > n} is not known of an INT8.
 * 64-bit numbers (INDEX, INT64, UINT64) are taken not to leave their range upwards or, where they
 * are signed, downwards: they are extents, offsets and counts of bytes. A quotient or a remainder
 * by 0 has no value, and nothing is claimed of it.
 *
 * <p>An expression that reads memory may have another value each time it is computed, and so two of
 * them are not equal because they are written alike.
 */
public final class IntegerFacts {

  private final Map<Expr, Interval> known = new HashMap<>();
  private final Map<Var, Expr> definitions = new IdentityHashMap<>();
  private final Map<Var, For> loops = new IdentityHashMap<>();

  /** Nothing is known but what an expression itself says. */
  public IntegerFacts() {}

  /**
   * The definitions and loops of a function in SSA form, which hold wherever a variable is used.
   */
  public static IntegerFacts of(Function function) {
    IntegerFacts facts = new IntegerFacts();
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign a
            && a.target().type() instanceof ScalarType
            && isLasting(a.value())) {
          facts.definitions.put(a.target(), a.value());
        } else if (stmt instanceof For f) {
          facts.loops.put(f.index(), f);
        }
        super.stmt(stmt);
      }
    }.function(function);
    return facts;
  }

  // What is known.

  /** Replaces what is known of a variable. */
  public void set(Var var, Interval range) {
    known.put(var, range);
  }

  /** A copy of what was set and assumed, to go back to. */
  public Map<Expr, Interval> save() {
    return new HashMap<>(known);
  }

  /** Forgets what was set and assumed since a copy was taken. */
  public void restore(Map<Expr, Interval> saved) {
    known.clear();
    known.putAll(saved);
  }

  /** Adds what follows from a condition that holds, or does not. */
  public void assume(Expr condition, boolean holds) {
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
    if (b.op().form() == BinaryOp.Form.COMPARE && isInteger(b.left()) && isInteger(b.right())) {
      Interval left = of(b.left());
      Interval right = of(b.right());
      if (areComparable(b, left, right)) {
        narrow(b.left(), b.op(), right, holds);
        narrow(b.right(), mirrored(b.op()), left, holds);
      }
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

  private void narrow(Expr expr, BinaryOp op, Interval other, boolean holds) {
    if (expr instanceof IntConst || !isLasting(expr)) {
      return;
    }
    Interval limit =
        switch (op) {
          case LT -> holds ? upTo(other, 1) : from(other, 0);
          case LE -> holds ? upTo(other, 0) : from(other, 1);
          case GT -> holds ? from(other, 1) : upTo(other, 0);
          case GE -> holds ? from(other, 0) : upTo(other, 1);
          case EQ -> holds ? other : Interval.ALL;
          case NE -> holds ? Interval.ALL : other;
          default -> Interval.ALL;
        };
    if (!limit.equals(Interval.ALL)) {
      known.merge(expr, limit, Interval::intersect);
    }
  }

  private static Interval upTo(Interval other, int less) {
    return other.isBoundedAbove() ? Interval.atMost(other.high() - less) : Interval.ALL;
  }

  private static Interval from(Interval other, int more) {
    return other.isBoundedBelow() ? Interval.atLeast(other.low() + more) : Interval.ALL;
  }

  Interval known(Expr expr) {
    return known.get(expr);
  }

  Expr definition(Var var) {
    return definitions.get(var);
  }

  /** The loop that counts with a variable, upwards; null where there is none. */
  For loop(Var index) {
    For loop = loops.get(index);
    if (loop == null || of(loop.step()).low() < 1) {
      return null;
    }
    Interval type = Interval.of(index.type());
    return type.equals(Interval.ALL)
            || type.contains(of(loop.start())) && type.contains(of(loop.stop()))
        ? loop
        : null;
  }

  // What follows.

  /** The values that an integer expression can have; all integers for other expressions. */
  public Interval of(Expr expr) {
    return new Prover(this).interval(expr);
  }

  /** Whether an integer is at most another one. */
  public Proof lessEqual(Expr left, Expr right) {
    if (!isInteger(left) || !isInteger(right)) {
      return Proof.UNKNOWN;
    }
    return isLasting(left) && isLasting(right)
        ? new Prover(this).lessEqual(left, right)
        : Proof.of(below(of(left), of(right), true));
  }

  /** Whether two integers are equal. */
  public Proof equal(Expr left, Expr right) {
    if (!isInteger(left) || !isInteger(right)) {
      return Proof.UNKNOWN;
    }
    if (isLasting(left) && isLasting(right) && new Prover(this).areEqualModulo(left, right)) {
      return Proof.TRUE;
    }
    Proof below = lessEqual(left, right);
    Proof above = lessEqual(right, left);
    if (below == Proof.TRUE && above == Proof.TRUE) {
      return Proof.TRUE;
    }
    return below == Proof.FALSE || above == Proof.FALSE ? Proof.FALSE : Proof.UNKNOWN;
  }

  /** Whether a positive number divides an integer. */
  public boolean isMultiple(Expr expr, long divisor) {
    return isInteger(expr) && new Prover(this).isMultiple(expr, divisor);
  }

  /** Whether the ranges of its operands decide a comparison; null where they do not. */
  public Boolean decide(Binary b) {
    if (b.op().form() != BinaryOp.Form.COMPARE || !isInteger(b.left()) || !isInteger(b.right())) {
      return null;
    }
    Interval x = of(b.left());
    Interval y = of(b.right());
    if (!areComparable(b, x, y)) {
      return null;
    }
    return switch (b.op()) {
      case LT -> below(x, y, false);
      case LE -> below(x, y, true);
      case GT -> below(y, x, false);
      case GE -> below(y, x, true);
      case EQ -> same(b, x, y);
      default -> {
        Boolean same = same(b, x, y);
        yield same == null ? null : !same;
      }
    };
  }

  private static Boolean same(Binary b, Interval x, Interval y) {
    if (b.left().equals(b.right()) && isLasting(b.left())) {
      return true;
    }
    return x.high() < y.low() || y.high() < x.low() ? Boolean.FALSE : null;
  }

  private static Boolean below(Interval x, Interval y, boolean orEqual) {
    if (x.isBoundedAbove()
        && y.isBoundedBelow()
        && (orEqual ? x.high() <= y.low() : x.high() < y.low())) {
      return true;
    }
    if (x.isBoundedBelow()
        && y.isBoundedAbove()
        && (orEqual ? x.low() > y.high() : x.low() >= y.high())) {
      return false;
    }
    return null;
  }

  /** Whether operands keep their values in the type in which they are compared. */
  private static boolean areComparable(Binary b, Interval x, Interval y) {
    Interval type = Interval.of(Scalars.operandType(b.left(), b.right()));
    return type.contains(x) && type.contains(y);
  }

  /** Whether an expression has one value wherever it is computed, as long as its variables do. */
  private static boolean isLasting(Expr expr) {
    if (expr instanceof Var || expr instanceof IntConst) {
      return true;
    }
    return !Walker.anyPart(
        expr, e -> e instanceof FunctionCall || e instanceof Call c && readsMemory(c));
  }

  private static boolean readsMemory(Call c) {
    return c.op().effect() != Effect.PURE
        || c.operands().stream()
            .anyMatch(o -> o.value().type().isMemory() && o.access() != Access.SHAPE);
  }

  private static boolean isInteger(Expr expr) {
    return expr.type() instanceof ScalarType(DataType d) && d.isInteger();
  }
}

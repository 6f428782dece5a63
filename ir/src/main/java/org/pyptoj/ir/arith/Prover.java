package org.pyptoj.ir.arith;

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
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;

/**
 * Answers one question about integers. Expressions are read as linear forms where their arithmetic
 * cannot wrap; minima and maxima are split into cases; everything else lies in an interval. The
 * work is limited, and what is not found within the limit is not known.
 */
final class Prover {

  private static final int STEPS = 4000;
  private static final int DEFINITIONS = 12;
  private static final int SPLITS = 6;

  private final IntegerFacts facts;
  private int steps = STEPS;
  private int definitions = DEFINITIONS;

  Prover(IntegerFacts facts) {
    this.facts = facts;
  }

  // Intervals.

  Interval interval(Expr expr) {
    Interval type = Interval.of(expr.type());
    if (steps-- <= 0) {
      return type;
    }
    Interval found = type.intersect(structural(expr));
    Interval known = facts.known(expr);
    return known == null ? found : found.intersect(known);
  }

  private Interval structural(Expr expr) {
    return switch (expr) {
      case IntConst c -> Interval.of(c.value());
      case Var v -> variable(v);
      case Cast c when isInteger(c.operand()) && c.dtype().isInteger() ->
          in(c.operand(), c.dtype());
      case Unary u when u.op() == UnaryOp.NEG && u.dtype().isInteger() ->
          wrapped(in(u.operand(), u.dtype()).negated(), u.dtype());
      case Unary u when u.op() == UnaryOp.ABS && u.dtype().isInteger() ->
          wrapped(in(u.operand(), u.dtype()).abs(), u.dtype());
      case Binary b when b.op().isPredicate() -> Interval.TRUTH;
      case Binary b when b.dtype().isInteger() -> {
        Interval found = wrapped(exact(b), b.dtype());
        yield b.op() == BinaryOp.ADD || b.op() == BinaryOp.SUB ? found.intersect(ofForm(b)) : found;
      }
      case Call c -> c.op().range();
      default -> Interval.ALL;
    };
  }

  private Interval variable(Var var) {
    For loop = facts.loop(var);
    if (loop != null) {
      DataType dtype = Scalars.dtypeOf(var);
      Interval first = in(loop.start(), dtype);
      Interval end = in(loop.stop(), dtype);
      return new Interval(first.low(), end.isBoundedAbove() ? end.high() - 1 : Interval.ALL.high());
    }
    Expr value = definition(var);
    if (value == null) {
      return Interval.ALL;
    }
    definitions--;
    Interval found = in(value, Scalars.dtypeOf(var));
    definitions++;
    return found;
  }

  private Expr definition(Var var) {
    Expr value = definitions > 0 ? facts.definition(var) : null;
    return value != null && isInteger(value) && isInteger(var) ? value : null;
  }

  /** The values of an expression as another type. */
  private Interval in(Expr expr, DataType dtype) {
    return wrapped(interval(expr), dtype);
  }

  private static Interval wrapped(Interval exact, DataType dtype) {
    Interval type = Interval.of(dtype);
    return type.contains(exact) ? exact : type;
  }

  /** What an operation computes before it is cut to its type's width. */
  private Interval exact(Binary b) {
    Interval x = in(b.left(), b.dtype());
    Interval y = in(b.right(), b.dtype());
    return switch (b.op()) {
      case ADD -> x.plus(y);
      case SUB -> x.plus(y.negated());
      case MUL -> x.times(y);
      case MIN -> x.min(y);
      case MAX -> x.max(y);
      case FLOOR_DIV -> x.floorDiv(y);
      case FLOOR_MOD -> x.floorMod(y);
      case SHR ->
          y.low() == y.high() && y.low() >= 0 && y.low() < 63
              ? x.floorDiv(Interval.of(1L << y.low()))
              : Interval.ALL;
      case BIT_AND ->
          x.low() >= 0 && y.low() >= 0
              ? new Interval(0, Math.min(x.high(), y.high()))
              : Interval.ALL;
      case DIV, POW, BIT_OR, BIT_XOR, SHL, AND, OR, EQ, NE, LT, LE, GT, GE -> Interval.ALL;
    };
  }

  private static boolean isInteger(Expr expr) {
    return expr.type() instanceof ScalarType(DataType d) && d.isInteger();
  }

  // Linear forms.

  /** Whether an operation computes what it would without its type's width. */
  private boolean isExact(Binary b) {
    if (!b.dtype().isInteger() || !isInteger(b.left()) || !isInteger(b.right())) {
      return false;
    }
    Interval type = Interval.of(b.dtype());
    return type.equals(Interval.ALL)
        || type.contains(interval(b.left()))
            && type.contains(interval(b.right()))
            && type.contains(exact(b));
  }

  /**
   * A value as a linear form.
   *
   * @param sign with which it is counted: what is assumed of a value from the side that then
   *     matters makes it an unknown; 0 where nothing does
   */
  private LinearForm form(Expr expr, int sign) {
    if (steps-- <= 0 || isAssumed(expr, sign)) {
      return LinearForm.of(expr);
    }
    return switch (expr) {
      case IntConst c -> LinearForm.of(c.value());
      case Cast c
          when isInteger(c.operand())
              && c.dtype().isInteger()
              && Interval.of(c.dtype()).contains(interval(c.operand())) ->
          form(c.operand(), sign);
      case Unary u
          when u.op() == UnaryOp.NEG
              && u.dtype().isInteger()
              && !u.dtype().isUnsigned()
              && Interval.of(u.dtype()).contains(in(u.operand(), u.dtype()).negated()) ->
          form(u.operand(), -sign).times(-1);
      case Binary b when b.op() == BinaryOp.ADD && isExact(b) ->
          form(b.left(), sign).plus(form(b.right(), sign), 1);
      case Binary b when b.op() == BinaryOp.SUB && isExact(b) ->
          form(b.left(), sign).plus(form(b.right(), -sign), -1);
      case Binary b when b.op() == BinaryOp.MUL && factor(b.right()) != null && isExact(b) ->
          scaled(b.left(), factor(b.right()), sign);
      case Binary b when b.op() == BinaryOp.MUL && factor(b.left()) != null && isExact(b) ->
          scaled(b.right(), factor(b.left()), sign);
      case Var v when definition(v) != null && leadsOn(definition(v), v) -> {
        Expr value = definition(v);
        definitions--;
        LinearForm found = form(value, sign);
        definitions++;
        yield found;
      }
      default -> LinearForm.of(expr);
    };
  }

  private static Long factor(Expr expr) {
    return Scalars.constant(expr);
  }

  private LinearForm scaled(Expr expr, long factor, int sign) {
    return factor == 0 ? LinearForm.of(0) : form(expr, sign * Long.signum(factor)).times(factor);
  }

  private boolean isAssumed(Expr expr, int sign) {
    Interval known = sign == 0 ? null : facts.known(expr);
    return known != null && (sign > 0 ? known.isBoundedBelow() : known.isBoundedAbove());
  }

  private static boolean leadsOn(Expr value, Var var) {
    return Scalars.dtypeOf(value) == Scalars.dtypeOf(var)
        && (value instanceof Binary
            || value instanceof Cast
            || value instanceof Unary
            || value instanceof Var
            || value instanceof Call);
  }

  private Interval ofForm(Binary b) {
    try {
      LinearForm form = form(b, 0);
      return form.terms().containsKey(b) ? Interval.ALL : bounds(form);
    } catch (ArithmeticException tooLarge) {
      return Interval.ALL;
    }
  }

  private Interval bounds(LinearForm form) {
    Interval total = Interval.of(form.constant());
    for (Map.Entry<Expr, Long> term : form.terms().entrySet()) {
      total = total.plus(interval(term.getKey()).times(Interval.of(term.getValue())));
    }
    return total;
  }

  // Order.

  Proof lessEqual(Expr left, Expr right) {
    if (left.equals(right)) {
      return Proof.TRUE;
    }
    Proof proof = notNegative(left, right, 0);
    return proof == Proof.UNKNOWN ? notNegative(left, right, 1) : proof;
  }

  private Proof notNegative(Expr left, Expr right, int sign) {
    try {
      return notNegative(form(right, sign).plus(form(left, -sign), -1), SPLITS);
    } catch (ArithmeticException tooLarge) {
      return Proof.UNKNOWN;
    }
  }

  private Proof notNegative(LinearForm form, int splits) {
    if (form.terms().isEmpty()) {
      return form.constant() >= 0 ? Proof.TRUE : Proof.FALSE;
    }
    Interval bounds = bounds(form);
    if (bounds.isBoundedBelow() && bounds.low() >= 0) {
      return Proof.TRUE;
    }
    if (bounds.isBoundedAbove() && bounds.high() < 0) {
      return Proof.FALSE;
    }
    if (splits == 0 || steps <= 0) {
      return Proof.UNKNOWN;
    }
    for (Map.Entry<Expr, Long> term : form.terms().entrySet()) {
      long factor = term.getValue();
      if (term.getKey() instanceof Binary b
          && (b.op() == BinaryOp.MIN || b.op() == BinaryOp.MAX)
          && isExact(b)) {
        LinearForm rest = form.without(b);
        Proof first = notNegative(rest.plus(form(b.left(), 0), factor), splits - 1);
        Proof second = notNegative(rest.plus(form(b.right(), 0), factor), splits - 1);
        boolean smaller = (b.op() == BinaryOp.MIN) == (factor > 0);
        return smaller ? Proof.both(first, second) : Proof.either(first, second);
      }
    }
    for (Map.Entry<Expr, Long> term : form.terms().entrySet()) {
      if (term.getKey() instanceof Var v && facts.loop(v) != null) {
        Proof proof = overLoop(form, v, facts.loop(v), term.getValue(), splits - 1);
        if (proof != Proof.UNKNOWN) {
          return proof;
        }
      }
    }
    return Proof.UNKNOWN;
  }

  /**
   * A form is between those that have the first or the last index of a loop in the index's place.
   */
  private Proof overLoop(LinearForm form, Var index, For loop, long factor, int splits) {
    LinearForm rest = form.without(index);
    LinearForm atFirst = rest.plus(form(loop.start(), 0), factor);
    LinearForm atLast = rest.plus(form(loop.stop(), 0).plus(LinearForm.of(1), -1), factor);
    LinearForm least = factor > 0 ? atFirst : atLast;
    LinearForm most = factor > 0 ? atLast : atFirst;
    if (notNegative(least, splits) == Proof.TRUE) {
      return Proof.TRUE;
    }
    return notNegative(most, splits) == Proof.FALSE ? Proof.FALSE : Proof.UNKNOWN;
  }

  // Equality.

  /**
   * Whether two values of one type are equal, even where both wrap: as sums of multiples, modulo
   * the type's number of values.
   */
  boolean areEqualModulo(Expr left, Expr right) {
    DataType dtype = Scalars.dtypeOf(left);
    if (Scalars.dtypeOf(right) != dtype || dtype.bits() > 32) {
      return false;
    }
    long values = 1L << dtype.bits();
    try {
      LinearForm difference = modular(left, dtype).plus(modular(right, dtype), -1);
      return difference.constant() % values == 0
          && difference.terms().values().stream().allMatch(c -> c % values == 0);
    } catch (ArithmeticException tooLarge) {
      return false;
    }
  }

  private LinearForm modular(Expr expr, DataType dtype) {
    if (expr instanceof IntConst c) {
      return LinearForm.of(c.value());
    }
    if (steps-- <= 0 || Scalars.dtypeOf(expr) != dtype) {
      return LinearForm.of(expr);
    }
    return switch (expr) {
      case Unary u when u.op() == UnaryOp.NEG -> modular(u.operand(), dtype).times(-1);
      case Binary b when b.op() == BinaryOp.ADD && isWithin(b) ->
          modular(b.left(), dtype).plus(modular(b.right(), dtype), 1);
      case Binary b when b.op() == BinaryOp.SUB && isWithin(b) ->
          modular(b.left(), dtype).plus(modular(b.right(), dtype), -1);
      case Binary b when b.op() == BinaryOp.MUL && factor(b.right()) != null && isWithin(b) ->
          modular(b.left(), dtype).times(factor(b.right()));
      case Binary b when b.op() == BinaryOp.MUL && factor(b.left()) != null && isWithin(b) ->
          modular(b.right(), dtype).times(factor(b.left()));
      default -> LinearForm.of(expr);
    };
  }

  /**
   * Whether both operands have the type of the result, so that they are computed with as they are.
   */
  private static boolean isWithin(Binary b) {
    return isOf(b.left(), b.dtype()) && isOf(b.right(), b.dtype());
  }

  private static boolean isOf(Expr operand, DataType dtype) {
    return operand instanceof IntConst || Scalars.dtypeOf(operand) == dtype;
  }

  // Divisibility.

  boolean isMultiple(Expr expr, long divisor) {
    if (divisor < 1) {
      throw new IllegalArgumentException("a divisor is positive: " + divisor);
    }
    if (divisor == 1) {
      return true;
    }
    if (steps-- <= 0) {
      return false;
    }
    return switch (expr) {
      case IntConst c -> c.value() % divisor == 0;
      case Cast c
          when isInteger(c.operand())
              && c.dtype().isInteger()
              && Interval.of(c.dtype()).contains(interval(c.operand())) ->
          isMultiple(c.operand(), divisor);
      case Var v when definition(v) != null && leadsOn(definition(v), v) -> {
        Expr value = definition(v);
        definitions--;
        boolean found = isMultiple(value, divisor);
        definitions++;
        yield found;
      }
      case Binary b when isExact(b) ->
          switch (b.op()) {
            case ADD, SUB, MIN, MAX ->
                isMultiple(b.left(), divisor) && isMultiple(b.right(), divisor);
            case MUL -> isProduct(b, divisor);
            case FLOOR_MOD -> isMultiple(b.left(), divisor) && isMultiple(b.right(), divisor);
            default -> false;
          };
      default -> false;
    };
  }

  private boolean isProduct(Binary b, long divisor) {
    Long left = factor(b.left());
    Long right = factor(b.right());
    Long constant = right != null ? right : left;
    if (constant == null) {
      return isMultiple(b.left(), divisor) || isMultiple(b.right(), divisor);
    }
    long rest = divisor / gcd(Math.abs(constant % divisor), divisor);
    return isMultiple(right != null ? b.left() : b.right(), rest);
  }

  private static long gcd(long a, long b) {
    return a == 0 ? b : gcd(b % a, a);
  }
}

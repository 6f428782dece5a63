package org.pyptoj.ir.expr;

import java.math.BigInteger;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;

/**
 * Builds scalar expressions: result types follow one rule, and constants are folded while they are
 * built, so that equal extents look equal.
 */
public final class Scalars {

  private Scalars() {}

  public static Expr add(Expr left, Expr right) {
    return binary(BinaryOp.ADD, left, right, Span.NONE);
  }

  public static Expr sub(Expr left, Expr right) {
    return binary(BinaryOp.SUB, left, right, Span.NONE);
  }

  public static Expr mul(Expr left, Expr right) {
    return binary(BinaryOp.MUL, left, right, Span.NONE);
  }

  public static Expr floorDiv(Expr left, Expr right) {
    return binary(BinaryOp.FLOOR_DIV, left, right, Span.NONE);
  }

  public static Expr min(Expr left, Expr right) {
    return binary(BinaryOp.MIN, left, right, Span.NONE);
  }

  public static Expr max(Expr left, Expr right) {
    return binary(BinaryOp.MAX, left, right, Span.NONE);
  }

  public static Expr compare(BinaryOp op, Expr left, Expr right) {
    return binary(op, left, right, Span.NONE);
  }

  /** The constant value of an integer expression, or null where it is not constant. */
  public static Long constant(Expr expr) {
    return expr instanceof IntConst c ? c.value() : null;
  }

  /** The element type of a scalar expression. */
  public static DataType dtypeOf(Expr expr) {
    if (expr.type() instanceof ScalarType(DataType dtype)) {
      return dtype;
    }
    throw new IllegalArgumentException("not a scalar: " + expr.type().kind());
  }

  /**
   * An operation on two scalars. The result is BOOL for comparisons and logic; a bare constant
   * takes the other side's type; otherwise floats win over integers, INDEX over narrower integers,
   * the wider over the narrower.
   */
  public static Expr binary(BinaryOp op, Expr left, Expr right, Span span) {
    DataType operands = join(left, right);
    DataType result =
        op.isPredicate()
            ? DataType.BOOL
            : op == BinaryOp.DIV && !operands.isFloat() ? DataType.FP32 : operands;
    if (left instanceof IntConst a && right instanceof IntConst b && operands != DataType.BOOL) {
      Expr folded = fold(op, a.value(), b.value(), result, span);
      if (folded != null) {
        return folded;
      }
    }
    if ((left instanceof FloatConst || right instanceof FloatConst)
        && number(left) != null
        && number(right) != null) {
      Expr folded = foldFloat(op, number(left), number(right), result, span);
      if (folded != null) {
        return folded;
      }
    }
    if (left instanceof IntConst a && left.type().equals(ScalarType.BOOL) && op == BinaryOp.AND) {
      return a.value() == 0 ? left : right;
    }
    if (left instanceof IntConst a && left.type().equals(ScalarType.BOOL) && op == BinaryOp.OR) {
      return a.value() != 0 ? left : right;
    }
    Expr identity = identity(op, left, right, result);
    return identity != null ? identity : new Binary(op, left, right, result, span);
  }

  /** An operation on one scalar. */
  public static Expr unary(UnaryOp op, Expr operand, Span span) {
    DataType dtype = op == UnaryOp.NOT ? DataType.BOOL : dtypeOf(operand);
    if (operand instanceof IntConst c) {
      Expr folded = fold(op, c.value(), dtype, span);
      if (folded != null) {
        return folded;
      }
    }
    if (operand instanceof FloatConst c && (op == UnaryOp.NEG || op == UnaryOp.ABS)) {
      return new FloatConst(op == UnaryOp.NEG ? -c.value() : Math.abs(c.value()), c.dtype(), span);
    }
    return new Unary(op, operand, dtype, span);
  }

  /** A scalar as another element type. */
  public static Expr cast(Expr operand, DataType dtype, Span span) {
    if (dtypeOf(operand) == dtype) {
      return operand;
    }
    if (operand instanceof IntConst c && dtype.isInteger() && dtype.holds(c.value())) {
      return new IntConst(c.value(), dtype, span);
    }
    if (operand instanceof IntConst c && dtype.isFloat()) {
      return new FloatConst(c.value(), dtype, span);
    }
    if (operand instanceof FloatConst c && dtype.isFloat()) {
      return new FloatConst(c.value(), dtype, span);
    }
    return new Cast(operand, dtype, span);
  }

  /**
   * An operation with other operands. It is computed in the type of before also where an operand of
   * that type has become a constant, which else would take the other operand's type.
   */
  public static Expr rebuilt(Binary was, Expr left, Expr right) {
    DataType type = join(was.left(), was.right());
    if (dtypeOf(left) == dtypeOf(was.left())
        && dtypeOf(right) == dtypeOf(was.right())
        && join(left, right) != type) {
      return binary(
          was.op(), cast(left, type, left.span()), cast(right, type, right.span()), was.span());
    }
    return binary(was.op(), left, right, was.span());
  }

  /** The type in which two scalars are computed with or compared. */
  public static DataType operandType(Expr left, Expr right) {
    return join(left, right);
  }

  private static DataType join(Expr left, Expr right) {
    DataType a = dtypeOf(left);
    DataType b = dtypeOf(right);
    if (a == b) {
      return a;
    }
    boolean leftBare = isConstant(left) && a == DataType.INDEX && b != DataType.BOOL;
    boolean rightBare = isConstant(right) && b == DataType.INDEX && a != DataType.BOOL;
    if (leftBare != rightBare) {
      return leftBare ? b : a;
    }
    if (a.isFloat() != b.isFloat()) {
      return a.isFloat() ? a : b;
    }
    if (a == DataType.INDEX || b == DataType.INDEX) {
      return DataType.INDEX;
    }
    return a.bits() >= b.bits() ? a : b;
  }

  private static boolean isConstant(Expr expr) {
    return expr instanceof IntConst;
  }

  private static Double number(Expr expr) {
    return switch (expr) {
      case IntConst c -> (double) c.value();
      case FloatConst c -> c.value();
      default -> null;
    };
  }

  private static Expr identity(BinaryOp op, Expr left, Expr right, DataType result) {
    if (op.isPredicate()) {
      return null;
    }
    Long a = constant(left);
    Long b = constant(right);
    boolean keepsLeft = left.type() instanceof ScalarType(DataType d) && d == result;
    boolean keepsRight = right.type() instanceof ScalarType(DataType d) && d == result;
    return switch (op) {
      case ADD ->
          b != null && b == 0 && keepsLeft
              ? left
              : a != null && a == 0 && keepsRight ? right : null;
      case SUB -> b != null && b == 0 && keepsLeft ? left : null;
      case MUL ->
          b != null && b == 1 && keepsLeft
              ? left
              : a != null && a == 1 && keepsRight
                  ? right
                  : !result.isFloat() && (isZero(a) && isPlain(right) || isZero(b) && isPlain(left))
                      ? new IntConst(0, result, Span.NONE)
                      : null;
      case FLOOR_DIV -> b != null && b == 1 && keepsLeft ? left : null;
      case MIN, MAX -> left.equals(right) && isPlain(left) ? left : null;
      default -> null;
    };
  }

  /** Whether a value does nothing but being computed: it calls nothing and cannot fail. */
  private static boolean isPlain(Expr value) {
    return switch (value) {
      case Var v -> true;
      case IntConst c -> true;
      case FloatConst c -> true;
      case Cast c -> isPlain(c.operand());
      case Unary u -> isPlain(u.operand());
      case Binary b ->
          b.op() != BinaryOp.DIV
              && b.op() != BinaryOp.FLOOR_DIV
              && b.op() != BinaryOp.FLOOR_MOD
              && isPlain(b.left())
              && isPlain(b.right());
      default -> false;
    };
  }

  private static boolean isZero(Long value) {
    return value != null && value == 0;
  }

  /** The constant result, or null where the type cannot hold it. */
  private static Expr fold(UnaryOp op, long value, DataType dtype, Span span) {
    DataType result = op == UnaryOp.NEG && dtype == DataType.BOOL ? DataType.INDEX : dtype;
    return switch (op) {
      case NOT -> IntConst.bool(value == 0, span);
      case NEG -> folded(value == Long.MIN_VALUE ? null : -value, result, span);
      case ABS -> folded(value == Long.MIN_VALUE ? null : Math.abs(value), result, span);
      case BIT_NOT -> folded(~value, result, span);
    };
  }

  private static Expr folded(Long value, DataType dtype, Span span) {
    boolean held = value != null && dtype.holds(value) && !(dtype.isUnsigned() && value < 0);
    return held ? new IntConst(value, dtype, span) : null;
  }

  private static Expr fold(BinaryOp op, long a, long b, DataType result, Span span) {
    if (op.isPredicate()) {
      return switch (op) {
        case EQ -> IntConst.bool(a == b, span);
        case NE -> IntConst.bool(a != b, span);
        case LT -> IntConst.bool(a < b, span);
        case LE -> IntConst.bool(a <= b, span);
        case GT -> IntConst.bool(a > b, span);
        case GE -> IntConst.bool(a >= b, span);
        case AND -> IntConst.bool(a != 0 && b != 0, span);
        case OR -> IntConst.bool(a != 0 || b != 0, span);
        default -> null;
      };
    }
    if (op == BinaryOp.DIV) {
      return b == 0 ? null : new FloatConst((double) a / b, result, span);
    }
    try {
      Long value =
          switch (op) {
            case ADD -> Math.addExact(a, b);
            case SUB -> Math.subtractExact(a, b);
            case MUL -> Math.multiplyExact(a, b);
            case FLOOR_DIV -> b == 0 ? null : Math.floorDiv(a, b);
            case FLOOR_MOD -> b == 0 ? null : Math.floorMod(a, b);
            case POW ->
                b < 0 || b > 4096 ? null : BigInteger.valueOf(a).pow((int) b).longValueExact();
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case BIT_AND -> a & b;
            case BIT_OR -> a | b;
            case BIT_XOR -> a ^ b;
            case SHL -> b < 0 || b > 62 ? null : Math.multiplyExact(a, 1L << b);
            case SHR -> b < 0 || b > 63 ? null : a >> b;
            default -> null;
          };
      // What the type cannot hold is left for the run, which wraps it as the machine does.
      return value == null || result == DataType.BOOL || !result.holds(value)
          ? null
          : new IntConst(value, result, span);
    } catch (ArithmeticException overflow) {
      return null;
    }
  }

  private static Expr foldFloat(BinaryOp op, double a, double b, DataType result, Span span) {
    if (op.isPredicate()) {
      return switch (op) {
        case EQ -> IntConst.bool(a == b, span);
        case NE -> IntConst.bool(a != b, span);
        case LT -> IntConst.bool(a < b, span);
        case LE -> IntConst.bool(a <= b, span);
        case GT -> IntConst.bool(a > b, span);
        case GE -> IntConst.bool(a >= b, span);
        default -> null;
      };
    }
    return switch (op) {
      case ADD -> new FloatConst(a + b, result, span);
      case SUB -> new FloatConst(a - b, result, span);
      case MUL -> new FloatConst(a * b, result, span);
      case DIV -> b == 0 ? null : new FloatConst(a / b, result, span);
      case POW -> new FloatConst(Math.pow(a, b), result, span);
      case MIN -> new FloatConst(Math.min(a, b), result, span);
      case MAX -> new FloatConst(Math.max(a, b), result, span);
      default -> null;
    };
  }
}

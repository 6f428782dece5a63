package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.CmpOpTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import com.oracle.graal.python.pegparser.sst.UnaryOpTy;
import java.util.List;
import java.util.Objects;

/**
 * Operators on compile-time values. Java computes what it computes exactly as Python does, which is
 * what kernels do most; Python computes the rest.
 */
final class StaticOperators {

  /** Integers up to here are exact as doubles. */
  private static final long EXACT = 1L << 53;

  private final Python python;

  StaticOperators(Python python) {
    this.python = python;
  }

  /** A binary operator; an exception of Python's is a {@link HostException}. */
  Object binary(OperatorTy op, Object left, Object right) {
    Object value = null;
    if (left instanceof Long a && right instanceof Long b) {
      value = integers(op, a, b);
    } else if (isFloatPair(left, right)) {
      value = floats(op, ((Number) left).doubleValue(), ((Number) right).doubleValue());
    } else if (op == OperatorTy.Add && left instanceof String a && right instanceof String b) {
      value = a + b;
    }
    return value != null ? value : python.binary(Builtins.symbol(op), left, right);
  }

  /** Whether one is a float and the other a float or an integer that is exact as a float. */
  private static boolean isFloatPair(Object left, Object right) {
    return left instanceof Double && isExact(right) || right instanceof Double && isExact(left);
  }

  private static boolean isExact(Object value) {
    return value instanceof Double || value instanceof Long l && l >= -EXACT && l <= EXACT;
  }

  /** The exact result, or null where Python must say it: an overflow, an exception. */
  private static Object integers(OperatorTy op, long a, long b) {
    try {
      return switch (op) {
        case Add -> (Object) Math.addExact(a, b);
        case Sub -> (Object) Math.subtractExact(a, b);
        case Mult -> (Object) Math.multiplyExact(a, b);
        case FloorDiv -> b == 0 ? null : (Object) Math.floorDivExact(a, b);
        case Mod -> b == 0 ? null : (Object) Math.floorMod(a, b);
        case Div -> b != 0 && isExact(a) && isExact(b) ? (Object) ((double) a / b) : null;
        case Pow -> b < 0 || b > 62 ? null : power(a, b);
        case LShift -> b < 0 || b > 62 ? null : (Object) Math.multiplyExact(a, 1L << b);
        case RShift -> b < 0 || b > 63 ? null : (Object) (a >> b);
        case BitOr -> (Object) (a | b);
        case BitXor -> (Object) (a ^ b);
        case BitAnd -> (Object) (a & b);
        case MatMult -> null;
      };
    } catch (ArithmeticException overflow) {
      return null;
    }
  }

  private static Object power(long a, long b) {
    long result = 1;
    for (long i = 0; i < b; i++) {
      result = Math.multiplyExact(result, a);
    }
    return result;
  }

  private static Object floats(OperatorTy op, double a, double b) {
    return switch (op) {
      case Add -> (Object) (a + b);
      case Sub -> (Object) (a - b);
      case Mult -> (Object) (a * b);
      case Div -> b == 0 ? null : (Object) (a / b);
      default -> null;
    };
  }

  /** A comparison, which may have any value in Python. */
  Object compare(CmpOpTy op, Object left, Object right) {
    Boolean known =
        switch (op) {
          case Is -> identical(left, right);
          case IsNot -> not(identical(left, right));
          case Eq -> equal(left, right);
          case NotEq -> not(equal(left, right));
          case Lt, LtE, Gt, GtE -> ordered(op, left, right);
          case In, NotIn -> null;
        };
    return known != null ? known : python.binary(Builtins.symbol(op), left, right);
  }

  private static Boolean not(Boolean value) {
    return value == null ? null : !value;
  }

  private static Boolean ordered(CmpOpTy op, Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      return switch (op) {
        case Lt -> a < b;
        case LtE -> a <= b;
        case Gt -> a > b;
        default -> a >= b;
      };
    }
    if (isFloatPair(left, right)) {
      double a = ((Number) left).doubleValue();
      double b = ((Number) right).doubleValue();
      return switch (op) {
        case Lt -> a < b;
        case LtE -> a <= b;
        case Gt -> a > b;
        default -> a >= b;
      };
    }
    return null;
  }

  private static Boolean equal(Object left, Object right) {
    if (isFloatPair(left, right)) {
      return ((Number) left).doubleValue() == ((Number) right).doubleValue();
    }
    if (left instanceof Long && right instanceof Long
        || left instanceof String && right instanceof String
        || left instanceof Boolean && right instanceof Boolean) {
      return left.equals(right);
    }
    if (isAlone(left) && isAlone(right)) {
      return left == right;
    }
    return null;
  }

  /** Whether two values are one object, or null where Python must say it. */
  static Boolean identical(Object left, Object right) {
    if (left == right && !(left instanceof Number || left instanceof String)) {
      return true;
    }
    if (isAlone(left) && isAlone(right)) {
      return Objects.equals(left, right);
    }
    if (isAlone(left) && isSimple(right) || isSimple(left) && isAlone(right)) {
      return false;
    }
    // A display makes an object of its own; Java's two are one where Python's are.
    if (left instanceof Mapping
        || right instanceof Mapping
        || left instanceof Sequence a && !a.isTuple() && right instanceof Sequence b) {
      return false;
    }
    return null;
  }

  /**
   * Whether there is one object only that is equal to it: None, True, a constant of the language.
   */
  private static boolean isAlone(Object value) {
    return value instanceof Boolean || value instanceof Enum<?>;
  }

  private static boolean isSimple(Object value) {
    return value instanceof Number
        || value instanceof String
        || value instanceof Sequence
        || value instanceof Mapping;
  }

  /** An operator on one value. */
  Object unary(UnaryOpTy op, Object value) {
    return switch (op) {
      case Not -> !truth(value);
      case USub ->
          value instanceof Long l && l != Long.MIN_VALUE
              ? (Object) (-l)
              : value instanceof Double d ? (Object) (-d) : python.unary("-", value);
      case UAdd ->
          value instanceof Long || value instanceof Double ? value : python.unary("+", value);
      case Invert -> value instanceof Long l ? (Object) ~l : python.unary("~", value);
    };
  }

  /** Python's truth of a compile-time value. */
  boolean truth(Object value) {
    return switch (value) {
      case Boolean b -> b;
      case Long l -> l != 0;
      case Double d -> d != 0;
      case String s -> !s.isEmpty();
      case PyNone n -> false;
      case Sequence s when !s.isPythons() -> !s.elements().isEmpty();
      case Mapping m -> !m.entries().isEmpty();
      case List<?> l -> !l.isEmpty();
      default -> python.truth(value);
    };
  }
}

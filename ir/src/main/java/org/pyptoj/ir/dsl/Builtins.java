package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.CmpOpTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.type.DataType;

/** Python's arithmetic and the builtins that kernels use on compile-time values. */
final class Builtins {

  private static final Set<String> KNOWN =
      Set.of(
          "min",
          "max",
          "abs",
          "len",
          "int",
          "float",
          "bool",
          "range",
          "sum",
          "list",
          "tuple",
          "enumerate",
          "zip",
          "reversed",
          "str",
          "round",
          "any",
          "all");

  private Builtins() {}

  static boolean isKnown(String name) {
    return KNOWN.contains(name);
  }

  static String symbol(OperatorTy op) {
    return switch (op) {
      case Add -> "+";
      case Sub -> "-";
      case Mult -> "*";
      case MatMult -> "@";
      case Div -> "/";
      case Mod -> "%";
      case Pow -> "**";
      case LShift -> "<<";
      case RShift -> ">>";
      case BitOr -> "|";
      case BitXor -> "^";
      case BitAnd -> "&";
      case FloorDiv -> "//";
    };
  }

  static String symbol(CmpOpTy op) {
    return switch (op) {
      case Eq -> "==";
      case NotEq -> "!=";
      case Lt -> "<";
      case LtE -> "<=";
      case Gt -> ">";
      case GtE -> ">=";
      case Is -> "is";
      case IsNot -> "is not";
      case In -> "in";
      case NotIn -> "not in";
    };
  }

  static BinaryOp scalarOp(OperatorTy op) {
    return switch (op) {
      case Add -> BinaryOp.ADD;
      case Sub -> BinaryOp.SUB;
      case Mult -> BinaryOp.MUL;
      case Div -> BinaryOp.DIV;
      case Mod -> BinaryOp.FLOOR_MOD;
      case Pow -> BinaryOp.POW;
      case LShift -> BinaryOp.SHL;
      case RShift -> BinaryOp.SHR;
      case BitOr -> BinaryOp.BIT_OR;
      case BitXor -> BinaryOp.BIT_XOR;
      case BitAnd -> BinaryOp.BIT_AND;
      case FloorDiv -> BinaryOp.FLOOR_DIV;
      case MatMult -> null;
    };
  }

  static BinaryOp scalarOp(CmpOpTy op) {
    return switch (op) {
      case Eq -> BinaryOp.EQ;
      case NotEq -> BinaryOp.NE;
      case Lt -> BinaryOp.LT;
      case LtE -> BinaryOp.LE;
      case Gt -> BinaryOp.GT;
      case GtE -> BinaryOp.GE;
      default -> throw new IllegalArgumentException(op.name());
    };
  }

  /** The elementwise op behind an operator, or null. */
  static String arrayOp(OperatorTy op) {
    return switch (op) {
      case Add -> "add";
      case Sub -> "sub";
      case Mult -> "mul";
      case Div -> "div";
      default -> null;
    };
  }

  /**
   * Python's result of an operator on compile-time values, or null where Python itself must say it.
   */
  static Object arithmetic(OperatorTy op, Object left, Object right) {
    if (left instanceof List<?> a && right instanceof List<?> b && op == OperatorTy.Add) {
      List<Object> joined = new ArrayList<>(a);
      joined.addAll(b);
      return joined;
    }
    if (left instanceof List<?> a && right instanceof Long n && op == OperatorTy.Mult) {
      List<Object> repeated = new ArrayList<>();
      for (long i = 0; i < Math.min(n, 4096); i++) {
        repeated.addAll(a);
      }
      return repeated;
    }
    if (left instanceof String a && right instanceof String b && op == OperatorTy.Add) {
      return a + b;
    }
    Object l = left instanceof Boolean b ? (Object) (b ? 1L : 0L) : left;
    Object r = right instanceof Boolean b ? (Object) (b ? 1L : 0L) : right;
    if (l instanceof Long a && r instanceof Long b) {
      return integers(op, a, b);
    }
    if (l instanceof Number a && r instanceof Number b) {
      return floats(op, a.doubleValue(), b.doubleValue());
    }
    return null;
  }

  private static Object integers(OperatorTy op, long a, long b) {
    try {
      return switch (op) {
        case Add -> (Object) Math.addExact(a, b);
        case Sub -> (Object) Math.subtractExact(a, b);
        case Mult -> (Object) Math.multiplyExact(a, b);
        case FloorDiv -> b == 0 ? null : (Object) Math.floorDiv(a, b);
        case Mod -> b == 0 ? null : (Object) Math.floorMod(a, b);
        case Div -> b == 0 ? null : (Object) ((double) a / b);
        case Pow -> b < 0 || b > 62 ? (Object) Math.pow(a, b) : power(a, b);
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
      case Add -> a + b;
      case Sub -> a - b;
      case Mult -> a * b;
      case Div -> b == 0 ? null : (Object) (a / b);
      case FloorDiv -> b == 0 ? null : (Object) Math.floor(a / b);
      case Mod -> b == 0 ? null : (Object) (a - b * Math.floor(a / b));
      case Pow -> Math.pow(a, b);
      default -> null;
    };
  }

  /** Python's comparison of compile-time values, or null where Python itself must say it. */
  static Boolean compare(CmpOpTy op, Object left, Object right) {
    Object l = left instanceof Boolean b ? (Object) (b ? 1L : 0L) : left;
    Object r = right instanceof Boolean b ? (Object) (b ? 1L : 0L) : right;
    Integer order = null;
    if (l instanceof Long a && r instanceof Long b) {
      order = Long.compare(a, b);
    } else if (l instanceof Number a && r instanceof Number b) {
      order = Double.compare(a.doubleValue(), b.doubleValue());
    } else if (l instanceof String a && r instanceof String b) {
      order = Integer.signum(a.compareTo(b));
    }
    if (order == null) {
      boolean decided = !(l instanceof HostValue) && !(r instanceof HostValue);
      return switch (op) {
        case Eq -> decided ? l.equals(r) : null;
        case NotEq -> decided ? !l.equals(r) : null;
        default -> null;
      };
    }
    return switch (op) {
      case Eq -> order == 0;
      case NotEq -> order != 0;
      case Lt -> order < 0;
      case LtE -> order <= 0;
      case Gt -> order > 0;
      case GtE -> order >= 0;
      default -> null;
    };
  }

  static String text(Object value) {
    return switch (value) {
      case Boolean b -> b ? "True" : "False";
      case PyNone n -> "None";
      default -> String.valueOf(value);
    };
  }

  /** The result of a builtin on compile-time values, or null where it has none here. */
  static Object call(String name, List<Object> args) {
    if (name.startsWith("bytes_of.")) {
      return (long) DataType.valueOf(name.substring(9)).bytes();
    }
    Object first = args.isEmpty() ? null : args.getFirst();
    return switch (name) {
      case "range" -> range(args);
      case "len" ->
          first instanceof List<?> l
              ? (Object) (long) l.size()
              : first instanceof String s ? (Object) (long) s.length() : null;
      case "abs" ->
          first instanceof Long l
              ? (Object) Math.abs(l)
              : first instanceof Double d ? (Object) Math.abs(d) : null;
      case "int" ->
          first instanceof Long
              ? first
              : first instanceof Double d
                  ? (Object) d.longValue()
                  : first instanceof Boolean b
                      ? (Object) (b ? 1L : 0L)
                      : first instanceof String s && s.matches("-?[0-9]{1,18}")
                          ? (Object) Long.valueOf(s)
                          : null;
      case "float" -> toFloat(first);
      case "bool" -> first == null ? null : Evaluator.truth(first);
      case "str" -> first == null ? "" : text(first);
      case "list", "tuple" ->
          first instanceof List<?> l
              ? new ArrayList<Object>(l)
              : first == null ? new ArrayList<>() : null;
      case "min", "max" -> extreme(name.equals("min"), args);
      case "sum" -> first instanceof List<?> l ? sum(l) : null;
      case "any" ->
          first instanceof List<?> l
              ? (Object) l.stream().anyMatch(v -> Boolean.TRUE.equals(Evaluator.truth(v)))
              : null;
      case "all" ->
          first instanceof List<?> l
              ? (Object) l.stream().allMatch(v -> Boolean.TRUE.equals(Evaluator.truth(v)))
              : null;
      case "round" -> first instanceof Long ? first : null;
      case "reversed" -> first instanceof List<?> l ? new ArrayList<Object>(l.reversed()) : null;
      case "enumerate" -> first instanceof List<?> l ? enumerate(l) : null;
      case "zip" -> zip(args);
      default -> null;
    };
  }

  private static Object toFloat(Object value) {
    return switch (value) {
      case Double d -> d;
      case Long l -> (double) l;
      case String s ->
          switch (s.strip().toLowerCase(java.util.Locale.ROOT)) {
            case "inf", "+inf", "infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            case "nan" -> Double.NaN;
            default -> null;
          };
      case null, default -> null;
    };
  }

  private static Object range(List<Object> args) {
    if (args.isEmpty() || args.size() > 3 || !args.stream().allMatch(Long.class::isInstance)) {
      return null;
    }
    long start = args.size() > 1 ? (Long) args.get(0) : 0;
    long stop = args.size() > 1 ? (Long) args.get(1) : (Long) args.get(0);
    long step = args.size() > 2 ? (Long) args.get(2) : 1;
    if (step == 0) {
      return null;
    }
    List<Object> out = new ArrayList<>();
    for (long i = start; step > 0 ? i < stop : i > stop; i += step) {
      out.add(i);
      if (out.size() > 2_000_000) {
        return null;
      }
    }
    return out;
  }

  private static Object extreme(boolean min, List<Object> args) {
    List<?> values = args.size() == 1 && args.getFirst() instanceof List<?> l ? l : args;
    Object best = null;
    for (Object value : values) {
      if (!(value instanceof Long || value instanceof Double)) {
        return null;
      }
      if (best == null
          || Boolean.TRUE.equals(compare(min ? CmpOpTy.Lt : CmpOpTy.Gt, value, best))) {
        best = value;
      }
    }
    return best;
  }

  private static Object sum(List<?> list) {
    Object total = 0L;
    for (Object value : list) {
      total = arithmetic(OperatorTy.Add, total, value);
      if (total == null) {
        return null;
      }
    }
    return total;
  }

  private static Object enumerate(List<?> list) {
    List<Object> out = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      out.add(List.of((long) i, list.get(i)));
    }
    return out;
  }

  private static Object zip(List<Object> args) {
    if (args.isEmpty() || !args.stream().allMatch(List.class::isInstance)) {
      return null;
    }
    int n = args.stream().mapToInt(a -> ((List<?>) a).size()).min().orElse(0);
    List<Object> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      List<Object> row = new ArrayList<>();
      for (Object a : args) {
        row.add(((List<?>) a).get(i));
      }
      out.add(row);
    }
    return out;
  }
}

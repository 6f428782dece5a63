package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.CmpOpTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import java.util.Set;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.op.ScalarFn;

/** Python's operators and builtins by name, and the IR's operations behind them. */
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
          "all",
          "sorted",
          "isinstance",
          "divmod",
          "pow",
          "iter",
          "next",
          "map",
          "filter",
          "print",
          "dict",
          "set",
          "type");

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

  /** What an operator does to elements, or null where no op does it. */
  static ScalarFn elementwise(OperatorTy op) {
    return switch (op) {
      case Add -> ScalarFn.ADD;
      case Sub -> ScalarFn.SUB;
      case Mult -> ScalarFn.MUL;
      case Div -> ScalarFn.DIV;
      default -> null;
    };
  }
}

package org.pyptoj.codegen.orchestration;

import java.util.function.Function;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.type.DataType;

/** Scalar values as the text of a host language; every operation stands in parentheses. */
abstract sealed class ScalarText {

  private final Function<Var, String> names;

  ScalarText(Function<Var, String> names) {
    this.names = names;
  }

  /** The text of a value. */
  final String of(Expr expr) {
    return switch (expr) {
      case Var v -> names.apply(v);
      case IntConst c when c.dtype() == DataType.BOOL -> bool(c.value() != 0);
      case IntConst c -> integer(c);
      case FloatConst c -> number(c);
      case Binary b -> binary(b, of(b.left()), of(b.right()));
      case Unary u -> unary(u.op(), of(u.operand()));
      case Cast c -> cast(c.dtype(), of(c.operand()));
      case Call c when c.op() == DistributedOp.WORLD_SIZE -> "world_size";
      case Call c -> throw unsupported(c, c.op().fullName());
      case FunctionCall c -> throw unsupported(c, "self." + c.callee());
      case StringConst c -> '"' + c.value() + '"';
      case MakeTuple t -> throw unsupported(t, "a tuple");
      case TupleGet t -> throw unsupported(t, "an element of a tuple");
    };
  }

  /** The pipeline gives calls names of their own, so that none is left here. */
  private static RuntimeException unsupported(Expr expr, String what) {
    return new IllegalStateException(what + " stands inside a scalar expression at " + expr.span());
  }

  abstract String bool(boolean value);

  String integer(IntConst c) {
    return Long.toString(c.value());
  }

  abstract String number(FloatConst c);

  abstract String binary(Binary b, String left, String right);

  abstract String unary(UnaryOp op, String operand);

  abstract String cast(DataType dtype, String operand);

  static String infix(String left, String symbol, String right) {
    return "(" + left + " " + symbol + " " + right + ")";
  }

  /** Python, as the host's task graph is written. */
  static final class Python extends ScalarText {

    Python(Function<Var, String> names) {
      super(names);
    }

    @Override
    String bool(boolean value) {
      return value ? "True" : "False";
    }

    @Override
    String number(FloatConst c) {
      if (Double.isNaN(c.value())) {
        return "float(\"nan\")";
      }
      if (Double.isInfinite(c.value())) {
        return c.value() > 0 ? "float(\"inf\")" : "float(\"-inf\")";
      }
      return Double.toString(c.value());
    }

    @Override
    String binary(Binary b, String left, String right) {
      return b.op() == BinaryOp.MIN || b.op() == BinaryOp.MAX
          ? b.op().symbol() + "(" + left + ", " + right + ")"
          : infix(left, b.op().symbol(), right);
    }

    @Override
    String unary(UnaryOp op, String operand) {
      return op == UnaryOp.ABS ? "abs(" + operand + ")" : "(" + op.symbol() + operand + ")";
    }

    @Override
    String cast(DataType dtype, String operand) {
      String builtin = dtype.isFloat() ? "float" : dtype == DataType.BOOL ? "bool" : "int";
      return builtin + "(" + operand + ")";
    }
  }

  /**
   * C++, as a chip's task graph is written. Integer division and remainder round down, as in the
   * DSL.
   */
  static final class Cpp extends ScalarText {

    Cpp(Function<Var, String> names) {
      super(names);
    }

    /** The C++ type of a scalar. */
    static String type(DataType dtype) {
      return switch (dtype) {
        case FP32 -> "float";
        case FP16 -> "half";
        case BF16 -> "bfloat16_t";
        case FP8E4M3FN -> "float8_e4m3_t";
        case FP8E5M2 -> "float8_e5m2_t";
        case INT4, INT8 -> "int8_t";
        case INT16 -> "int16_t";
        case INT32 -> "int32_t";
        case INT64, INDEX -> "int64_t";
        case UINT4, UINT8 -> "uint8_t";
        case UINT16 -> "uint16_t";
        case UINT32 -> "uint32_t";
        case UINT64 -> "uint64_t";
        case BOOL -> "bool";
        case TASK_ID -> "PTO2TaskId";
      };
    }

    @Override
    String bool(boolean value) {
      return value ? "true" : "false";
    }

    @Override
    String number(FloatConst c) {
      if (Double.isNaN(c.value())) {
        return "NAN";
      }
      if (Double.isInfinite(c.value())) {
        return c.value() > 0 ? "INFINITY" : "-INFINITY";
      }
      return c.dtype() == DataType.FP32 ? (float) c.value() + "f" : Double.toString(c.value());
    }

    @Override
    String binary(Binary b, String left, String right) {
      boolean integer = b.dtype().isInteger();
      return switch (b.op()) {
        case MIN, MAX ->
            "std::" + b.op().symbol() + "<" + type(b.dtype()) + ">(" + left + ", " + right + ")";
        case FLOOR_MOD -> integer ? floorMod(b, left, right) : "fmodf(" + left + ", " + right + ")";
        case FLOOR_DIV ->
            integer
                ? infix(infix(left, "-", floorMod(b, left, right)), "/", right)
                : "floorf(" + infix(left, "/", right) + ")";
        case DIV -> infix("static_cast<" + type(b.dtype()) + ">(" + left + ")", "/", right);
        case POW -> "pow(" + left + ", " + right + ")";
        case AND -> infix(left, "&&", right);
        case OR -> infix(left, "||", right);
        case ADD, SUB, MUL, EQ, NE, LT, LE, GT, GE, BIT_AND, BIT_OR, BIT_XOR, SHL, SHR ->
            infix(left, b.op().symbol(), right);
      };
    }

    /** C++ rounds towards zero. */
    private static String floorMod(Binary b, String left, String right) {
      return b.dtype().isUnsigned()
          ? infix(left, "%", right)
          : infix(infix(infix(left, "%", right), "+", right), "%", right);
    }

    @Override
    String unary(UnaryOp op, String operand) {
      return switch (op) {
        case NEG -> "(-" + operand + ")";
        case NOT -> "(!" + operand + ")";
        case BIT_NOT -> "(~" + operand + ")";
        case ABS -> "std::abs(" + operand + ")";
      };
    }

    @Override
    String cast(DataType dtype, String operand) {
      return "static_cast<" + type(dtype) + ">(" + operand + ")";
    }
  }
}

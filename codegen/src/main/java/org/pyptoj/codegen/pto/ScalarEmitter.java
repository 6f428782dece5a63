package org.pyptoj.codegen.pto;

import java.util.IdentityHashMap;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.arith.IntegerFacts;
import org.pyptoj.ir.arith.Interval;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;

/**
 * Translates scalar expressions into {@code arith} operations and keeps the values of variables.
 */
final class ScalarEmitter {

  private final PtoWriter out;
  private static final Expr ZERO = IntConst.index(0);

  private final IntegerFacts facts;
  private final Map<Var, String> values = new IdentityHashMap<>();

  ScalarEmitter(PtoWriter out, Function kernel) {
    this.out = out;
    this.facts = IntegerFacts.of(kernel);
  }

  /** Emits what the action emits, knowing that a condition holds. */
  void where(Expr condition, Runnable action) {
    Map<Expr, Interval> before = facts.save();
    facts.assume(condition, true);
    try {
      action.run();
    } finally {
      facts.restore(before);
    }
  }

  void bind(Var var, String value) {
    values.put(var, value);
  }

  /** The value that a variable holds; tiles, arrays and contexts are held the same way. */
  String valueOf(Var var) {
    String value = values.get(var);
    if (value == null) {
      throw CodegenCode.UNBOUND_SYMBOL.at(
          var.span(),
          "'" + var.name() + "' has no value inside the kernel",
          "pass it as a pl.Scalar parameter, or name it as an extent of a tensor parameter");
    }
    return value;
  }

  boolean isBound(Var var) {
    return values.containsKey(var);
  }

  /** The value of an expression in its own type. */
  String emit(Expr expr) {
    return switch (expr) {
      case Var v -> valueOf(v);
      case IntConst c -> out.constant(c.value(), c.dtype());
      case FloatConst c -> out.constant(c.value(), c.dtype());
      case Binary b -> binary(b);
      case Unary u -> unary(u);
      case Cast c -> convert(c.operand(), c.dtype());
      case Call c -> throw nested(c.span(), c.op().fullName());
      case FunctionCall c -> throw nested(c.span(), c.callee());
      case MakeTuple t -> throw nested(t.span(), "a tuple");
      case TupleGet t -> throw nested(t.span(), "an element of a tuple");
      case StringConst s -> throw nested(s.span(), "a text");
    };
  }

  private static IllegalStateException nested(Span span, String what) {
    return new IllegalStateException(
        "at " + span + ": " + what + " stands inside a scalar expression of a kernel");
  }

  /** The value of an integer expression as {@code index}. */
  String index(Expr expr) {
    return convert(expr, DataType.INDEX);
  }

  /** The value of an expression in another type. */
  String convert(Expr expr, DataType to) {
    if (expr instanceof IntConst c && to.isFloat()) {
      return out.constant((double) c.value(), to);
    }
    if (expr instanceof IntConst c) {
      return out.constant(c.value(), to);
    }
    if (expr instanceof FloatConst c && to.isFloat()) {
      return out.constant(c.value(), to);
    }
    return cast(emit(expr), Scalars.dtypeOf(expr), to);
  }

  private String cast(String value, DataType from, DataType to) {
    if (from == to || from.mlirName().equals(to.mlirName())) {
      return value;
    }
    if (to == DataType.BOOL) {
      return from.isFloat()
          ? compare("arith.cmpf one", value, out.constant(0.0, from), from)
          : compare("arith.cmpi ne", value, out.constant(0, from), from);
    }
    if (from == DataType.INDEX && to.isInteger()) {
      String whole = op("arith.index_cast", value, "index", "i" + to.bits());
      return to.isUnsigned() ? bridge(whole, "i" + to.bits(), to.mlirName()) : whole;
    }
    if (to == DataType.INDEX && from.isInteger()) {
      String whole = from.isUnsigned() ? bridge(value, from.mlirName(), "i" + from.bits()) : value;
      return op("arith.index_cast", whole, "i" + from.bits(), "index");
    }
    boolean fromWhole = !from.isFloat();
    boolean toWhole = !to.isFloat();
    boolean fromUnsigned = from.isUnsigned() || from == DataType.BOOL;
    String signless = from.isUnsigned() ? bridge(value, from.mlirName(), "i" + from.bits()) : value;
    String source = from.isUnsigned() ? "i" + from.bits() : from.mlirName();
    String target = to.isUnsigned() ? "i" + to.bits() : to.mlirName();
    String converted;
    if (fromWhole && toWhole) {
      int have = from == DataType.BOOL ? 1 : from.bits();
      converted =
          have == to.bits()
              ? signless
              : op(
                  have > to.bits() ? "arith.trunci" : fromUnsigned ? "arith.extui" : "arith.extsi",
                  signless,
                  source,
                  target);
    } else if (fromWhole) {
      if (from == DataType.INDEX) {
        signless = op("arith.index_cast", signless, "index", "i64");
        source = "i64";
      }
      converted = op(fromUnsigned ? "arith.uitofp" : "arith.sitofp", signless, source, target);
    } else if (toWhole) {
      if (to == DataType.INDEX) {
        return op("arith.index_cast", op("arith.fptosi", value, source, "i64"), "i64", "index");
      }
      converted = op(to.isUnsigned() ? "arith.fptoui" : "arith.fptosi", signless, source, target);
    } else {
      converted =
          op(to.bits() > from.bits() ? "arith.extf" : "arith.truncf", value, source, target);
    }
    return to.isUnsigned() ? bridge(converted, target, to.mlirName()) : converted;
  }

  private String bridge(String value, String from, String to) {
    return op("builtin.unrealized_conversion_cast", value, from, to);
  }

  private String op(String name, String value, String from, String to) {
    String result = out.fresh();
    out.line(result + " = " + name + " " + value + " : " + from + " to " + to);
    return result;
  }

  private String binary(Binary b) {
    DataType operands = joined(b);
    String left = convert(b.left(), operands);
    String right = convert(b.right(), operands);
    boolean real = operands.isFloat();
    boolean unsigned = operands.isUnsigned();
    return switch (b.op()) {
      case ADD -> arith(real ? "addf" : "addi", left, right, operands);
      case SUB -> arith(real ? "subf" : "subi", left, right, operands);
      case MUL -> arith(real ? "mulf" : "muli", left, right, operands);
      case DIV -> arith("divf", left, right, operands);
      case FLOOR_DIV -> {
        if (real) {
          String quotient = arith("divf", left, right, operands);
          String result = out.fresh();
          out.line(result + " = math.floor " + quotient + " : " + operands.mlirName());
          yield result;
        }
        yield arith(
            unsigned ? "divui" : truncates(b) ? "divsi" : "floordivsi", left, right, operands);
      }
      case FLOOR_MOD -> {
        if (real) {
          yield arith("remf", left, right, operands);
        }
        if (unsigned || truncates(b)) {
          yield arith(unsigned ? "remui" : "remsi", left, right, operands);
        }
        String quotient = arith("floordivsi", left, right, operands);
        yield arith("subi", left, arith("muli", quotient, right, operands), operands);
      }
      case MIN -> arith(real ? "minimumf" : unsigned ? "minui" : "minsi", left, right, operands);
      case MAX -> arith(real ? "maximumf" : unsigned ? "maxui" : "maxsi", left, right, operands);
      case AND, BIT_AND -> arith("andi", left, right, operands);
      case OR, BIT_OR -> arith("ori", left, right, operands);
      case BIT_XOR -> arith("xori", left, right, operands);
      case SHL -> arith("shli", left, right, operands);
      case SHR -> arith(unsigned ? "shrui" : "shrsi", left, right, operands);
      case POW -> {
        String result = out.fresh();
        out.line(
            result
                + (real ? " = math.powf " : " = math.ipowi ")
                + left
                + ", "
                + right
                + " : "
                + operands.mlirName());
        yield result;
      }
      case EQ -> compare(real ? "arith.cmpf oeq" : "arith.cmpi eq", left, right, operands);
      case NE -> compare(real ? "arith.cmpf une" : "arith.cmpi ne", left, right, operands);
      case LT -> ordered("lt", left, right, operands);
      case LE -> ordered("le", left, right, operands);
      case GT -> ordered("gt", left, right, operands);
      case GE -> ordered("ge", left, right, operands);
    };
  }

  /**
   * Whether the machine's division, which rounds towards zero, gives what the program's gives,
   * which rounds down: where neither operand is negative.
   */
  private boolean truncates(Binary b) {
    return isNotNegative(b.left()) && isNotNegative(b.right());
  }

  private boolean isNotNegative(Expr value) {
    return facts.lessEqual(ZERO, value) == Proof.TRUE;
  }

  /** The type in which both operands are computed. */
  private static DataType joined(Binary b) {
    if (b.op() == BinaryOp.AND || b.op() == BinaryOp.OR) {
      return DataType.BOOL;
    }
    if (!b.op().isPredicate()) {
      return b.dtype();
    }
    return Scalars.dtypeOf(Scalars.binary(BinaryOp.ADD, b.left(), b.right(), b.span()));
  }

  private String arith(String name, String left, String right, DataType dtype) {
    String result = out.fresh();
    String type = dtype.mlirName();
    out.line(result + " = arith." + name + " " + left + ", " + right + " : " + type);
    return result;
  }

  private String compare(String name, String left, String right, DataType dtype) {
    String result = out.fresh();
    out.line(result + " = " + name + ", " + left + ", " + right + " : " + dtype.mlirName());
    return result;
  }

  private String ordered(String how, String left, String right, DataType dtype) {
    String name =
        dtype.isFloat() ? "arith.cmpf o" : dtype.isUnsigned() ? "arith.cmpi u" : "arith.cmpi s";
    return compare(name + how, left, right, dtype);
  }

  private String unary(Unary u) {
    DataType dtype = u.dtype();
    String value = convert(u.operand(), dtype);
    return switch (u.op()) {
      case NEG -> {
        if (dtype.isFloat()) {
          String result = out.fresh();
          out.line(result + " = arith.negf " + value + " : " + dtype.mlirName());
          yield result;
        }
        yield arith("subi", out.constant(0, dtype), value, dtype);
      }
      case NOT -> arith("xori", value, out.constant(1, DataType.BOOL), DataType.BOOL);
      case BIT_NOT -> arith("xori", value, out.constant(-1, dtype), dtype);
      case ABS -> {
        String result = out.fresh();
        String name = dtype.isFloat() ? "math.absf " : "math.absi ";
        out.line(result + " = " + name + value + " : " + dtype.mlirName());
        yield result;
      }
    };
  }
}

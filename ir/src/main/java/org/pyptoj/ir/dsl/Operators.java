package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.BoolOpTy;
import com.oracle.graal.python.pegparser.sst.CmpOpTy;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.UnaryOpTy;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpTyping;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/** Python's operators: computed where all operands are compile-time values, IR otherwise. */
final class Operators {

  /** A longer container is no place to look for a run-time value. */
  private static final int MAX_MEMBERS = 256;

  private final Evaluator evaluator;
  private final OpTyping typing;

  Operators(Evaluator evaluator, OpTyping typing) {
    this.evaluator = evaluator;
    this.typing = typing;
  }

  static boolean isArrayLike(Object value) {
    return value instanceof Expr e
        && (e.type() instanceof TensorLike || e.type() instanceof TileType);
  }

  private static boolean isScalar(Object value) {
    return value instanceof Expr e && e.type() instanceof ScalarType;
  }

  private static Dialect dialect(Expr value) {
    return value.type() instanceof TileType ? Dialect.TILE : Dialect.TENSOR;
  }

  private Span span(SSTNode node) {
    return evaluator.span(node);
  }

  // ---------------------------------------------------------------- arithmetic

  Object binary(ExprTy.BinOp b) {
    Object left = evaluator.eval(b.left);
    Object right = evaluator.eval(b.right);
    return combine(b.op, left, right, b, b.left, b.right);
  }

  /** A binary operation on evaluated operands. */
  Object combine(
      OperatorTy op, Object left, Object right, SSTNode at, SSTNode leftAt, SSTNode rightAt) {
    if (!evaluator.values().isRuntime(left) && !evaluator.values().isRuntime(right)) {
      return evaluator.host(at, () -> evaluator.statics().binary(op, left, right));
    }
    if (!(left instanceof Expr) && !(right instanceof Expr)
        || left instanceof Sequence
        || right instanceof Sequence) {
      Object value = evaluator.containers().combine(op, left, right);
      if (value == null) {
        throw cannotCombine(Builtins.symbol(op), left, right, at);
      }
      return value;
    }
    if (isArrayLike(left) || isArrayLike(right)) {
      return arrayOp(op, left, right, at, leftAt, rightAt);
    }
    BinaryOp scalarOp = Builtins.scalarOp(op);
    if (scalarOp == null) {
      throw cannotCombine(Builtins.symbol(op), left, right, at);
    }
    return scalars(scalarOp, left, right, at, leftAt, rightAt);
  }

  /** An operation on two values of which one is a run-time scalar. */
  Expr scalars(
      BinaryOp op, Object left, Object right, SSTNode at, SSTNode leftAt, SSTNode rightAt) {
    Expr a = evaluator.values().scalar(left, span(leftAt), "operand");
    Expr b = evaluator.values().scalar(right, span(rightAt), "operand");
    requireFits(left, b, span(leftAt));
    requireFits(right, a, span(rightAt));
    requireShift(op, a, b, span(at));
    requireDivisor(op, b, span(rightAt));
    return Scalars.binary(op, a, b, span(at));
  }

  /** A bare integer takes the other operand's type, so it has to be one of its values. */
  private void requireFits(Object value, Expr other, Span at) {
    if (value instanceof Expr
        || !(evaluator.values().plain(value) instanceof Long n)
        || !(other.type() instanceof ScalarType(DataType dtype))
        || !dtype.isInteger()
        || dtype.holds(n) && !(dtype.isUnsigned() && n < 0)) {
      return;
    }
    throw Reports.error(
        DslRule.ARGUMENT_VALUE,
        "the integer " + n + " is no " + dtype.dslName(),
        at,
        "cast the other operand to a wider type with pl.cast");
  }

  /**
   * Python shifts by any number of bits from zero up; a number of a fixed width has only so many.
   */
  private static void requireShift(BinaryOp op, Expr value, Expr bits, Span at) {
    if ((op == BinaryOp.SHL || op == BinaryOp.SHR) && bits instanceof IntConst c) {
      int width = Scalars.dtypeOf(value).bits();
      if (c.value() < 0 || c.value() >= width) {
        throw Reports.error(
            DslRule.ARGUMENT_VALUE,
            "a number of " + width + " bits is not shifted by " + c.value(),
            at,
            "shift by 0 to " + (width - 1) + ", or cast it to a wider type with pl.cast");
      }
    }
  }

  private static void requireDivisor(BinaryOp op, Expr divisor, Span at) {
    boolean divides = op == BinaryOp.DIV || op == BinaryOp.FLOOR_DIV || op == BinaryOp.FLOOR_MOD;
    boolean zero =
        divisor instanceof IntConst c && c.value() == 0
            || divisor instanceof FloatConst f && f.value() == 0.0;
    if (divides && zero) {
      throw Reports.error(
          DslRule.ARGUMENT_VALUE,
          "a number is divided by zero",
          at,
          "Python raises ZeroDivisionError here; divide by another number");
    }
  }

  RuntimeException cannotCombine(String symbol, Object left, Object right, SSTNode at) {
    return Reports.error(
        DslRule.OPERAND_KIND,
        "'"
            + symbol
            + "' cannot combine "
            + Values.describe(left)
            + " and "
            + Values.describe(right),
        span(at),
        null);
  }

  private RuntimeException cannotTake(String symbol, Object operand, SSTNode at) {
    return Reports.error(
        DslRule.OPERAND_KIND,
        "'" + symbol + "' cannot take " + Values.describe(operand),
        span(at),
        null);
  }

  private Object arrayOp(
      OperatorTy op, Object left, Object right, SSTNode at, SSTNode leftAt, SSTNode rightAt) {
    ScalarFn fn = Builtins.elementwise(op);
    boolean swap = !isArrayLike(left);
    if (fn == null || swap && fn != ScalarFn.ADD && fn != ScalarFn.MUL) {
      throw cannotCombine(Builtins.symbol(op), left, right, at);
    }
    Expr first = (Expr) (swap ? right : left);
    Object second = swap ? left : right;
    OpKind kind = isArrayLike(second) ? new OpKind.Binary(fn) : new OpKind.ScalarBinary(fn);
    Op chosen = Op.of(dialect(first), kind).orElseThrow();
    Expr operand =
        second instanceof Expr e
            ? e
            : evaluator.values().scalar(second, span(swap ? leftAt : rightAt), "operand");
    return typing.call(
        chosen, List.of(first, operand), Attrs.NONE, new CallSite(span(at), Map.of()));
  }

  Object unary(ExprTy.UnaryOp u) {
    Object operand = u.op == UnaryOpTy.Not ? evaluator.test(u.operand) : evaluator.eval(u.operand);
    if (!(operand instanceof Expr e)) {
      return evaluator.host(u, () -> evaluator.statics().unary(u.op, operand));
    }
    if (u.op == UnaryOpTy.Not) {
      return Scalars.unary(UnaryOp.NOT, condition(e, span(u.operand)), span(u));
    }
    if (isArrayLike(e)) {
      if (u.op != UnaryOpTy.USub) {
        throw cannotTake(u.op == UnaryOpTy.UAdd ? "+" : "~", operand, u);
      }
      Op neg = Op.of(dialect(e), new OpKind.Unary(ScalarFn.NEG)).orElseThrow();
      return typing.call(neg, List.of(e), Attrs.NONE, CallSite.at(span(u)));
    }
    Expr scalar = evaluator.values().scalar(e, span(u.operand), "operand");
    return switch (u.op) {
      case Not -> throw new IllegalStateException("a condition is no operand");
      case USub -> Scalars.unary(UnaryOp.NEG, scalar, span(u));
      case UAdd -> scalar;
      case Invert -> Scalars.unary(UnaryOp.BIT_NOT, scalar, span(u));
    };
  }

  // ---------------------------------------------------------------- logic

  /**
   * {@code and} and {@code or}. Python hands on one of the operands; with run-time operands only
   * the truth is known, which is the same where every operand is a condition.
   *
   * @param truth whether only the truth of the result matters
   */
  Object logic(ExprTy.BoolOp b, boolean truth) {
    boolean and = b.op == BoolOpTy.And;
    Object result = null;
    for (int i = 0; i < b.values.length; i++) {
      ExprTy part = b.values[i];
      Object value = truth ? evaluator.test(part) : evaluator.eval(part);
      if (result == null) {
        result = value;
      } else {
        if (hasEffect(value)) {
          throw Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "this call would run even where Python does not come to it",
              span(part),
              "write an if statement");
        }
        result = both(and, result, value, truth, b, part);
      }
      // What is known and decides keeps the rest from being looked at.
      Boolean known = result instanceof Expr ? null : evaluator.truth(result, part);
      if (known != null && known != and) {
        return result;
      }
    }
    return result;
  }

  private Object both(
      boolean and, Object left, Object right, boolean truth, ExprTy.BoolOp b, ExprTy part) {
    if (!(left instanceof Expr)) {
      return right;
    }
    if (!truth && !(isBool(left) && isBool(right))) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          "'"
              + (and ? "and" : "or")
              + "' gives one of its operands, which is known at run time only",
          span(b),
          "compare numbers first, or choose the value in an if statement");
    }
    if (!(right instanceof Expr) && truth) {
      boolean known = evaluator.truth(right, part);
      return known == and
          ? left
          : Scalars.binary(
              and ? BinaryOp.AND : BinaryOp.OR,
              condition(left, span(b)),
              IntConst.bool(known, span(part)),
              span(b));
    }
    return Scalars.binary(
        and ? BinaryOp.AND : BinaryOp.OR,
        condition(left, span(b)),
        condition(right, span(part)),
        span(b));
  }

  private static boolean isBool(Object value) {
    return value instanceof Boolean || value instanceof Expr e && e.type().equals(ScalarType.BOOL);
  }

  /** Whether a value calls what may write or wait. */
  static boolean hasEffect(Object value) {
    return value instanceof Expr expr
        && Walker.anyPart(
            expr,
            e ->
                e instanceof FunctionCall || e instanceof Call c && c.op().effect().isObservable());
  }

  /** A value as a condition of the IR, which is a scalar. */
  Expr condition(Object value, Span at) {
    Object plain = value instanceof HostValue ? evaluator.values().plain(value) : value;
    boolean isCondition =
        isScalar(plain)
            || plain instanceof Boolean
            || plain instanceof Long
            || plain instanceof Double;
    if (!isCondition) {
      throw Reports.error(
          DslRule.CONDITION,
          Values.describe(value) + " is no condition",
          at,
          "compare a scalar, or read an element first");
    }
    Expr expr = evaluator.values().scalar(plain, at, "condition");
    DataType dtype = ((ScalarType) expr.type()).dtype();
    if (dtype == DataType.BOOL) {
      return expr;
    }
    Expr zero = dtype.isFloat() ? new FloatConst(0, dtype, at) : new IntConst(0, dtype, at);
    return Scalars.binary(BinaryOp.NE, expr, zero, at);
  }

  // ---------------------------------------------------------------- comparisons

  Object compare(ExprTy.Compare c) {
    Object left = evaluator.eval(c.left);
    SSTNode leftAt = c.left;
    Object result = null;
    for (int i = 0; i < c.ops.length; i++) {
      Object right = evaluator.eval(c.comparators[i]);
      Object one = compare(c.ops[i], left, right, c, leftAt, c.comparators[i]);
      if (result instanceof Expr known) {
        if (hasEffect(right)) {
          throw Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "this call would run even where Python does not come to it",
              span(c.comparators[i]),
              "write an if statement");
        }
        Boolean truth = one instanceof Expr ? null : evaluator.truth(one, c);
        one =
            truth == null
                ? Scalars.binary(BinaryOp.AND, known, condition(one, span(c)), span(c))
                : truth ? (Object) known : (Object) false;
      }
      result = one;
      if (!(result instanceof Expr) && i + 1 < c.ops.length && !evaluator.truth(result, c)) {
        return result;
      }
      left = right;
      leftAt = c.comparators[i];
    }
    return result;
  }

  private Object compare(
      CmpOpTy op, Object left, Object right, SSTNode at, SSTNode leftAt, SSTNode rightAt) {
    boolean runtime = evaluator.values().isRuntime(left) || evaluator.values().isRuntime(right);
    if (!runtime) {
      return evaluator.host(at, () -> evaluator.statics().compare(op, left, right));
    }
    return switch (op) {
      case Is -> identical(left, right, op, at);
      case IsNot -> !identical(left, right, op, at);
      case In -> contains(right, left, at, leftAt, rightAt, false);
      case NotIn -> contains(right, left, at, leftAt, rightAt, true);
      default -> {
        if (!isScalar(left) && !isScalar(right)
            || isArrayLike(left)
            || isArrayLike(right)
            || !isNumber(left)
            || !isNumber(right)) {
          throw cannotCombine(Builtins.symbol(op), left, right, at);
        }
        Expr value = scalars(Builtins.scalarOp(op), left, right, at, leftAt, rightAt);
        yield value instanceof IntConst k ? (Object) (k.value() != 0) : value;
      }
    };
  }

  private boolean isNumber(Object value) {
    if (value instanceof Expr) {
      return isScalar(value);
    }
    Object plain = evaluator.values().plain(value);
    return plain instanceof Long || plain instanceof Double || plain instanceof Boolean;
  }

  /** Whether a value that depends on the run is the same object as another one. */
  private boolean identical(Object left, Object right, CmpOpTy op, SSTNode at) {
    if (left == right) {
      return true;
    }
    boolean objects = isPlainObject(left) || isPlainObject(right);
    if (objects || left instanceof Sequence || right instanceof Sequence) {
      return false;
    }
    throw cannotCombine(Builtins.symbol(op), left, right, at);
  }

  /** Whether a value is an object that no run-time value can be. */
  private static boolean isPlainObject(Object value) {
    return value instanceof PyNone || value instanceof Enum<?> || value instanceof HostValue;
  }

  /** {@code value in container}: some element is the value or equal to it. */
  private Object contains(
      Object container,
      Object value,
      SSTNode at,
      SSTNode valueAt,
      SSTNode containerAt,
      boolean not) {
    if (container instanceof String
        || container instanceof Expr e && !(e.type() instanceof org.pyptoj.ir.type.TupleType)) {
      throw cannotCombine("in", value, container, at);
    }
    if (container instanceof Mapping m && !evaluator.values().isRuntime(value)) {
      return m.entries().containsKey(evaluator.containers().key(value, valueAt)) != not;
    }
    evaluator.containers().requireNoEffects(container, containerAt);
    List<Object> elements = evaluator.iterated(container, (ExprTy) containerAt);
    if (elements.size() > MAX_MEMBERS) {
      throw Reports.error(
          DslRule.OPERAND_KIND,
          "a run-time value is looked for among " + elements.size() + " values",
          span(at),
          "compare it with the bounds of the range");
    }
    Object found = false;
    for (Object element : elements) {
      Object same = compare(CmpOpTy.Eq, element, value, at, containerAt, valueAt);
      if (same instanceof Boolean known) {
        if (known) {
          found = true;
          break;
        }
      } else {
        found =
            found instanceof Expr before
                ? Scalars.binary(BinaryOp.OR, before, condition(same, span(at)), span(at))
                : condition(same, span(at));
      }
    }
    if (found instanceof Expr e) {
      return not ? Scalars.unary(UnaryOp.NOT, e, span(at)) : e;
    }
    return ((Boolean) found) != not;
  }
}

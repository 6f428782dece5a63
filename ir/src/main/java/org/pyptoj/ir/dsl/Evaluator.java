package org.pyptoj.ir.dsl;

import static org.pyptoj.ir.dsl.OpChoice.isArrayLike;

import com.oracle.graal.python.pegparser.sst.CmpOpTy;
import com.oracle.graal.python.pegparser.sst.ComprehensionTy;
import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpTyping;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/**
 * Evaluates a kernel's expressions. What is known when the kernel is compiled is computed at once;
 * the rest becomes IR.
 */
final class Evaluator {

  private static final int MAX_STATIC_ITERATIONS = 1_000_000;

  private final PythonSource source;
  private final Environment environment;
  private final ProgramScope program;
  private final OpTyping typing;
  private final boolean irText;
  private final ArgumentBinder binder;
  private final Map<String, Object> locals = new LinkedHashMap<>();

  Evaluator(
      PythonSource source,
      Environment environment,
      ProgramScope program,
      OpTyping typing,
      boolean irText) {
    this.source = source;
    this.environment = environment;
    this.program = program;
    this.typing = typing;
    this.irText = irText;
    this.binder = new ArgumentBinder(this, irText);
  }

  String file() {
    return source.file();
  }

  Span span(SSTNode node) {
    return source.span(node);
  }

  void bind(String name, Object value) {
    locals.put(name, value);
  }

  Object local(String name) {
    return locals.get(name);
  }

  ProgramScope program() {
    return program;
  }

  /** A value, where a poisoned one must not be used. */
  Object eval(ExprTy expr) {
    Object value = evalAny(expr);
    if (value == Poison.VALUE) {
      throw new PoisonedException();
    }
    return value;
  }

  private Object evalAny(ExprTy expr) {
    return switch (expr) {
      case ExprTy.Constant c -> constant(c.value, c);
      case ExprTy.Name n -> name(n);
      case ExprTy.Attribute a -> attribute(a);
      case ExprTy.Subscript s -> subscript(s);
      case ExprTy.BinOp b -> binary(b);
      case ExprTy.UnaryOp u -> unary(u);
      case ExprTy.BoolOp b -> logic(b);
      case ExprTy.Compare c -> compare(c);
      case ExprTy.IfExp i -> choice(i);
      case ExprTy.Call c -> call(c);
      case ExprTy.List l -> elements(l.elements);
      case ExprTy.Tuple t -> elements(t.elements);
      case ExprTy.ListComp l -> comprehension(l.element, l.generators);
      case ExprTy.GeneratorExp g -> comprehension(g.element, g.generators);
      case ExprTy.Dict d -> dictionary(d);
      case ExprTy.JoinedStr j -> joined(j);
      default ->
          throw Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "this kind of expression ("
                  + expr.getClass().getSimpleName()
                  + ") has no meaning in a kernel",
              span(expr),
              "compute it outside the kernel and use the result by name");
    };
  }

  private Object constant(ConstantValue value, ExprTy at) {
    return switch (value.kind) {
      case NONE -> PyNone.NONE;
      case BOOLEAN -> value.getBoolean();
      case LONG -> value.getLong();
      case DOUBLE -> value.getDouble();
      case CODEPOINTS -> value.getCodePoints().toJavaString();
      default ->
          throw Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "a constant of this kind has no meaning in a kernel",
              span(at),
              null);
    };
  }

  private Object name(ExprTy.Name n) {
    Object local = locals.get(n.id);
    if (local != null) {
      return local;
    }
    Object outer = environment.lookup(n.id);
    if (outer != Environment.UNBOUND) {
      return outer instanceof DynamicExtent d ? extent(d) : outer;
    }
    if (Builtins.isKnown(n.id)) {
      return new Namespace("builtins." + n.id);
    }
    Object builtin = environment.builtin(n.id);
    if (builtin != Environment.UNBOUND) {
      return builtin;
    }
    throw Reports.error(
        DslRule.UNDEFINED_NAME,
        "'" + n.id + "' is not defined here",
        span(n),
        "define it before this line, or check its spelling");
  }

  /** The value of a symbolic extent: a variable of the program, or arithmetic on such variables. */
  private Object extent(DynamicExtent extent) {
    return extent.isArithmetic()
        ? arithmetic(PythonSource.parseExpression(file(), extent.name()))
        : program.symbol(extent.name());
  }

  private Object arithmetic(ExprTy expr) {
    return switch (expr) {
      case ExprTy.Name n -> program.symbol(n.id);
      case ExprTy.BinOp b ->
          combine(b.op, arithmetic(b.left), arithmetic(b.right), b, b.left, b.right);
      default -> eval(expr);
    };
  }

  private Object attribute(ExprTy.Attribute a) {
    if (a.value instanceof ExprTy.Name self
        && self.id.equals("self")
        && !locals.containsKey("self")) {
      return new Namespace("self." + a.attr);
    }
    Object base = eval(a.value);
    Object value =
        switch (base) {
          case Namespace n -> {
            Namespace child = n.child(a.attr);
            Object constant = Surface.constant(child.path());
            yield constant != null ? constant : child;
          }
          case Expr e when e.type() instanceof TensorLike t -> tensorAttribute(t, a);
          case Expr e when e.type() instanceof TileType t -> tileAttribute(t, a);
          case HostValue h -> host(a, () -> h.attribute(a.attr));
          case DataType d when a.attr.equals("get_byte") ->
              new Namespace("builtins.bytes_of." + d.name());
          default -> null;
        };
    if (value instanceof DynamicExtent d) {
      return extent(d);
    }
    if (value == null) {
      throw Reports.error(
          DslRule.UNKNOWN_MEMBER,
          describe(base) + " has no member '" + a.attr + "'",
          span(a),
          null);
    }
    return value;
  }

  private static Object tensorAttribute(TensorLike t, ExprTy.Attribute a) {
    return switch (a.attr) {
      case "shape" -> asStatic(t.shape());
      case "dtype" -> t.dtype();
      case "valid_shape" -> asStatic(t.validShape());
      default -> null;
    };
  }

  private static Object tileAttribute(TileType t, ExprTy.Attribute a) {
    return switch (a.attr) {
      case "shape" -> asStatic(t.shape());
      case "dtype" -> t.dtype();
      case "valid_shape" -> asStatic(t.validShape());
      default -> null;
    };
  }

  private static List<Object> asStatic(List<Expr> extents) {
    List<Object> out = new ArrayList<>();
    for (Expr e : extents) {
      out.add(e instanceof IntConst c ? (Object) c.value() : e);
    }
    return out;
  }

  private List<Object> elements(ExprTy[] elements) {
    List<Object> out = new ArrayList<>();
    for (ExprTy e : elements == null ? new ExprTy[0] : elements) {
      if (e instanceof ExprTy.Starred s) {
        Object value = eval(s.value);
        if (!(value instanceof List<?> list)) {
          throw Reports.error(
              DslRule.OPERAND_KIND, "only a sequence can be unpacked", span(s), null);
        }
        out.addAll(list);
      } else {
        out.add(eval(e));
      }
    }
    return out;
  }

  private Object dictionary(ExprTy.Dict d) {
    Map<Object, Object> out = new LinkedHashMap<>();
    for (int i = 0; i < (d.keys == null ? 0 : d.keys.length); i++) {
      out.put(eval(d.keys[i]), eval(d.values[i]));
    }
    return out;
  }

  private Object joined(ExprTy.JoinedStr j) {
    StringBuilder text = new StringBuilder();
    for (ExprTy part : j.values == null ? new ExprTy[0] : j.values) {
      if (part instanceof ExprTy.FormattedValue f) {
        Object value = eval(f.value);
        if (value instanceof Expr) {
          throw Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "a run-time value cannot be part of a text",
              span(f),
              null);
        }
        text.append(Builtins.text(value));
      } else {
        text.append(eval(part));
      }
    }
    return text.toString();
  }

  private Object comprehension(ExprTy element, ComprehensionTy[] generators) {
    List<Object> out = new ArrayList<>();
    comprehend(element, generators, 0, out);
    return out;
  }

  private void comprehend(ExprTy element, ComprehensionTy[] gens, int depth, List<Object> out) {
    if (depth == gens.length) {
      out.add(eval(element));
      return;
    }
    ComprehensionTy gen = gens[depth];
    for (Object value : iterate(gen.iter)) {
      bindTarget(gen.target, value);
      boolean keep = true;
      for (ExprTy test : gen.ifs == null ? new ExprTy[0] : gen.ifs) {
        keep &= staticTruth(test);
      }
      if (keep) {
        comprehend(element, gens, depth + 1, out);
      }
    }
  }

  /** Binds names of a pattern to compile-time values. */
  void bindTarget(ExprTy target, Object value) {
    switch (target) {
      case ExprTy.Name n -> locals.put(n.id, value);
      case ExprTy.Tuple t -> {
        if (!(value instanceof List<?> list) || list.size() != t.elements.length) {
          throw Reports.error(
              DslRule.TARGET,
              "cannot unpack " + describe(value) + " into " + t.elements.length + " names",
              span(t),
              null);
        }
        for (int i = 0; i < t.elements.length; i++) {
          bindTarget(t.elements[i], list.get(i));
        }
      }
      default ->
          throw Reports.error(DslRule.TARGET, "this cannot be assigned to", span(target), null);
    }
  }

  /** The elements of a compile-time sequence. */
  List<?> iterate(ExprTy expr) {
    Object value = eval(expr);
    if (value instanceof List<?> list) {
      if (list.size() > MAX_STATIC_ITERATIONS) {
        throw Reports.error(
            DslRule.LOOP,
            "a compile-time loop of " + list.size() + " iterations is too long",
            span(expr),
            "use pl.range");
      }
      return list;
    }
    throw Reports.error(
        DslRule.LOOP,
        describe(value) + " cannot be iterated in a kernel",
        span(expr),
        "use pl.range(...) for a loop at run time, or a Python range, list or tuple for one that is"
            + " unrolled");
  }

  /** Truth of a condition that must be known now. */
  boolean staticTruth(ExprTy expr) {
    Object value = eval(expr);
    Boolean truth = truth(value);
    if (truth == null) {
      throw Reports.error(
          DslRule.CONDITION,
          "this condition must be known when the kernel is compiled",
          span(expr),
          null);
    }
    return truth;
  }

  /** Python's truth of a compile-time value; null for a value that is known only at run time. */
  static Boolean truth(Object value) {
    return switch (value) {
      case Boolean b -> b;
      case Long l -> l != 0;
      case Double d -> d != 0;
      case String s -> !s.isEmpty();
      case List<?> l -> !l.isEmpty();
      case Map<?, ?> m -> !m.isEmpty();
      case PyNone n -> false;
      case HostValue h -> h.truth();
      case IntConst c -> c.value() != 0;
      case Expr e -> null;
      default -> true;
    };
  }

  private Object subscript(ExprTy.Subscript s) {
    Object base = eval(s.value);
    return switch (base) {
      case List<?> list -> item(list, s);
      case Map<?, ?> map -> {
        Object key = eval(s.slice);
        if (!map.containsKey(key)) {
          throw Reports.error(DslRule.SUBSCRIPT, "no entry " + describe(key), span(s.slice), null);
        }
        yield map.get(key);
      }
      case Expr e
          when e.type() instanceof TensorLike
              || e.type() instanceof TileType
              || e.type() instanceof ArrayType ->
          new Subscripts(this).read(e, s);
      case Expr e when e.type() instanceof ArrayType -> {
        Expr index = scalar(eval(s.slice), span(s.slice), "index");
        yield typed(Op.ARRAY_GET, List.of(e, index), Attrs.NONE, CallSite.at(span(s)));
      }
      case Expr e when e.type() instanceof TupleType t -> {
        long index = staticInt(s.slice, "index");
        if (index < 0 || index >= t.elements().size()) {
          throw Reports.error(
              DslRule.SUBSCRIPT,
              "element " + index + " of a tuple of " + t.elements().size(),
              span(s.slice),
              null);
        }
        yield new TupleGet(e, (int) index, span(s));
      }
      case Namespace n -> throw new TypeExpression();
      case HostValue h -> {
        Object key = eval(s.slice);
        yield host(s, () -> h.item(key));
      }
      default ->
          throw Reports.error(
              DslRule.SUBSCRIPT, describe(base) + " has no elements", span(s), null);
    };
  }

  private Object item(List<?> list, ExprTy.Subscript s) {
    if (s.slice instanceof ExprTy.Slice slice) {
      int n = list.size();
      long lo = slice.lower == null ? 0 : staticInt(slice.lower, "bound");
      long hi = slice.upper == null ? n : staticInt(slice.upper, "bound");
      int from = Math.clamp(lo < 0 ? lo + n : lo, 0, n);
      int to = Math.clamp(hi < 0 ? hi + n : hi, from, n);
      return new ArrayList<Object>(list.subList(from, to));
    }
    long index = staticInt(s.slice, "index");
    long at = index < 0 ? index + list.size() : index;
    if (at < 0 || at >= list.size()) {
      throw Reports.error(
          DslRule.SUBSCRIPT,
          "index " + index + " in a sequence of " + list.size(),
          span(s.slice),
          null);
    }
    return list.get((int) at);
  }

  private Object binary(ExprTy.BinOp b) {
    Object left = eval(b.left);
    Object right = eval(b.right);
    return combine(b.op, left, right, b, b.left, b.right);
  }

  /** A binary operation on evaluated operands. */
  Object combine(
      OperatorTy op, Object left, Object right, SSTNode at, SSTNode leftAt, SSTNode rightAt) {
    String symbol = Builtins.symbol(op);
    if (!(left instanceof Expr) && !(right instanceof Expr)) {
      Object value = Builtins.arithmetic(op, left, right);
      if (value != null) {
        return value;
      }
      if (left instanceof HostValue h) {
        return host(at, () -> h.binary(symbol, left, right));
      }
      if (right instanceof HostValue h) {
        return host(at, () -> h.binary(symbol, left, right));
      }
      if (left instanceof Number && right instanceof Number) {
        throw Reports.error(
            DslRule.HOST,
            "'" + symbol + "' of " + describe(left) + " and " + describe(right) + " has no value",
            span(at),
            null);
      }
      throw cannotCombine(symbol, left, right, at);
    }
    if (isArrayLike(left) || isArrayLike(right)) {
      return arrayOp(op, left, right, at, leftAt, rightAt);
    }
    BinaryOp scalarOp = Builtins.scalarOp(op);
    if (scalarOp == null) {
      throw cannotCombine(symbol, left, right, at);
    }
    return Scalars.binary(
        scalarOp,
        scalar(left, span(leftAt), "operand"),
        scalar(right, span(rightAt), "operand"),
        span(at));
  }

  private RuntimeException cannotCombine(String symbol, Object left, Object right, SSTNode at) {
    return Reports.error(
        DslRule.OPERAND_KIND,
        "'" + symbol + "' cannot combine " + describe(left) + " and " + describe(right),
        span(at),
        null);
  }

  private RuntimeException cannotTake(String symbol, Object operand, SSTNode at) {
    return Reports.error(
        DslRule.OPERAND_KIND, "'" + symbol + "' cannot take " + describe(operand), span(at), null);
  }

  private Object arrayOp(
      OperatorTy op, Object left, Object right, SSTNode at, SSTNode leftAt, SSTNode rightAt) {
    String name = Builtins.arrayOp(op);
    boolean swap = !isArrayLike(left);
    if (name == null || swap && !(name.equals("add") || name.equals("mul"))) {
      throw cannotCombine(Builtins.symbol(op), left, right, at);
    }
    Expr first = (Expr) (swap ? right : left);
    Object second = swap ? left : right;
    String level = first.type() instanceof TileType ? "pl.tile." : "pl.tensor.";
    Op chosen = Op.of(level + name + (isArrayLike(second) ? "" : "s")).orElseThrow();
    Expr operand =
        second instanceof Expr e ? e : scalar(second, span(swap ? leftAt : rightAt), "operand");
    return typing.call(
        chosen, List.of(first, operand), Attrs.NONE, new CallSite(span(at), Map.of()));
  }

  private Object unary(ExprTy.UnaryOp u) {
    Object operand = eval(u.operand);
    if (!(operand instanceof Expr e)) {
      return switch (u.op) {
        case Not -> {
          Boolean t = truth(operand);
          yield t == null || !t;
        }
        case USub ->
            switch (operand) {
              case Long l -> -l;
              case Double d -> -d;
              case Boolean b -> b ? -1L : 0L;
              default -> throw cannotTake("-", operand, u);
            };
        case UAdd -> operand;
        case Invert -> {
          if (operand instanceof Long l) {
            yield ~l;
          }
          throw cannotTake("~", operand, u);
        }
      };
    }
    if (u.op == com.oracle.graal.python.pegparser.sst.UnaryOpTy.Not) {
      return Scalars.unary(UnaryOp.NOT, condition(e, span(u.operand)), span(u));
    }
    if (isArrayLike(e)) {
      if (u.op != com.oracle.graal.python.pegparser.sst.UnaryOpTy.USub) {
        throw cannotTake(
            u.op == com.oracle.graal.python.pegparser.sst.UnaryOpTy.UAdd ? "+" : "~", operand, u);
      }
      String level = e.type() instanceof TileType ? "pl.tile." : "pl.tensor.";
      return typing.call(
          Op.of(level + "neg").orElseThrow(), List.of(e), Attrs.NONE, CallSite.at(span(u)));
    }
    Expr scalar = scalar(e, span(u.operand), "operand");
    return switch (u.op) {
      case Not -> throw new IllegalStateException("a condition is no operand");
      case USub -> Scalars.unary(UnaryOp.NEG, scalar, span(u));
      case UAdd -> scalar;
      case Invert -> Scalars.unary(UnaryOp.BIT_NOT, scalar, span(u));
    };
  }

  private Object logic(ExprTy.BoolOp b) {
    boolean and = b.op == com.oracle.graal.python.pegparser.sst.BoolOpTy.And;
    Object result = null;
    for (ExprTy part : b.values) {
      // A part that is known and decides the outcome keeps the rest from being looked at.
      if (result != null && !(result instanceof Expr)) {
        boolean t = truth(result);
        if (t != and) {
          return result;
        }
      }
      Object value = eval(part);
      if (result == null || !(result instanceof Expr)) {
        result = value;
      } else {
        result =
            Scalars.binary(
                and ? BinaryOp.AND : BinaryOp.OR,
                condition(result, span(b)),
                condition(value, span(part)),
                span(b));
      }
    }
    return result;
  }

  /** A value as a condition of the IR, which is a scalar. */
  Expr condition(Object value, Span at) {
    boolean isScalar =
        value instanceof Expr e
            ? e.type() instanceof ScalarType
            : value instanceof Boolean || value instanceof Long || value instanceof Double;
    if (!isScalar) {
      throw Reports.error(
          DslRule.CONDITION,
          describe(value) + " is no condition",
          at,
          "compare a scalar, or read an element first");
    }
    Expr expr = scalar(value, at, "condition");
    DataType dtype = ((ScalarType) expr.type()).dtype();
    if (dtype == DataType.BOOL) {
      return expr;
    }
    Expr zero = dtype.isFloat() ? new FloatConst(0, dtype, at) : new IntConst(0, dtype, at);
    return Scalars.binary(BinaryOp.NE, expr, zero, at);
  }

  private Object compare(ExprTy.Compare c) {
    Object left = eval(c.left);
    SSTNode leftAt = c.left;
    Object result = null;
    for (int i = 0; i < c.ops.length; i++) {
      Object right = eval(c.comparators[i]);
      Object one = compareOne(c.ops[i], left, right, c, leftAt, c.comparators[i]);
      if (result == null) {
        result = one;
      } else if (result instanceof Boolean known) {
        result = known ? one : (Object) false;
      } else if (one instanceof Boolean known) {
        result = known ? result : (Object) false;
      } else {
        result = Scalars.binary(BinaryOp.AND, (Expr) result, (Expr) one, span(c));
      }
      if (Boolean.FALSE.equals(result)) {
        return false;
      }
      left = right;
      leftAt = c.comparators[i];
    }
    return result;
  }

  private Object compareOne(
      CmpOpTy op, Object left, Object right, SSTNode at, SSTNode leftAt, SSTNode rightAt) {
    if (op == CmpOpTy.Is || op == CmpOpTy.IsNot) {
      boolean same = left == right || left.equals(right);
      return same == (op == CmpOpTy.Is);
    }
    if (op == CmpOpTy.In || op == CmpOpTy.NotIn) {
      boolean in =
          switch (right) {
            case List<?> l -> l.contains(left);
            case Map<?, ?> m -> m.containsKey(left);
            case String s when left instanceof String t -> s.contains(t);
            default -> throw cannotCombine("in", left, right, at);
          };
      return in == (op == CmpOpTy.In);
    }
    if (!(left instanceof Expr) && !(right instanceof Expr)) {
      Boolean known = Builtins.compare(op, left, right);
      if (known != null) {
        return known;
      }
      HostValue h = left instanceof HostValue l ? l : right instanceof HostValue r ? r : null;
      if (h != null) {
        return host(at, () -> h.binary(Builtins.symbol(op), left, right));
      }
      throw cannotCombine(Builtins.symbol(op), left, right, at);
    }
    if (isArrayLike(left) || isArrayLike(right)) {
      throw cannotCombine(Builtins.symbol(op), left, right, at);
    }
    Expr value =
        Scalars.binary(
            Builtins.scalarOp(op),
            scalar(left, span(leftAt), "operand"),
            scalar(right, span(rightAt), "operand"),
            span(at));
    return value instanceof IntConst k ? (Object) (k.value() != 0) : value;
  }

  private Object choice(ExprTy.IfExp i) {
    Object test = eval(i.test);
    Boolean known = truth(test);
    if (known == null) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          "a choice on a run-time value must be an if statement",
          span(i),
          "assign the value in both branches of an if, or use pl.min / pl.max");
    }
    return eval(known ? i.body : i.orElse);
  }

  /** Whether an expression names a path below pl or pld. */
  boolean isNamespace(ExprTy expr, String path) {
    if (!(expr instanceof ExprTy.Attribute || expr instanceof ExprTy.Name)) {
      return false;
    }
    return eval(expr) instanceof Namespace n && n.is(path);
  }

  // ---------------------------------------------------------------- calls

  private Object call(ExprTy.Call c) {
    Object callee = eval(c.func);
    List<Object> args = elements(c.args);
    Map<String, Object> keywords = new LinkedHashMap<>();
    for (KeywordTy k : c.keywords) {
      if (k.arg == null) {
        throw Reports.error(
            DslRule.ARGUMENTS, "** arguments have no meaning in a kernel", span(k), null);
      }
      keywords.put(k.arg, eval(k.value));
    }
    return switch (callee) {
      case Namespace n -> named(n, c, args, keywords);
      case FunctionRef f -> {
        Callee target = program.function(f, args, keywords, span(c.func));
        yield invoke(target, c, args, keywords);
      }
      case HostValue h -> {
        if (args.stream().anyMatch(Evaluator::isRuntime)
            || keywords.values().stream().anyMatch(Evaluator::isRuntime)) {
          throw Reports.error(
              DslRule.CALLEE,
              "a Python function ("
                  + h.typeName()
                  + ") cannot be called with values that exist only at run time",
              span(c.func),
              "make it a function of the program (@pl.function, @pl.jit.incore, @pl.inline)");
        }
        yield host(c, () -> h.call(args, keywords));
      }
      default ->
          throw Reports.error(
              DslRule.CALLEE, describe(callee) + " cannot be called", span(c.func), null);
    };
  }

  private static boolean isRuntime(Object value) {
    return value instanceof Expr e && !(e instanceof IntConst) && !(e instanceof FloatConst)
        || value instanceof List<?> l && l.stream().anyMatch(Evaluator::isRuntime);
  }

  private Object named(
      Namespace n, ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    String path = n.path();
    if (path.startsWith("self.")) {
      Callee target = program.method(path.substring(5), span(c.func));
      if (target == null) {
        throw Reports.error(
            DslRule.CALLEE,
            "the program has no function '" + path.substring(5) + "'",
            span(c.func),
            null);
      }
      return invoke(target, c, args, keywords);
    }
    if (path.startsWith("builtins.")) {
      return builtin(path.substring(9), c, args);
    }
    switch (path) {
      case "pl.const" -> {
        return typedConstant(c, args, keywords);
      }
      case "pl.min", "pl.max" -> {
        if (args.size() == 2 && args.stream().noneMatch(OpChoice::isArrayLike)) {
          return minMax(path.equals("pl.min"), args, c);
        }
      }
      case "pl.cast" -> {
        if (!args.isEmpty() && !isArrayLike(args.getFirst())) {
          return scalarCast(c, args, keywords);
        }
      }
      case "pl.dynamic" -> {
        if (args.size() == 1 && args.getFirst() instanceof String symbol) {
          return program.symbol(symbol);
        }
      }
      default -> {}
    }
    return opCall(path, c, args, keywords);
  }

  private Object opCall(
      String path, ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    List<Op> candidates = Surface.ops(path, irText);
    if (candidates.isEmpty()) {
      throw unknown(path, c);
    }
    Op op = OpChoice.of(candidates, args, keywords);
    ArgumentBinder.Bound bound = binder.bind(op, c, args, keywords);
    return make(op, bound);
  }

  private RuntimeException unknown(String path, ExprTy.Call c) {
    if (path.startsWith("pld.") && path.indexOf('.') == path.lastIndexOf('.')) {
      String name = path.substring(4);
      for (String level : List.of("pld.tensor.", "pld.tile.", "pld.system.")) {
        if (!Surface.ops(level + name, false).isEmpty()) {
          return Reports.error(
              DslRule.UNKNOWN_MEMBER,
              "'" + path + "' does not exist: " + name + " has no short form",
              span(c.func),
              "write " + level + name);
        }
      }
    }
    return Reports.error(
        DslRule.UNKNOWN_MEMBER,
        "'" + path + "' is not an op",
        span(c.func),
        Spelling.nearest(path, Surface.paths().keySet())
            .map(s -> "did you mean " + s + "?")
            .orElse(null));
  }

  /** Printed IR gives the type of every result; the rules are for what people write. */
  private Call make(Op op, ArgumentBinder.Bound bound) {
    if (!irText) {
      return typing.call(op, bound.operands(), bound.attrs(), bound.site());
    }
    Type type = TextTypes.resultOf(op, bound.operands());
    if (type == null) {
      try {
        return typing.call(op, bound.operands(), bound.attrs(), bound.site());
      } catch (org.pyptoj.ir.diagnostic.DiagnosticException e) {
        type = UnknownType.INSTANCE;
      }
    }
    return new Call(op, bound.operands(), bound.attrs(), type, bound.site().call());
  }

  private Object typedConstant(ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    Object value = args.isEmpty() ? keywords.get("value") : args.getFirst();
    Object dtype = args.size() > 1 ? args.get(1) : keywords.get("dtype");
    if (dtype instanceof DataType d) {
      if (value instanceof Long l) {
        return d.isFloat() ? new FloatConst(l, d, span(c)) : new IntConst(l, d, span(c));
      }
      if (value instanceof Double v && d.isFloat()) {
        return new FloatConst(v, d, span(c));
      }
      if (value instanceof IntConst i && d.isInteger()) {
        return new IntConst(i.value(), d, span(c));
      }
    }
    throw Reports.error(
        DslRule.ARGUMENTS,
        "pl.const takes a number and a dtype that can hold it",
        span(c),
        "for example pl.const(1, pl.INT32)");
  }

  private Object scalarCast(ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    Object dtype =
        args.size() > 1 ? args.get(1) : keywords.getOrDefault("target_type", keywords.get("dtype"));
    if (!(dtype instanceof DataType d)) {
      throw Reports.error(
          DslRule.ARGUMENTS, "pl.cast needs a dtype to cast to", span(c), "pl.cast(x, pl.FP32)");
    }
    return Scalars.cast(scalar(args.getFirst(), span(c.args[0]), "operand"), d, span(c));
  }

  private Object minMax(boolean min, List<Object> args, ExprTy.Call c) {
    if (args.get(0) instanceof Long a && args.get(1) instanceof Long b) {
      return min ? Math.min(a, b) : Math.max(a, b);
    }
    return Scalars.binary(
        min ? BinaryOp.MIN : BinaryOp.MAX,
        scalar(args.get(0), span(c.args[0]), "operand"),
        scalar(args.get(1), span(c.args[1]), "operand"),
        span(c));
  }

  private Object builtin(String name, ExprTy.Call c, List<Object> args) {
    if (args.stream().noneMatch(a -> a instanceof Expr)) {
      Object value = Builtins.call(name, args);
      if (value != null) {
        return value;
      }
    } else if (name.equals("min") || name.equals("max")) {
      Object result = args.getFirst();
      for (int i = 1; i < args.size(); i++) {
        Expr left = scalar(result, span(c.args[0]), "operand");
        Expr right = scalar(args.get(i), span(c.args[i]), "operand");
        result =
            Scalars.binary(name.equals("min") ? BinaryOp.MIN : BinaryOp.MAX, left, right, span(c));
      }
      return result;
    } else if (name.equals("abs") && args.getFirst() instanceof Expr e && !isArrayLike(e)) {
      return Scalars.unary(UnaryOp.ABS, e, span(c));
    } else if (name.equals("len") && args.getFirst() instanceof List<?> l) {
      return (long) l.size();
    }
    throw Reports.error(
        DslRule.CALLEE,
        name
            + "("
            + String.join(", ", args.stream().map(Evaluator::describe).toList())
            + ") cannot be computed in a kernel",
        span(c),
        null);
  }

  private FunctionCall invoke(
      Callee callee, ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    List<Expr> values = new ArrayList<>();
    Map<String, Object> attrs = new LinkedHashMap<>();
    Object[] bound = new Object[callee.params().size()];
    Span[] spans = new Span[bound.length];
    if (args.size() > bound.length) {
      throw Reports.error(
          DslRule.ARGUMENTS,
          callee.name() + " takes " + bound.length + " arguments, " + args.size() + " are given",
          span(c.args[bound.length]),
          null);
    }
    for (int i = 0; i < args.size(); i++) {
      bound[i] = args.get(i);
      spans[i] = span(c.args[i]);
    }
    for (KeywordTy k : c.keywords) {
      int index = -1;
      for (int i = 0; i < bound.length; i++) {
        if (callee.params().get(i).var().name().equals(k.arg)) {
          index = i;
        }
      }
      if (index < 0) {
        if (!irText && !CallAttributes.isKnown(k.arg)) {
          throw Reports.error(
              DslRule.ARGUMENTS,
              callee.name() + " has no parameter '" + k.arg + "'",
              span(k.value),
              "its parameters are "
                  + String.join(", ", callee.params().stream().map(p -> p.var().name()).toList()));
        }
        Object value = keywords.get(k.arg);
        attrs.put(
            k.arg,
            k.arg.equals("device") ? scalar(value, span(k.value), "device") : attrValue(value));
        continue;
      }
      if (bound[index] != null) {
        throw Reports.error(
            DslRule.ARGUMENTS, callee.name() + " gets '" + k.arg + "' twice", span(k.value), null);
      }
      bound[index] = keywords.get(k.arg);
      spans[index] = span(k.value);
    }
    for (int i = 0; i < bound.length; i++) {
      String name = callee.params().get(i).var().name();
      if (bound[i] == null) {
        throw Reports.error(
            DslRule.ARGUMENTS, callee.name() + " needs '" + name + "'", span(c), null);
      }
      Expr value = bound[i] instanceof Expr e ? e : scalar(bound[i], spans[i], name);
      values.add(FunctionArguments.adapt(value, callee.params().get(i).var().type()));
    }
    Type type =
        switch (callee.results().size()) {
          case 0 -> UnknownType.INSTANCE;
          case 1 -> callee.results().getFirst();
          default -> new TupleType(callee.results());
        };
    return new FunctionCall(callee.name(), values, new Attrs(attrs), type, span(c));
  }

  /** A checked call made for the language itself: operators and subscripts. */
  Call typed(Op op, List<Expr> operands, Attrs attrs, CallSite site) {
    return typing.call(op, operands, attrs, site);
  }

  // ---------------------------------------------------------------- conversions

  /** A value as a scalar of the IR: bare integers become INDEX, bare floats FP32. */
  Expr scalar(Object value, Span at, String what) {
    return switch (value) {
      case Expr e when e.type() instanceof ScalarType -> e;
      case Long l -> new IntConst(l, DataType.INDEX, at);
      case Double d -> new FloatConst(d, DataType.FP32, at);
      case Boolean b -> IntConst.bool(b, at);
      default ->
          throw Reports.error(
              DslRule.OPERAND_KIND,
              "the " + what + " must be a scalar, not " + describe(value),
              at,
              null);
    };
  }

  /** An integer that must be known now. */
  long staticInt(ExprTy expr, String what) {
    Object value = eval(expr);
    return switch (value) {
      case Long l -> l;
      case IntConst c -> c.value();
      default ->
          throw Reports.error(
              DslRule.ARGUMENT_VALUE,
              "the " + what + " must be a compile-time integer, not " + describe(value),
              span(expr),
              null);
    };
  }

  /** A keyword's value as an attribute holds it. */
  Object attrValue(Object value) {
    if (value instanceof List<?> list) {
      List<Object> out = new ArrayList<>(list.size());
      list.forEach(v -> out.add(attrValue(v)));
      return out;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> out = new LinkedHashMap<>();
      map.forEach((k, v) -> out.put(String.valueOf(k), attrValue(v)));
      return out;
    }
    return value == PyNone.NONE ? null : value;
  }

  private interface HostAction {
    Object run();
  }

  private Object host(SSTNode at, HostAction action) {
    try {
      Object value = action.run();
      return value instanceof DynamicExtent d ? extent(d) : value;
    } catch (HostException e) {
      throw Reports.error(DslRule.HOST, e.getMessage(), span(at), null);
    }
  }

  /** A value in a message. */
  static String describe(Object value) {
    return switch (value) {
      case null -> "nothing";
      case PyNone n -> "None";
      case Long l -> "the integer " + l;
      case Double d -> "the number " + d;
      case Boolean b -> b ? "True" : "False";
      case String s -> "the text '" + s + "'";
      case List<?> l -> "a sequence of " + l.size();
      case Map<?, ?> m -> "a dict";
      case Namespace n -> "'" + n.path() + "'";
      case FunctionRef f -> "the function " + f.name();
      case HostValue h -> "a Python object of type " + h.typeName();
      case StringConst s -> "the text '" + s.value() + "'";
      case MakeTuple t -> "a tuple";
      case IntConst c -> "the integer " + c.value();
      case Var v -> "'" + v.name() + "' (" + v.type().kind() + ")";
      case Expr e -> "a " + e.type().kind();
      case Type t -> "a type (" + t.kind() + ")";
      default -> Objects.toString(value);
    };
  }
}

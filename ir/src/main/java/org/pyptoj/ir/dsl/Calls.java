package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamKind;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/** Calls of ops, of the program's functions and of Python's. */
final class Calls {

  /** Short forms that on scalars are Python's operators. */
  private static final Map<String, OperatorTy> ARITHMETIC =
      Map.of(
          "pl.add", OperatorTy.Add,
          "pl.sub", OperatorTy.Sub,
          "pl.mul", OperatorTy.Mult,
          "pl.div", OperatorTy.Div);

  private final Evaluator evaluator;
  private final boolean irText;
  private final ArgumentBinder binder;
  private final RuntimeBuiltins builtins;

  Calls(Evaluator evaluator, boolean irText) {
    this.evaluator = evaluator;
    this.irText = irText;
    this.binder = new ArgumentBinder(evaluator, irText);
    this.builtins = new RuntimeBuiltins(evaluator);
  }

  private Span span(com.oracle.graal.python.pegparser.sst.SSTNode node) {
    return evaluator.span(node);
  }

  Object call(ExprTy.Call c) {
    Object callee = evaluator.eval(c.func);
    List<Object> args =
        callee instanceof Namespace n && n.path().startsWith("builtins.")
            ? builtins.arguments(c)
            : evaluator.elements(c.args);
    Map<String, Object> keywords = keywords(c);
    return switch (callee) {
      case Namespace n -> named(n, c, args, keywords);
      case FunctionRef f -> {
        Callee target = evaluator.program().function(f, args, keywords, span(c.func));
        yield invoke(target, c, args, keywords);
      }
      case BoundMethod m -> evaluator.containers().call(m, c, args, keywords);
      case HostValue h -> python(h, c, args, keywords);
      default ->
          throw Reports.error(
              DslRule.CALLEE, Values.describe(callee) + " cannot be called", span(c.func), null);
    };
  }

  private Map<String, Object> keywords(ExprTy.Call c) {
    Map<String, Object> keywords = new LinkedHashMap<>();
    for (KeywordTy k : c.keywords) {
      if (k.arg == null) {
        throw Reports.error(
            DslRule.ARGUMENTS,
            "** arguments have no meaning in a kernel",
            span(k),
            "write the arguments out");
      }
      keywords.put(k.arg, evaluator.eval(k.value));
    }
    return keywords;
  }

  /** A call of a Python object. */
  private Object python(
      HostValue callee, ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    if (args.stream().anyMatch(evaluator.values()::isRuntime)
        || keywords.values().stream().anyMatch(evaluator.values()::isRuntime)) {
      throw Reports.error(
          DslRule.CALLEE,
          "a Python function ("
              + callee.typeName()
              + ") cannot be called with values that exist only at run time",
          span(c.func),
          "make it a function of the program (@pl.function, @pl.jit.incore, @pl.inline)");
    }
    if (c.func instanceof ExprTy.Attribute a
        && Containers.changes(a.attr)
        && !evaluator.bindings().isOutermost()) {
      evaluator.containers().requireHere(null, c);
    }
    return evaluator.host(c, () -> evaluator.python().call(callee, args, keywords));
  }

  private Object named(
      Namespace n, ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    String path = n.path();
    if (path.startsWith("self.")) {
      Callee target = evaluator.program().method(path.substring(5), span(c.func));
      if (target == null) {
        throw Reports.error(
            DslRule.CALLEE,
            "the program has no function '" + path.substring(5) + "'",
            span(c.func),
            null);
      }
      return invoke(target, c, args, keywords);
    }
    if (path.startsWith("builtins.bytes_of.")) {
      return (long) DataType.valueOf(path.substring(18)).bytes();
    }
    if (path.startsWith("builtins.")) {
      return builtins.call(path.substring(9), c, args, keywords);
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
      case "pl.add", "pl.sub", "pl.mul", "pl.div" -> {
        ExprTy left = argument(c, 0, "lhs");
        ExprTy right = argument(c, 1, "rhs");
        boolean two = left != null && right != null && c.args.length + c.keywords.length == 2;
        Object lhs = args.isEmpty() ? keywords.get("lhs") : args.getFirst();
        Object rhs = args.size() > 1 ? args.get(1) : keywords.get("rhs");
        if (two && !OpChoice.isArrayLike(lhs) && !OpChoice.isArrayLike(rhs)) {
          return evaluator.operators().combine(ARITHMETIC.get(path), lhs, rhs, c, left, right);
        }
      }
      case "pl.cast" -> {
        if (!args.isEmpty() && !OpChoice.isArrayLike(args.getFirst())) {
          return scalarCast(c, args, keywords);
        }
      }
      case "pl.dynamic" -> {
        if (args.size() == 1 && args.getFirst() instanceof String symbol) {
          return evaluator.program().symbol(symbol);
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
    ArgumentBinder.Bound bound =
        binder.bind(op, c, args, keywords, unused(op, candidates, keywords));
    return make(op, bound);
  }

  /**
   * The keywords that another op of a short form has and that say what holds anyway, as {@code
   * b_trans=False} of a product of tiles.
   */
  private static Set<String> unused(Op op, List<Op> candidates, Map<String, Object> keywords) {
    Set<String> unused = new HashSet<>();
    for (Map.Entry<String, Object> keyword : keywords.entrySet()) {
      if (op.signature().written().stream().anyMatch(p -> p.name().equals(keyword.getKey()))) {
        continue;
      }
      for (Op other : candidates) {
        for (OpParam param : other.signature().written()) {
          if (param.name().equals(keyword.getKey()) && isDefault(param, keyword.getValue())) {
            unused.add(param.name());
          }
        }
      }
    }
    return unused;
  }

  private static boolean isDefault(OpParam param, Object value) {
    return !param.required()
        && (value == PyNone.NONE
            || param.kind() == ParamKind.BOOL
                && value instanceof Boolean b
                && b.equals(param.absent()));
  }

  /** Where an argument is written, or null. */
  private static ExprTy argument(ExprTy.Call c, int position, String name) {
    if (position < c.args.length) {
      return c.args[position];
    }
    for (KeywordTy k : c.keywords) {
      if (name.equals(k.arg)) {
        return k.value;
      }
    }
    return null;
  }

  private RuntimeException unknown(String path, ExprTy.Call c) {
    if (Loops.isLoop(path)) {
      return Reports.error(
          DslRule.LOOP,
          "'" + path + "' makes a loop and has no value",
          span(c.func),
          "write for i in " + path + "(...); its index counts the rounds");
    }
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
      return evaluator.typing().call(op, bound.operands(), bound.attrs(), bound.site());
    }
    Type type = TextTypes.resultOf(op, bound.operands());
    if (type == null) {
      try {
        return evaluator.typing().call(op, bound.operands(), bound.attrs(), bound.site());
      } catch (DiagnosticException e) {
        type = UnknownType.INSTANCE;
      }
    }
    return new Call(op, bound.operands(), bound.attrs(), type, bound.site().call());
  }

  // ---------------------------------------------------------------- scalars

  private Object typedConstant(ExprTy.Call c, List<Object> args, Map<String, Object> keywords) {
    Object given = args.isEmpty() ? keywords.get("value") : args.getFirst();
    Object value = given instanceof HostValue h ? evaluator.values().plain(h) : given;
    Object dtype = args.size() > 1 ? args.get(1) : keywords.get("dtype");
    if (dtype instanceof DataType d) {
      if (value instanceof Long l && (d.isFloat() || !d.isInteger() || irText || d.holds(l))) {
        return d.isFloat() ? new FloatConst(l, d, span(c)) : new IntConst(l, d, span(c));
      }
      if (value instanceof Double v && d.isFloat()) {
        return new FloatConst(v, d, span(c));
      }
      if (value instanceof Boolean b && d == DataType.BOOL) {
        return IntConst.bool(b, span(c));
      }
      if (value instanceof IntConst i && d.isInteger() && d.holds(i.value())) {
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
    Object mode = args.size() > 2 ? args.get(2) : keywords.get("mode");
    Object plain = mode instanceof HostValue h ? evaluator.values().plain(h) : mode;
    if (plain != null && !plain.equals("round") && !plain.equals(2L)) {
      ExprTy at = argument(c, 2, "mode");
      throw Reports.error(
          DslRule.ARGUMENT_VALUE,
          "a scalar is cast without a rounding mode, not with " + Values.describe(mode),
          at == null ? span(c) : span(at),
          "leave mode out, or cast a tile or tensor");
    }
    Object value = evaluator.values().plain(args.getFirst());
    if (value instanceof Number n && d.isInteger() && !irText && !isHeld(n, d)) {
      throw Reports.error(
          DslRule.ARGUMENT_VALUE,
          "the number " + n + " is no " + d.dslName(),
          span(c.args[0]),
          "cast it to a wider type");
    }
    return Scalars.cast(
        evaluator.values().scalar(args.getFirst(), span(c.args[0]), "operand"), d, span(c));
  }

  private static boolean isHeld(Number number, DataType dtype) {
    if (number instanceof Double v) {
      double whole = v < 0 ? Math.ceil(v) : Math.floor(v);
      return Math.abs(whole) < 0x1p63 && isHeld((long) whole, dtype);
    }
    long value = number.longValue();
    return dtype.holds(value) && !(dtype.isUnsigned() && value < 0);
  }

  private Object minMax(boolean min, List<Object> args, ExprTy.Call c) {
    if (args.get(0) instanceof Long a && args.get(1) instanceof Long b) {
      return min ? Math.min(a, b) : Math.max(a, b);
    }
    return evaluator
        .operators()
        .scalars(
            min ? BinaryOp.MIN : BinaryOp.MAX, args.get(0), args.get(1), c, c.args[0], c.args[1]);
  }

  // ---------------------------------------------------------------- functions of the program

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
          bound.length < c.args.length ? span(c.args[bound.length]) : span(c),
          null);
    }
    for (int i = 0; i < args.size(); i++) {
      bound[i] = args.get(i);
      // A starred argument stands for several.
      spans[i] = args.size() == c.args.length ? span(c.args[i]) : span(c);
    }
    for (KeywordTy k : c.keywords) {
      int index = -1;
      for (int i = 0; i < bound.length; i++) {
        if (callee.params().get(i).var().name().equals(k.arg)) {
          index = i;
        }
      }
      if (index < 0) {
        if (!irText && !TaskKeywords.isOfACall(k.arg)) {
          throw Reports.error(
              DslRule.ARGUMENTS,
              callee.name() + " has no parameter '" + k.arg + "'",
              span(k.value),
              "its parameters are "
                  + String.join(", ", callee.params().stream().map(p -> p.var().name()).toList()));
        }
        attrs.put(
            k.arg,
            TaskKeywords.read(
                evaluator, k.arg, keywords.get(k.arg), span(k.value), "a call", irText));
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
      Expr value =
          bound[i] instanceof Expr e ? e : evaluator.values().scalar(bound[i], spans[i], name);
      Type wanted = callee.params().get(i).var().type();
      if (!irText) {
        FunctionArguments.requireFits(value, wanted, name, spans[i]);
      }
      values.add(FunctionArguments.adapt(value, wanted));
    }
    Type type =
        switch (callee.results().size()) {
          case 0 -> UnknownType.INSTANCE;
          case 1 -> callee.results().getFirst();
          default -> new TupleType(callee.results());
        };
    return new FunctionCall(callee.name(), values, new Attrs(attrs), type, span(c));
  }
}

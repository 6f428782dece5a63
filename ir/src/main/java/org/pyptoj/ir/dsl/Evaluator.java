package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpTyping;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/**
 * Evaluates a kernel's expressions. What is made of compile-time values alone is computed at once,
 * in Python's meaning; the rest becomes IR or is refused.
 */
final class Evaluator {

  private PythonSource source;
  private final Environment environment;
  private final ProgramScope program;
  private final OpTyping typing;
  private final boolean irText;
  private final Python python;
  private final StaticOperators statics;
  private final Bindings bindings;
  private final Operators operators;
  private final Comprehensions comprehensions;
  private final Containers containers;
  private final Calls calls;
  private final Values values;
  private final Lookup lookup;

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
    this.python = environment.python();
    this.statics = new StaticOperators(python);
    this.bindings = new Bindings(python);
    this.operators = new Operators(this, typing);
    this.containers = new Containers(this);
    this.comprehensions = new Comprehensions(this);
    this.calls = new Calls(this, irText);
    this.values = new Values(python, containers);
    this.lookup = new Lookup(this, environment, bindings, irText);
  }

  String file() {
    return source.file();
  }

  PythonSource source() {
    return source;
  }

  Span span(SSTNode node) {
    return source.span(node);
  }

  boolean isIrText() {
    return irText;
  }

  Bindings bindings() {
    return bindings;
  }

  void bind(String name, Object value) {
    bindings.put(name, value);
  }

  ProgramScope program() {
    return program;
  }

  OpTyping typing() {
    return typing;
  }

  Python python() {
    return python;
  }

  StaticOperators statics() {
    return statics;
  }

  Operators operators() {
    return operators;
  }

  /** What values are as scalars, as attributes, in Python and in messages. */
  Values values() {
    return values;
  }

  /** What names and attributes stand for. */
  Lookup lookup() {
    return lookup;
  }

  Containers containers() {
    return containers;
  }

  /** Reads an expression that stands as text inside the file. */
  <T> T reading(PythonSource text, Supplier<T> read) {
    PythonSource before = source;
    source = text;
    try {
      return read.get();
    } finally {
      source = before;
    }
  }

  /** A value, where a poisoned one must not be used. */
  Object eval(ExprTy expr) {
    Object value = evalAny(expr);
    if (value == Poison.VALUE) {
      throw new PoisonedException();
    }
    if (value instanceof Nothing n) {
      throw n.used(span(expr));
    }
    return value;
  }

  /** A value of which only the truth matters. */
  Object test(ExprTy expr) {
    return expr instanceof ExprTy.BoolOp b ? operators.logic(b, true) : eval(expr);
  }

  private Object evalAny(ExprTy expr) {
    return switch (expr) {
      case ExprTy.Constant c -> constant(c.value, c);
      case ExprTy.Name n -> lookup.name(n);
      case ExprTy.Attribute a -> lookup.attribute(a);
      case ExprTy.Subscript s -> subscript(s);
      case ExprTy.BinOp b -> operators.binary(b);
      case ExprTy.UnaryOp u -> operators.unary(u);
      case ExprTy.BoolOp b -> operators.logic(b, false);
      case ExprTy.Compare c -> operators.compare(c);
      case ExprTy.IfExp i -> choice(i);
      case ExprTy.Call c -> calls.call(c);
      case ExprTy.List l ->
          new Sequence(Sequence.Kind.LIST, elements(l.elements), bindings.region());
      case ExprTy.Tuple t ->
          new Sequence(Sequence.Kind.TUPLE, elements(t.elements), bindings.region());
      case ExprTy.ListComp l ->
          comprehensions.isStatic(l)
              ? evaluated(l, null)
              : new Sequence(
                  Sequence.Kind.LIST,
                  comprehensions.elements(l.element, l.generators),
                  bindings.region());
      case ExprTy.Dict d -> dictionary(d);
      case ExprTy.SetComp s -> pythons(s, "a set");
      case ExprTy.DictComp d ->
          comprehensions.isStatic(d)
              ? evaluated(d, null)
              : new Mapping(comprehensions.entries(d), bindings.region());
      case ExprTy.Set s -> pythons(s, "a set");
      case ExprTy.JoinedStr j -> pythons(j, "a text");
      case ExprTy.GeneratorExp g -> closure(g, "a generator");
      case ExprTy.Lambda l -> closure(l, "a lambda");
      default ->
          throw Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "this kind of expression (" + kind(expr) + ") has no meaning in a kernel",
              span(expr),
              "compute it outside the kernel and use the result by name");
    };
  }

  private static String kind(ExprTy expr) {
    return switch (expr) {
      case ExprTy.NamedExpr n -> "an assignment inside an expression";
      default -> expr.getClass().getSimpleName();
    };
  }

  private Object constant(ConstantValue value, ExprTy at) {
    return switch (value.kind) {
      case NONE -> PyNone.NONE;
      case BOOLEAN -> value.getBoolean();
      case LONG -> value.getLong();
      case DOUBLE -> value.getDouble();
      case CODEPOINTS -> value.getCodePoints().toJavaString();
      default -> host(at, () -> python.evaluate(text(at), Map.of(), null));
    };
  }

  private String text(SSTNode node) {
    return "(" + source.text(node) + ")";
  }

  // ---------------------------------------------------------------- what Python evaluates whole

  /** An expression that makes a value which only Python has. */
  private Object pythons(ExprTy expr, String what) {
    if (!comprehensions.isStatic(expr)) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          what + " cannot hold a run-time value",
          span(expr),
          "keep run-time values in a list, a tuple or a dict, or compute it outside the kernel");
    }
    return evaluated(expr, null);
  }

  /** An expression that is evaluated later, when the kernel's names may have other values. */
  private Object closure(ExprTy expr, String what) {
    if (!comprehensions.isStatic(expr)) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          what + " cannot use a run-time value or an op here",
          span(expr),
          expr instanceof ExprTy.GeneratorExp
              ? "write a list: [...]"
              : "make it a function of the program (@pl.function, @pl.jit.incore, @pl.jit.inline)");
    }
    return evaluated(expr, host(expr, () -> bindings.scope(Names.free(expr))));
  }

  private Object evaluated(ExprTy expr, HostValue scope) {
    Map<String, Object> names = new LinkedHashMap<>();
    if (scope == null) {
      for (String name : Names.free(expr)) {
        Object value = bindings.get(name);
        if (value != null) {
          names.put(name, plainBinding(name, value, expr));
        } else if (bindings.isLocal(name)) {
          throw Lookup.unassigned(name, span(expr));
        }
      }
    }
    return host(expr, () -> python.evaluate(text(expr), names, scope));
  }

  /** The function that a definition inside the kernel makes. */
  Object defined(StmtTy.FunctionDef f, String text) {
    return python.define(text, f.name, bindings.scope(bindings.locals()));
  }

  private Object plainBinding(String name, Object value, ExprTy at) {
    return switch (value) {
      case KnownScalar k -> k.number();
      case Unusable u -> throw u.read(name, span(at));
      case Poison p -> throw new PoisonedException();
      default -> value;
    };
  }

  /**
   * Refuses an expression that was made when its names had other values. A statement means a name's
   * value at its own place.
   */
  void requireCurrent(Expr expr, Span at) {
    if (irText) {
      return;
    }
    new Walker() {
      @Override
      protected void use(Var var) {
        if (!bindings.isCurrent(var)) {
          throw Reports.error(
              DslRule.OUTDATED,
              "this needs the value that '" + var.name() + "' had before it was assigned again",
              at,
              "keep that value under a name of its own");
        }
      }
    }.expr(expr);
  }

  // ---------------------------------------------------------------- displays

  /** The values of a display or of arguments, with what is starred spread out. */
  List<Object> elements(ExprTy[] elements) {
    List<Object> out = new ArrayList<>();
    for (ExprTy e : elements == null ? new ExprTy[0] : elements) {
      if (e instanceof ExprTy.Starred s) {
        out.addAll(iterated(eval(s.value), s.value));
      } else {
        out.add(eval(e));
      }
    }
    return out;
  }

  private Object dictionary(ExprTy.Dict d) {
    if (python != Python.NONE && comprehensions.isStatic(d)) {
      return evaluated(d, null);
    }
    Map<Object, Object> out = new LinkedHashMap<>();
    for (int i = 0; i < (d.keys == null ? 0 : d.keys.length); i++) {
      if (d.keys[i] == null) {
        throw Reports.error(
            DslRule.UNSUPPORTED_EXPRESSION,
            "** in a dict with run-time values has no meaning in a kernel",
            span(d.values[i]),
            "write the entries out");
      }
      out.put(containers.key(eval(d.keys[i]), d.keys[i]), eval(d.values[i]));
    }
    return new Mapping(out, bindings.region());
  }

  // ---------------------------------------------------------------- iteration

  /** The elements of an iterable that stands in the text. */
  List<Object> iterate(ExprTy expr) {
    return iterated(eval(expr), expr);
  }

  /** The elements of an iterable, in order. */
  List<Object> iterated(Object value, ExprTy at) {
    return switch (value) {
      case Sequence s when !s.isPythons() -> List.copyOf(s.elements());
      case Mapping m -> List.copyOf(m.entries().keySet());
      case Expr e when e.type() instanceof TupleType t -> {
        List<Object> out = new ArrayList<>();
        for (int i = 0; i < t.elements().size(); i++) {
          out.add(new TupleGet(e, i, span(at)));
        }
        yield out;
      }
      case Sequence s -> host(at, () -> python.elements(s));
      case HostValue h -> extentsOf(host(at, () -> python.elements(h)));
      case String s -> host(at, () -> python.elements(s));
      case Namespace n when Loops.isLoop(n.path()) ->
          throw notIterable("'" + n.path() + "'", at, "write for i in " + n.path() + "(...)");
      default -> throw notIterable(Values.describe(value), at, null);
    };
  }

  private List<Object> extentsOf(List<Object> values) {
    values.replaceAll(v -> v instanceof DynamicExtent d ? lookup.extent(d) : v);
    return values;
  }

  private RuntimeException notIterable(String what, ExprTy at, String help) {
    return Reports.error(
        DslRule.LOOP,
        what + " cannot be iterated in a kernel",
        span(at),
        help != null
            ? help
            : "use pl.range(...) for a loop at run time, or a Python range, list or tuple for one"
                + " that is unrolled");
  }

  /** The elements where a list or tuple may stand for a shape; null where the value is none. */
  List<Object> sequence(Object value) {
    return switch (value) {
      case Sequence s when !s.isPythons() -> s.elements();
      case Sequence s -> python.elements(s);
      case List<?> l -> List.copyOf(l);
      case HostValue h when h.isSequence() -> extentsOf(python.elements(h));
      case null, default -> null;
    };
  }

  // ---------------------------------------------------------------- truth, choices, subscripts

  /** Truth of a condition that must be known now. */
  boolean staticTruth(ExprTy expr) {
    Boolean truth = truth(test(expr), expr);
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
  Boolean truth(Object value, SSTNode at) {
    return switch (value) {
      case IntConst c -> c.value() != 0;
      case Expr e -> null;
      case Namespace n -> true;
      case FunctionRef f -> true;
      case Type t -> true;
      case Annotation a -> true;
      default -> host(at, () -> statics.truth(value));
    };
  }

  private Object choice(ExprTy.IfExp i) {
    Boolean known = truth(test(i.test), i.test);
    if (known == null) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          "a choice on a run-time value must be an if statement",
          span(i),
          "assign the value in both branches of an if, or use pl.min / pl.max");
    }
    return eval(known ? i.body : i.orElse);
  }

  private Object subscript(ExprTy.Subscript s) {
    Object base = eval(s.value);
    return switch (base) {
      case Expr e
          when e.type() instanceof TensorLike
              || e.type() instanceof TileType
              || e.type() instanceof ArrayType ->
          new Subscripts(this).read(e, s);
      case Expr e when e.type() instanceof TupleType t -> {
        long index = staticInt(s.slice, "index");
        long at = index < 0 ? index + t.elements().size() : index;
        if (at < 0 || at >= t.elements().size()) {
          throw Reports.error(
              DslRule.SUBSCRIPT,
              "element " + index + " of a tuple of " + t.elements().size(),
              span(s.slice),
              null);
        }
        yield new TupleGet(e, (int) at, span(s));
      }
      case Namespace n -> throw new TypeExpression();
      case Sequence q -> containers.item(q, s);
      case Mapping m -> containers.item(m, s);
      case HostValue h -> {
        Object key = containers.index(s.slice);
        yield host(s, () -> python.item(h, key));
      }
      case String text -> {
        Object key = containers.index(s.slice);
        yield host(s, () -> python.item(text, key));
      }
      default ->
          throw Reports.error(
              DslRule.SUBSCRIPT, Values.describe(base) + " has no elements", span(s), null);
    };
  }

  // ---------------------------------------------------------------- typed calls and conversions

  /** A checked call made for the language itself: operators and subscripts. */
  Call typed(Op op, List<Expr> operands, Attrs attrs, CallSite site) {
    return typing.call(op, operands, attrs, site);
  }

  /** An integer that must be known now. */
  long staticInt(ExprTy expr, String what) {
    Object value = eval(expr);
    Object plain = value instanceof HostValue h ? values.plain(h) : value;
    return switch (plain) {
      case Long l -> l;
      case Boolean b -> b ? 1 : 0;
      case IntConst c -> c.value();
      default ->
          throw Reports.error(
              DslRule.ARGUMENT_VALUE,
              "the " + what + " must be a compile-time integer, not " + Values.describe(value),
              span(expr),
              null);
    };
  }

  /** Asks Python; what it raises is a mistake at a place of the text. */
  <T> T host(SSTNode at, Supplier<T> action) {
    try {
      T value = action.get();
      if (value instanceof DynamicExtent d) {
        @SuppressWarnings("unchecked") // An extent comes where a value of any kind may come.
        T extent = (T) lookup.extent(d);
        return extent;
      }
      return value;
    } catch (HostException e) {
      throw Reports.error(DslRule.HOST, e.getMessage(), span(at), null);
    }
  }

  /** Names of a function's text that Python makes local to it. */
  void locals(StmtTy[] body) {
    bindings.locals(irText ? Set.of() : Names.bound(body).keySet());
  }
}

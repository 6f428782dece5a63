package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpTyping;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
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
  private boolean annotating;
  private Consumer<Eval> reads = r -> {};

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
  }

  /**
   * Takes the reads of variables that some path does not assign: whatever becomes of the value,
   * Python would refuse to read it there.
   */
  void readsOfPartlyAssigned(Consumer<Eval> reads) {
    this.reads = reads;
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

  Containers containers() {
    return containers;
  }

  /** Reads an annotation, whose names are those of the place where the function is defined. */
  <T> T annotating(Supplier<T> read) {
    boolean before = annotating;
    annotating = true;
    try {
      return read.get();
    } finally {
      annotating = before;
    }
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
      case ExprTy.Name n -> name(n);
      case ExprTy.Attribute a -> attribute(a);
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
          throw unassigned(name, span(expr));
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

  // ---------------------------------------------------------------- names and attributes

  private Object name(ExprTy.Name n) {
    Object local = bindings.get(n.id);
    if (local != null) {
      return switch (local) {
        case KnownScalar k -> irText ? k.var() : k.number();
        case Unusable u -> throw u.read(n.id, span(n));
        case Var v when bindings.isPartly(v) -> {
          reads.accept(new Eval(v, span(n)));
          yield v;
        }
        default -> local;
      };
    }
    if (bindings.isLocal(n.id) && !annotating) {
      throw unassigned(n.id, span(n));
    }
    Object outer = annotating ? environment.lookupInAnnotation(n.id) : environment.lookup(n.id);
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
    Object around = environment.lookupInAnnotation(n.id);
    if (around != Environment.UNBOUND) {
      return around instanceof DynamicExtent d ? extent(d) : around;
    }
    throw Reports.error(
        DslRule.UNDEFINED_NAME,
        "'" + n.id + "' is not defined here",
        span(n),
        "define it before this line, or check its spelling");
  }

  private static RuntimeException unassigned(String name, Span at) {
    return Reports.error(
        DslRule.UNDEFINED_NAME,
        "'" + name + "' is not assigned before this line",
        at,
        "assign it first; the function assigns it, so Python does not look for it outside");
  }

  /** The value of a symbolic extent: a variable of the program, or arithmetic on such variables. */
  Object extent(DynamicExtent extent) {
    return extent.isArithmetic()
        ? arithmetic(PythonSource.ofExpression(file(), extent.name()).expression())
        : program.symbol(extent.name());
  }

  private Object arithmetic(ExprTy expr) {
    return switch (expr) {
      case ExprTy.Name n -> program.symbol(n.id);
      case ExprTy.BinOp b ->
          operators.combine(b.op, arithmetic(b.left), arithmetic(b.right), b, b.left, b.right);
      default -> eval(expr);
    };
  }

  private Object attribute(ExprTy.Attribute a) {
    if (a.value instanceof ExprTy.Name self
        && self.id.equals("self")
        && bindings.get("self") == null) {
      return new Namespace("self." + a.attr);
    }
    Object base = eval(a.value);
    Object value =
        switch (base) {
          case Namespace n when n.path().startsWith("builtins.") ->
              host(a, () -> python.attribute(n, a.attr));
          case Namespace n -> {
            Namespace child = n.child(a.attr);
            Object constant = Surface.constant(child.path());
            yield constant != null ? constant : child;
          }
          case Expr e when e.type() instanceof TensorLike t ->
              typeAttribute(a, t.shape(), t.validShape(), t.dtype());
          case Expr e when e.type() instanceof TileType t ->
              typeAttribute(a, t.shape(), t.validShape(), t.dtype());
          case Sequence s when containers.isMethod(s, a.attr) -> new BoundMethod(s, a.attr);
          case Mapping m when containers.isMethod(m, a.attr) -> new BoundMethod(m, a.attr);
          case HostValue h -> host(a, () -> python.attribute(h, a.attr));
          case DataType d when a.attr.equals("get_byte") ->
              new Namespace("builtins.bytes_of." + d.name());
          case FunctionRef f -> null;
          case Expr e -> null;
          case Mapping m -> null;
          case Sequence s when !containers.isStatic(s) -> null;
          default -> host(a, () -> python.attribute(base, a.attr));
        };
    if (value == null) {
      throw Reports.error(
          DslRule.UNKNOWN_MEMBER,
          describe(base) + " has no member '" + a.attr + "'",
          span(a),
          null);
    }
    return value instanceof DynamicExtent d ? extent(d) : value;
  }

  private Object typeAttribute(
      ExprTy.Attribute a, List<Expr> shape, List<Expr> validShape, DataType dtype) {
    return switch (a.attr) {
      case "shape" -> extents(shape, a);
      case "dtype" -> dtype;
      case "valid_shape" -> extents(validShape, a);
      default -> null;
    };
  }

  private Sequence extents(List<Expr> extents, SSTNode at) {
    List<Object> out = new ArrayList<>();
    for (Expr e : extents) {
      requireCurrent(e, span(at));
      out.add(e instanceof IntConst c ? (Object) c.value() : e);
    }
    return Sequence.tuple(out);
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
      default -> throw notIterable(describe(value), at, null);
    };
  }

  private List<Object> extentsOf(List<Object> values) {
    values.replaceAll(v -> v instanceof DynamicExtent d ? extent(d) : v);
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
              DslRule.SUBSCRIPT, describe(base) + " has no elements", span(s), null);
    };
  }

  /** Whether an expression names a path below pl or pld. */
  boolean isNamespace(ExprTy expr, String path) {
    return namespace(expr) instanceof Namespace n && n.is(path);
  }

  /** What a dotted name below pl or pld stands for; null for anything else. */
  private Object namespace(ExprTy expr) {
    ExprTy root = expr;
    while (root instanceof ExprTy.Attribute a) {
      root = a.value;
    }
    return root instanceof ExprTy.Name n && rootsNamespace(n) ? eval(expr) : null;
  }

  /** Whether a call's callee is below the language's names, as {@code pl.add} is. */
  boolean isBelowLanguage(ExprTy callee) {
    ExprTy root = callee;
    while (root instanceof ExprTy.Attribute a) {
      root = a.value;
    }
    return callee != root && root instanceof ExprTy.Name n && rootsNamespace(n);
  }

  private boolean rootsNamespace(ExprTy.Name n) {
    Object value = bindings.get(n.id);
    if (value == null && !bindings.isLocal(n.id)) {
      value = environment.lookup(n.id);
    }
    return value instanceof Namespace;
  }

  /** Whether a call's callee is an op or a function of the program, told without evaluating it. */
  boolean isLanguage(ExprTy callee) {
    ExprTy root = callee;
    while (root instanceof ExprTy.Attribute a) {
      root = a.value;
    }
    if (!(root instanceof ExprTy.Name n)) {
      return false;
    }
    Object value = bindings.get(n.id);
    if (value == null) {
      value = bindings.isLocal(n.id) ? null : environment.lookup(n.id);
    }
    return value instanceof FunctionRef
        || value instanceof Namespace
        || n.id.equals("self") && bindings.get("self") == null && callee != root;
  }

  // ---------------------------------------------------------------- typed calls and conversions

  /** A checked call made for the language itself: operators and subscripts. */
  Call typed(Op op, List<Expr> operands, Attrs attrs, CallSite site) {
    return typing.call(op, operands, attrs, site);
  }

  /** A value as a scalar of the IR: bare integers become INDEX, bare floats FP32. */
  Expr scalar(Object value, Span at, String what) {
    return switch (value) {
      case Expr e when e.type() instanceof ScalarType -> e;
      case Long l -> new IntConst(l, DataType.INDEX, at);
      case Double d -> new FloatConst(d, DataType.FP32, at);
      case Boolean b -> IntConst.bool(b, at);
      case HostValue h when plain(h) instanceof Number n -> scalar(n, at, what);
      default ->
          throw Reports.error(
              DslRule.OPERAND_KIND,
              "the " + what + " must be a scalar, not " + describe(value),
              at,
              null);
    };
  }

  /** A value without the class that a script gave it: an IntEnum's member is an integer. */
  Object plain(Object value) {
    return value instanceof HostValue || value instanceof Sequence ? python.plain(value) : value;
  }

  /** An integer that must be known now. */
  long staticInt(ExprTy expr, String what) {
    Object value = eval(expr);
    Object plain = value instanceof HostValue h ? plain(h) : value;
    return switch (plain) {
      case Long l -> l;
      case Boolean b -> b ? 1 : 0;
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
    return switch (value) {
      case PyNone n -> null;
      case KnownScalar k -> k.number();
      case Sequence s when !s.isPythons() -> attrValues(s.elements());
      case Mapping m -> attrValues(m.entries());
      case List<?> list -> attrValues(list);
      case Map<?, ?> map -> attrValues(map);
      case HostValue h -> {
        Object plain = plain(h);
        yield plain instanceof HostValue ? plain : attrValue(plain);
      }
      case Sequence s -> attrValue(plain(s));
      case null -> null;
      default -> value;
    };
  }

  private List<Object> attrValues(List<?> list) {
    List<Object> out = new ArrayList<>(list.size());
    list.forEach(v -> out.add(attrValue(v)));
    return out;
  }

  private Map<String, Object> attrValues(Map<?, ?> map) {
    Map<String, Object> out = new LinkedHashMap<>();
    map.forEach((k, v) -> out.put(String.valueOf(k), attrValue(v)));
    return out;
  }

  /** Asks Python; what it raises is a mistake at a place of the text. */
  <T> T host(SSTNode at, Supplier<T> action) {
    try {
      T value = action.get();
      if (value instanceof DynamicExtent d) {
        @SuppressWarnings("unchecked") // An extent comes where a value of any kind may come.
        T extent = (T) extent(d);
        return extent;
      }
      return value;
    } catch (HostException e) {
      throw Reports.error(DslRule.HOST, e.getMessage(), span(at), null);
    }
  }

  /** A compile-time value as Python's {@code str} shows it. */
  String shown(Object value) {
    return switch (value) {
      case String s -> s;
      case Long l -> l.toString();
      case Boolean b -> b ? "True" : "False";
      case PyNone n -> "None";
      default -> python.text(value);
    };
  }

  /** Whether a value depends on what is known only at run time. */
  boolean isRuntime(Object value) {
    return switch (value) {
      case Expr e -> true;
      case Sequence s -> !containers.isStatic(s);
      case Mapping m -> m.entries().values().stream().anyMatch(this::isRuntime);
      case BoundMethod m -> isRuntime(m.owner());
      case null, default -> false;
    };
  }

  /** Names of a function's text that Python makes local to it. */
  void locals(StmtTy[] body) {
    bindings.locals(irText ? Set.of() : Names.bound(body).keySet());
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
      case Sequence s when s.isPythons() -> "a list";
      case Sequence s -> "a sequence of " + s.elements().size();
      case List<?> l -> "a sequence of " + l.size();
      case Mapping m -> "a dict";
      case Map<?, ?> m -> "a dict";
      case Namespace n when n.path().startsWith("builtins.") -> "'" + n.path().substring(9) + "'";
      case Namespace n -> "'" + n.path() + "'";
      case FunctionRef f -> "the function " + f.name();
      case BoundMethod m -> "the method " + m.name();
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

package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/** What names and attributes of a kernel's text stand for. */
final class Lookup {

  private final Evaluator evaluator;
  private final Environment environment;
  private final Bindings bindings;
  private final boolean irText;
  private boolean annotating;
  private Consumer<Eval> reads = r -> {};

  Lookup(Evaluator evaluator, Environment environment, Bindings bindings, boolean irText) {
    this.evaluator = evaluator;
    this.environment = environment;
    this.bindings = bindings;
    this.irText = irText;
  }

  private Span span(SSTNode node) {
    return evaluator.span(node);
  }

  /**
   * Takes the reads of variables that some path does not assign: whatever becomes of the value,
   * Python would refuse to read it there.
   */
  void readsOfPartlyAssigned(Consumer<Eval> reads) {
    this.reads = reads;
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

  Object name(ExprTy.Name n) {
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

  static RuntimeException unassigned(String name, Span at) {
    return Reports.error(
        DslRule.UNDEFINED_NAME,
        "'" + name + "' is not assigned before this line",
        at,
        "assign it first; the function assigns it, so Python does not look for it outside");
  }

  /** The value of a symbolic extent: a variable of the program, or arithmetic on such variables. */
  Object extent(DynamicExtent extent) {
    return extent.isArithmetic()
        ? arithmetic(PythonSource.ofExpression(evaluator.file(), extent.name()).expression())
        : evaluator.program().symbol(extent.name());
  }

  private Object arithmetic(ExprTy expr) {
    return switch (expr) {
      case ExprTy.Name n -> evaluator.program().symbol(n.id);
      case ExprTy.BinOp b ->
          evaluator
              .operators()
              .combine(b.op, arithmetic(b.left), arithmetic(b.right), b, b.left, b.right);
      default -> evaluator.eval(expr);
    };
  }

  Object attribute(ExprTy.Attribute a) {
    if (a.value instanceof ExprTy.Name self
        && self.id.equals("self")
        && bindings.get("self") == null) {
      return new Namespace("self." + a.attr);
    }
    Object base = evaluator.eval(a.value);
    Object value =
        switch (base) {
          case Namespace n when n.path().startsWith("builtins.") ->
              evaluator.host(a, () -> evaluator.python().attribute(n, a.attr));
          case Namespace n -> {
            Namespace child = n.child(a.attr);
            Object constant = Surface.constant(child.path());
            yield constant != null ? constant : child;
          }
          case Expr e when e.type() instanceof TensorLike t ->
              typeAttribute(a, t.shape(), t.validShape(), t.dtype());
          case Expr e when e.type() instanceof TileType t ->
              typeAttribute(a, t.shape(), t.validShape(), t.dtype());
          case Sequence s when evaluator.containers().isMethod(s, a.attr) ->
              new BoundMethod(s, a.attr);
          case Mapping m when evaluator.containers().isMethod(m, a.attr) ->
              new BoundMethod(m, a.attr);
          case HostValue h -> evaluator.host(a, () -> evaluator.python().attribute(h, a.attr));
          case DataType d when a.attr.equals("get_byte") ->
              new Namespace("builtins.bytes_of." + d.name());
          case FunctionRef f -> null;
          case Expr e -> null;
          case Mapping m -> null;
          case Sequence s when !evaluator.containers().isStatic(s) -> null;
          default -> evaluator.host(a, () -> evaluator.python().attribute(base, a.attr));
        };
    if (value == null) {
      throw Reports.error(
          DslRule.UNKNOWN_MEMBER,
          Values.describe(base) + " has no member '" + a.attr + "'",
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
      evaluator.requireCurrent(e, span(at));
      out.add(e instanceof IntConst c ? (Object) c.value() : e);
    }
    return Sequence.tuple(out);
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
    return root instanceof ExprTy.Name n && rootsNamespace(n) ? evaluator.eval(expr) : null;
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
}

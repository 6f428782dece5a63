package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.ArrayOp;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/**
 * Assignments, in Python's order: the right side is evaluated once and wholly, then the targets get
 * their values from left to right.
 */
final class Assignments {

  private final Evaluator evaluator;
  private final Statements statements;
  private final boolean irText;
  private Map<String, Integer> bound = Map.of();

  Assignments(Evaluator evaluator, Statements statements, boolean irText) {
    this.evaluator = evaluator;
    this.statements = statements;
    this.irText = irText;
  }

  /**
   * What is known of the function's names before its body is read.
   *
   * @param counts how often the text binds each name
   */
  void names(Map<String, Integer> counts) {
    bound = counts;
  }

  private Span span(SSTNode node) {
    return evaluator.span(node);
  }

  // ---------------------------------------------------------------- statements

  void assign(StmtTy.Assign a) {
    Object value = evaluator.eval(a.value);
    if (a.targets.length > 1) {
      value = statements.keep(value, span(a));
    }
    for (ExprTy target : a.targets) {
      store(target, value, null, a);
    }
  }

  void augmented(StmtTy.AugAssign a) {
    switch (a.target) {
      case ExprTy.Name n -> {
        Object left = evaluator.eval(n);
        Object right = evaluator.eval(a.value);
        if (Operators.hasEffect(right)) {
          left = statements.keep(left, span(a));
        }
        store(n, updated(a, left, right), null, a);
      }
      case ExprTy.Subscript s -> augmentedElement(a, s);
      default ->
          throw Reports.error(
              DslRule.TARGET,
              "only a name or an element can be updated in place",
              span(a.target),
              "write it as an ordinary assignment");
    }
  }

  private void augmentedElement(StmtTy.AugAssign a, ExprTy.Subscript s) {
    Object base = evaluator.eval(s.value);
    if (!(base instanceof Expr tensor)) {
      Object left = evaluator.eval(s);
      Object right = evaluator.eval(a.value);
      Object value = statements.keep(updated(a, left, right), span(a));
      evaluator.containers().setItem(base, s, value);
      return;
    }
    WrittenPart part = part(tensor, s);
    Object left = part.read();
    Object right = evaluator.eval(a.value);
    if (Operators.hasEffect(right)) {
      left = statements.keep(left, span(a));
    }
    part.write(updated(a, left, right));
  }

  /** The value of an augmented assignment; a list is changed in place. */
  private Object updated(StmtTy.AugAssign a, Object left, Object right) {
    if (left instanceof Sequence s && !s.isTuple()) {
      evaluator.containers().requireHere(s.region(), a);
      if (!s.isPythons()
          && a.op == com.oracle.graal.python.pegparser.sst.OperatorTy.Add
          && (evaluator.values().isRuntime(left) || evaluator.values().isRuntime(right))) {
        Object added = statements.keep(right, span(a));
        s.changeable().addAll(evaluator.iterated(added, a.value));
        return s;
      }
    }
    if (!evaluator.values().isRuntime(left)
        && !evaluator.values().isRuntime(right)
        && (left instanceof HostValue || left instanceof Sequence)) {
      if (left instanceof HostValue h && isChangeable(h)) {
        evaluator.containers().requireHere(null, a);
      }
      return evaluator.host(
          a, () -> evaluator.python().inPlace(Builtins.symbol(a.op), left, right));
    }
    return evaluator.operators().combine(a.op, left, right, a, a.target, a.value);
  }

  private static boolean isChangeable(HostValue h) {
    return switch (h.typeName()) {
      case "list", "set", "dict", "deque", "bytearray" -> true;
      default -> false;
    };
  }

  void delete(StmtTy.Delete d) {
    for (ExprTy target : d.targets) {
      delete(target);
    }
  }

  private void delete(ExprTy target) {
    switch (target) {
      case ExprTy.Name n -> {
        evaluator.eval(n);
        evaluator.bindings().remove(n.id);
      }
      case ExprTy.Subscript s -> evaluator.containers().deleteItem(evaluator.eval(s.value), s);
      case ExprTy.Tuple t -> {
        for (ExprTy e : t.elements) {
          delete(e);
        }
      }
      default -> throw Reports.error(DslRule.TARGET, "this cannot be deleted", span(target), null);
    }
  }

  // ---------------------------------------------------------------- targets

  void store(ExprTy target, Object value, Type declared, SSTNode at) {
    switch (target) {
      case ExprTy.Name n -> define(n, value, declared, at);
      case ExprTy.Tuple t -> unpack(t.elements, value, t, at);
      case ExprTy.List l -> unpack(l.elements, value, l, at);
      case ExprTy.Subscript s -> storeElement(s, value);
      case ExprTy.Starred s -> store(s.value, value, null, at);
      default ->
          throw Reports.error(DslRule.TARGET, "this cannot be assigned to", span(target), null);
    }
  }

  private void unpack(ExprTy[] targets, Object value, ExprTy target, SSTNode at) {
    Object source = value;
    if (value instanceof Expr e && e.type() instanceof TupleType t && !(e instanceof Var)) {
      Var all = new Var(evaluator.bindings().fresh("tuple"), t, span(at));
      statements.add(new Assign(all, e, span(at)));
      source = all;
    }
    List<Object> values = new ArrayList<>(new Unpacking(evaluator).values(targets, source, target));
    if (disturb(targets, values)) {
      statements.keepAll(values, span(at));
    }
    for (int i = 0; i < targets.length; i++) {
      store(targets[i], values.get(i), null, at);
    }
  }

  /** Whether storing into a target may change what a later value means. */
  private boolean disturb(ExprTy[] targets, List<Object> values) {
    if (irText) {
      return false;
    }
    Set<String> assigned = new HashSet<>();
    for (int i = 0; i < targets.length; i++) {
      if (i > 0 && mentions(values.get(i), assigned)) {
        return true;
      }
      if (!(targets[i] instanceof ExprTy.Name n)) {
        return true;
      }
      assigned.add(n.id);
    }
    return false;
  }

  private static boolean mentions(Object value, Set<String> names) {
    if (value instanceof Sequence || value instanceof Mapping) {
      return true;
    }
    if (!(value instanceof Expr expr)) {
      return false;
    }
    boolean[] found = new boolean[1];
    new Walker() {
      @Override
      protected void use(Var var) {
        found[0] |= names.contains(var.name());
      }
    }.expr(expr);
    return found[0];
  }

  // ---------------------------------------------------------------- names

  void define(ExprTy.Name name, Object value, Type declared, SSTNode at) {
    boolean isNumber = isNumber(value);
    Expr expr = null;
    if (value instanceof Expr e) {
      expr = e;
    } else if (declared instanceof ScalarType || isNumber && (irText || !boundOnce(name.id))) {
      expr = evaluator.values().scalar(value, span(at), "value");
    }
    if (expr == null || expr instanceof MakeTuple) {
      evaluator.bind(name.id, irText ? value : statements.keep(value, span(at)));
      return;
    }
    if (!irText && expr.type() instanceof UnknownType) {
      statements.add(new Eval(expr, span(at)));
      evaluator.bind(name.id, new Nothing(Statements.nameOf(expr)));
      return;
    }
    Type type = expr.type();
    if (declared != null) {
      if (irText) {
        type = declared;
        expr = retype(expr, declared);
      } else {
        expr = fit(expr, declared, at);
        type = merge(expr.type(), declared);
        expr = retype(expr, type);
      }
    }
    Var var = new Var(name.id, type, span(name));
    statements.add(new Assign(var, expr, span(at)));
    evaluator.bindings().aliases().define(var, expr);
    if (!irText && isNumber && declared == null) {
      evaluator.bind(name.id, new KnownScalar(var, value));
      return;
    }
    if (expr instanceof Var v
        && v.name().equals(name.id)
        && evaluator.bindings().get(name.id) == null) {
      evaluator.bindings().isExtent(var, v);
    }
    evaluator.bind(name.id, var);
  }

  /** A number that is bound once is known wherever it is read. */
  private boolean boundOnce(String name) {
    return bound.getOrDefault(name, 0) <= 1;
  }

  private static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof Double || value instanceof Boolean;
  }

  private static Expr retype(Expr expr, Type type) {
    return switch (expr) {
      case Call c -> c.withType(type);
      case FunctionCall f -> new FunctionCall(f.callee(), f.args(), f.attrs(), type, f.span());
      default -> expr;
    };
  }

  /** A scalar takes a declared element type. */
  private Expr fit(Expr expr, Type declared, SSTNode at) {
    if (declared instanceof ScalarType(DataType d) && expr.type() instanceof ScalarType) {
      if (expr instanceof IntConst c && d.isInteger() && !d.holds(c.value())) {
        throw Reports.error(
            DslRule.ARGUMENT_VALUE,
            "the integer " + c.value() + " is no " + d.dslName(),
            span(at),
            "declare a wider type");
      }
      return Scalars.cast(expr, d, span(at));
    }
    return expr;
  }

  /** An author may fix a tile's memory in its annotation; the rest is deduced. */
  private static Type merge(Type deduced, Type declared) {
    if (deduced instanceof TileType t && declared instanceof TileType d) {
      TileType merged = t;
      if (d.space() != null) {
        merged = merged.withSpace(d.space());
      }
      if (d.memRef() != null) {
        merged = merged.withMemRef(d.memRef());
      }
      return merged;
    }
    return deduced;
  }

  // ---------------------------------------------------------------- elements

  private void storeElement(ExprTy.Subscript s, Object value) {
    Object base = evaluator.eval(s.value);
    if (base instanceof Expr tensor) {
      // The right side comes before the indices of its place.
      boolean first = value instanceof Expr e && Walker.calls(e) && Names.calls(s.slice);
      Object right = first ? statements.keep(value, span(s)) : value;
      part(tensor, s).write(right);
    } else {
      evaluator.containers().setItem(base, s, statements.keep(value, span(s)));
    }
  }

  /** The other names of a tile that is about to be written through one. */
  List<String> requireKnown(ExprTy.Name name) {
    return irText ? List.of() : evaluator.bindings().aliases().requireOthers(name.id, span(name));
  }

  /** Elements of a tensor, a tile or an array, whose indices have been evaluated. */
  private interface WrittenPart {
    Object read();

    void write(Object value);
  }

  private WrittenPart part(Expr tensor, ExprTy.Subscript s) {
    if (tensor.type() instanceof ArrayType array) {
      return new ArrayTarget(tensor, array, s);
    }
    if (!(tensor.type() instanceof TensorLike || tensor.type() instanceof TileType)) {
      throw Reports.error(
          DslRule.TARGET,
          "a " + tensor.type().kind() + " has no elements to assign",
          span(s),
          "assign elements of a tensor, a tile or an array");
    }
    return new RegionTarget(tensor, s);
  }

  private ExprTy.Name named(ExprTy.Subscript s) {
    if (s.value instanceof ExprTy.Name name) {
      return name;
    }
    throw Reports.error(
        DslRule.TARGET,
        "only elements of a tensor or tile that has a name can be assigned",
        span(s),
        "give it a name first");
  }

  private final class ArrayTarget implements WrittenPart {
    private final Expr array;
    private final ArrayType type;
    private final ExprTy.Subscript at;
    private final Expr index;

    ArrayTarget(Expr array, ArrayType type, ExprTy.Subscript at) {
      this.array = array;
      this.type = type;
      this.at = at;
      this.index = (Expr) once(new Subscripts(evaluator).element(at.slice));
    }

    @Override
    public Object read() {
      return evaluator.typed(ArrayOp.GET, List.of(array, index), Attrs.NONE, CallSite.at(span(at)));
    }

    @Override
    public void write(Object value) {
      Expr scalar = evaluator.values().scalar(value, span(at), "value");
      Expr fitted =
          scalar instanceof IntConst ? Scalars.cast(scalar, type.dtype(), span(at)) : scalar;
      define(
          named(at),
          evaluator.typed(
              ArrayOp.UPDATE, List.of(array, index, fitted), Attrs.NONE, CallSite.at(span(at))),
          null,
          at);
    }
  }

  /** An index that is used twice is evaluated once. */
  private Object once(Expr index) {
    return Walker.calls(index) ? statements.keep(index, index.span()) : index;
  }

  private final class RegionTarget implements WrittenPart {
    private final Expr tensor;
    private final ExprTy.Subscript at;
    private final Subscripts.Region region;
    private final boolean tile;

    RegionTarget(Expr tensor, ExprTy.Subscript at) {
      this.tensor = tensor;
      this.at = at;
      this.tile = tensor.type() instanceof TileType;
      Subscripts.Region written = new Subscripts(evaluator).region(tensor, at.slice);
      this.region =
          new Subscripts.Region(
              written.offsets().stream().map(o -> (Expr) once(o)).toList(),
              written.extents(),
              written.dropped());
    }

    private boolean isElement() {
      return region.dropped().size() == region.offsets().size();
    }

    @Override
    public Object read() {
      return new Subscripts(evaluator).read(tensor, region, span(at));
    }

    @Override
    public void write(Object value) {
      Span span = span(at);
      MakeTuple offsets = new MakeTuple(region.offsets(), span);
      if (isElement()) {
        Expr scalar = evaluator.values().scalar(value, span, "value");
        Op op = tile ? TileOp.WRITE : TensorOp.WRITE;
        statements.add(
            new Eval(
                evaluator.typed(
                    op, List.of(tensor, offsets, scalar), Attrs.NONE, CallSite.at(span)),
                span));
        return;
      }
      if (!(value instanceof Expr part)) {
        throw Reports.error(
            DslRule.OPERAND_KIND,
            "a region takes a tensor or a tile, not " + Values.describe(value),
            span,
            null);
      }
      ExprTy.Name name = named(at);
      Aliases aliases = evaluator.bindings().aliases();
      Set<?> same = aliases.of(name.id);
      List<String> others = requireKnown(name);
      Op op = tile ? TileOp.ASSEMBLE : TensorOp.ASSEMBLE;
      Call call =
          evaluator.typed(op, List.of(tensor, part, offsets), Attrs.NONE, CallSite.at(span));
      define(name, call, null, at);
      if (!irText && (tile || !same.isEmpty())) {
        aliases.keep(name.id, same);
        Var now = (Var) evaluator.eval(name);
        others.forEach(other -> statements.follow(other, now, same, span));
        evaluator.bindings().written(name.id);
      }
    }
  }
}

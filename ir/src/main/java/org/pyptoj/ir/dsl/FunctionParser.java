package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ArgTy;
import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import com.oracle.graal.python.pegparser.sst.WithItemTy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/** Turns a function's statements into IR. */
final class FunctionParser {

  private final Evaluator evaluator;
  private final TypeReader types;
  private final Reports reports;
  private final boolean irText;
  private AssignedNames assigned = new AssignedNames(new StmtTy[0]);
  private List<Stmt> out = new ArrayList<>();
  private List<Type> results;

  /** Names and types that the loop or branch being parsed hands on; filled by its yield. */
  private List<Var> yielded;

  FunctionParser(Evaluator evaluator, Reports reports, boolean irText) {
    this.evaluator = evaluator;
    this.types = new TypeReader(evaluator);
    this.reports = reports;
    this.irText = irText;
  }

  /**
   * The parameters, without {@code self}.
   *
   * @param given the types of bare parameters by name; they come from a call's arguments
   */
  List<Param> params(StmtTy.FunctionDef def, Map<String, Type> given) {
    List<Param> params = new ArrayList<>();
    List<ArgTy> all = new ArrayList<>();
    all.addAll(List.of(def.args.posOnlyArgs == null ? new ArgTy[0] : def.args.posOnlyArgs));
    all.addAll(List.of(def.args.args == null ? new ArgTy[0] : def.args.args));
    all.addAll(List.of(def.args.kwOnlyArgs == null ? new ArgTy[0] : def.args.kwOnlyArgs));
    Map<String, Var> scalars = irText ? scalarParams(all) : Map.of();
    for (ArgTy arg : all) {
      if (arg.arg.equals("self") && params.isEmpty()) {
        continue;
      }
      if (scalars.containsKey(arg.arg)) {
        params.add(new Param(scalars.get(arg.arg), Direction.IN));
        continue;
      }
      Span span = evaluator.span(arg);
      Type type = given.get(arg.arg);
      Direction direction = Direction.IN;
      if (arg.annotation != null) {
        Annotation annotation = annotation(arg.annotation);
        direction = annotation.direction();
        type = annotation.type() != null ? annotation.type() : type;
      }
      if (type == null) {
        throw Reports.error(
            DslRule.ANNOTATION,
            "parameter '" + arg.arg + "' has no type",
            span,
            "annotate it, for example " + arg.arg + ": pl.Tensor[[16, 16], pl.FP32]");
      }
      params.add(new Param(new Var(arg.arg, type, span), direction));
    }
    return params;
  }

  /**
   * The scalar parameters of printed IR, in scope: the extents of its tensors may name them. In a
   * script an annotation means what it means to Python, where parameters are not yet defined.
   */
  private Map<String, Var> scalarParams(List<ArgTy> args) {
    Map<String, Var> scalars = new LinkedHashMap<>();
    for (ArgTy arg : args) {
      if (arg.annotation instanceof ExprTy.Subscript s
          && evaluator.isNamespace(s.value, "pl.Scalar")) {
        Var var = new Var(arg.arg, annotation(arg.annotation).type(), evaluator.span(arg));
        evaluator.bind(arg.arg, var);
        scalars.put(arg.arg, var);
      }
    }
    return scalars;
  }

  /** The declared result types, or null where the function declares none. */
  List<Type> declaredResults(StmtTy.FunctionDef def) {
    if (def.returns == null) {
      return null;
    }
    if (def.returns instanceof ExprTy.Constant c && c.value.kind == ConstantValue.Kind.NONE) {
      return List.of();
    }
    Type type = annotation(def.returns).type();
    if (type == null) {
      return null;
    }
    return type instanceof TupleType t ? t.elements() : List.of(type);
  }

  private Annotation annotation(ExprTy expr) {
    try {
      return types.read(expr);
    } catch (TypeExpression e) {
      throw Reports.error(DslRule.ANNOTATION, "this is not a type", evaluator.span(expr), null);
    }
  }

  /** A body's statements, with the parameters in scope. */
  Block body(StmtTy.FunctionDef def, List<Param> params, List<Type> declared) {
    assigned = new AssignedNames(def.body);
    results = declared;
    for (Param param : params) {
      evaluator.bind(param.var().name(), param.var());
    }
    return new Block(collect(def.body));
  }

  /** The result types: the declared ones, or those of the first return. */
  List<Type> results() {
    return results == null ? List.of() : results;
  }

  private List<Stmt> collect(StmtTy[] body) {
    List<Stmt> outer = out;
    List<Stmt> mine = new ArrayList<>();
    out = mine;
    try {
      for (StmtTy stmt : body == null ? new StmtTy[0] : body) {
        guarded(stmt);
      }
    } finally {
      out = outer;
    }
    return mine;
  }

  /**
   * Parses a statement; a mistake in it is noted and the names that it defines are not complained
   * of again.
   */
  private void guarded(StmtTy stmt) {
    try {
      stmt(stmt);
    } catch (DiagnosticException e) {
      reports.add(e);
      poison(stmt);
    } catch (PoisonedException e) {
      poison(stmt);
    } catch (TypeExpression e) {
      reports.add(
          Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "a type is no value",
              evaluator.span(stmt),
              "types stand in annotations"));
      poison(stmt);
    } catch (StackOverflowError e) {
      reports.add(
          Reports.error(
              DslRule.UNSUPPORTED_EXPRESSION,
              "this is nested too deeply",
              evaluator.span(stmt),
              "split it into several statements"));
      poison(stmt);
    }
  }

  private void poison(StmtTy stmt) {
    switch (stmt) {
      case StmtTy.Assign a -> {
        for (ExprTy t : a.targets) {
          poison(t);
        }
      }
      case StmtTy.AnnAssign a -> poison(a.target);
      case StmtTy.For f -> poisonAll(f.body);
      case StmtTy.With w -> poisonAll(w.body);
      case StmtTy.If i -> {
        poisonAll(i.body);
        poisonAll(i.orElse);
      }
      case StmtTy.While w -> poisonAll(w.body);
      default -> {}
    }
  }

  private void poisonAll(StmtTy[] body) {
    for (StmtTy s : body == null ? new StmtTy[0] : body) {
      poison(s);
    }
  }

  private void poison(ExprTy target) {
    switch (target) {
      case ExprTy.Name n -> evaluator.bind(n.id, Poison.VALUE);
      case ExprTy.Tuple t -> {
        for (ExprTy e : t.elements) {
          poison(e);
        }
      }
      default -> {}
    }
  }

  private void stmt(StmtTy stmt) {
    switch (stmt) {
      case StmtTy.Assign a -> assign(a);
      case StmtTy.AnnAssign a -> annotated(a);
      case StmtTy.AugAssign a -> augmented(a);
      case StmtTy.Expr e -> effect(e);
      case StmtTy.For f -> loop(f);
      case StmtTy.While w -> whileLoop(w);
      case StmtTy.If i -> choice(i);
      case StmtTy.With w -> with(w);
      case StmtTy.Return r -> returns(r);
      case StmtTy.Pass p -> {}
      case StmtTy.Break b -> out.add(new Break(evaluator.span(b)));
      case StmtTy.Continue c -> out.add(new Continue(evaluator.span(c)));
      case StmtTy.Assert a -> staticAssert(a.test, a.msg, a);
      default ->
          throw Reports.error(
              DslRule.UNSUPPORTED_STATEMENT,
              "a " + kind(stmt) + " has no meaning in a kernel",
              evaluator.span(stmt),
              "move it out of the kernel");
    }
  }

  private static String kind(StmtTy stmt) {
    return switch (stmt) {
      case StmtTy.FunctionDef f -> "nested function";
      case StmtTy.ClassDef c -> "class";
      case StmtTy.Try t -> "try statement";
      case StmtTy.Raise r -> "raise statement";
      case StmtTy.Import i -> "import";
      case StmtTy.ImportFrom i -> "import";
      case StmtTy.Delete d -> "del statement";
      case StmtTy.Global g -> "global statement";
      case StmtTy.Nonlocal n -> "nonlocal statement";
      default -> stmt.getClass().getSimpleName() + " statement";
    };
  }

  private void staticAssert(ExprTy test, ExprTy message, SSTNode at) {
    if (!evaluator.staticTruth(test)) {
      String text =
          message == null ? "the assertion does not hold" : Builtins.text(evaluator.eval(message));
      throw Reports.error(DslRule.STATIC_ASSERT, text, evaluator.span(at), null);
    }
  }

  // ---------------------------------------------------------------- assignment

  private void assign(StmtTy.Assign a) {
    if (a.targets.length == 1 && isYield(a.value)) {
      yields(a.targets[0], null, (ExprTy.Call) a.value);
      return;
    }
    Object value = evaluator.eval(a.value);
    for (ExprTy target : a.targets) {
      store(target, value, null, a);
    }
  }

  private void annotated(StmtTy.AnnAssign a) {
    if (a.value == null) {
      throw Reports.error(
          DslRule.TARGET, "a declaration without a value defines nothing", evaluator.span(a), null);
    }
    Type declared = annotation(a.annotation).type();
    if (isYield(a.value)) {
      yields(a.target, declared, (ExprTy.Call) a.value);
      return;
    }
    store(a.target, evaluator.eval(a.value), declared, a);
  }

  private void augmented(StmtTy.AugAssign a) {
    if (!(a.target instanceof ExprTy.Name n)) {
      throw Reports.error(
          DslRule.TARGET,
          "only a name can be updated in place",
          evaluator.span(a.target),
          "write the element with an ordinary assignment");
    }
    Object left = evaluator.eval(n);
    Object right = evaluator.eval(a.value);
    store(n, evaluator.combine(a.op, left, right, a, a.target, a.value), null, a);
  }

  private void store(ExprTy target, Object value, Type declared, SSTNode at) {
    switch (target) {
      case ExprTy.Name n -> define(n, value, declared, at);
      case ExprTy.Tuple t -> unpack(t, value, at);
      case ExprTy.Subscript s -> storeElement(s, value);
      default ->
          throw Reports.error(
              DslRule.TARGET, "this cannot be assigned to", evaluator.span(target), null);
    }
  }

  private void define(ExprTy.Name name, Object value, Type declared, SSTNode at) {
    Expr expr = null;
    if (value instanceof Expr e) {
      expr = e;
    } else if (declared instanceof ScalarType
        || isNumber(value) && (irText || !assigned.once(name.id))) {
      expr = evaluator.scalar(value, evaluator.span(at), "value");
    }
    if (expr == null || expr instanceof MakeTuple) {
      evaluator.bind(name.id, value);
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
    Var var = new Var(name.id, type, evaluator.span(name));
    out.add(new Assign(var, expr, evaluator.span(at)));
    evaluator.bind(name.id, var);
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
      return Scalars.cast(expr, d, evaluator.span(at));
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

  private void unpack(ExprTy.Tuple target, Object value, SSTNode at) {
    int n = target.elements.length;
    if (value instanceof List<?> list) {
      if (list.size() != n) {
        throw wrongCount(target, list.size());
      }
      for (int i = 0; i < n; i++) {
        store(target.elements[i], list.get(i), null, at);
      }
      return;
    }
    if (value instanceof Expr e && e.type() instanceof TupleType t) {
      if (t.elements().size() != n) {
        throw wrongCount(target, t.elements().size());
      }
      Expr tuple = e;
      if (!(e instanceof Var)) {
        Var temporary = new Var("_tuple_" + out.size(), t, evaluator.span(at));
        out.add(new Assign(temporary, e, evaluator.span(at)));
        tuple = temporary;
      }
      for (int i = 0; i < n; i++) {
        store(target.elements[i], new TupleGet(tuple, i, evaluator.span(at)), null, at);
      }
      return;
    }
    throw Reports.error(
        DslRule.TARGET,
        Evaluator.describe(value) + " cannot be unpacked into " + n + " names",
        evaluator.span(target),
        null);
  }

  private RuntimeException wrongCount(ExprTy.Tuple target, int found) {
    return Reports.error(
        DslRule.TARGET,
        found + " values for " + target.elements.length + " names",
        evaluator.span(target),
        null);
  }

  private void storeElement(ExprTy.Subscript s, Object value) {
    Object base = evaluator.eval(s.value);
    if (!(base instanceof Expr tensor) || !(s.value instanceof ExprTy.Name name)) {
      throw Reports.error(
          DslRule.TARGET,
          "only elements of a tensor or tile that has a name can be assigned",
          evaluator.span(s),
          null);
    }
    Span span = evaluator.span(s);
    if (tensor.type() instanceof ArrayType array) {
      Expr index = new Subscripts(evaluator).element(s.slice);
      Expr scalar = evaluator.scalar(value, span, "value");
      Expr fitted = scalar instanceof IntConst ? Scalars.cast(scalar, array.dtype(), span) : scalar;
      define(
          name,
          evaluator.typed(
              Op.ARRAY_UPDATE, List.of(tensor, index, fitted), Attrs.NONE, CallSite.at(span)),
          null,
          s);
      return;
    }
    if (!(tensor.type() instanceof TensorLike || tensor.type() instanceof TileType)) {
      throw Reports.error(
          DslRule.TARGET,
          "a " + tensor.type().kind() + " has no elements to assign",
          span,
          "assign elements of a tensor, a tile or an array");
    }
    Subscripts.Region region = new Subscripts(evaluator).region(tensor, s.slice);
    boolean tile = tensor.type() instanceof TileType;
    MakeTuple offsets = new MakeTuple(region.offsets(), span);
    boolean element = region.dropped().size() == region.offsets().size();
    if (element) {
      Expr scalar = evaluator.scalar(value, span, "value");
      Op op = tile ? Op.TILE_WRITE : Op.TENSOR_WRITE;
      out.add(
          new Eval(
              evaluator.typed(op, List.of(tensor, offsets, scalar), Attrs.NONE, CallSite.at(span)),
              span));
      return;
    }
    if (!(value instanceof Expr part)) {
      throw Reports.error(
          DslRule.OPERAND_KIND,
          "a region takes a tensor or a tile, not " + Evaluator.describe(value),
          span,
          null);
    }
    Op op = tile ? Op.TILE_ASSEMBLE : Op.TENSOR_ASSEMBLE;
    Call call = evaluator.typed(op, List.of(tensor, part, offsets), Attrs.NONE, CallSite.at(span));
    define(name, call, null, s);
  }

  // ---------------------------------------------------------------- effects and results

  private void effect(StmtTy.Expr e) {
    if (e.value instanceof ExprTy.Constant) {
      return; // A docstring or a stray literal.
    }
    if (isYield(e.value)) {
      yields(null, null, (ExprTy.Call) e.value);
      return;
    }
    if (e.value instanceof ExprTy.Call c && directive(c)) {
      return;
    }
    Object value = evaluator.eval(e.value);
    if (value instanceof Call || value instanceof FunctionCall) {
      out.add(new Eval((Expr) value, evaluator.span(e)));
    }
  }

  /** Calls that speak to the compiler; true when this was one. */
  private boolean directive(ExprTy.Call c) {
    if (evaluator.isNamespace(c.func, "pl.static_print")) {
      List<String> parts = new ArrayList<>();
      for (ExprTy arg : c.args) {
        Object value = evaluator.eval(arg);
        parts.add(value instanceof Expr e ? org.pyptoj.ir.Printer.print(e) : Builtins.text(value));
      }
      System.out.println(String.join(" ", parts));
      return true;
    }
    if (evaluator.isNamespace(c.func, "pl.static_assert")) {
      staticAssert(c.args[0], c.args.length > 1 ? c.args[1] : null, c);
      return true;
    }
    return false;
  }

  private void returns(StmtTy.Return r) {
    List<Expr> values = new ArrayList<>();
    if (r.value != null) {
      Object value = evaluator.eval(r.value);
      if (value instanceof List<?> list) {
        for (Object element : list) {
          values.add(returned(element, r));
        }
      } else if (value instanceof Expr e
          && e.type() instanceof TupleType t
          && !(e instanceof MakeTuple)) {
        Var temporary = new Var("_tuple_" + out.size(), t, evaluator.span(r));
        out.add(new Assign(temporary, e, evaluator.span(r)));
        for (int i = 0; i < t.elements().size(); i++) {
          values.add(new TupleGet(temporary, i, evaluator.span(r)));
        }
      } else if (value != PyNone.NONE) {
        values.add(returned(value, r));
      }
    }
    values.removeIf(v -> v.type() instanceof org.pyptoj.ir.type.UnknownType);
    if (results == null) {
      results = values.stream().map(Expr::type).toList();
    } else if (results.size() != values.size()) {
      throw Reports.error(
          DslRule.RETURN,
          "the function declares " + results.size() + " results, this returns " + values.size(),
          evaluator.span(r),
          null);
    }
    for (int i = 0; i < values.size(); i++) {
      Expr value = FunctionArguments.adapt(values.get(i), results.get(i));
      if (value.type() instanceof DistributedTensorType window
          && results.get(i) instanceof TensorType) {
        // Declared as a tensor, it stays what it is: a slice of a window.
        results = new ArrayList<>(results);
        results.set(i, window);
      }
      if (!value.type().kind().equals(results.get(i).kind())) {
        throw Reports.error(
            DslRule.RETURN,
            "result "
                + i
                + " is a "
                + value.type().kind()
                + ", the function declares a "
                + results.get(i).kind(),
            evaluator.span(r),
            null);
      }
      values.set(i, value);
    }
    out.add(new Return(values, evaluator.span(r)));
  }

  private Expr returned(Object value, StmtTy.Return r) {
    return value instanceof Expr e ? e : evaluator.scalar(value, evaluator.span(r), "result");
  }

  private boolean isYield(ExprTy value) {
    return value instanceof ExprTy.Call c
        && c.func instanceof ExprTy.Attribute a
        && a.attr.equals("yield_")
        && evaluator.isNamespace(c.func, "pl.yield_");
  }

  private void yields(ExprTy target, Type declared, ExprTy.Call call) {
    if (yielded == null) {
      throw Reports.error(
          DslRule.CARRIED, "pl.yield_ stands outside a loop or branch", evaluator.span(call), null);
    }
    List<Expr> values = new ArrayList<>();
    for (ExprTy arg : call.args) {
      Object value = evaluator.eval(arg);
      values.add(
          value instanceof Expr e ? e : evaluator.scalar(value, evaluator.span(arg), "value"));
    }
    List<ExprTy> names =
        target == null
            ? List.of()
            : target instanceof ExprTy.Tuple t ? List.of(t.elements) : List.of(target);
    if (target != null && names.size() != values.size()) {
      throw Reports.error(
          DslRule.CARRIED,
          values.size() + " values are yielded to " + names.size() + " names",
          evaluator.span(call),
          null);
    }
    for (int i = 0; i < values.size(); i++) {
      String name =
          i < names.size() && names.get(i) instanceof ExprTy.Name n ? n.id : "_yield_" + i;
      Type type = declared != null && values.size() == 1 ? declared : values.get(i).type();
      Span span = i < names.size() ? evaluator.span(names.get(i)) : evaluator.span(call);
      yielded.add(new Var(name, type, span));
    }
    out.add(new Yield(values, evaluator.span(call)));
  }

  /**
   * Parses a body that may hand values on; gives the statements and adds the names to {@code
   * names}.
   */
  private Block yieldingBody(StmtTy[] body, List<Var> names) {
    List<Var> outer = yielded;
    yielded = names;
    try {
      return new Block(collect(body));
    } finally {
      yielded = outer;
    }
  }

  // ---------------------------------------------------------------- control flow

  private void loop(StmtTy.For f) {
    if (f.orElse != null && f.orElse.length > 0) {
      throw Reports.error(
          DslRule.LOOP, "a loop's else has no meaning in a kernel", evaluator.span(f), null);
    }
    String function = f.iter instanceof ExprTy.Call c ? loopFunction(c) : null;
    if (function == null) {
      staticLoop(f);
      return;
    }
    ExprTy.Call call = (ExprTy.Call) f.iter;
    switch (function) {
      case "pl.while_" -> carriedWhile(f, call);
      case "pl.spmd" -> spmdLoop(f, call);
      default -> countedLoop(f, call, function);
    }
  }

  private String loopFunction(ExprTy.Call c) {
    if (!(c.func instanceof ExprTy.Attribute)) {
      return null;
    }
    if (evaluator.eval(c.func) instanceof Namespace n) {
      return switch (n.path()) {
        case "pl.range", "pl.parallel", "pl.unroll", "pl.pipeline", "pl.while_", "pl.spmd" ->
            n.path();
        default -> null;
      };
    }
    return null;
  }

  private void staticLoop(StmtTy.For f) {
    for (Object value : evaluator.iterate(f.iter)) {
      evaluator.bindTarget(f.target, value);
      for (StmtTy stmt : f.body) {
        guarded(stmt);
      }
    }
  }

  private void countedLoop(StmtTy.For f, ExprTy.Call call, String function) {
    ForKind kind =
        switch (function) {
          case "pl.parallel" -> ForKind.PARALLEL;
          case "pl.unroll" -> ForKind.UNROLL;
          case "pl.pipeline" -> ForKind.PIPELINE;
          default -> ForKind.SEQUENTIAL;
        };
    if (call.args.length < 1 || call.args.length > 3) {
      throw Reports.error(
          DslRule.LOOP,
          function + " takes a stop, a start and a stop, or a start, a stop and a step",
          evaluator.span(call),
          null);
    }
    List<Expr> bounds = new ArrayList<>();
    for (ExprTy arg : call.args) {
      bounds.add(evaluator.scalar(evaluator.eval(arg), evaluator.span(arg), "bound"));
    }
    Expr start = bounds.size() > 1 ? bounds.get(0) : IntConst.index(0);
    Expr stop = bounds.size() > 1 ? bounds.get(1) : bounds.get(0);
    Expr step = bounds.size() > 2 ? bounds.get(2) : IntConst.index(1);
    if (step instanceof IntConst s && s.value() == 0) {
      throw Reports.error(
          DslRule.LOOP, "a loop's step is not zero", evaluator.span(call.args[2]), null);
    }
    List<Expr> inits = List.of();
    Map<String, Object> attrs = new LinkedHashMap<>();
    for (KeywordTy k : call.keywords) {
      if ("init_values".equals(k.arg)) {
        inits = initValues(k);
      } else if (k.arg != null) {
        attrs.put(k.arg, evaluator.attrValue(evaluator.eval(k.value)));
      }
    }
    ExprTy indexName = f.target;
    List<ExprTy> carriedNames = List.of();
    if (!inits.isEmpty()) {
      if (!(f.target instanceof ExprTy.Tuple t) || t.elements.length != 2) {
        throw Reports.error(
            DslRule.LOOP,
            "a loop with init_values has an index and a tuple of carried names",
            evaluator.span(f.target),
            "for i, (acc,) in pl.range(n, init_values=(acc0,)):");
      }
      indexName = t.elements[0];
      carriedNames =
          t.elements[1] instanceof ExprTy.Tuple c ? List.of(c.elements) : List.of(t.elements[1]);
    }
    if (!(indexName instanceof ExprTy.Name index)) {
      throw Reports.error(
          DslRule.LOOP,
          "a loop's index is one name",
          evaluator.span(f.target),
          "without init_values the loop has no carried names");
    }
    Var indexVar = new Var(index.id, ScalarType.INDEX, evaluator.span(index));
    evaluator.bind(index.id, indexVar);
    List<IterArg> iterArgs = iterArgs(carriedNames, inits, f);
    List<Var> names = new ArrayList<>();
    Block body = yieldingBody(f.body, names);
    checkCarried(iterArgs, names, f);
    out.add(
        new For(
            indexVar,
            start,
            stop,
            step,
            iterArgs,
            body,
            names,
            kind,
            new Attrs(attrs),
            evaluator.span(f)));
    names.forEach(v -> evaluator.bind(v.name(), v));
  }

  private List<Expr> initValues(KeywordTy k) {
    Object value = evaluator.eval(k.value);
    if (!(value instanceof List<?> list)) {
      throw Reports.error(
          DslRule.LOOP,
          "init_values is a tuple or list of values",
          evaluator.span(k.value),
          "init_values=(acc,)");
    }
    List<Expr> inits = new ArrayList<>();
    for (Object element : list) {
      inits.add(
          element instanceof Expr e
              ? e
              : evaluator.scalar(element, evaluator.span(k.value), "value"));
    }
    return inits;
  }

  private List<IterArg> iterArgs(List<ExprTy> names, List<Expr> inits, SSTNode at) {
    if (names.size() != inits.size()) {
      throw Reports.error(
          DslRule.LOOP,
          inits.size() + " init_values for " + names.size() + " carried names",
          evaluator.span(at),
          null);
    }
    List<IterArg> iterArgs = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!(names.get(i) instanceof ExprTy.Name n)) {
        throw Reports.error(
            DslRule.LOOP, "a carried value has one name", evaluator.span(names.get(i)), null);
      }
      Var var = new Var(n.id, inits.get(i).type(), evaluator.span(n));
      evaluator.bind(n.id, var);
      iterArgs.add(new IterArg(var, inits.get(i)));
    }
    return iterArgs;
  }

  private void checkCarried(List<IterArg> iterArgs, List<Var> names, SSTNode at) {
    if (iterArgs.size() != names.size()) {
      throw Reports.error(
          DslRule.CARRIED,
          "the loop carries " + iterArgs.size() + " values and its body yields " + names.size(),
          evaluator.span(at),
          "end the body with pl.yield_ of the carried values");
    }
  }

  private void carriedWhile(StmtTy.For f, ExprTy.Call call) {
    List<Expr> inits = List.of();
    for (KeywordTy k : call.keywords) {
      if ("init_values".equals(k.arg)) {
        inits = initValues(k);
      }
    }
    List<ExprTy> names =
        f.target instanceof ExprTy.Tuple t ? List.of(t.elements) : List.of(f.target);
    List<IterArg> iterArgs = iterArgs(names, inits, f);
    if (f.body.length == 0
        || !(f.body[0] instanceof StmtTy.Expr first)
        || !(first.value instanceof ExprTy.Call cond)
        || !evaluator.isNamespace(cond.func, "pl.cond")) {
      throw Reports.error(
          DslRule.LOOP, "a pl.while_ loop begins with pl.cond(...)", evaluator.span(f), null);
    }
    Expr condition = conditionOf(cond.args[0]);
    List<Var> results = new ArrayList<>();
    StmtTy[] rest = java.util.Arrays.copyOfRange(f.body, 1, f.body.length);
    Block body = yieldingBody(rest, results);
    checkCarried(iterArgs, results, f);
    out.add(new While(condition, iterArgs, body, results, evaluator.span(f)));
    results.forEach(v -> evaluator.bind(v.name(), v));
  }

  private Expr conditionOf(ExprTy expr) {
    return evaluator.condition(evaluator.eval(expr), evaluator.span(expr));
  }

  private void whileLoop(StmtTy.While w) {
    Expr condition = conditionOf(w.test);
    Block body = new Block(collect(w.body));
    out.add(new While(condition, List.of(), body, List.of(), evaluator.span(w)));
  }

  private void choice(StmtTy.If i) {
    Object test = evaluator.eval(i.test);
    Boolean known = irText ? null : Evaluator.truth(test);
    if (known != null) {
      for (StmtTy stmt : known ? i.body : i.orElse == null ? new StmtTy[0] : i.orElse) {
        guarded(stmt);
      }
      return;
    }
    Expr condition = evaluator.condition(test, evaluator.span(i.test));
    List<Var> thenNames = new ArrayList<>();
    Block then = yieldingBody(i.body, thenNames);
    List<Var> elseNames = new ArrayList<>();
    Block orElse = yieldingBody(i.orElse, elseNames);
    if (!elseNames.isEmpty() && elseNames.size() != thenNames.size()
        || !thenNames.isEmpty() && elseNames.isEmpty()) {
      throw Reports.error(
          DslRule.CARRIED,
          "the branches yield " + thenNames.size() + " and " + elseNames.size() + " values",
          evaluator.span(i),
          "yield the same values in both branches");
    }
    out.add(new If(condition, then, orElse, thenNames, evaluator.span(i)));
    thenNames.forEach(v -> evaluator.bind(v.name(), v));
  }

  // ---------------------------------------------------------------- scopes

  private void with(StmtTy.With w) {
    if (w.items.length != 1) {
      throw Reports.error(
          DslRule.UNSUPPORTED_STATEMENT,
          "a with statement opens one scope here",
          evaluator.span(w),
          "nest the scopes");
    }
    WithItemTy item = w.items[0];
    if (!(item.contextExpr instanceof ExprTy.Call call)
        || !(evaluator.eval(call.func) instanceof Namespace n)) {
      throw notAScope(item.contextExpr);
    }
    ScopeKind kind =
        switch (n.path()) {
          case "pl.at" -> ScopeKind.AT;
          case "pl.cluster" -> ScopeKind.CLUSTER;
          case "pl.spmd" -> ScopeKind.SPMD;
          case "pl.split_aiv" -> ScopeKind.SPLIT_AIV;
          case "pl.manual_scope" -> ScopeKind.MANUAL;
          case "pl.scope" -> ScopeKind.RUNTIME;
          case "pld.comm_domain" -> ScopeKind.COMM_DOMAIN;
          default -> throw notAScope(item.contextExpr);
        };
    Attrs attrs = scopeAttrs(kind, call);
    Var task = null;
    if (item.optionalVars != null) {
      if (!(item.optionalVars instanceof ExprTy.Name name)) {
        throw Reports.error(
            DslRule.TARGET, "a scope's task has one name", evaluator.span(item), null);
      }
      task = new Var(name.id, new ScalarType(DataType.TASK_ID), evaluator.span(name));
    }
    Block body = new Block(collect(w.body));
    out.add(new Scope(kind, attrs, task, body, evaluator.span(w)));
    if (task != null) {
      evaluator.bind(task.name(), task);
    }
  }

  private RuntimeException notAScope(ExprTy at) {
    return Reports.error(
        DslRule.UNSUPPORTED_STATEMENT,
        "this is no scope of the kernel language",
        evaluator.span(at),
        "pl.at, pl.cluster, pl.spmd, pl.split_aiv and pl.manual_scope open scopes");
  }

  private Attrs scopeAttrs(ScopeKind kind, ExprTy.Call call) {
    String[] positional =
        switch (kind) {
          case AT -> new String[] {"level", "role"};
          case SPMD -> new String[] {"core_num"};
          case SPLIT_AIV -> new String[] {"mode"};
          default -> new String[0];
        };
    if (call.args.length > positional.length) {
      throw Reports.error(
          DslRule.ARGUMENTS,
          "this scope takes " + positional.length + " positional arguments",
          evaluator.span(call),
          null);
    }
    Map<String, Object> attrs = new LinkedHashMap<>();
    for (int i = 0; i < call.args.length; i++) {
      attrs.put(positional[i], scopeAttr(positional[i], call.args[i]));
    }
    for (KeywordTy k : call.keywords) {
      if (k.arg == null) {
        throw Reports.error(
            DslRule.ARGUMENTS, "a scope's arguments are written out", evaluator.span(k), null);
      }
      Object value = scopeAttr(k.arg, k.value);
      if (value != null || irText) {
        attrs.put(k.arg, value);
      }
    }
    return new Attrs(attrs);
  }

  private Object scopeAttr(String name, ExprTy at) {
    Object value = evaluator.attrValue(evaluator.eval(at));
    boolean fits =
        value == null
            || switch (name) {
              case "level" -> value instanceof Level;
              case "role" -> value instanceof Role;
              case "name_hint" -> value instanceof String;
              case "deps" ->
                  value instanceof List<?> list && list.stream().allMatch(d -> d instanceof Expr);
              default -> irText || isAttribute(value);
            };
    if (!fits) {
      String wanted =
          switch (name) {
            case "level" -> "a pl.Level";
            case "role" -> "a pl.Role";
            case "name_hint" -> "a text";
            case "deps" -> "a list of task ids";
            default -> "a number, a text, an enum's constant or a list of these";
          };
      throw Reports.error(
          DslRule.ARGUMENT_VALUE,
          "a scope's " + name + " is " + wanted + ", not " + Evaluator.describe(value),
          evaluator.span(at),
          null);
    }
    return value;
  }

  private static boolean isAttribute(Object value) {
    return switch (value) {
      case null -> true;
      case List<?> list -> list.stream().allMatch(FunctionParser::isAttribute);
      case Map<?, ?> map -> map.values().stream().allMatch(FunctionParser::isAttribute);
      default ->
          value instanceof Number
              || value instanceof Boolean
              || value instanceof String
              || value instanceof Enum<?>
              || value instanceof Expr;
    };
  }

  private void spmdLoop(StmtTy.For f, ExprTy.Call call) {
    Attrs attrs = scopeAttrs(ScopeKind.SPMD, call);
    if (!(f.target instanceof ExprTy.Name index)) {
      throw Reports.error(
          DslRule.LOOP, "the block number has one name", evaluator.span(f.target), null);
    }
    Function<StmtTy[], List<Stmt>> body =
        stmts -> {
          List<Stmt> inner = new ArrayList<>();
          Var block = new Var(index.id, ScalarType.INDEX, evaluator.span(index));
          Call get =
              evaluator.typed(
                  Op.GET_BLOCK_IDX, List.of(), Attrs.NONE, CallSite.at(evaluator.span(index)));
          inner.add(new Assign(block, get.withType(ScalarType.INDEX), evaluator.span(index)));
          evaluator.bind(index.id, block);
          inner.addAll(collect(stmts));
          return inner;
        };
    out.add(
        new Scope(ScopeKind.SPMD, attrs, null, new Block(body.apply(f.body)), evaluator.span(f)));
  }
}

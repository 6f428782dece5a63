package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ArgTy;
import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/** Turns a function's statements into IR. */
final class FunctionParser {

  private final Evaluator evaluator;
  private final TypeReader types;
  private final Reports reports;
  private final boolean irText;
  private final Statements statements;
  private final Assignments assignments;
  private final Loops loops;
  private final Scopes scopes;
  private final Returns returns;
  private final Yields yields;
  private final Choices choices;
  private final DynamicDims dynamicDims;

  FunctionParser(Evaluator evaluator, Reports reports, boolean irText) {
    this.evaluator = evaluator;
    this.types = new TypeReader(evaluator);
    this.reports = reports;
    this.irText = irText;
    this.statements = new Statements(evaluator);
    evaluator.lookup().readsOfPartlyAssigned(statements::add);
    this.assignments = new Assignments(evaluator, statements, irText);
    this.loops = new Loops(evaluator, this, statements, irText);
    this.scopes = new Scopes(evaluator, this, statements, irText);
    this.returns = new Returns(evaluator, statements, irText);
    this.yields = new Yields(evaluator, statements);
    this.choices = new Choices(evaluator, this, statements, irText);
    this.dynamicDims = new DynamicDims(evaluator);
  }

  Loops loops() {
    return loops;
  }

  Scopes scopes() {
    return scopes;
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
    dynamicDims.find(def.body);
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
      params.add(new Param(new Var(arg.arg, dynamicDims.in(arg.arg, type), span), direction));
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
          && evaluator.lookup().isNamespace(s.value, "pl.Scalar")) {
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
    assignments.names(Names.bound(def.body));
    evaluator.locals(def.body);
    returns.declared(declared);
    for (Param param : params) {
      evaluator.bind(param.var().name(), param.var());
      evaluator.bindings().aliases().parameter(param.var());
    }
    return body(def.body).block();
  }

  /** The result types: the declared ones, or those of the first return. */
  List<Type> results() {
    return returns.types();
  }

  /**
   * A block that has been read.
   *
   * @param block its statements
   * @param jump what leaves it for the loop around it, which is being unrolled; or null
   */
  record Body(Block block, Loops.Jump jump) {

    /** Goes on to where the block is left for. */
    void jumpOn() {
      if (jump != null) {
        throw jump;
      }
    }
  }

  /** Reads statements into a block of their own. */
  Body body(StmtTy[] body) {
    List<Stmt> outer = statements.open();
    Loops.Jump jump = null;
    try {
      read(body);
    } catch (Loops.Jump j) {
      jump = j;
    } catch (Throwable t) {
      statements.close(outer);
      throw t;
    }
    return new Body(new Block(statements.close(outer)), jump);
  }

  /** Reads statements into the block at hand. What follows a return or a jump is never reached. */
  void read(StmtTy[] body) {
    for (StmtTy stmt : body == null ? new StmtTy[0] : body) {
      guarded(stmt);
      if (!irText && statements.isEnded()) {
        return;
      }
    }
  }

  /** Gives a loop's target a value of the sequence. */
  void bindTarget(ExprTy target, Object value, SSTNode at) {
    switch (target) {
      case ExprTy.Name n -> evaluator.bind(n.id, value);
      case ExprTy.Tuple t -> bindTargets(t.elements, value, t, at);
      case ExprTy.List l -> bindTargets(l.elements, value, l, at);
      case ExprTy.Starred s -> bindTarget(s.value, value, at);
      default -> assignments.store(target, value, null, at);
    }
  }

  private void bindTargets(ExprTy[] targets, Object value, ExprTy whole, SSTNode at) {
    List<Object> values = new Unpacking(evaluator).values(targets, value, whole);
    for (int i = 0; i < targets.length; i++) {
      bindTarget(targets[i], values.get(i), at);
    }
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
    } catch (HostException e) {
      reports.add(Reports.error(DslRule.HOST, e.getMessage(), evaluator.span(stmt), null));
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
      case StmtTy.Assign a when dynamicDims.isSymbol(a) ->
          evaluator.bind(((ExprTy.Name) a.targets[0]).id, evaluator.eval(a.value));
      case StmtTy.Assign a -> assign(a);
      case StmtTy.AnnAssign a -> annotated(a);
      case StmtTy.AugAssign a -> assignments.augmented(a);
      case StmtTy.Delete d -> assignments.delete(d);
      case StmtTy.FunctionDef f -> nested(f);
      case StmtTy.Expr e -> effect(e);
      case StmtTy.For f -> loops.loop(f);
      case StmtTy.While w -> loops.whileLoop(w);
      case StmtTy.If i -> choices.choice(i);
      case StmtTy.With w -> scopes.with(w);
      case StmtTy.Return r -> returns.read(r);
      case StmtTy.Pass p -> {}
      case StmtTy.Break b -> loops.jump(true, b);
      case StmtTy.Continue c -> loops.jump(false, c);
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
      case StmtTy.ClassDef c -> "class";
      case StmtTy.Try t -> "try statement";
      case StmtTy.Raise r -> "raise statement";
      case StmtTy.Import i -> "import";
      case StmtTy.ImportFrom i -> "import";
      case StmtTy.Global g -> "global statement";
      case StmtTy.Nonlocal n -> "nonlocal statement";
      default -> stmt.getClass().getSimpleName() + " statement";
    };
  }

  private void staticAssert(ExprTy test, ExprTy message, SSTNode at) {
    if (!evaluator.staticTruth(test)) {
      String text =
          message == null
              ? "the assertion does not hold"
              : evaluator.values().shown(evaluator.eval(message));
      throw Reports.error(DslRule.STATIC_ASSERT, text, evaluator.span(at), null);
    }
  }

  // ---------------------------------------------------------------- assignment

  private void assign(StmtTy.Assign a) {
    if (a.targets.length == 1 && yields.isYield(a.value)) {
      yields.read(a.targets[0], null, (ExprTy.Call) a.value);
      return;
    }
    assignments.assign(a);
  }

  private void annotated(StmtTy.AnnAssign a) {
    if (a.value == null) {
      throw Reports.error(
          DslRule.TARGET, "a declaration without a value defines nothing", evaluator.span(a), null);
    }
    Type declared = annotation(a.annotation).type();
    if (yields.isYield(a.value)) {
      yields.read(a.target, declared, (ExprTy.Call) a.value);
      return;
    }
    assignments.store(a.target, evaluator.eval(a.value), declared, a);
  }

  /** A function inside the kernel stays Python: it computes compile-time values. */
  private void nested(StmtTy.FunctionDef f) {
    if (f.decoratorList != null && f.decoratorList.length > 0) {
      throw Reports.error(
          DslRule.UNSUPPORTED_STATEMENT,
          "a decorated function has no meaning in a kernel",
          evaluator.span(f),
          "define it outside the kernel");
    }
    String text = evaluator.source().indented(f);
    evaluator.bind(f.name, evaluator.host(f, () -> evaluator.defined(f, text)));
  }

  // ---------------------------------------------------------------- effects and results

  private void effect(StmtTy.Expr e) {
    if (e.value instanceof ExprTy.Constant) {
      return; // A docstring or a stray literal.
    }
    if (yields.isYield(e.value)) {
      yields.read(null, null, (ExprTy.Call) e.value);
      return;
    }
    if (e.value instanceof ExprTy.Call c && directive(c)) {
      return;
    }
    if (DynamicDims.isBinding(e.value)) {
      dynamicDims.requireFound(e.value);
      return;
    }
    if (isIgnoredCall(e.value) && !evaluator.bindings().isOutermost()) {
      throw Reports.error(
          DslRule.PATHS,
          "a Python function is called once, when the kernel is compiled, and not by each run of"
              + " this loop or branch",
          evaluator.span(e),
          "call it outside the loop or branch, or give its result a name");
    }
    statements.effects(evaluator.eval(e.value), evaluator.span(e));
  }

  /** Whether a statement calls a Python function for what it does, not for its result. */
  private boolean isIgnoredCall(ExprTy value) {
    return value instanceof ExprTy.Call c
        && !evaluator.lookup().isLanguage(c.func)
        && !(c.func instanceof ExprTy.Attribute a && Containers.changes(a.attr))
        && !(c.func instanceof ExprTy.Name n && n.id.equals("print"));
  }

  /** Calls that speak to the compiler; true when this was one. */
  private boolean directive(ExprTy.Call c) {
    if (evaluator.lookup().isNamespace(c.func, "pl.static_print")) {
      List<String> parts = new ArrayList<>();
      for (ExprTy arg : c.args) {
        Object value = evaluator.eval(arg);
        parts.add(value instanceof Expr e ? Printer.print(e) : evaluator.values().shown(value));
      }
      System.out.println(String.join(" ", parts));
      return true;
    }
    if (evaluator.lookup().isNamespace(c.func, "pl.static_assert")) {
      staticAssert(c.args[0], c.args.length > 1 ? c.args[1] : null, c);
      return true;
    }
    return false;
  }

  /**
   * Parses a body that may hand values on; gives the statements and adds the names to {@code
   * names}.
   */
  Block yieldingBody(StmtTy[] body, List<Var> names) {
    return yields.into(names, () -> body(body).block());
  }
}

package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.ScalarType;

/** Loops: those over Python's sequences are unrolled as they are read, the others become IR. */
final class Loops {

  /** More rounds than this are no loop to be unrolled. */
  private static final int MOST_ROUNDS = 1_000_000;

  private static final Set<String> FORMS =
      Set.of("pl.range", "pl.parallel", "pl.unroll", "pl.pipeline", "pl.while_", "pl.spmd");

  /** Ends or goes on with a loop that is being unrolled. */
  static final class Jump extends RuntimeException {
    private final boolean ends;

    Jump(boolean ends) {
      super(null, null, false, false);
      this.ends = ends;
    }
  }

  private final Evaluator evaluator;
  private final FunctionParser parser;
  private final Statements statements;
  private final boolean irText;

  /** The region in which the innermost loop is unrolled; null where it is a loop of the IR. */
  private Bindings.Region unrolledIn;

  private boolean inLoop;

  Loops(Evaluator evaluator, FunctionParser parser, Statements statements, boolean irText) {
    this.evaluator = evaluator;
    this.parser = parser;
    this.statements = statements;
    this.irText = irText;
  }

  /** Whether a path below pl makes a loop. */
  static boolean isLoop(String path) {
    return FORMS.contains(path);
  }

  private Span span(SSTNode node) {
    return evaluator.span(node);
  }

  void loop(StmtTy.For f) {
    String form = f.iter instanceof ExprTy.Call c ? form(c) : null;
    boolean hasElse = f.orElse != null && f.orElse.length > 0;
    if (form == null) {
      unrolled(f);
      return;
    }
    if (hasElse && (Names.breaks(f.body) || form.equals("pl.spmd"))) {
      throw Reports.error(
          DslRule.LOOP,
          "whether this loop's else is reached is known at run time only",
          span(f),
          "set a number before each break and test it behind the loop");
    }
    ExprTy.Call call = (ExprTy.Call) f.iter;
    switch (form) {
      case "pl.while_" -> carriedWhile(f, call);
      case "pl.spmd" -> parser.scopes().spmdLoop(f, call);
      default -> counted(f, call, form);
    }
    if (hasElse) {
      parser.read(f.orElse);
    }
  }

  private String form(ExprTy.Call c) {
    return c.func instanceof ExprTy.Attribute
            && evaluator.lookup().isLanguage(c.func)
            && evaluator.eval(c.func) instanceof Namespace n
            && isLoop(n.path())
        ? n.path()
        : null;
  }

  // ---------------------------------------------------------------- unrolled loops

  private void unrolled(StmtTy.For f) {
    Object iterable = evaluator.eval(f.iter);
    List<Object> values = new ArrayList<>(evaluator.iterated(iterable, f.iter));
    if (values.size() > MOST_ROUNDS) {
      throw Reports.error(
          DslRule.LOOP,
          "a compile-time loop of " + values.size() + " iterations is too long",
          span(f.iter),
          "use pl.range");
    }
    statements.keepAll(values, span(f.iter));
    Bindings.Region outer = unrolledIn;
    boolean wasInLoop = inLoop;
    boolean broken = false;
    try {
      for (Object value : values) {
        unrolledIn = evaluator.bindings().region();
        inLoop = true;
        parser.bindTarget(f.target, value, f);
        try {
          parser.read(f.body);
        } catch (Jump jump) {
          broken = jump.ends;
        }
        if (broken || statements.isEnded()) {
          break;
        }
      }
    } finally {
      unrolledIn = outer;
      inLoop = wasInLoop;
    }
    requireUnchanged(iterable, values.size(), f);
    if (!broken && !statements.isEnded()) {
      parser.read(f.orElse);
    }
  }

  /**
   * Python sees what a loop's body adds to the list that it goes over; an unrolled loop does not.
   */
  private void requireUnchanged(Object iterable, int size, StmtTy.For f) {
    boolean changed =
        switch (iterable) {
          case Sequence s -> evaluator.sequence(s).size() != size;
          case Mapping m -> m.entries().size() != size;
          case HostValue h when h.typeName().equals("list") -> evaluator.sequence(h).size() != size;
          default -> false;
        };
    if (changed) {
      throw Reports.error(
          DslRule.LOOP,
          "the loop's body changes the length of what it goes over",
          span(f.iter),
          "go over a copy: list(...)");
    }
  }

  /** A break or continue. */
  void jump(boolean ends, SSTNode at) {
    if (!inLoop && !irText) {
      throw Reports.error(
          DslRule.UNSUPPORTED_STATEMENT,
          (ends ? "break" : "continue") + " stands in no loop of this function",
          span(at),
          null);
    }
    if (unrolledIn == null) {
      statements.add(ends ? new Break(span(at)) : new Continue(span(at)));
      return;
    }
    if (unrolledIn != evaluator.bindings().region()) {
      throw Reports.error(
          DslRule.LOOP,
          "this loop is unrolled when the kernel is compiled, but whether it "
              + (ends ? "ends" : "goes on")
              + " here is known at run time only",
          span(at),
          "use pl.range, or put the rest of the body in an if");
    }
    throw new Jump(ends);
  }

  /** Reads the body of a loop of the IR. */
  private Block body(StmtTy[] body, List<Var> names) {
    Bindings.Region outerUnrolled = unrolledIn;
    boolean wasInLoop = inLoop;
    Bindings.Region outer = evaluator.bindings().enter();
    unrolledIn = null;
    inLoop = true;
    try {
      return parser.yieldingBody(body, names);
    } finally {
      evaluator.bindings().leave(outer);
      unrolledIn = outerUnrolled;
      inLoop = wasInLoop;
    }
  }

  /** Reads the body of a function, which is in no loop. */
  void outside(Runnable read) {
    Bindings.Region outer = unrolledIn;
    boolean wasInLoop = inLoop;
    unrolledIn = null;
    inLoop = false;
    try {
      read.run();
    } finally {
      unrolledIn = outer;
      inLoop = wasInLoop;
    }
  }

  private Set<String> changed(StmtTy[] body, ExprTy target) {
    Set<String> names = new LinkedHashSet<>(Names.changed(body));
    names.addAll(Names.targets(target));
    return names;
  }

  // ---------------------------------------------------------------- loops of the IR

  private void counted(StmtTy.For f, ExprTy.Call call, String form) {
    ForKind kind =
        switch (form) {
          case "pl.parallel" -> ForKind.PARALLEL;
          case "pl.unroll" -> ForKind.UNROLL;
          case "pl.pipeline" -> ForKind.PIPELINE;
          default -> ForKind.SEQUENTIAL;
        };
    if (call.args.length < 1 || call.args.length > 3) {
      throw Reports.error(
          DslRule.LOOP,
          form + " takes a stop, a start and a stop, or a start, a stop and a step",
          span(call),
          null);
    }
    List<Expr> bounds = new ArrayList<>();
    for (ExprTy arg : call.args) {
      bounds.add(bound(evaluator.eval(arg), arg));
    }
    Expr start = bounds.size() > 1 ? bounds.get(0) : IntConst.index(0);
    Expr stop = bounds.size() > 1 ? bounds.get(1) : bounds.get(0);
    Expr step = bounds.size() > 2 ? bounds.get(2) : IntConst.index(1);
    if (step instanceof IntConst s && s.value() == 0) {
      throw Reports.error(DslRule.LOOP, "a loop's step is not zero", span(call.args[2]), null);
    }
    List<Expr> inits = List.of();
    Map<String, Object> attrs = new LinkedHashMap<>();
    for (KeywordTy k : call.keywords) {
      requireKnown(form, k);
      if ("init_values".equals(k.arg)) {
        inits = initValues(k);
      } else {
        attrs.put(k.arg, evaluator.values().attrValue(evaluator.eval(k.value)));
      }
    }
    ExprTy indexName = f.target;
    List<ExprTy> carriedNames = List.of();
    if (!inits.isEmpty()) {
      if (!(f.target instanceof ExprTy.Tuple t) || t.elements.length != 2) {
        throw Reports.error(
            DslRule.LOOP,
            "a loop with init_values has an index and a tuple of carried names",
            span(f.target),
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
          span(f.target),
          "without init_values the loop has no carried names");
    }
    Set<String> changed = changed(f.body, f.target);
    Map<String, Object> before = evaluator.bindings().snapshot();
    Aliases.State tiles = evaluator.bindings().aliases().snapshot();
    begin(changed, f.body);
    Var indexVar = new Var(index.id, ScalarType.INDEX, span(index));
    evaluator.bind(index.id, indexVar);
    List<IterArg> iterArgs = iterArgs(carriedNames, inits, f);
    List<Var> names = new ArrayList<>();
    Block body = body(f.body, names);
    checkCarried(iterArgs, names, f);
    statements.add(
        new For(
            indexVar, start, stop, step, iterArgs, body, names, kind, new Attrs(attrs), span(f)));
    Boolean runs = runs(start, stop, step);
    if (!irText && names.isEmpty() && Boolean.FALSE.equals(runs)) {
      evaluator.bindings().restore(before);
      evaluator.bindings().aliases().restore(tiles);
      return;
    }
    end(before, changed, Boolean.TRUE.equals(runs), f.body, body);
    evaluator.bindings().aliases().join(tiles);
    names.forEach(v -> evaluator.bind(v.name(), v));
  }

  private Expr bound(Object value, ExprTy at) {
    Object plain = value instanceof HostValue h ? evaluator.values().plain(h) : value;
    if (plain instanceof Double || plain instanceof Boolean) {
      throw Reports.error(
          DslRule.OPERAND_KIND,
          "the bound must be an integer, not " + Values.describe(value),
          span(at),
          null);
    }
    return statements.current(evaluator.values().scalar(plain, span(at), "bound"), span(at));
  }

  private void begin(Set<String> changed, StmtTy[] body) {
    if (!irText) {
      evaluator.bindings().beginRounds(changed);
      evaluator
          .bindings()
          .aliases()
          .beginRounds(new NameFlow(body, evaluator.lookup()::isBelowLanguage));
    }
  }

  private void end(
      Map<String, Object> before, Set<String> changed, boolean certain, StmtTy[] body, Block read) {
    if (!irText) {
      evaluator.bindings().requireUsable(before, read);
      evaluator.bindings().endRounds(before, changed, certain, Names.jumps(body));
    }
  }

  /** Whether a loop runs at all, or null where its bounds are not known. */
  private static Boolean runs(Expr start, Expr stop, Expr step) {
    return start instanceof IntConst a && stop instanceof IntConst b && step instanceof IntConst s
        ? s.value() > 0 ? a.value() < b.value() : a.value() > b.value()
        : null;
  }

  private void requireKnown(String form, KeywordTy k) {
    List<String> known = SpecialForm.of(form).orElseThrow().keywords();
    if (k.arg == null || !irText && !known.contains(k.arg)) {
      throw Reports.error(
          DslRule.ARGUMENTS,
          k.arg == null
              ? "a loop's arguments are written out"
              : form + " has no keyword '" + k.arg + "'",
          span(k),
          "its keywords are " + String.join(", ", known));
    }
  }

  private List<Expr> initValues(KeywordTy k) {
    List<Object> list = evaluator.sequence(evaluator.eval(k.value));
    if (list == null) {
      throw Reports.error(
          DslRule.LOOP,
          "init_values is a tuple or list of values",
          span(k.value),
          "init_values=(acc,)");
    }
    List<Expr> inits = new ArrayList<>();
    for (Object element : list) {
      Expr init =
          element instanceof Expr e
              ? e
              : evaluator.values().scalar(element, span(k.value), "value");
      inits.add(statements.current(init, span(k.value)));
    }
    return inits;
  }

  private List<IterArg> iterArgs(List<ExprTy> names, List<Expr> inits, SSTNode at) {
    if (names.size() != inits.size()) {
      throw Reports.error(
          DslRule.LOOP,
          inits.size() + " init_values for " + names.size() + " carried names",
          span(at),
          null);
    }
    List<IterArg> iterArgs = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!(names.get(i) instanceof ExprTy.Name n)) {
        throw Reports.error(DslRule.LOOP, "a carried value has one name", span(names.get(i)), null);
      }
      Var var = new Var(n.id, inits.get(i).type(), span(n));
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
          span(at),
          "end the body with pl.yield_ of the carried values");
    }
  }

  private void carriedWhile(StmtTy.For f, ExprTy.Call call) {
    List<Expr> inits = List.of();
    for (KeywordTy k : call.keywords) {
      requireKnown("pl.while_", k);
      if ("init_values".equals(k.arg)) {
        inits = initValues(k);
      }
    }
    if (call.args.length > 0) {
      throw Reports.error(
          DslRule.ARGUMENTS,
          "pl.while_ takes no positional arguments",
          span(call.args[0]),
          "its condition is pl.cond(...), the first statement of the body");
    }
    List<ExprTy> names =
        f.target instanceof ExprTy.Tuple t ? List.of(t.elements) : List.of(f.target);
    Set<String> changed = changed(f.body, f.target);
    Map<String, Object> before = evaluator.bindings().snapshot();
    Aliases.State tiles = evaluator.bindings().aliases().snapshot();
    begin(changed, f.body);
    List<IterArg> iterArgs = iterArgs(names, inits, f);
    if (f.body.length == 0
        || !(f.body[0] instanceof StmtTy.Expr first)
        || !(first.value instanceof ExprTy.Call cond)
        || !evaluator.lookup().isNamespace(cond.func, "pl.cond")) {
      throw Reports.error(DslRule.LOOP, "a pl.while_ loop begins with pl.cond(...)", span(f), null);
    }
    Expr condition = condition(cond.args[0]);
    List<Var> results = new ArrayList<>();
    Block body = body(Arrays.copyOfRange(f.body, 1, f.body.length), results);
    checkCarried(iterArgs, results, f);
    statements.add(new While(condition, iterArgs, body, results, span(f)));
    end(before, changed, false, f.body, body);
    evaluator.bindings().aliases().join(tiles);
    results.forEach(v -> evaluator.bind(v.name(), v));
  }

  private Expr condition(ExprTy expr) {
    Expr condition = evaluator.operators().condition(evaluator.test(expr), span(expr));
    evaluator.requireCurrent(condition, span(expr));
    if (!irText && Operators.hasEffect(condition)) {
      throw Reports.error(
          DslRule.UNSUPPORTED_EXPRESSION,
          "a loop's condition calls nothing that may write or wait",
          span(expr),
          "call it at the end of the body and before the loop, and test a name");
    }
    return condition;
  }

  void whileLoop(StmtTy.While w) {
    boolean hasElse = w.orElse != null && w.orElse.length > 0;
    if (hasElse && Names.breaks(w.body)) {
      throw Reports.error(
          DslRule.LOOP,
          "whether this loop's else is reached is known at run time only",
          span(w),
          "set a number before each break and test it behind the loop");
    }
    Set<String> changed = changed(w.body, null);
    Map<String, Object> before = evaluator.bindings().snapshot();
    Aliases.State tiles = evaluator.bindings().aliases().snapshot();
    begin(changed, w.body);
    Expr condition = condition(w.test);
    Block body = body(w.body, null);
    statements.add(new While(condition, List.of(), body, List.of(), span(w)));
    end(before, changed, false, w.body, body);
    evaluator.bindings().aliases().join(tiles);
    if (hasElse) {
      parser.read(w.orElse);
    }
  }
}

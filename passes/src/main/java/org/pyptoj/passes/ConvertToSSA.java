package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Gives every variable one definition. In comes a program whose names may be assigned again and
 * again and whose reads mean the latest assignment; out goes one in which names are unique inside a
 * function, loops carry what they change as iter args, and choices hand on what they change as
 * results. A name that is not read again is not carried.
 *
 * <pre>
 * total = 0                          total__ssa_v0 = 0
 * for i in pl.range(n):              for i__idx_v0, (total__iter_v1,) in pl.range(n, init_values=(total__ssa_v0,)):
 *     total = total + i                  total__ssa_v2 = total__iter_v1 + i__idx_v0
 * return total                           total__rv_v3 = pl.yield_(total__ssa_v2)
 *                                    return total__rv_v3
 * </pre>
 *
 * A tensor that is assigned only inside a loop and read behind it is carried from the tensor whose
 * storage it is.
 *
 * <p>Establishes {@link Invariant#RETURNS_LAST}, {@link Invariant#SSA}.
 */
public final class ConvertToSSA implements Pass {

  @Override
  public String name() {
    return "ConvertToSSA";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.RETURNS_LAST, Invariant.SSA);
  }

  /**
   * The program in SSA form.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0101 when a name is read that some path
   *     does not assign, PLP0102 when paths give a name types that do not agree, PLP0103 for a
   *     return before the function's end
   */
  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> new Converter(f).convert());
  }

  private static final class Converter extends Rewriter {

    private final Function function;
    private final Set<String> everAssigned;
    private final Map<String, Integer> versions = new HashMap<>();
    private final Map<Var, Expr> renamed = new IdentityHashMap<>();
    private Map<String, Var> current = new HashMap<>();
    private Map<String, Span> partly = new HashMap<>();
    private Set<String> live = Set.of();
    private String role = "ssa";
    private Span at;
    private int typeDepth;

    Converter(Function function) {
      this.function = function;
      this.at = function.span();
      this.everAssigned = new HashSet<>(Liveness.assigned(function.body()));
    }

    Function convert() {
      List<Param> params = new ArrayList<>();
      for (Param param : function.params()) {
        params.add(new Param(define(param.var()), param.direction()));
      }
      List<Stmt> body = new ArrayList<>();
      convert(function.body(), Set.of(), body, true);
      List<Type> results = function.results().stream().map(this::type).toList();
      return function.withParams(params).withResults(results).withBody(new Block(body));
    }

    private void convert(Block block, Set<String> liveOut, List<Stmt> out, boolean mayReturn) {
      List<Set<String>> after = Liveness.after(block, liveOut);
      for (int i = 0; i < block.stmts().size(); i++) {
        Stmt stmt = block.stmts().get(i);
        live = after.get(i);
        at = stmt.span().isKnown() ? stmt.span() : at;
        boolean last = i == block.stmts().size() - 1;
        if (stmt instanceof Return && !(mayReturn && last)) {
          throw StructureRule.EARLY_RETURN.at(
              at,
              "`" + function.name() + "` returns before its end",
              "a loop or a scope does not return: set a value in it, and return behind it");
        }
        stmt(stmt, out);
      }
    }

    // Definitions and reads.

    @Override
    protected Var define(Var var) {
      return define(var, role, type(var.type()));
    }

    private Var define(Var var, String as, Type type) {
      Var fresh = version(var.name(), as, type, var.span());
      current.put(var.name(), fresh);
      partly.remove(var.name());
      renamed.put(var, fresh);
      return fresh;
    }

    private Var version(String name, String as, Type type, Span span) {
      AutoName parts = AutoName.parse(name);
      String counter = parts.base() + "__" + parts.qualifier();
      int number = versions.merge(counter, 1, Integer::sum) - 1;
      return new Var(parts.as(as, number).text(), type, span);
    }

    @Override
    public Type type(Type type) {
      typeDepth++;
      try {
        return super.type(type);
      } finally {
        typeDepth--;
      }
    }

    @Override
    public Expr expr(Expr expr) {
      return expr instanceof Var v ? read(v) : super.expr(expr);
    }

    /**
     * A type means the very variable that it was made with; a statement means the name's latest
     * value.
     */
    private Expr read(Var var) {
      if (typeDepth > 0 && renamed.containsKey(var)) {
        return renamed.get(var);
      }
      Var value = current.get(var.name());
      if (value != null) {
        if (typeDepth == 0) {
          // A part of the flow may have an object of its own for a name; types that are made there
          // mention it.
          renamed.put(var, value);
          return asRead(var, value);
        }
        return value;
      }
      if (partly.containsKey(var.name())) {
        throw StructureRule.PARTLY_ASSIGNED.at(
            at,
            "`" + var.name() + "` may have no value here: not every path to this place assigns it",
            "give it a value before the loop or the choice",
            "`" + var.name() + "` is assigned here",
            partly.get(var.name()));
      }
      if (everAssigned.contains(var.name()) && typeDepth == 0) {
        throw StructureRule.PARTLY_ASSIGNED.at(
            at, "`" + var.name() + "` is read before it is assigned", "assign it first");
      }
      return var;
    }

    /**
     * A number that two paths have given different integer types, in the type that it is read in.
     */
    private static Expr asRead(Var var, Var value) {
      return var.type() instanceof ScalarType(DataType to)
              && value.type() instanceof ScalarType(DataType from)
              && to != from
              && to.isInteger()
              && from.isInteger()
          ? Scalars.cast(value, to, var.span())
          : value;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      Expr value = expr(s.value());
      Type declared = type(s.target().type());
      out.add(new Assign(define(s.target(), "ssa", declared), value, s.span()));
    }

    /** A read for its own sake, which Python does not allow before there is a value. */
    @Override
    protected void eval(Eval s, List<Stmt> out) {
      Expr value = expr(s.value());
      if (!(s.value() instanceof Var)) {
        out.add(new Eval(value, s.span()));
      }
    }

    @Override
    protected void scope(Scope s, List<Stmt> out) {
      Set<String> after = live;
      Scope head = new Scope(s.kind(), attrs(s.attrs()), null, Block.EMPTY, s.span());
      Var taskId = s.taskId() == null ? null : define(s.taskId());
      List<Stmt> body = new ArrayList<>();
      convert(s.body(), after, body, false);
      out.add(new Scope(s.kind(), head.attrs(), taskId, new Block(body), s.span()));
    }

    // Loops.

    @Override
    protected void loop(For s, List<Stmt> out) {
      Expr start = expr(s.start());
      Expr stop = expr(s.stop());
      Expr step = expr(s.step());
      var attrs = attrs(s.attrs());
      Set<String> own = new HashSet<>();
      own.add(s.index().name());
      LoopBody body = new LoopBody(s.iterArgs(), s.results(), s.body(), List.of(), own, s.span());
      body.open();
      Var index = define(s.index(), "idx", type(s.index().type()));
      body.convertBody();
      body.close();
      out.add(
          new For(
              index,
              start,
              stop,
              step,
              body.iterArgs,
              new Block(body.stmts),
              body.results,
              s.kind(),
              attrs,
              s.span()));
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      LoopBody body =
          new LoopBody(
              s.iterArgs(),
              s.results(),
              s.body(),
              List.of(s.condition()),
              new HashSet<>(),
              s.span());
      body.open();
      Expr condition = expr(s.condition());
      body.convertBody();
      body.close();
      out.add(new While(condition, body.iterArgs, new Block(body.stmts), body.results, s.span()));
    }

    /** A loop while it is converted: what it carries, on top of what the author carries. */
    private final class LoopBody {
      private final List<IterArg> written;
      private final List<Var> writtenResults;
      private final Block body;
      private final Set<String> after;
      private final Set<String> bodyLiveOut;
      private final Set<String> changed;
      private final List<String> carried = new ArrayList<>();
      private final Map<String, Var> before;
      private final Map<String, Span> partlyBefore;
      private final Span span;
      private final List<IterArg> iterArgs = new ArrayList<>();
      private final List<Var> results = new ArrayList<>();
      private final List<Stmt> stmts = new ArrayList<>();

      LoopBody(
          List<IterArg> written,
          List<Var> writtenResults,
          Block body,
          List<Expr> conditions,
          Set<String> own,
          Span span) {
        this.written = written;
        this.writtenResults = writtenResults;
        this.body = body;
        this.span = span;
        this.after = live;
        written.forEach(a -> own.add(a.var().name()));
        changed = Liveness.assigned(body);
        changed.removeAll(own);
        Set<String> exposed = Liveness.loop(body, after, conditions, List.of());
        bodyLiveOut = new HashSet<>(after);
        bodyLiveOut.addAll(exposed);
        before = new HashMap<>(current);
        partlyBefore = new HashMap<>(partly);
        for (String name : changed) {
          // What is only read behind the loop is carried too: an iteration may leave it alone, and
          // there may be none.
          boolean read = exposed.contains(name) || after.contains(name);
          if (current.containsKey(name) && read) {
            carried.add(name);
          }
        }
      }

      void open() {
        List<Expr> inits = written.stream().map(a -> expr(a.init())).toList();
        Map<String, Var> carriedInits = new HashMap<>();
        carried.forEach(n -> carriedInits.put(n, current.get(n)));
        Map<String, Var> promoted = promoted();
        for (int i = 0; i < written.size(); i++) {
          Var var = written.get(i).var();
          iterArgs.add(new IterArg(define(var, "iter", type(var.type())), inits.get(i)));
        }
        for (String name : carried) {
          Var init = carriedInits.get(name);
          iterArgs.add(new IterArg(carry(name, init), init));
        }
        promoted.forEach(
            (name, init) -> {
              carried.add(name);
              iterArgs.add(new IterArg(carry(name, init), init));
            });
      }

      private Var carry(String name, Var init) {
        Var var = version(name, "iter", init.type(), init.span());
        current.put(name, var);
        return var;
      }

      /**
       * Tensors that only the body assigns, that are read behind it, and whose storage exists
       * before it.
       */
      private Map<String, Var> promoted() {
        Map<String, Var> found = new java.util.LinkedHashMap<>();
        for (String name : changed) {
          if (current.containsKey(name) || !after.contains(name)) {
            continue;
          }
          String root = storageOf(body, name, new HashSet<>());
          Var init = root == null ? null : current.get(root);
          if (init != null && init.type() instanceof TensorLike) {
            found.put(name, init);
          }
        }
        return found;
      }

      void convertBody() {
        convert(body, bodyLiveOut, stmts, false);
        List<Expr> yields = new ArrayList<>();
        if (!stmts.isEmpty() && stmts.getLast() instanceof Yield y) {
          yields.addAll(y.values());
          stmts.removeLast();
        }
        if (yields.size() != written.size()) {
          throw new IllegalStateException(
              "a loop carries " + written.size() + " values and yields " + yields.size());
        }
        for (String name : carried) {
          yields.add(current.get(name));
        }
        for (int i = 0; i < yields.size(); i++) {
          IterArg arg = iterArgs.get(i);
          String name =
              i < written.size() ? written.get(i).var().name() : carried.get(i - written.size());
          Span place = spanOf(yields.get(i), span);
          yields.set(i, agree(name, arg.var().type(), yields.get(i), place, arg.init()));
        }
        if (!iterArgs.isEmpty()) {
          stmts.add(new Yield(yields, span));
        }
      }

      void close() {
        Map<String, Span> inside = new HashMap<>();
        for (String name : changed) {
          Var var = current.get(name);
          inside.put(name, var == null ? span : var.span());
        }
        current = new HashMap<>(before);
        partly = new HashMap<>(partlyBefore);
        for (String name : changed) {
          if (!current.containsKey(name)) {
            partly.put(name, inside.get(name));
          }
        }
        for (int i = 0; i < writtenResults.size(); i++) {
          results.add(define(writtenResults.get(i), "rv", iterArgs.get(i).var().type()));
        }
        for (int i = 0; i < carried.size(); i++) {
          Var arg = iterArgs.get(written.size() + i).var();
          Var result = version(carried.get(i), "rv", arg.type(), arg.span());
          results.add(result);
          current.put(carried.get(i), result);
          partly.remove(carried.get(i));
        }
      }
    }

    /** The name outside the block whose storage a name assigned in it has, or null. */
    private static String storageOf(Block block, String name, Set<String> seen) {
      if (!seen.add(name)) {
        return null;
      }
      Expr[] value = new Expr[1];
      new org.pyptoj.ir.Walker() {
        @Override
        public void stmt(Stmt stmt) {
          if (stmt instanceof Assign a && a.target().name().equals(name)) {
            value[0] = a.value();
          }
          super.stmt(stmt);
        }
      }.block(block);
      if (value[0] == null) {
        return name;
      }
      Var storage = storage(value[0]);
      return storage == null ? null : storageOf(block, storage.name(), seen);
    }

    private static Var storage(Expr value) {
      return switch (value) {
        case Var v -> v;
        case Call c
            when c.op().result() instanceof Result.Same && c.sharedOperand() instanceof Var v ->
            v;
        case TupleGet g when g.tuple() instanceof Var -> null;
        case FunctionCall c -> null;
        default -> null;
      };
    }

    // Choices.

    @Override
    protected void choice(If s, List<Stmt> out) {
      Set<String> after = live;
      Expr condition = expr(s.condition());
      Map<String, Var> before = new HashMap<>(current);
      Map<String, Span> partlyBefore = new HashMap<>(partly);
      List<Stmt> then = new ArrayList<>();
      convert(s.then(), after, then, false);
      Map<String, Var> afterThen = current;
      Map<String, Span> partlyThen = partly;
      current = new HashMap<>(before);
      partly = new HashMap<>(partlyBefore);
      List<Stmt> orElse = new ArrayList<>();
      convert(s.orElse(), after, orElse, false);
      Map<String, Var> afterElse = current;

      List<Expr> thenYields = takeYield(then, s.results().size());
      List<Expr> elseYields = takeYield(orElse, s.results().size());
      Set<String> written = new HashSet<>();
      s.results().forEach(v -> written.add(v.name()));
      Set<String> changed = Liveness.assigned(s.then());
      changed.addAll(Liveness.assigned(s.orElse()));
      changed.removeAll(written);

      current = new HashMap<>(before);
      partly.putAll(partlyThen);
      List<Var> results = new ArrayList<>();
      for (int i = 0; i < s.results().size(); i++) {
        Var declared = s.results().get(i);
        Type type =
            merge(
                declared.name(), thenYields.get(i), elseYields.get(i), spanOf(declared, s.span()));
        unify(thenYields, elseYields, i, type);
        results.add(define(declared, "phi", type));
      }
      for (String name : changed) {
        Var a = afterThen.get(name);
        Var b = afterElse.get(name);
        if (a == null || b == null) {
          current.remove(name);
          partly.put(name, spanOf(a != null ? a : b, s.span()));
          continue;
        }
        if (!after.contains(name)) {
          continue;
        }
        if (a == b) {
          current.put(name, a);
          continue;
        }
        Type type = merge(name, a, b, spanOf(b, s.span()));
        thenYields.add(a);
        elseYields.add(b);
        unify(thenYields, elseYields, thenYields.size() - 1, type);
        Var result = version(name, "phi", type, a.span());
        results.add(result);
        current.put(name, result);
      }
      if (!results.isEmpty()) {
        then.add(new Yield(thenYields, s.span()));
        orElse.add(new Yield(elseYields, s.span()));
      }
      out.add(new If(condition, new Block(then), new Block(orElse), results, s.span()));
    }

    private static List<Expr> takeYield(List<Stmt> stmts, int wanted) {
      List<Expr> values = new ArrayList<>();
      if (!stmts.isEmpty() && stmts.getLast() instanceof Yield y) {
        values.addAll(y.values());
        stmts.removeLast();
      }
      if (values.size() != wanted) {
        throw new IllegalStateException(
            "a choice has " + wanted + " results and a branch yields " + values.size());
      }
      return values;
    }

    private static void unify(List<Expr> a, List<Expr> b, int i, Type type) {
      if (type instanceof ScalarType(DataType dtype)) {
        a.set(i, Scalars.cast(a.get(i), dtype, a.get(i).span()));
        b.set(i, Scalars.cast(b.get(i), dtype, b.get(i).span()));
      }
    }

    // Types of merged values.

    /** The type of a value that comes from two paths. INDEX and narrower integers meet as INDEX. */
    private Type merge(String name, Expr a, Expr b, Span span) {
      if (a.type().equals(b.type())) {
        return a.type();
      }
      if (a.type() instanceof ScalarType(DataType x)
          && b.type() instanceof ScalarType(DataType y)) {
        if (widens(x, y)) {
          return b.type();
        }
        if (widens(y, x)) {
          return a.type();
        }
      }
      if (sameButForOpenSpace(a.type(), b.type())) {
        return a.type() instanceof TileType t && t.space() != null ? a.type() : b.type();
      }
      throw disagree(name, a.type(), b.type(), span, a.span());
    }

    /** Whether two tiles differ at most in a memory space that is not chosen yet. */
    private static boolean sameButForOpenSpace(Type a, Type b) {
      return a instanceof TileType x
          && b instanceof TileType y
          && (x.space() == null || y.space() == null)
          && x.withSpace(null).equals(y.withSpace(null));
    }

    /** A yielded value as the carried type. */
    private Expr agree(String name, Type carried, Expr value, Span span, Expr init) {
      if (carried.equals(value.type()) || sameButForOpenSpace(carried, value.type())) {
        return value;
      }
      if (carried instanceof ScalarType(DataType to)
          && value.type() instanceof ScalarType(DataType from)
          && (widens(from, to)
              || value instanceof IntConst && from.isInteger() && to.isInteger())) {
        return Scalars.cast(value, to, value.span());
      }
      throw disagree(name, carried, value.type(), span, init.span());
    }

    private static boolean widens(DataType from, DataType to) {
      return from.isInteger() && to == DataType.INDEX && from != DataType.UINT64;
    }

    private static RuntimeException disagree(String name, Type a, Type b, Span span, Span other) {
      return StructureRule.PATHS_DISAGREE.at(
          span,
          "`" + name + "` is " + describe(a) + " on one path and " + describe(b) + " on another",
          "give it the same kind, element type, shape and valid box on every path",
          "the other value comes from here",
          other);
    }

    private static String describe(Type type) {
      return type instanceof TupleType ? "a tuple" : "`" + Printer.print(type) + "`";
    }

    private static Span spanOf(Expr expr, Span otherwise) {
      return expr != null && expr.span().isKnown() ? expr.span() : otherwise;
    }
  }
}

package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.CommDomain;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.DoubleCode;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.kernel.Code.Step;
import org.pyptoj.sim.kernel.Code.StmtCode;

/**
 * Turns a function into statements over a frame: names become array positions, types become choices
 * made once. Control flow becomes {@link Flow}, of which JVM code can be made.
 */
final class FunctionCompiler {

  final Compilation program;
  final Function function;
  final Slots slots = new Slots();
  final TileReuse reuse;
  final HotCode hot;
  Role role;
  private final OpCompiler ops;
  private final Parameters parameters;
  private final Set<String> defined;

  /** The devices of windows that a comm domain's scope names; an empty array means all. */
  final Map<String, int[]> domains = new HashMap<>();

  /** Where the innermost loop's or branch's yield leaves its values. */
  private List<NamedSlot> yields = List.of();

  /** A slot by its name. */
  private record NamedSlot(String name, Slots.Kind kind) {}

  FunctionCompiler(Compilation program, Function function, Role role) {
    this.program = program;
    this.function = function;
    this.role = role;
    this.reuse = TileReuse.of(function);
    this.hot = new HotCode(program.compileAfter());
    this.ops = new OpCompiler(this);
    this.parameters = new Parameters(this);
    this.defined = definedNames(function);
  }

  void compileInto(CompiledFunction target) {
    List<CompiledFunction.Binder> binders = new ArrayList<>();
    for (Param param : function.params()) {
      binders.add(parameters.binder(param));
    }
    StmtCode body = block(function.body());
    hot.define(body);
    int[] signals = signals();
    target.define(
        binders,
        hot,
        signals,
        slots.longCount(),
        slots.doubleCount(),
        slots.refCount(),
        slots.spareCount());
  }

  /** Places of the signals of collectives that the compiler has lowered. */
  private int[] signals() {
    return function.attrs().get(FunctionAttrs.COLLECTIVE_SIGNALS).stream()
        .mapToInt(n -> slots.index(n, Slots.Kind.REF))
        .toArray();
  }

  StmtCode block(Block block) {
    StmtCode[] codes = new StmtCode[block.stmts().size()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = stmt(block.stmts().get(i));
    }
    return Flow.sequence(codes);
  }

  /** A block that runs on a core although it stands in an orchestration. */
  StmtCode kernelBlock(Block block) {
    Role outer = role;
    role = Role.KERNEL;
    StmtCode code = block(block);
    role = outer;
    return code;
  }

  private StmtCode stmt(Stmt stmt) {
    return switch (stmt) {
      case Assign s -> assign(s);
      case Eval s -> eval(s.value());
      case For s -> loop(s);
      case While s -> loop(s);
      case If s -> choice(s);
      case Yield s -> yielded(s);
      case Return s -> returned(s);
      case Scope s -> scope(s);
      case Break s -> f -> StmtCode.BREAK;
      case Continue s -> f -> StmtCode.CONTINUE;
    };
  }

  private StmtCode assign(Assign s) {
    Code value = s.value() instanceof Call call ? ops.call(call, s.target()) : expr(s.value());
    return slots.write(s.target().name(), Slots.Kind.of(s.target().type()), value, s.span());
  }

  private StmtCode eval(Expr value) {
    Code code =
        switch (value) {
          case FunctionCall c when role == Role.CHIP -> ChipCalls.submit(this, c, false);
          case FunctionCall c when role == Role.HOST -> HostCalls.dispatch(this, c, false);
          default -> expr(value);
        };
    return switch (code) {
      case LongCode c ->
          (Step)
              f -> {
                c.get(f);
                return StmtCode.NEXT;
              };
      case DoubleCode c ->
          (Step)
              f -> {
                c.get(f);
                return StmtCode.NEXT;
              };
      case RefCode c ->
          (Step)
              f -> {
                c.get(f);
                return StmtCode.NEXT;
              };
    };
  }

  private StmtCode loop(For s) {
    LongCode start = longExpr(s.start());
    LongCode stop = longExpr(s.stop());
    LongCode step = longExpr(s.step());
    int index = slots.index(s.index().name(), Slots.Kind.LONG);
    Carried carried = new Carried(s.iterArgs());
    Flow.Iteration iteration = carried.iteration(s.body());
    return Flow.sequence(
        new Flow.For(hot, start, stop, step, carried.init, index, iteration, s.span()),
        carried.results(s.results(), s.span()));
  }

  private StmtCode loop(While s) {
    Carried carried = new Carried(s.iterArgs());
    LongCode condition = longExpr(s.condition());
    Flow.Iteration iteration = carried.iteration(s.body());
    return Flow.sequence(
        carried.init,
        new Flow.While(hot, condition, iteration, s.span()),
        carried.results(s.results(), s.span()));
  }

  /** Values that a loop carries. */
  private final class Carried {
    private final List<IterArg> args;
    private final List<NamedSlot> hidden = new ArrayList<>();
    final StmtCode init;

    Carried(List<IterArg> args) {
      this.args = args;
      List<Expr> inits = new ArrayList<>();
      List<NamedSlot> places = new ArrayList<>();
      for (IterArg arg : args) {
        Slots.Kind kind = Slots.Kind.of(arg.var().type());
        hidden.add(new NamedSlot(slots.hiddenName(), kind));
        places.add(new NamedSlot(arg.var().name(), kind));
        inits.add(arg.init());
      }
      this.init = move(inits, places);
    }

    Flow.Iteration iteration(Block block) {
      List<NamedSlot> outer = yields;
      yields = hidden;
      StmtCode body = block(block);
      yields = outer;
      StmtCode[] next = new StmtCode[args.size()];
      StmtCode[] keep = new StmtCode[args.size()];
      for (int i = 0; i < next.length; i++) {
        NamedSlot from = hidden.get(i);
        Var to = args.get(i).var();
        next[i] =
            slots.write(
                to.name(), from.kind, slots.read(from.name, from.kind, to.span()), to.span());
        keep[i] = slots.write(from.name, from.kind, slots.read(to), to.span());
      }
      // An iteration that is left early carries what it came with.
      return new Flow.Iteration(
          leavesEarly(block) ? Flow.sequence(Flow.sequence(keep), body) : body,
          Flow.sequence(next));
    }

    StmtCode results(List<Var> results, Span span) {
      StmtCode[] codes = new StmtCode[Math.min(results.size(), args.size())];
      for (int i = 0; i < codes.length; i++) {
        Var to = results.get(i);
        codes[i] =
            slots.write(to.name(), Slots.Kind.of(to.type()), slots.read(args.get(i).var()), span);
      }
      return Flow.sequence(codes);
    }
  }

  /** Whether a break or a continue may skip a yield of a loop's body. */
  private static boolean leavesEarly(Block body) {
    for (Stmt stmt : body.stmts()) {
      boolean leaves =
          switch (stmt) {
            case Break b -> true;
            case Continue c -> true;
            case If s -> leavesEarly(s.then()) || leavesEarly(s.orElse());
            case Scope s -> leavesEarly(s.body());
            default -> false;
          };
      if (leaves) {
        return true;
      }
    }
    return false;
  }

  /** Stores several values at once: all are evaluated before the first is stored. */
  private StmtCode move(List<Expr> values, List<NamedSlot> places) {
    int n = values.size();
    if (n == 1) {
      NamedSlot to = places.getFirst();
      return slots.write(to.name, to.kind, expr(values.getFirst()), values.getFirst().span());
    }
    StmtCode[] codes = new StmtCode[2 * n];
    for (int i = 0; i < n; i++) {
      NamedSlot to = places.get(i);
      Expr value = values.get(i);
      String between = slots.hiddenName();
      codes[i] = slots.write(between, to.kind, expr(value), value.span());
      codes[n + i] =
          slots.write(to.name, to.kind, slots.read(between, to.kind, value.span()), value.span());
    }
    return Flow.sequence(codes);
  }

  private StmtCode choice(If s) {
    LongCode condition = longExpr(s.condition());
    List<NamedSlot> outer = yields;
    if (!s.results().isEmpty()) {
      yields = new ArrayList<>();
      for (Var result : s.results()) {
        yields.add(new NamedSlot(result.name(), Slots.Kind.of(result.type())));
      }
    }
    StmtCode then = block(s.then());
    StmtCode orElse = block(s.orElse());
    yields = outer;
    return new Flow.Choice(condition, then, orElse);
  }

  private StmtCode yielded(Yield s) {
    return move(s.values(), yields);
  }

  private StmtCode returned(Return s) {
    Code[] values = codes(s.values());
    return f -> {
      Object[] results = new Object[values.length];
      for (int i = 0; i < results.length; i++) {
        results[i] = Code.box(values[i], f);
      }
      // A single tuple is several results.
      f.results = results.length == 1 && results[0] instanceof Object[] many ? many : results;
      return StmtCode.RETURN;
    };
  }

  private StmtCode scope(Scope s) {
    if (role == Role.CHIP
        && (s.kind() == ScopeKind.AT
            || s.kind() == ScopeKind.SPMD
            || s.kind() == ScopeKind.CLUSTER && !s.isLaunch())) {
      return ChipCalls.scope(this, s);
    }
    if (s.kind() == ScopeKind.MANUAL && role == Role.CHIP) {
      StmtCode body = block(s.body());
      return f -> ChipCalls.manual(f, body);
    }
    if (s.kind() == ScopeKind.COMM_DOMAIN) {
      CommDomain domain = CommDomain.of(s);
      int[] devices =
          domain.devices() == null
              ? new int[0]
              : domain.devices().stream().mapToInt(Long::intValue).sorted().toArray();
      domain.windows().forEach(window -> domains.put(window, devices));
    }
    return block(s.body());
  }

  private Code variable(Var v) {
    Slots.Kind kind = Slots.Kind.of(v.type());
    if (kind == Slots.Kind.REF || defined.contains(v.name()) || parameters.binds(v.name())) {
      return slots.read(v);
    }
    Span span = v.span().isKnown() ? v.span() : function.span();
    return (LongCode)
        f -> {
          throw new SimFailure(
              SimCode.UNBOUND,
              v.name()
                  + " has no value in "
                  + function.name()
                  + ": no argument's extent gives it one",
              span);
        };
  }

  private static Set<String> definedNames(Function function) {
    Set<String> names = new HashSet<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        names.add(var.name());
      }
    }.function(function);
    return names;
  }

  Code expr(Expr expr) {
    return switch (expr) {
      case Var v -> variable(v);
      case IntConst c -> {
        long value = c.value();
        yield (LongCode) f -> value;
      }
      case FloatConst c -> {
        double value = c.dtype() == DataType.FP32 ? (float) c.value() : c.value();
        yield (DoubleCode) f -> value;
      }
      case StringConst c -> {
        String value = c.value();
        yield (RefCode) f -> value;
      }
      case Binary b ->
          ScalarCompiler.binary(b, expr(b.left()), expr(b.right()), Scalars.dtypeOf(b.left()));
      case Unary u -> ScalarCompiler.unary(u, expr(u.operand()));
      case Cast c -> ScalarCompiler.cast(c, expr(c.operand()));
      case MakeTuple t -> {
        Code[] elements = codes(t.elements());
        yield (RefCode)
            f -> {
              Object[] values = new Object[elements.length];
              for (int i = 0; i < values.length; i++) {
                values[i] = Code.box(elements[i], f);
              }
              return values;
            };
      }
      case TupleGet t -> {
        RefCode tuple = refExpr(t.tuple());
        int index = t.index();
        yield switch (Slots.Kind.of(t.type())) {
          case LONG -> (LongCode) f -> ((Number) ((Object[]) tuple.get(f))[index]).longValue();
          case DOUBLE ->
              (DoubleCode) f -> ((Number) ((Object[]) tuple.get(f))[index]).doubleValue();
          case REF -> (RefCode) f -> ((Object[]) tuple.get(f))[index];
        };
      }
      case Call c -> ops.call(c, null);
      case FunctionCall c -> functionCall(c);
    };
  }

  private Code functionCall(FunctionCall c) {
    RefCode call =
        switch (role) {
          case HOST -> HostCalls.dispatch(this, c, true);
          case CHIP -> ChipCalls.submit(this, c, true);
          case KERNEL -> {
            CompiledFunction callee = program.compiled(c.callee(), Role.KERNEL, c.span());
            Code[] arguments = codes(c.args());
            Span span = c.span();
            yield f -> callee.invoke(f.task, boxed(arguments, f), span);
          }
        };
    if (c.type() instanceof TupleType) {
      return call;
    }
    RefCode only = f -> only((Object[]) call.get(f));
    return switch (Slots.Kind.of(c.type())) {
      case LONG -> (LongCode) f -> ((Number) only.get(f)).longValue();
      case DOUBLE -> (DoubleCode) f -> ((Number) only.get(f)).doubleValue();
      case REF -> only;
    };
  }

  /** A call's only result; where there is none, something that nobody looks at. */
  private static Object only(Object[] results) {
    return results.length == 0 ? Frame.NOTHING : results[0];
  }

  Code[] codes(List<Expr> exprs) {
    Code[] codes = new Code[exprs.size()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = expr(exprs.get(i));
    }
    return codes;
  }

  static Object[] boxed(Code[] codes, Frame f) {
    Object[] values = new Object[codes.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Code.box(codes[i], f);
    }
    return values;
  }

  LongCode longExpr(Expr expr) {
    return ScalarCompiler.asLong(expr(expr), expr.span());
  }

  DoubleCode doubleExpr(Expr expr) {
    return ScalarCompiler.asDouble(expr(expr), expr.span());
  }

  RefCode refExpr(Expr expr) {
    Code code = expr(expr);
    return code instanceof RefCode ref ? ref : f -> Code.box(code, f);
  }

  /** A tuple of integers, or one integer. */
  LongsCode longsExpr(Expr expr) {
    return switch (expr) {
      case MakeTuple t -> longsExpr(t.elements());
      default ->
          Slots.Kind.of(expr.type()) == Slots.Kind.REF
              ? fromTuple(refExpr(expr))
              : longsExpr(List.of(expr));
    };
  }

  private static LongsCode fromTuple(RefCode tuple) {
    return f -> {
      Object[] values = (Object[]) tuple.get(f);
      long[] longs = new long[values.length];
      for (int i = 0; i < longs.length; i++) {
        longs[i] = ((Number) values[i]).longValue();
      }
      return longs;
    };
  }

  LongsCode longsExpr(List<Expr> exprs) {
    int n = exprs.size();
    LongCode[] codes = new LongCode[n];
    long[] constant = new long[n];
    boolean allConstant = true;
    for (int i = 0; i < n; i++) {
      codes[i] = longExpr(exprs.get(i));
      if (exprs.get(i) instanceof IntConst c) {
        constant[i] = c.value();
      } else {
        allConstant = false;
      }
    }
    if (allConstant) {
      return f -> constant;
    }
    return f -> {
      long[] values = new long[n];
      for (int i = 0; i < n; i++) {
        values[i] = codes[i].get(f);
      }
      return values;
    };
  }
}

package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.kernel.Code.StmtCode;
import org.pyptoj.sim.memory.TensorValue;

/** Calls and scopes of a chip's orchestration: they become tasks of the device. */
final class ChipCalls {

  private ChipCalls() {}

  private static Dispatch station(Frame f) {
    return (Dispatch) f.task.station;
  }

  /** Waits for the tasks that touch a tensor, before the orchestration looks at it itself. */
  static void settle(Frame f, TensorValue tensor, Span span) {
    station(f).settle(tensor, span);
  }

  /** Runs a body whose tasks depend on each other only as written. */
  static int manual(Frame f, StmtCode body) {
    Dispatch station = station(f);
    boolean outer = station.manual;
    station.manual = true;
    try {
      return body.run(f);
    } finally {
      station.manual = outer;
    }
  }

  /** A call of a kernel, or of another orchestration, which runs as part of this one. */
  static RefCode submit(FunctionCompiler compiler, FunctionCall c, boolean used) {
    Function function = compiler.program.function(c.callee(), c.span());
    Span span = c.span();
    Code[] codes = compiler.codes(c.args());
    if (Role.of(function) == Role.HOST) {
      throw OpCompiler.unsupported("a call of the host orchestrator from a device", span);
    }
    if (Role.of(function) == Role.CHIP || function.kind() == FunctionKind.INLINE) {
      CompiledFunction callee = compiler.program.compiled(c.callee(), Role.CHIP, span);
      return f -> callee.invoke(f.task, FunctionCompiler.boxed(codes, f), span);
    }
    CompiledFunction callee = compiler.program.compiled(c.callee(), Role.KERNEL, span);
    LongCode blocks = blocks(compiler, c.attrs(), function.attrs());
    LongsCode deps = deps(compiler, c.attrs());
    Direction[] directions = directions(c, function);
    int results = resultCount(c.type());
    boolean withId = endsInTaskId(c.type());
    return f -> {
      Object[] arguments = FunctionCompiler.boxed(codes, f);
      List<TensorValue> reads = new ArrayList<>();
      List<TensorValue> writes = new ArrayList<>();
      for (int i = 0; i < arguments.length && i < directions.length; i++) {
        if (arguments[i] instanceof TensorValue tensor) {
          if (directions[i] != Direction.OUT) {
            reads.add(tensor);
          }
          if (directions[i] != Direction.IN) {
            writes.add(tensor);
          }
        }
      }
      Dispatch station = station(f);
      ChipTask task =
          station.submit(
              function.name(),
              span,
              (int) blocks.get(f),
              reads,
              writes,
              deps.get(f),
              t -> callee.invoke(t, arguments, span));
      Object[] values =
          known(
              callee,
              arguments,
              () -> {
                station.await(task, span);
                return task.results();
              },
              !used || results == 0 || (withId && results == 1));
      if (!withId) {
        return values;
      }
      Object[] more = java.util.Arrays.copyOf(values, values.length + 1);
      more[values.length] = task.id;
      return more;
    };
  }

  /** How the task uses each argument: what a pass has found, or what the callee declares. */
  private static Direction[] directions(FunctionCall c, Function callee) {
    Direction[] directions =
        callee.params().stream().map(Param::direction).toArray(Direction[]::new);
    List<ArgDirection> found = c.attrs().get(TaskAttrs.ARG_DIRECTIONS);
    for (int i = 0; i < directions.length && i < found.size(); i++) {
      directions[i] =
          switch (found.get(i)) {
            case SCALAR, INPUT -> Direction.IN;
            case OUTPUT_EXISTING -> Direction.OUT;
            case INOUT -> Direction.INOUT;
          };
    }
    return directions;
  }

  private interface Results {
    Object[] get();
  }

  /**
   * A call's results: the arguments that it hands back, or else what it returns when it has run.
   */
  private static Object[] known(
      CompiledFunction callee, Object[] arguments, Results otherwise, boolean unused) {
    if (unused) {
      return Frame.NOTHING;
    }
    Object[] values = new Object[callee.aliases.length];
    for (int i = 0; i < values.length; i++) {
      int at = callee.aliases[i];
      if (at < 0) {
        return otherwise.get();
      }
      values[i] = arguments[at];
    }
    return values;
  }

  private static int resultCount(Type type) {
    return switch (type) {
      case TupleType t -> t.elements().size();
      case org.pyptoj.ir.type.UnknownType t -> 0;
      default -> 1;
    };
  }

  private static boolean endsInTaskId(Type type) {
    Type last =
        type instanceof TupleType t && !t.elements().isEmpty() ? t.elements().getLast() : type;
    return last instanceof ScalarType(DataType dtype) && dtype == DataType.TASK_ID;
  }

  /** How many blocks run together: the call's {@code core_num}, or the callee's. */
  private static LongCode blocks(FunctionCompiler compiler, Attrs call, Attrs callee) {
    if (call.has(TaskAttrs.CORE_NUM)) {
      return compiler.longExpr(call.get(TaskAttrs.CORE_NUM));
    }
    Long own = callee.get(FunctionAttrs.CORE_NUM);
    long blocks = own == null ? 1 : own;
    return f -> blocks;
  }

  private static LongsCode deps(FunctionCompiler compiler, Attrs attrs) {
    List<Expr> deps = attrs.get(TaskAttrs.DEPS);
    if (deps.isEmpty()) {
      return f -> new long[0];
    }
    Code[] codes = compiler.codes(deps);
    return f -> {
      List<Long> ids = new ArrayList<>();
      for (Code code : codes) {
        switch (Code.box(code, f)) {
          case Long id -> ids.add(id);
          case long[] many -> {
            for (long id : many) {
              ids.add(id);
            }
          }
          case Object other ->
              throw new SimFailure(
                  SimCode.ARGUMENT, "deps holds " + other + ", not a task id", Span.NONE);
        }
      }
      return ids.stream().mapToLong(Long::longValue).toArray();
    };
  }

  /**
   * A scope that later becomes a kernel of its own: its body runs as a task on a copy of the
   * variables.
   */
  static StmtCode scope(FunctionCompiler compiler, Scope s) {
    ScopeFlow flow = ScopeFlow.of(compiler.function, s, compiler.program.aliases());
    String hint = s.attrs().get(TaskAttrs.NAME_HINT);
    String name = hint == null ? s.kind().name().toLowerCase(Locale.ROOT) : hint;
    LongCode blocks = blocks(compiler, s.attrs(), Attrs.NONE);
    LongsCode deps = deps(compiler, s.attrs());
    StmtCode body = compiler.kernelBlock(s.body());
    Map<Integer, Boolean> accesses = new LinkedHashMap<>();
    flow.accessed()
        .forEach(
            (tensor, writes) -> accesses.put(compiler.slots.index(tensor, Slots.Kind.REF), writes));
    Map<Integer, Integer> passed = new HashMap<>();
    flow.passed()
        .forEach(
            (out, root) ->
                passed.put(
                    compiler.slots.index(out, Slots.Kind.REF),
                    compiler.slots.index(root, Slots.Kind.REF)));
    Set<String> needed = flow.needed();
    int[][] copied = new int[3][];
    for (Slots.Kind kind : Slots.Kind.values()) {
      copied[kind.ordinal()] =
          flow.kinds().entrySet().stream()
              .filter(e -> e.getValue() == kind && needed.contains(e.getKey()))
              .mapToInt(e -> compiler.slots.index(e.getKey(), kind))
              .toArray();
    }
    int idSlot = s.taskId() == null ? -1 : compiler.slots.index(s.taskId().name(), Slots.Kind.LONG);
    Span span = s.span();
    return f -> {
      List<TensorValue> reads = new ArrayList<>();
      List<TensorValue> writes = new ArrayList<>();
      accesses.forEach(
          (slot, isWrite) -> {
            if (f.refs[slot] instanceof TensorValue tensor) {
              reads.add(tensor);
              if (isWrite) {
                writes.add(tensor);
              }
            }
          });
      Dispatch station = station(f);
      Frame template = f.forTask(f.task);
      Frame[] last = new Frame[1];
      ChipTask task =
          station.submit(
              name,
              span,
              (int) blocks.get(f),
              reads,
              writes,
              deps.get(f),
              t -> {
                Frame own = template.forTask(t);
                body.run(own);
                if (t.block == 0) {
                  last[0] = own;
                }
                return Frame.NOTHING;
              });
      if (idSlot >= 0) {
        f.longs[idSlot] = task.id;
      }
      passed.forEach((out, root) -> f.refs[out] = f.refs[root]);
      if (!needed.isEmpty()) {
        station.await(task, span);
        for (int slot : copied[0]) {
          f.longs[slot] = last[0].longs[slot];
        }
        for (int slot : copied[1]) {
          f.doubles[slot] = last[0].doubles[slot];
        }
        for (int slot : copied[2]) {
          f.refs[slot] = last[0].refs[slot];
        }
      }
      return StmtCode.NEXT;
    };
  }
}

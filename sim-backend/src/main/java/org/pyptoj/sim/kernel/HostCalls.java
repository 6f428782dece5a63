package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.memory.Window;

/** Calls of the host orchestrator: window allocations, and dispatches to devices. */
final class HostCalls {

  private HostCalls() {}

  /** The context of a window whose domain is not known yet. */
  record UnboundCtx(TensorValue tensor) {}

  static HostStation station(Frame f, Span span) {
    if (f.task.station instanceof HostStation station) {
      return station;
    }
    throw new SimFailure(
        SimCode.UNSUPPORTED, "windows are allocated by the host orchestrator", span);
  }

  static void settle(Frame f, TensorValue tensor, Span span) {
    if (tensor.region().window() != null) {
      throw new SimFailure(SimCode.UNSUPPORTED, "the host cannot look into a window", span);
    }
    station(f, span).flush(span);
  }

  static Code allocate(FunctionCompiler compiler, Call c, Var target) {
    LongsCode size = compiler.longsExpr(c.operand(ParamRole.SIZE));
    DataType dtype = c.attr(OpAttrs.DTYPE);
    String given = c.attr(OpAttrs.NAME);
    String name = !given.isEmpty() ? given : target == null ? "window" : shown(target.name());
    Span span = c.span();
    int[] devices = target == null ? null : compiler.domains.get(target.name());
    return (RefCode)
        f -> {
          long[] extents = size.get(f);
          long bytes = dtype == null ? 1 : dtype.bytes();
          for (long extent : extents) {
            if (extent < 0) {
              throw new SimFailure(
                  SimCode.WINDOW_SIZE, "a window of " + Arrays.toString(extents), span);
            }
            bytes *= extent;
          }
          Window window = station(f, span).allocate(c, name, bytes, span);
          if (devices != null) {
            station(f, span).share(window, devices);
          }
          return window;
        };
  }

  /** A name without what SSA conversion has added to it. */
  static String shown(String name) {
    int at = name.indexOf("__");
    return at <= 0 ? name : name.substring(0, at);
  }

  static Code window(FunctionCompiler compiler, Call c) {
    RefCode buffer = compiler.refExpr(c.operand(ParamRole.BUFFER));
    LongsCode shape = compiler.longsExpr(c.operand(ParamRole.SHAPE));
    DataType dtype =
        c.attrs().has(OpAttrs.DTYPE)
            ? c.attr(OpAttrs.DTYPE)
            : ((DistributedTensorType) c.type()).dtype();
    Span span = c.span();
    return (RefCode)
        f -> {
          if (!(buffer.get(f) instanceof Window window)) {
            throw new SimFailure(SimCode.ARGUMENT, "a window allocation is needed here", span);
          }
          long[] extents = shape.get(f);
          long bytes = TensorValue.count(extents) * dtype.bytes();
          if (bytes > window.bytes()) {
            throw new SimFailure(
                SimCode.WINDOW_SIZE,
                "a view of shape "
                    + Arrays.toString(extents)
                    + " needs "
                    + bytes
                    + " bytes, "
                    + window.name()
                    + " has "
                    + window.bytes(),
                span);
          }
          if (dtype.isFloat() && f.task.run.config().strict()) {
            // Signals are integers and start at zero in any run.
            window.poison();
          }
          return TensorValue.packed(dtype, window.slice(0), extents);
        };
  }

  /** A call of a chip function: it is put down and runs when the host waits. */
  static RefCode dispatch(FunctionCompiler compiler, FunctionCall c, boolean used) {
    Function function = compiler.program.function(c.callee(), c.span());
    Span span = c.span();
    Code[] codes = compiler.codes(c.args());
    if (function.isHostOrchestrator()) {
      CompiledFunction callee = compiler.program.compiled(c.callee(), Role.HOST, span);
      return f -> callee.invoke(f.task, FunctionCompiler.boxed(codes, f), span);
    }
    if (function.role() == org.pyptoj.ir.Role.SUB_WORKER) {
      int[] outputs =
          IntStream.range(0, function.params().size())
              .filter(i -> function.params().get(i).direction() != Direction.IN)
              .limit(function.results().size())
              .toArray();
      return f -> {
        Object[] arguments = FunctionCompiler.boxed(codes, f);
        station(f, span).flush(span);
        List<Object> values = new ArrayList<>();
        for (Object argument : arguments) {
          values.add(argument instanceof TensorValue t ? HostView.of(t, span) : argument);
        }
        f.task.run.hostFunctions().call(function.name(), values);
        return IntStream.of(outputs).mapToObj(i -> arguments[i]).toArray();
      };
    }
    LongCode device =
        c.attrs().has(TaskAttrs.DEVICE) ? compiler.longExpr(c.attrs().get(TaskAttrs.DEVICE)) : null;
    CompiledFunction callee = compiler.program.compiled(c.callee(), span);
    boolean unused = !used || c.type() instanceof UnknownType;
    return f -> {
      Object[] arguments = FunctionCompiler.boxed(codes, f);
      HostStation station = station(f, span);
      long at = device == null ? 0 : device.get(f);
      if (at < 0 || at >= f.task.run.config().ranks()) {
        throw new SimFailure(
            SimCode.DEVICE,
            "a dispatch of "
                + function.name()
                + " goes to device "
                + at
                + ", the run has "
                + f.task.run.config().ranks(),
            span);
      }
      HostStation.Item item = station.dispatch((int) at, callee, arguments, span);
      Object[] values = new Object[callee.aliases.length];
      for (int i = 0; i < values.length && !unused; i++) {
        if (callee.aliases[i] < 0) {
          station.flush(span);
          return item.results();
        }
        values[i] = arguments[callee.aliases[i]];
      }
      return values;
    };
  }
}

package org.pyptoj.sim.kernel;

import static org.pyptoj.ir.op.ParamRole.RECV_COUNTS;
import static org.pyptoj.ir.op.ParamRole.SEND_COUNTS;
import static org.pyptoj.ir.op.ParamRole.SIGNAL;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.TARGET;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.memory.TensorValue;

/**
 * Collectives before they are lowered. They run here as the specification describes them, over the
 * program's own signal cells, so that a program gives the same result before and after lowering.
 */
final class Collectives {

  private Collectives() {}

  /**
   * The choices that a call has made.
   *
   * @param blocks how many blocks were asked for
   * @param grid whether the call starts a grid of its own, whose blocks each have a lane of the
   *     signal
   */
  record Options(
      Op op, ReduceOp reduce, boolean ring, int root, int blocks, boolean grid, Span span) {}

  static Code compile(FunctionCompiler compiler, Call c) {
    Options options = options(c, compiler.role != Role.KERNEL);
    Code[] codes = compiler.codes(c.byParameter());
    int result = c.op().signature().indexOf(c.op().result().shared());
    boolean hasResult = !(c.type() instanceof UnknownType);
    Span span = c.span();
    Role role = compiler.role;
    return (RefCode)
        f -> {
          Object[] operands = FunctionCompiler.boxed(codes, f);
          switch (role) {
            case KERNEL -> run(f.task, options, operands);
            case CHIP -> {
              List<TensorValue> tensors = new ArrayList<>();
              for (Object operand : operands) {
                tensors.add(TensorCompiler.tensor(operand, span));
              }
              ((Dispatch) f.task.station)
                  .submit(
                      options.op.shortName(),
                      span,
                      options.blocks,
                      tensors,
                      tensors,
                      new long[0],
                      t -> {
                        run(t, options, operands);
                        return Frame.NOTHING;
                      });
            }
            case HOST -> host(f, c, options, operands);
          }
          return hasResult ? operands[result] : Frame.NOTHING;
        };
  }

  private static Options options(Call c, boolean orchestrated) {
    ReduceOp reduce = c.attr(OpAttrs.REDUCE);
    String mode = c.attr(OpAttrs.ALGORITHM);
    if (!mode.equals("mesh") && !mode.equals("ring")) {
      throw OpCompiler.unsupported("allreduce with mode \"" + mode + "\"", c.span());
    }
    return new Options(
        c.op(),
        reduce == null ? ReduceOp.SUM : reduce,
        mode.equals("ring"),
        c.attr(OpAttrs.ROOT).intValue(),
        c.attr(OpAttrs.CORE_NUM).intValue(),
        orchestrated,
        c.span());
  }

  private static void host(Frame f, Call c, Options options, Object[] operands) {
    Span span = c.span();
    HostStation station = HostCalls.station(f, span);
    Object[] all = operands;
    if (c.op().signature().has(ParamRole.SIGNAL) && !c.has(ParamRole.SIGNAL)) {
      int ranks = f.task.run.config().ranks();
      long[] shape = {ranks, options.blocks};
      if (options.ring) {
        throw OpCompiler.unsupported("a ring allreduce without a signal", span);
      }
      var window = station.allocate(c, "allreduce_signal", 4 * TensorValue.count(shape), span);
      int signal = c.op().signature().indexOf(ParamRole.SIGNAL);
      all = Arrays.copyOf(operands, Math.max(operands.length, signal + 1));
      all[signal] = TensorValue.packed(DataType.INT32, window.slice(0), shape);
    }
    HostStation.Work work =
        (task, arguments) -> {
          run(task, options, arguments);
          return Frame.NOTHING;
        };
    station.collective(c.op().shortName(), options.blocks, work, all, span);
  }

  /** One rank's part, on a block of its task. */
  static void run(Task task, Options o, Object[] operands) {
    TensorValue signal = operand(o, operands, SIGNAL);
    if (o.op.kind() == OpKind.Collective.BARRIER) {
      CreditBarrier barrier = CreditBarrier.perRank(task, signal, o.span);
      barrier.pass();
      barrier.clear();
      return;
    }
    TensorValue target = operand(o, operands, TARGET);
    switch ((OpKind.Collective) o.op.kind()) {
      case BARRIER -> {}
      case ALLREDUCE -> {
        if (o.ring) {
          RingAllReduce.run(task, target, signal, o.reduce, o.span);
        } else if (o.grid) {
          MeshAllReduce.blocks(task, target, signal, o.reduce, o.span);
        } else {
          MeshAllReduce.run(task, target, signal, o.reduce, o.span);
        }
      }
      case BROADCAST -> Exchanges.broadcast(task, target, signal, o.root, o.span);
      case REDUCE_SCATTER -> Exchanges.reduceScatter(task, target, signal, o.reduce, o.span);
      case ALLGATHER ->
          Exchanges.allGather(task, operand(o, operands, SOURCE), target, signal, o.span);
      case ALL_TO_ALL ->
          Exchanges.allToAll(task, operand(o, operands, SOURCE), target, signal, o.span);
      case ALL_TO_ALL_V ->
          Exchanges.allToAllV(
              task,
              operand(o, operands, SOURCE),
              target,
              signal,
              operand(o, operands, SEND_COUNTS),
              operand(o, operands, RECV_COUNTS),
              o.span);
    }
  }

  private static TensorValue operand(Options o, Object[] operands, ParamRole role) {
    int place = o.op.signature().indexOf(role);
    if (place >= operands.length) {
      throw new SimFailure(
          SimCode.ARGUMENT, o.op.shortName() + " needs a signal outside of the host", o.span);
    }
    return TensorCompiler.tensor(operands[place], o.span);
  }

  /** A tensor's valid box as one row, where it is packed and whole; null otherwise. */
  static TensorValue stream(TensorValue t) {
    if (!t.isPacked() || !Arrays.equals(t.valid(), t.shape())) {
      return null;
    }
    long[] flat = {1, t.elements()};
    return t.reshape(flat, flat, Span.NONE);
  }
}

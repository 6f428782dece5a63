package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;

/** Which class lowers which collective inside a kernel. */
public final class Collectives {

  private Collectives() {}

  /** A collective's signal, or null where it is left out. */
  public static Expr signal(Call call) {
    return call.operand(ParamRole.SIGNAL);
  }

  /** Whether an op is one of the collectives. */
  public static boolean isCollective(Op op) {
    return op.kind() instanceof OpKind.Collective;
  }

  /**
   * How a call is lowered, or null where its op is no collective.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException where the call asks for what kernels do
   *     not have
   */
  public static CollectiveLowering of(Call call) {
    if (!(call.op().kind() instanceof OpKind.Collective collective)) {
      return null;
    }
    CollectiveLowering lowering =
        switch (collective) {
          case ALLREDUCE -> allReduce(call);
          case BARRIER -> new BarrierLowering();
          case BROADCAST -> new Broadcast();
          case REDUCE_SCATTER -> new ReduceScatter();
          case ALLGATHER -> new AllGather();
          case ALL_TO_ALL -> new AllToAll();
          case ALL_TO_ALL_V -> new AllToAllV();
        };
    if (lowering instanceof RingAllReduce) {
      Signals.checkRing(call, signal(call));
    } else {
      Signals.checkMesh(call, signal(call));
    }
    return lowering;
  }

  private static CollectiveLowering allReduce(Call call) {
    if (signal(call) == null) {
      throw CollectiveRule.KERNEL_SIGNAL.at(
          call.span(),
          "This allreduce has no signal; only the host orchestrator makes one up.",
          "Pass a window-bound INT32 signal: pld.tensor.allreduce(data, signal, op=...).");
    }
    long cores = call.attr(OpAttrs.CORE_NUM);
    if (cores != 1) {
      throw CollectiveRule.KERNEL_CORE_NUM.at(
          call.span(),
          "core_num=" + cores + " starts a grid of its own, which a kernel cannot do.",
          "Leave core_num at 1; for more cores put the kernel's work under pl.spmd(...).");
    }
    String mode = call.attr(OpAttrs.ALGORITHM);
    return switch (mode) {
      case "mesh" -> new MeshAllReduce();
      case "ring" -> new RingAllReduce();
      default ->
          throw CollectiveRule.MODE.at(
              call.span(),
              "allreduce knows the modes \"mesh\" and \"ring\", not \"" + mode + "\".",
              "Write mode=\"mesh\" or mode=\"ring\".");
    };
  }
}

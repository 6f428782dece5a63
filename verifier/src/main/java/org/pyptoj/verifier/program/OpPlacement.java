package org.pyptoj.verifier.program;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.Type;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.distributed.AllReduceRules;
import org.pyptoj.verifier.rule.Rule;

/**
 * Where ops stand: on the host, in a chip orchestration or in kernel code, inside loops or not, and
 * on which target.
 */
public final class OpPlacement extends Walker {

  private final TensorOrigins origins;
  private final TargetFacts target;
  private final Findings findings;
  private final Deque<RunsOn> places = new ArrayDeque<>();
  private final Map<Expr, Boolean> ringSignals = new IdentityHashMap<>();
  private int loops;

  public OpPlacement(
      Function function, TensorOrigins origins, TargetFacts target, Findings findings) {
    this.origins = origins;
    this.target = target;
    this.findings = findings;
    places.push(RunsOn.of(function));
  }

  @Override
  public void stmt(Stmt stmt) {
    switch (stmt) {
      case For s -> {
        loops++;
        super.stmt(s);
        loops--;
      }
      case While s -> {
        loops++;
        super.stmt(s);
        loops--;
      }
      case Scope s -> {
        places.push(places.peek().inside(s));
        super.stmt(s);
        places.pop();
      }
      default -> super.stmt(stmt);
    }
  }

  @Override
  public void expr(Expr expr) {
    if (expr instanceof Call call) {
      check(call);
    }
    super.expr(expr);
  }

  private void check(Call call) {
    RunsOn place = places.peek();
    switch (call.op().placement()) {
      case KERNEL ->
          kernelOnly(
              call, place, call.op().kind() instanceof OpKind.Window ? CTX_PLACEMENT : PLACEMENT);
      case HOST -> hostOnly(call, place);
      case KERNEL_OR_HOST -> kernelOrHost(call, place);
      case ANYWHERE -> {}
    }
    if (call.op().kind() instanceof OpKind.Collective collective) {
      collective(call, collective, place);
    }
    atomicBf16(call);
  }

  private void kernelOnly(Call call, RunsOn place, Rule rule) {
    if (place == RunsOn.HOST || place == RunsOn.CHIP) {
      report(
          rule,
          call,
          "it stands in " + place.text() + ", but belongs into kernel code",
          "move it into an InCore function or a pl.at(level=pl.Level.CORE_GROUP) scope");
    }
  }

  private void hostOnly(Call call, RunsOn place) {
    if (place == RunsOn.CHIP || place == RunsOn.KERNEL) {
      report(
          HOST_ONLY,
          call,
          "it stands in " + place.text() + ", but belongs into the host orchestrator",
          call.op() == DistributedOp.WORLD_SIZE
              ? "in a kernel ask pld.nranks(pld.get_comm_ctx(window))"
              : "make the window on the host and pass it as a parameter");
    }
  }

  private void collective(Call call, OpKind.Collective collective, RunsOn place) {
    switch (collective) {
      case ALLREDUCE -> allReduce(call, place);
      case BARRIER, BROADCAST, REDUCE_SCATTER -> {}
      case ALLGATHER -> hostWindow(call, place, ALLGATHER_HOST_INPUT, ParamRole.SOURCE);
      case ALL_TO_ALL -> hostWindow(call, place, ALL_TO_ALL_HOST_INPUT, ParamRole.SOURCE);
      case ALL_TO_ALL_V -> {
        if (place == RunsOn.HOST) {
          allToAllVOnHost(call);
        }
      }
    }
  }

  private void kernelOrHost(Call call, RunsOn place) {
    if (place == RunsOn.CHIP) {
      report(
          COLLECTIVE_PLACEMENT,
          call,
          "it stands in a chip orchestration, outside kernel code",
          "move it into an InCore function or a pl.at scope, or call it from the host");
    }
  }

  private void hostWindow(Call call, RunsOn place, Rule rule, ParamRole role) {
    Type type = call.operand(role).type();
    if (place == RunsOn.HOST && !(type instanceof DistributedTensorType)) {
      report(
          rule,
          call,
          call.op().signature().operand(role).name()
              + " is a "
              + type.kind()
              + ", but the host exchanges windows only",
          "stage the data into a window first");
    }
  }

  private void allReduce(Call call, RunsOn place) {
    boolean ring = AllReduceRules.isRing(call);
    long cores = call.attr(OpAttrs.CORE_NUM);
    Expr signal = call.operand(ParamRole.SIGNAL);
    if (place == RunsOn.KERNEL && cores != 1) {
      report(
          ALLREDUCE_INCORE_CORES,
          call,
          "core_num is " + cores + ", but kernel code runs on one core",
          "leave core_num out and launch the kernel with pl.spmd for several cores");
    }
    if (target != null && place != RunsOn.KERNEL && cores > target.aivCores()) {
      report(
          ALLREDUCE_CAPACITY,
          call,
          "core_num is " + cores + ", but the target has " + target.aivCores() + " vector cores",
          "use at most " + target.aivCores());
    }
    if (signal == null) {
      if (place == RunsOn.KERNEL || loops > 0) {
        report(
            ALLREDUCE_NO_SIGNAL,
            call,
            "no signal is given in " + (place == RunsOn.KERNEL ? "kernel code" : "a loop"),
            "pass a window of shape [NR, 1] and dtype INT32");
      }
      return;
    }
    if (ringSignals.merge(origins.of(signal), ring, (a, b) -> a) != ring) {
      report(
          SIGNAL_SHARED,
          call,
          "its signal also serves a " + (ring ? "mesh" : "ring") + " allreduce",
          "give mesh and ring a signal each");
    }
    if (signal.type() instanceof DistributedTensorType type) {
      signalShape(call, place, type, ring);
    }
  }

  private void signalShape(Call call, RunsOn place, DistributedTensorType signal, boolean ring) {
    if (ring && signal.rank() == 2 && (place == RunsOn.KERNEL || place == RunsOn.HOST)) {
      Long rows = Scalars.constant(signal.shape().get(0));
      Long ranks = Scalars.constant(signal.shape().get(1));
      if (rows != null && ranks != null) {
        long wanted = 2 * (ranks - 1) + (place == RunsOn.HOST ? 1 : 0);
        if (rows != wanted) {
          report(
              ALLREDUCE_RING_SHAPE,
              call,
              "signal has "
                  + rows
                  + " rows in "
                  + place.text()
                  + ", but "
                  + ranks
                  + " ranks need "
                  + wanted,
              "use a window of shape [" + wanted + ", " + ranks + "]");
        }
      }
    }
    if (!ring && place == RunsOn.KERNEL) {
      boolean fits = signal.rank() == 2 && Extents.isConstant(signal.shape().get(1), 1);
      if (!fits) {
        report(
            ALLREDUCE_INCORE_SIGNAL,
            call,
            "signal has shape "
                + CallCheck.text(signal.shape())
                + ", but kernel code names cells by [rank, 0]",
            "use a window of shape [NR, 1]");
      }
    }
  }

  private void allToAllVOnHost(Call call) {
    hostWindow(call, RunsOn.HOST, ALL_TO_ALL_V_HOST_KINDS, ParamRole.SOURCE);
    hostWindow(call, RunsOn.HOST, ALL_TO_ALL_V_HOST_KINDS, ParamRole.SEND_COUNTS);
    if (loops > 0) {
      report(
          ALL_TO_ALL_V_HOST_LOOP,
          call,
          "it stands in a loop of the host orchestrator, but its signal serves once",
          "call it outside for and while loops");
    }
    Map<Expr, String> owners = new HashMap<>();
    for (Call.Operand operand : call.operands()) {
      String name = operand.param().name();
      String other = owners.putIfAbsent(origins.of(operand.value()), name);
      if (other != null) {
        report(
            ALL_TO_ALL_V_HOST_DISTINCT,
            call,
            other + " and " + name + " lie in one window allocation",
            "allocate a window buffer for each of the five operands");
      }
    }
  }

  private void atomicBf16(Call call) {
    if (target == null || target.ascend910B() || call.attr(OpAttrs.ATOMIC) != AtomicType.ADD) {
      return;
    }
    for (Call.Operand operand : call.operands()) {
      if (operand.access().writes()
          && operand.value().type() instanceof TensorLike type
          && type.dtype() == DataType.BF16) {
        report(
            ATOMIC_BF16_PROFILE,
            call,
            "BF16 is added atomically, but the target is not of the Ascend910B family",
            "accumulate in FP32, or compile for a2a3");
      }
    }
  }

  private void report(Rule rule, Call call, String message, String help) {
    Span span = call.span();
    findings.report(rule, span, call.op().shortName() + ": " + message, help);
  }
}

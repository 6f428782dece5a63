package org.pyptoj.verifier.distributed;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.rule.Rule;

/** {@code notify}, {@code wait} and what a single call of {@code defer_wait} tells. */
public final class SignalRules {

  private SignalRules() {}

  /** A call of one of these ops. */
  public static Call check(CallCheck call, OpKind.Signal kind) {
    return switch (kind) {
      case NOTIFY -> notifyPeer(call);
      case WAIT -> await(call);
      case DEFER_WAIT -> deferWait(call);
    };
  }

  private static Call notifyPeer(CallCheck call) {
    DistributedTensorType target = call.window("target", NOTIFY_TARGET);
    call.integer("peer", NOTIFY_SCALARS);
    offsets(call, target, NOTIFY_OFFSETS, "target");
    call.scalar("value", NOTIFY_SCALARS);
    return call.done(UnknownType.INSTANCE);
  }

  private static Call await(CallCheck call) {
    DistributedTensorType signal = call.window("signal", WAIT_SIGNAL);
    offsets(call, signal, WAIT_OFFSETS, "signal");
    call.scalar("expected", WAIT_EXPECTED);
    return call.done(UnknownType.INSTANCE);
  }

  private static Call deferWait(CallCheck call) {
    DistributedTensorType signal = call.window("signal", DEFER_WAIT_SIGNAL);
    if (signal != null) {
      call.require(
          signal.dtype() == DataType.INT32,
          DEFER_WAIT_SIGNAL,
          "signal",
          "signal is " + signal.dtype().dslName() + ", but counters are INT32",
          "declare the window with dtype pl.INT32");
      call.require(
          signal.view().layout() != TensorLayout.NZ,
          DEFER_WAIT_LAYOUT,
          "signal",
          "signal has layout NZ, but a counter is addressed as ND or DN",
          "use a window without a fractal layout");
      call.require(
          signal.rank() > 0,
          DEFER_WAIT_RANK,
          "signal",
          "signal has rank 0, but a counter is named by at least one offset",
          "use a window of rank 1 or more");
      call.require(
          call.arg("signal") instanceof Var,
          DEFER_WAIT_PARAMETER,
          "signal",
          "signal is a value that is computed here, but it must be a parameter itself",
          "pass the window as a parameter and say with offsets which cell is meant");
    }
    offsets(call, signal, DEFER_WAIT_OFFSETS, "signal");
    expected(call);
    Object cmp = call.attr(OpAttrs.WAIT);
    call.require(
        cmp == null || cmp == WaitCmp.GE,
        DEFER_WAIT_CMP,
        "cmp",
        "cmp is WaitCmp.Eq, but a deferred condition compares with WaitCmp.Ge",
        "count upwards and pass cmp=pld.WaitCmp.Ge");
    return call.done(UnknownType.INSTANCE);
  }

  private static void expected(CallCheck call) {
    Expr expected = call.arg("expected");
    if (call.integer("expected", DEFER_WAIT_EXPECTED) == null) {
      return;
    }
    Long threshold = Scalars.constant(expected);
    call.require(
        threshold == null || (threshold >= 0 && threshold <= Integer.MAX_VALUE),
        DEFER_WAIT_EXPECTED,
        "expected",
        "expected is " + threshold + ", but a counter runs from 0 to " + Integer.MAX_VALUE,
        "use a threshold that the counter can reach");
  }

  private static void offsets(
      CallCheck call, DistributedTensorType target, Rule rule, String name) {
    if (target == null) {
      call.ints("offsets", rule);
    } else {
      call.ints("offsets", rule, rule, target.rank(), name);
    }
  }
}

package org.pyptoj.verifier.distributed;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Shapes;
import org.pyptoj.verifier.rule.Rule;

/** {@code all_to_all_v}. */
public final class AllToAllVRules {

  private static final String FLAT = "[NR*MAX_RECV, SIZE]";

  private AllToAllVRules() {}

  public static Call allToAllV(CallCheck call) {
    TensorLike input = call.tensorLike("input", ALL_TO_ALL_V_INPUT);
    DistributedTensorType target = call.window("target", ALL_TO_ALL_V_TARGET);
    DistributedTensorType signal = call.window("signal", ALL_TO_ALL_V_SIGNAL);
    TensorLike sent = call.tensorLike("send_counts", ALL_TO_ALL_V_SEND_COUNTS);
    DistributedTensorType received = call.window("recv_counts", ALL_TO_ALL_V_RECV_COUNTS);
    boolean inputFits =
        input != null && CollectiveRules.matrix(call, ALL_TO_ALL_V_INPUT, "input", input, FLAT);
    boolean targetFits =
        target != null && CollectiveRules.matrix(call, ALL_TO_ALL_V_TARGET, "target", target, FLAT);
    if (inputFits && targetFits) {
      CollectiveRules.dtypesAgree(call, ALL_TO_ALL_V_MATCH, "input", input, target);
      CollectiveRules.staticExtentsAgree(call, ALL_TO_ALL_V_MATCH, "input", input, target, 0);
      CollectiveRules.extentsAgree(call, ALL_TO_ALL_V_MATCH, "input", input, target, 1);
    }
    if (inputFits) {
      packed(call, "input", input);
    }
    if (targetFits) {
      packed(call, "target", target);
    }
    CollectiveRules.distinct(call, ALL_TO_ALL_V_DISTINCT, "input", "target");
    counts(call, ALL_TO_ALL_V_SIGNAL, "signal", signal, false);
    counts(call, ALL_TO_ALL_V_SEND_COUNTS, "send_counts", sent, true);
    counts(call, ALL_TO_ALL_V_RECV_COUNTS, "recv_counts", received, false);
    Long ranks = ranks(signal);
    if (targetFits && ranks != null) {
      capacity(call, target, ranks);
    }
    agree(call, "send_counts", sent, ranks);
    agree(call, "recv_counts", received, ranks);
    long cores = call.attr(OpAttrs.CORE_NUM);
    call.require(
        cores == 1,
        ALL_TO_ALL_V_CORE_NUM,
        "core_num",
        "core_num is " + cores + ", but the exchange runs on one core",
        "leave core_num out; several cores are meant for the chip orchestration's rail, "
            + "which has one block today too");
    return call.done(CollectiveRules.result(target));
  }

  private static void packed(CallCheck call, String param, TensorLike type) {
    TensorLayout layout = type.view().layout();
    boolean strided =
        !type.view().stride().isEmpty()
            && !Extents.areEqual(type.view().stride(), Shapes.packedStrides(type.shape()));
    boolean partial =
        Extents.lessEqual(type.shape().get(0), type.validShape().get(0)) == Proof.FALSE
            || Extents.lessEqual(type.shape().get(1), type.validShape().get(1)) == Proof.FALSE;
    String why =
        layout != TensorLayout.ND
            ? "in " + layout + " layout"
            : strided
                ? "strided"
                : partial ? "valid only for " + CallCheck.text(type.validShape()) : null;
    if (why != null) {
      call.report(
          ALL_TO_ALL_V_PACKED,
          param,
          param + " is " + why + ", but it is addressed as packed rows",
          "copy the rows into a packed buffer first");
    }
  }

  private static void counts(
      CallCheck call, Rule rule, String param, TensorLike type, boolean flatAllowed) {
    if (type == null) {
      return;
    }
    CollectiveRules.int32(call, rule, param, type);
    boolean fits =
        (flatAllowed && type.rank() == 1)
            || (type.rank() == 2 && Extents.isConstant(type.shape().get(1), 1));
    call.require(
        fits,
        rule,
        param,
        param + " has shape " + CallCheck.text(type.shape()) + ", but it holds one number per rank",
        "give it the shape [NR, 1]");
  }

  private static Long ranks(TensorLike type) {
    return type == null || type.rank() == 0 ? null : Scalars.constant(type.shape().getFirst());
  }

  private static void capacity(CallCheck call, DistributedTensorType target, long ranks) {
    Long rows = Scalars.constant(target.shape().getFirst());
    call.require(
        ranks > 0 && (rows == null || rows % ranks == 0),
        ALL_TO_ALL_V_CAPACITY,
        "target",
        "target has "
            + CallCheck.text(target.shape().getFirst())
            + " rows, but signal has "
            + ranks
            + " ranks",
        "give the target NR * MAX_RECV rows");
  }

  private static void agree(CallCheck call, String param, TensorLike type, Long ranks) {
    Long counted = ranks(type);
    call.require(
        counted == null || ranks == null || counted.equals(ranks),
        ALL_TO_ALL_V_CAPACITY,
        param,
        param + " is for " + counted + " ranks, but signal is for " + ranks,
        "give all of them one extent NR");
  }
}

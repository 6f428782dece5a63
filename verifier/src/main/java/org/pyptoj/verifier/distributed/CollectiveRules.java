package org.pyptoj.verifier.distributed;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.rule.Rule;

/**
 * {@code barrier}, {@code broadcast}, {@code reduce_scatter}, {@code allgather}, {@code
 * all_to_all}.
 */
public final class CollectiveRules {

  private CollectiveRules() {}

  public static Call barrier(CallCheck call) {
    DistributedTensorType signal = call.window("signal", BARRIER_SIGNAL);
    if (signal != null) {
      int32(call, BARRIER_SIGNAL, "signal", signal);
      oneCellPerRank(call, BARRIER_SIGNAL_SHAPE, signal);
    }
    return call.done(result(signal));
  }

  public static Call broadcast(CallCheck call) {
    DistributedTensorType target = call.window("target", BROADCAST_TARGET);
    DistributedTensorType signal = signal(call, BROADCAST_SIGNAL);
    long root = call.attr(OpAttrs.ROOT);
    Long ranks =
        signal == null || signal.rank() == 0 ? null : Scalars.constant(signal.shape().getFirst());
    call.require(
        root >= 0 && (ranks == null || root < ranks),
        BROADCAST_ROOT,
        "root",
        "root is " + root + (ranks == null ? "" : ", but there are " + ranks + " ranks"),
        "pass the number of a rank, counted from 0");
    return call.done(result(target));
  }

  public static Call reduceScatter(CallCheck call) {
    DistributedTensorType target = call.window("target", REDUCE_SCATTER_TARGET);
    if (target != null) {
      matrix(call, REDUCE_SCATTER_TARGET, "target", target, "[NR, SIZE]");
    }
    DistributedTensorType signal = signal(call, REDUCE_SCATTER_SIGNAL);
    ReduceOp op = call.attr(OpAttrs.REDUCE);
    call.require(
        op == null || op == ReduceOp.SUM,
        REDUCE_SCATTER_OP,
        "op",
        "op is " + (op == null ? null : "ReduceOp." + op.dslName()) + ", but only sums exist",
        "pass op=pld.ReduceOp.Sum");
    ranksAgree(call, REDUCE_SCATTER_RANKS, target, signal);
    return call.done(result(target));
  }

  public static Call allGather(CallCheck call) {
    boolean host = call.op().isInternal();
    TensorLike input =
        host
            ? call.window("local_data", ALLGATHER_HOST_INPUT)
            : call.tensorLike("local_data", ALLGATHER_INPUT);
    DistributedTensorType target = call.window("target", ALLGATHER_TARGET);
    DistributedTensorType signal = signal(call, ALLGATHER_SIGNAL);
    boolean inputFits =
        input != null && matrix(call, ALLGATHER_INPUT, "local_data", input, "[1, SIZE]");
    boolean targetFits =
        target != null && matrix(call, ALLGATHER_TARGET, "target", target, "[NR, SIZE]");
    if (inputFits) {
      Long rows = Scalars.constant(input.shape().getFirst());
      call.require(
          rows == null || rows == 1,
          ALLGATHER_INPUT,
          "local_data",
          "local_data has " + rows + " rows, but a rank contributes one",
          "pass this rank's chunk alone: [1, SIZE]");
    }
    distinct(call, ALLGATHER_DISTINCT, "local_data", "target");
    if (inputFits && targetFits) {
      dtypesAgree(call, ALLGATHER_MATCH, "local_data", input, target);
      extentsAgree(call, ALLGATHER_MATCH, "local_data", input, target, 1);
    }
    ranksAgree(call, ALLGATHER_SIGNAL, target, signal);
    return call.done(result(target));
  }

  public static Call allToAll(CallCheck call) {
    boolean host = call.op().isInternal();
    TensorLike input =
        host
            ? call.window("input", ALL_TO_ALL_HOST_INPUT)
            : call.tensorLike("input", ALL_TO_ALL_INPUT);
    DistributedTensorType target = call.window("target", ALL_TO_ALL_TARGET);
    DistributedTensorType signal = signal(call, ALL_TO_ALL_SIGNAL);
    boolean inputFits =
        input != null && matrix(call, ALL_TO_ALL_INPUT, "input", input, "[NR, SIZE]");
    boolean targetFits =
        target != null && matrix(call, ALL_TO_ALL_TARGET, "target", target, "[NR, SIZE]");
    distinct(call, ALL_TO_ALL_DISTINCT, "input", "target");
    if (inputFits && targetFits) {
      dtypesAgree(call, ALL_TO_ALL_MATCH, "input", input, target);
      staticExtentsAgree(call, ALL_TO_ALL_MATCH, "input", input, target, 0);
      extentsAgree(call, ALL_TO_ALL_MATCH, "input", input, target, 1);
    }
    ranksAgree(call, ALL_TO_ALL_SIGNAL, target, signal);
    return call.done(result(target));
  }

  /** A collective returns its window. */
  public static Type result(Type window) {
    return window == null ? UnknownType.INSTANCE : window;
  }

  static void int32(CallCheck call, Rule rule, String param, TensorLike type) {
    call.require(
        type.dtype() == DataType.INT32,
        rule,
        param,
        param + " is " + type.dtype().dslName() + ", but counters are INT32",
        "declare it with dtype pl.INT32");
  }

  private static DistributedTensorType signal(CallCheck call, Rule rule) {
    DistributedTensorType signal = call.window("signal", rule);
    if (signal != null) {
      int32(call, rule, "signal", signal);
      oneCellPerRank(call, rule, signal);
    }
    return signal;
  }

  private static void oneCellPerRank(CallCheck call, Rule rule, DistributedTensorType signal) {
    boolean fits =
        signal.rank() == 1 || (signal.rank() == 2 && Extents.isConstant(signal.shape().get(1), 1));
    call.require(
        fits,
        rule,
        "signal",
        "signal has shape " + CallCheck.text(signal.shape()) + ", but it holds one cell per rank",
        "use a window of shape [NR, 1]");
  }

  public static boolean matrix(
      CallCheck call, Rule rule, String param, TensorLike type, String shape) {
    call.require(
        type.rank() == 2,
        rule,
        param,
        param + " has rank " + type.rank() + ", but it must be " + shape,
        "give it the shape " + shape);
    return type.rank() == 2;
  }

  static void distinct(CallCheck call, Rule rule, String first, String second) {
    Expr a = call.arg(first);
    call.require(
        a == null || a != call.arg(second),
        rule,
        second,
        first + " and " + second + " are one and the same value",
        "use two buffers, since ranks write one while others still read the other");
  }

  static void dtypesAgree(
      CallCheck call, Rule rule, String param, TensorLike input, TensorLike target) {
    call.require(
        input.dtype() == target.dtype(),
        rule,
        param,
        param + " is " + input.dtype().dslName() + ", but target is " + target.dtype().dslName(),
        "give both one element type");
  }

  static void extentsAgree(
      CallCheck call, Rule rule, String param, TensorLike input, TensorLike target, int axis) {
    Expr a = input.shape().get(axis);
    Expr b = target.shape().get(axis);
    call.require(
        Extents.areEqual(a, b),
        rule,
        param,
        "dimension "
            + axis
            + " of "
            + param
            + " is "
            + CallCheck.text(a)
            + ", but that of target is "
            + CallCheck.text(b),
        "give both one extent");
  }

  /** NR may come from two askings of the world size, so only static extents are compared. */
  static void staticExtentsAgree(
      CallCheck call, Rule rule, String param, TensorLike input, TensorLike target, int axis) {
    if (Scalars.constant(input.shape().get(axis)) != null
        && Scalars.constant(target.shape().get(axis)) != null) {
      extentsAgree(call, rule, param, input, target, axis);
    }
  }

  private static void ranksAgree(
      CallCheck call, Rule rule, DistributedTensorType target, DistributedTensorType signal) {
    if (target == null || signal == null || target.rank() == 0 || signal.rank() == 0) {
      return;
    }
    staticExtentsAgree(call, rule, "signal", signal, target, 0);
  }
}

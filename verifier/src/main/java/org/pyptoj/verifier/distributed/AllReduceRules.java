package org.pyptoj.verifier.distributed;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Shapes;

/**
 * {@code allreduce}, as far as one call tells; what depends on where it stands is {@link
 * Placement}'s.
 */
public final class AllReduceRules {

  /** Bytes of one chunk of on-core memory that a mesh reduction works in. */
  static final long CHUNK_BYTES = 16 * 1024;

  private AllReduceRules() {}

  public static boolean isRing(Call call) {
    return call.attr(OpAttrs.ALGORITHM).equals("ring");
  }

  public static Call allReduce(CallCheck call) {
    DistributedTensorType src = source(call);
    String mode = call.attr(OpAttrs.ALGORITHM);
    call.require(
        mode.equals("mesh") || mode.equals("ring"),
        ALLREDUCE_MODE,
        "mode",
        "mode is \"" + mode + "\", but allreduce knows \"mesh\" and \"ring\"",
        "pass mode=\"mesh\" or mode=\"ring\"");
    boolean ring = mode.equals("ring");
    long cores = coreNum(call);
    if (ring) {
      call.require(
          cores == 1,
          ALLREDUCE_RING_CORES,
          "core_num",
          "core_num is " + cores + ", but a ring runs on one core",
          "use mode=\"mesh\" for several cores");
    }
    DistributedTensorType signal = call.window("signal", ALLREDUCE_SIGNAL);
    if (ring && !call.has("signal")) {
      call.report(
          ALLREDUCE_RING_SIGNAL,
          null,
          "a ring needs its signal, but none is given",
          "pass a window of shape [2 * (NR - 1) + 1, NR] and dtype INT32");
    }
    if (signal != null) {
      CollectiveRules.int32(call, ALLREDUCE_SIGNAL, "signal", signal);
      if (ring) {
        ringSignal(call, signal, -1);
      } else {
        meshSignal(call, signal, cores);
      }
    }
    if (src != null) {
      views(call, src, ring);
    }
    return call.done(src == null ? UnknownType.INSTANCE : src);
  }

  private static DistributedTensorType source(CallCheck call) {
    DistributedTensorType src = call.window("src", ALLREDUCE_SRC);
    if (src != null) {
      call.require(
          src.dtype() == DataType.FP16 || src.dtype() == DataType.FP32,
          ALLREDUCE_SRC,
          "src",
          "src is " + src.dtype().dslName() + ", but FP16 and FP32 are reduced",
          "keep the data in FP32 or FP16");
      RemoteAccessRules.positive(call, ALLREDUCE_EXTENTS, "src", src.shape());
    }
    return src;
  }

  private static long coreNum(CallCheck call) {
    long cores = call.attr(OpAttrs.CORE_NUM);
    call.require(
        cores > 0,
        ALLREDUCE_CORE_NUM,
        "core_num",
        "core_num is " + cores + ", but at least one core works",
        "pass 1 or more");
    return cores;
  }

  private static void meshSignal(CallCheck call, DistributedTensorType signal, long cores) {
    int rank = signal.rank();
    if (rank != 2 && !(rank == 1 && cores == 1)) {
      call.report(
          ALLREDUCE_SIGNAL_RANK,
          "signal",
          "signal has rank " + rank + ", but core_num is " + cores,
          rank == 1
              ? "use a window of shape [NR, core_num]"
              : "use a window of shape [NR, 1], or [NR, core_num] for several cores");
      return;
    }
    if (rank == 1) {
      return;
    }
    Long stride = Scalars.constant(signal.shape().get(1));
    call.require(
        stride != null && stride >= cores,
        ALLREDUCE_SIGNAL_STRIDE,
        "signal",
        "signal has a second extent of "
            + CallCheck.text(signal.shape().get(1))
            + ", but core_num is "
            + cores,
        "give the signal one column per core: [NR, " + Math.max(cores, 1) + "]");
  }

  /**
   * Checks a ring's signal.
   *
   * @param extra rows beside the rounds' own: 0 in kernel code, 1 on the host, -1 where the place
   *     is not known
   */
  private static void ringSignal(CallCheck call, DistributedTensorType signal, int extra) {
    if (signal.rank() != 2) {
      call.report(
          ALLREDUCE_SIGNAL_RANK,
          "signal",
          "signal has rank " + signal.rank() + ", but a ring's has two dimensions",
          "use a window of shape [2 * (NR - 1), NR], on the host with one more row");
      return;
    }
    Long rows = Scalars.constant(signal.shape().get(0));
    Long ranks = Scalars.constant(signal.shape().get(1));
    if (rows == null || ranks == null) {
      return;
    }
    long rounds = 2 * (ranks - 1);
    boolean holds = extra < 0 ? rows == rounds || rows == rounds + 1 : rows == rounds + extra;
    call.require(
        holds,
        ALLREDUCE_RING_SHAPE,
        "signal",
        "signal has "
            + rows
            + " rows, but "
            + ranks
            + " ranks need "
            + (extra < 0
                ? rounds + " in a kernel and " + (rounds + 1) + " on the host"
                : rounds + extra),
        "use a window of shape [2 * (NR - 1), NR], on the host with one more row");
  }

  private static void views(CallCheck call, DistributedTensorType src, boolean ring) {
    boolean partial = !Extents.areEqual(src.validShape(), src.shape());
    boolean strided =
        !src.view().stride().isEmpty()
            && !Extents.areEqual(src.view().stride(), Shapes.packedStrides(src.shape()));
    TensorLayout layout = src.view().layout();
    if (strided || layout == TensorLayout.NZ || (partial && layout == TensorLayout.DN)) {
      call.report(
          ALLREDUCE_PACKED,
          "src",
          "src is "
              + (strided ? "strided" : "in " + layout + " layout")
              + ", but packed row-major data is reduced",
          "reduce the whole window, or stage the part into a window of its own");
      return;
    }
    if (!partial) {
      return;
    }
    if (ring) {
      ringPrefix(call, src);
    } else {
      meshBox(call, src);
    }
  }

  private static void meshBox(CallCheck call, DistributedTensorType src) {
    List<Expr> shape = src.shape();
    List<Expr> valid = src.validShape();
    if (!isPrefix(shape.subList(0, shape.size() - 1), valid.subList(0, shape.size() - 1))) {
      call.report(
          ALLREDUCE_MESH_BOX,
          "src",
          "valid_shape "
              + CallCheck.text(valid)
              + " of "
              + CallCheck.text(shape)
              + " is no rectangle when the leading dimensions are collapsed",
          "make all leading dimensions behind the first partial one wholly valid");
      return;
    }
    Long elements = Extents.product(valid);
    Long physical = Extents.product(shape);
    Long counted = elements == null ? physical : elements;
    long bytes = counted == null ? Long.MAX_VALUE : counted * src.dtype().bytes();
    call.require(
        bytes <= CHUNK_BYTES,
        ALLREDUCE_MESH_BOX,
        "src",
        "the partial box of "
            + CallCheck.text(shape)
            + " takes "
            + (counted == null ? "an unknown number of" : bytes)
            + " bytes, but one chunk has "
            + CHUNK_BYTES,
        "reduce the whole window, or a smaller part");
  }

  private static void ringPrefix(CallCheck call, DistributedTensorType src) {
    call.require(
        isPrefix(src.shape(), src.validShape()),
        ALLREDUCE_RING_PREFIX,
        "src",
        "valid_shape "
            + CallCheck.text(src.validShape())
            + " of "
            + CallCheck.text(src.shape())
            + " is no contiguous prefix",
        "make all dimensions behind the first partial one wholly valid");
  }

  /** Whether a box's elements come first in row-major order. */
  private static boolean isPrefix(List<Expr> shape, List<Expr> valid) {
    boolean behindFree = false;
    for (int i = 0; i < shape.size(); i++) {
      if (behindFree && !Extents.areEqual(valid.get(i), shape.get(i))) {
        return false;
      }
      behindFree |= !Extents.isConstant(valid.get(i), 1);
    }
    return true;
  }
}

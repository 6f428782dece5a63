package org.pyptoj.passes.collective;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.Platform;

/**
 * What a host orchestrator's collective must satisfy before it is dispatched (specification,
 * pld.tensor.allreduce, Host multi-core AllReduce, pld.tensor.all_to_all_v). One method per rule.
 *
 * @param call the collective
 * @param devices the devices of its comm domain
 * @param platform the chip
 */
record HostCollectiveCheck(Call call, DeviceSet devices, Platform platform) {

  /** The names of the operands' windows, in the operands' order; each operand is one. */
  static List<String> windows(Call call) {
    List<String> windows = new ArrayList<>();
    for (Call.Operand operand : call.operands()) {
      if (!(operand.value().type() instanceof DistributedTensorType type)
          || type.window() == null) {
        throw CollectiveRule.NOT_A_WINDOW.at(
            call.span(),
            "The "
                + operand.param().name()
                + " of "
                + call.op().fullName()
                + " is no window of this orchestrator, and dispatches of collectives carry nothing else.",
            "Allocate it with pld.alloc_window_buffer and pass a pld.window view; inside a kernel a plain"
                + " tensor is accepted where the specification says so.");
      }
      windows.add(type.window());
    }
    return windows;
  }

  void check() {
    distinctWindows();
    if (call.op() == DistributedOp.ALLREDUCE) {
      dtype();
      cores();
    }
    if (isRing()) {
      ringSignal();
    } else {
      signal();
      lanes();
    }
    if (call.op() == DistributedOp.BROADCAST) {
      root();
    }
  }

  boolean isRing() {
    return call.op() == DistributedOp.ALLREDUCE && call.attr(OpAttrs.ALGORITHM).equals("ring");
  }

  private long coreNum() {
    return call.attr(OpAttrs.CORE_NUM);
  }

  private DistributedTensorType signalType() {
    return (DistributedTensorType) Collectives.signal(call).type();
  }

  /**
   * Two views of one allocation would race: data against data, data against counts, counts against
   * signals.
   */
  private void distinctWindows() {
    windows(call);
    Map<String, String> operands = new HashMap<>();
    for (Call.Operand operand : call.operands()) {
      String name = operand.param().name();
      String window = ((DistributedTensorType) operand.value().type()).window();
      String first = operands.putIfAbsent(window, name);
      if (first != null) {
        throw CollectiveRule.DISTINCT_WINDOWS.at(
            call.span(),
            first
                + " and "
                + name
                + " of "
                + call.op().fullName()
                + " look at the same window "
                + window
                + ", which the ranks would race for.",
            "Allocate one window for each operand.");
      }
    }
  }

  private void dtype() {
    DataType dtype = ((TensorLike) call.operand(ParamRole.TARGET).type()).dtype();
    if (dtype != DataType.FP32 && dtype != DataType.FP16) {
      throw CollectiveRule.HOST_DTYPE.at(
          call.span(),
          "The host's allreduce reduces FP16 and FP32, not " + dtype.dslName() + ".",
          "Convert the data before it is published into the window.");
    }
  }

  private void cores() {
    long cores = coreNum();
    Span span = call.span();
    if (cores < 1) {
      throw CollectiveRule.CORES.at(
          span, "core_num is " + cores + ".", "Give core_num a positive number, or leave it out.");
    }
    if (isRing() && cores != 1) {
      throw CollectiveRule.CORES.at(
          span,
          "A ring runs on one core of each chip, but core_num is " + cores + ".",
          "Leave core_num at 1, or use mode=\"mesh\".");
    }
    if (cores > platform.aivCores()) {
      throw CollectiveRule.CORES.at(
          span,
          "core_num is "
              + cores
              + ", but "
              + platform.id()
              + " has "
              + platform.aivCores()
              + " vector cores, and a grid that cannot start at once never starts.",
          "Ask for at most " + platform.aivCores() + " cores.");
    }
  }

  /** One row per device, at least. */
  private void signal() {
    DistributedTensorType type = signalType();
    Long rows = type.rank() == 0 ? null : Scalars.constant(type.shape().get(0));
    boolean tooFew = !devices.all() && rows != null && rows < devices.some().size();
    if (type.dtype() != DataType.INT32 || type.rank() < 1 || type.rank() > 2 || tooFew) {
      throw CollectiveRule.HOST_SIGNAL.at(
          call.span(),
          call.op().fullName()
              + " counts in an INT32 signal [world_size] or [world_size, lanes]"
              + (devices.all() ? "" : " of at least " + devices.some().size() + " rows")
              + ", and this one is "
              + Shapes.text(type.shape())
              + " "
              + type.dtype().dslName()
              + ".",
          "Allocate the signal with one INT32 row for each participating device.");
    }
  }

  /** Every block of every peer has a counter of its own. */
  private void lanes() {
    DistributedTensorType type = signalType();
    long needed = coreNum();
    Long stride = type.rank() == 1 ? Long.valueOf(1) : Scalars.constant(type.shape().get(1));
    if (stride == null || stride < needed) {
      throw CollectiveRule.HOST_LANES.at(
          call.span(),
          "core_num="
              + needed
              + " needs a signal of "
              + needed
              + " constant column(s) per device, and "
              + "this one is "
              + Shapes.text(type.shape())
              + ".",
          "Allocate the signal as [world_size, " + needed + "] INT32, or leave it out.");
    }
  }

  private void ringSignal() {
    DistributedTensorType type = signalType();
    Long rows = type.rank() == 2 ? Scalars.constant(type.shape().get(0)) : null;
    Long ranks = type.rank() == 2 ? Scalars.constant(type.shape().get(1)) : null;
    Long known = devices.all() ? null : (long) devices.some().size();
    boolean fits = type.rank() == 2 && type.dtype() == DataType.INT32;
    fits &= rows == null || ranks == null || rows == 2 * (ranks - 1) + 1;
    fits &= known == null || ranks == null || ranks.equals(known);
    fits &= known == null || rows == null || rows >= 2 * (known - 1) + 1;
    if (!fits) {
      throw CollectiveRule.RING_HOST_SIGNAL.at(
          call.span(),
          "A host ring counts in a [2*(NR-1)+1, NR] INT32 signal"
              + (known == null ? "" : " with NR = " + known)
              + ", and this one is "
              + Shapes.text(type.shape())
              + " "
              + type.dtype().dslName()
              + ".",
          "Allocate one row for each of the 2*(NR-1) rounds and one for the return.");
    }
  }

  private void root() {
    long root = call.attr(OpAttrs.ROOT);
    if (root < 0 || !devices.all() && root >= devices.some().size()) {
      throw CollectiveRule.ROOT.at(
          call.span(),
          "root is "
              + root
              + ", but the domain's ranks are 0 to "
              + (devices.some().size() - 1)
              + ".",
          "Name a rank of the domain; ranks count its devices from 0.");
    }
  }
}

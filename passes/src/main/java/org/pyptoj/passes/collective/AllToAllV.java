package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.IrBuilder;

/**
 * {@code all_to_all_v}: every rank puts as many rows as it wants to send into its block of each
 * rank's window, and writes that number into the rank's receive counts (specification,
 * pld.tensor.all_to_all_v).
 *
 * <p>The number is clamped to {@code [0, MAX_RECV]} and the transfer has exactly that many rows:
 * padding never crosses the wire, and what the receiver does not count is never written.
 */
final class AllToAllV implements CollectiveLowering {

  private static final Attrs SET = Attrs.of(OpAttrs.NOTIFY, NotifyOp.SET);

  @Override
  public Expr lower(IrBuilder b, Call call) {
    long cores = call.attr(OpAttrs.CORE_NUM);
    if (cores != 1) {
      throw CollectiveRule.KERNEL_CORE_NUM.at(
          call.span(),
          "all_to_all_v inside a kernel runs on the kernel's own core, but core_num is "
              + cores
              + ".",
          "Leave core_num at 1, or call all_to_all_v from the chip orchestration, where such a limit"
              + " belongs.");
    }
    Expr signal = call.operand(ParamRole.SIGNAL);
    DistributedTensorType target = (DistributedTensorType) call.operand(ParamRole.TARGET).type();
    Expr rows = target.shape().get(0);
    Expr ranks = ((DistributedTensorType) signal.type()).shape().get(0);
    Long total = Scalars.constant(rows);
    Long each = Scalars.constant(ranks);
    if (total != null && each != null && (each == 0 || total % each != 0)) {
      throw CollectiveRule.BLOCK_ROWS.at(
          call.span(),
          "The target's " + total + " rows do not divide into blocks for " + each + " ranks.",
          "Allocate NR * MAX_RECV rows, the same number for each rank.");
    }
    Comm comm = Comm.of(b, call.operand(ParamRole.TARGET));
    exchange(
        b,
        comm,
        new Exchange(
            call.operand(ParamRole.SOURCE),
            call.operand(ParamRole.TARGET),
            signal,
            call.operand(ParamRole.SEND_COUNTS),
            call.operand(ParamRole.RECV_COUNTS)),
        Scalars.floorDiv(rows, ranks),
        target.shape().get(1));
    return call.operand(ParamRole.TARGET);
  }

  /**
   * The five operands of a call.
   *
   * @param input rows to send, one block per destination
   * @param target rows received, one block per source
   * @param signal the barrier's
   * @param sendCounts rows to send to each rank
   * @param recvCounts rows received from each rank
   */
  record Exchange(Expr input, Expr target, Expr signal, Expr sendCounts, Expr recvCounts) {}

  /** The whole exchange; kernels and the dispatched builtins share it. */
  static void exchange(IrBuilder b, Comm comm, Exchange on, Expr maxRecv, Expr size) {
    DataType dtype = ((TensorLike) on.target().type()).dtype();
    int countRank = ((TensorLike) on.sendCounts().type()).rank();
    int recvRank = ((TensorLike) on.recvCounts().type()).rank();
    Var stage = Stage.create(b, "aav_stage", dtype, IntConst.index(1), size);
    Expr mine = recvRank == 1 ? b.tuple(comm.myRank()) : b.tuple(comm.myRank(), IntConst.index(0));
    b.each(
        "dest",
        comm.nranks(),
        (body, dest) -> {
          Expr place = countRank == 1 ? body.tuple(dest) : body.tuple(dest, IntConst.index(0));
          Var count = body.bind("aav_count", TensorOp.READ, on.sendCounts(), place);
          Expr asIndex = Scalars.cast(count, DataType.INDEX, body.span());
          Var rows =
              body.bind("aav_rows", Scalars.max(Scalars.min(asIndex, maxRecv), IntConst.index(0)));
          Var published =
              body.bind("aav_count_i32", Scalars.cast(rows, DataType.INT32, body.span()));
          body.run(DistributedOp.NOTIFY, SET, on.recvCounts(), dest, mine, published);
          AllGather.put(
              body,
              on.target(),
              dest,
              on.input(),
              stage,
              Scalars.mul(comm.myRank(), maxRecv),
              Scalars.mul(dest, maxRecv),
              rows,
              size);
        });
    CreditBarrier barrier = CreditBarrier.mesh(b, comm, on.signal());
    barrier.pass(b, "");
    barrier.clear(b);
  }
}

package org.pyptoj.passes.collective;

import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.IrBuilder;

/**
 * What an allreduce in a kernel works on: its target's type and the limits that follow from the
 * element type.
 *
 * @param window the target
 * @param type its type
 * @param chunk elements of one chunk of at most 16 KiB
 * @param lane elements of 32 bytes, the unit of tile rows and of remote spans
 */
record AllReduceTarget(Expr window, DistributedTensorType type, long chunk, long lane) {

  /** Nine tiles of this size, as many as a chunk ever needs, fit the smallest vector memory. */
  private static final long CHUNK_BYTES = 16 * 1024;

  private static final long LANE_BYTES = 32;

  /** The first operand of an allreduce: packed and row-major, or rejected. */
  static AllReduceTarget of(Call call) {
    Expr window = call.operand(ParamRole.TARGET);
    DistributedTensorType type = (DistributedTensorType) window.type();
    if (!Shapes.isPacked(type)) {
      throw CollectiveRule.PACKED_TARGET.at(
          call.span(),
          "The target of an allreduce is read as one stream of elements, but this one is "
              + (type.view().stride().isEmpty() ? "laid out as " + type.view().layout() : "strided")
              + ".",
          "Pass the packed row-major window itself, not a strided or DN view of it.");
    }
    int bytes = type.dtype().bytes();
    return new AllReduceTarget(window, type, CHUNK_BYTES / bytes, LANE_BYTES / bytes);
  }

  boolean isPartial() {
    return !type.view().validShape().isEmpty() && !type.view().validShape().equals(type.shape());
  }

  /** Moves chunks of the stream; remote spans of 16-bit elements are whole lanes. */
  Chunks chunks(Expr stream, Expr width) {
    return new Chunks(stream, IntConst.index(0), width, type.dtype() == DataType.FP16 ? lane : 1);
  }

  /** The packed elements as one row. */
  Var stream(IrBuilder b) {
    Expr elements = Shapes.product(type.shape());
    Expr shape = b.tuple(IntConst.index(1), elements);
    if (!isPartial()) {
      return b.bind("target_2d", TensorOp.AS_VIEW, window, shape);
    }
    Expr valid = b.tuple(IntConst.index(1), Shapes.product(type.validShape()));
    return b.bind("target_2d", TensorOp.AS_VIEW, window, shape, valid);
  }

  /**
   * The smallest physical width that covers an extent: the chunk's, or less for a short constant
   * extent.
   */
  long width(Expr extent) {
    Long known = Scalars.constant(extent);
    return known == null || known <= 0 || known >= chunk ? chunk : Shapes.roundUp(known, lane);
  }

  /** The tile op that combines two ranks' values. */
  static Op combine(ReduceOp op) {
    return switch (op) {
      case SUM -> TileOp.ADD;
      case MAX -> TileOp.MAXIMUM;
      case MIN -> TileOp.MINIMUM;
      case PROD -> TileOp.MUL;
    };
  }

  /** Leading dimensions as rows, the last as columns. */
  static List<Expr> rectangle(List<Expr> extents) {
    return List.of(Shapes.product(extents.subList(0, extents.size() - 1)), extents.getLast());
  }
}

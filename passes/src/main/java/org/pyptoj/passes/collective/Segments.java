package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.DataType;

/**
 * How a ring divides a stream among the ranks (specification, pld.tensor.allreduce, ring). Segment
 * {@code i} of {@code n} elements over {@code r} ranks begins at {@code floor(i * n / r)}; with
 * 16-bit elements the boundary is rounded up to whole lanes, so that each segment that is not empty
 * begins at an address that transfers can use, and capped at {@code n}. Short streams have empty
 * segments.
 *
 * @param elements length of the stream
 * @param ranks number of segments
 * @param lane elements of 32 bytes
 * @param aligned whether boundaries are rounded
 */
record Segments(Expr elements, Expr ranks, long lane, boolean aligned) {

  static Segments of(AllReduceTarget target, Expr elements, Expr ranks) {
    return new Segments(elements, ranks, target.lane(), target.type().dtype() == DataType.FP16);
  }

  /** Where a segment begins; the next one's beginning is its end. */
  Expr boundary(Expr index) {
    Expr scaled = Scalars.mul(index, elements);
    if (!aligned) {
      return Scalars.floorDiv(scaled, ranks);
    }
    Expr divisor = Scalars.mul(ranks, IntConst.index(lane));
    Expr lanes =
        Scalars.floorDiv(Scalars.add(scaled, Scalars.sub(divisor, IntConst.index(1))), divisor);
    return Scalars.min(Scalars.mul(lanes, IntConst.index(lane)), elements);
  }

  /** A bound on the length of every segment: the even share, and what rounding may add. */
  Expr longest() {
    Expr share = Shapes.ceilDiv(elements, ranks);
    return aligned ? Scalars.min(elements, Scalars.add(share, IntConst.index(lane - 1))) : share;
  }
}

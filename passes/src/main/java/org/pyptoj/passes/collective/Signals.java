package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.DistributedTensorType;

/** What a kernel's collectives ask of their signals. */
final class Signals {

  private Signals() {}

  /**
   * Mesh collectives count in {@code [rank, 0]}; a ring's signal has its cells elsewhere, so that
   * one window cannot serve both (specification, Barrier-signal protocol, Constraints).
   */
  static void checkMesh(Call call, Expr signal) {
    DistributedTensorType type = (DistributedTensorType) signal.type();
    Long columns = type.rank() == 2 ? Scalars.constant(type.shape().get(1)) : null;
    boolean fits = type.rank() == 2 && (columns == null || columns == 1);
    if (!fits) {
      throw CollectiveRule.MESH_SIGNAL.at(
          call.span(),
          call.op().fullName()
              + " signals through a [NR, 1] window, and this one is "
              + Shapes.text(type.shape())
              + ".",
          "Give the call a signal window of shape [NR, 1]; a ring's [2*(NR-1), NR] cannot be shared.");
    }
  }

  /**
   * A ring's rows are its rounds, of which there are {@code 2*(NR-1)}; its columns are the ranks.
   */
  static void checkRing(Call call, Expr signal) {
    DistributedTensorType type = (DistributedTensorType) signal.type();
    boolean fits = type.rank() == 2;
    if (fits) {
      Long rows = Scalars.constant(type.shape().get(0));
      Long ranks = Scalars.constant(type.shape().get(1));
      fits = rows == null || ranks == null || rows == 2 * (ranks - 1);
    }
    if (!fits) {
      throw CollectiveRule.RING_SIGNAL.at(
          call.span(),
          "mode=\"ring\" signals through a [2*(NR-1), NR] window, and this one is "
              + Shapes.text(type.shape())
              + ".",
          "Allocate the signal as [2*(NR-1), NR] INT32: one row per ring round, one cell per rank.");
    }
  }
}

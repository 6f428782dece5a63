package org.pyptoj.verifier.call;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;

/**
 * The tile that a {@code put} or {@code get} streams through (specification, pld.tensor.put,
 * Staging-tile chunking).
 *
 * @param rows its rows
 * @param cols its columns
 */
public record StagingTile(long rows, long cols) {

  /**
   * The staging tile of a transfer. The transfer is flattened to rows, the product of the leading
   * extents, and columns, the innermost one; a chunk of 0 is the whole extent, and a larger one is
   * cut down to it.
   *
   * @param transfer the moved extents, outermost first
   * @param chunkRows how many rows one step moves
   * @param chunkCols how many columns one step moves
   * @throws IllegalArgumentException where a dynamic extent has no chunk, which the type rule
   *     refuses before
   */
  public static StagingTile of(List<Expr> transfer, long chunkRows, long chunkCols) {
    int last = transfer.size() - 1;
    return new StagingTile(
        side(Extents.product(transfer.subList(0, last)), chunkRows),
        side(Scalars.constant(transfer.get(last)), chunkCols));
  }

  private static long side(Long extent, long chunk) {
    if (extent == null && chunk == 0) {
      throw new IllegalArgumentException("a dynamic extent needs a chunk");
    }
    return extent == null ? chunk : chunk == 0 ? extent : Math.min(chunk, extent);
  }
}

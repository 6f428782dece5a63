package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.IrBuilder;

/**
 * The vector tile through which put and get stream a transfer. A smaller stage moves the same
 * elements in more pieces, so one that would fill the core's memory is cut down.
 */
final class Stage {

  /** A quarter of the smallest vector memory: the rest is the kernel's own. */
  private static final long BUDGET_BYTES = 46 * 1024;

  private static final long PIECE_BYTES = 16 * 1024;

  private Stage() {}

  /** A stage for a transfer of rows by columns. */
  static Var create(IrBuilder b, String hint, DataType dtype, Expr rows, Expr columns) {
    Long r = Scalars.constant(rows);
    Long c = Scalars.constant(columns);
    long piece = PIECE_BYTES / dtype.bytes();
    if (r == null || c == null || r * c * dtype.bytes() > BUDGET_BYTES) {
      r = 1L;
      c = c == null ? piece : Math.min(c, piece);
    }
    Attrs attrs = Attrs.of(OpAttrs.DTYPE, dtype);
    return b.bind(
        hint, b.call(TileOp.CREATE, attrs, b.tuple(IntConst.index(r), IntConst.index(c))));
  }
}

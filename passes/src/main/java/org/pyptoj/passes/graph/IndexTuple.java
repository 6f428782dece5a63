package org.pyptoj.passes.graph;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;

/** Operands that are one number per dimension. */
final class IndexTuple {

  private IndexTuple() {}

  /** The elements of a tuple; a bare number is a tuple of one. */
  static List<Expr> of(Expr operand) {
    return operand instanceof MakeTuple t ? t.elements() : List.of(operand);
  }

  /** The dimensions that a slice keeps, or null where it keeps all. */
  static List<Integer> keptDimensions(Call slice) {
    List<Long> dropped = slice.attr(OpAttrs.DROP_DIMS);
    if (dropped.isEmpty()) {
      return null;
    }
    List<Integer> kept = new ArrayList<>();
    for (int d = 0; d < of(slice.operand(ParamRole.SHAPE)).size(); d++) {
      if (!dropped.contains((long) d)) {
        kept.add(d);
      }
    }
    return kept;
  }
}

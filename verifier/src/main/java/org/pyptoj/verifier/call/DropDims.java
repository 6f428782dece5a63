package org.pyptoj.verifier.call;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.verifier.rule.TileRule;

/**
 * A slice's extents after dimensions of extent 1 were dropped.
 *
 * @param shape extents that remain
 * @param valid valid extents that remain
 */
public record DropDims(List<Expr> shape, List<Expr> valid) {

  /** Drops what the call's {@code drop_dims} names; null after reporting. */
  public static DropDims of(CallCheck call, List<Expr> shape, List<Expr> valid) {
    Set<Integer> dropped = new HashSet<>();
    for (long dim : call.attr(OpAttrs.DROP_DIMS)) {
      boolean droppable =
          dim >= 0
              && dim < shape.size()
              && Extents.isConstant(shape.get((int) dim), 1)
              && Extents.isConstant(valid.get((int) dim), 1);
      if (!droppable || !dropped.add((int) dim)) {
        call.report(
            TileRule.DROP_DIMS,
            "drop_dims",
            "dimension "
                + dim
                + " of "
                + CallCheck.text(shape)
                + " is dropped"
                + (droppable ? " twice" : ""),
            "drop dimensions of extent 1 that are valid, each once");
        return null;
      }
    }
    return new DropDims(rest(shape, dropped), rest(valid, dropped));
  }

  private static List<Expr> rest(List<Expr> extents, Set<Integer> dropped) {
    List<Expr> result = new ArrayList<>();
    for (int i = 0; i < extents.size(); i++) {
      if (!dropped.contains(i)) {
        result.add(extents.get(i));
      }
    }
    return result;
  }
}

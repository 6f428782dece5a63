package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.distributed.RemoteAccessRules;

/** Shapes that a call is given as attributes or operands. */
final class GivenShapes {

  private GivenShapes() {}

  /**
   * A shape of positive extents that are known when the kernel is compiled; null after reporting.
   */
  static List<Expr> staticShape(CallCheck call, String param) {
    List<Expr> shape = shape(call, param);
    if (shape != null && Extents.product(shape) == null) {
      call.report(
          STATIC_SHAPE,
          param,
          param + " is " + CallCheck.text(shape) + ", but on-core memory is laid out beforehand",
          "use constants, and say with valid_shape how much of the tile counts");
      return null;
    }
    return shape;
  }

  /** A shape of at least one extent whose static ones are positive; null after reporting. */
  public static List<Expr> shape(CallCheck call, String param) {
    List<Expr> shape = call.ints(param);
    if (shape == null) {
      return null;
    }
    if (shape.isEmpty()) {
      call.report(POSITIVE_SHAPE, param, param + " is empty", "give at least one extent");
      return null;
    }
    if (shape.stream().anyMatch(e -> Extents.lessEqual(e, Extents.ZERO) == Proof.TRUE)) {
      RemoteAccessRules.positive(call, POSITIVE_SHAPE, param, shape);
      return null;
    }
    return shape;
  }
}

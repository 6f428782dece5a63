package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.Dialect.*;
import static org.pyptoj.ir.op.OpRow.op;
import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;

import org.pyptoj.ir.op.OpKind.Fence;

/** Ops on the state of a core: {@code pl.system}. */
public final class SystemOp {

  static final OpTable TABLE = new OpTable();

  public static final Op CACHE_INVALIDATE =
      TABLE.add(
          op(SYSTEM, "cacheinvalid", Fence.INVALIDATE)
              .takes(
                  tensorLike(SOURCE, "tensor").optional(),
                  ints(SHAPE, "shapes").optional(),
                  ints(OFFSETS, "offsets").optional())
              .does(Effect.CONTROL)
              .doc(
                  "Drops cached lines of a region, or of all global memory. shapes and offsets are in"
                      + " elements, one entry per dimension."));
  public static final Op FENCE =
      TABLE.add(
          op(SYSTEM, "fence", Fence.ORDER)
              .does(Effect.CONTROL)
              .internal()
              .doc("Orders all global memory traffic before it against what follows."));

  private SystemOp() {}
}

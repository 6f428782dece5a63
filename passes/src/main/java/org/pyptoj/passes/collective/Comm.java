package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.IrBuilder;

/**
 * Who takes part: this rank's number and how many there are, read from a window's context.
 *
 * @param nranks ranks of the domain, INDEX
 * @param myRank this rank, INT32
 */
public record Comm(Expr nranks, Var myRank) {

  /** Reads both from the context of a window-bound tensor. */
  public static Comm of(IrBuilder b, Expr window) {
    Var ctx = b.bind("ctx", DistributedOp.GET_COMM_CTX, window);
    Var nranks = b.bind("nranks", DistributedOp.NRANKS, ctx);
    Var index = b.bind("nranks_idx", Scalars.cast(nranks, DataType.INDEX, b.span()));
    Var myRank = b.bind("my_rank", DistributedOp.RANK, ctx);
    return new Comm(index, myRank);
  }
}

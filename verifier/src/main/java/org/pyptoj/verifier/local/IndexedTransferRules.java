package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind.IndexedTransfer;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileLayout.Order;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Operand;
import org.pyptoj.verifier.call.WindowRead;
import org.pyptoj.verifier.call.WindowRead.Reach;
import org.pyptoj.verifier.call.WindowWrite;

/** Elements that move between global memory and places of a value in on-core memory. */
public final class IndexedTransferRules {

  private IndexedTransferRules() {}

  public static Call check(CallCheck call, IndexedTransfer kind) {
    return switch (kind) {
      case ROWS -> gatherRow(call);
    };
  }

  /** A block of a matrix in global memory goes into a matrix on the core, transposed or not. */
  private static Call gatherRow(CallCheck call) {
    String target = call.name(ParamRole.TARGET);
    Operand into = Operand.of(call, target);
    TensorLike source = call.tensorLike("src");
    List<Expr> shapes = GivenShapes.staticShape(call, "shapes");
    List<Expr> to = call.ints("dst_offset", OPERAND_KIND, TUPLE_RANK, 2, "rows and columns");
    List<Expr> from = call.ints("src_offset", OPERAND_KIND, TUPLE_RANK, 2, "rows and columns");
    List<Expr> part = call.ints("valid_shape", OPERAND_KIND, TUPLE_RANK, 2, "rows and columns");
    boolean transposed = call.attr(OpAttrs.TRANSPOSE);
    if (into == null || source == null) {
      return call.done(UnknownType.INSTANCE);
    }
    matrix(call, target, into.rank());
    matrix(call, "src", source.rank());
    call.require(
        into.dtype() == source.dtype(),
        SAME_DTYPE,
        "src",
        "src is " + source.dtype().dslName() + ", but " + target + " is " + into.dtype().dslName(),
        "create " + target + " with the element type of src");
    if (shapes != null) {
      matrix(call, "shapes", shapes.size());
    }
    if (into.tile() != null) {
      order(call, into.tile(), transposed);
    }
    if (part != null && transposed && part.stream().anyMatch(e -> Scalars.constant(e) == null)) {
      call.report(
          GATHERED_ROWS,
          "valid_shape",
          "valid_shape is " + CallCheck.text(part) + ", but the block is transposed",
          "use constants with transpose, or gather as it is and multiply with b_trans=True");
    }
    if (!call.failed() && shapes != null && to != null && from != null) {
      bounds(call, into, source, shapes, to, from, part == null ? shapes : part, transposed);
    }
    return call.done(
        into.tile() == null
            ? Operand.tensor(into.dtype(), into.shape(), into.valid())
            : into.tile().withMemRef(null));
  }

  private static void matrix(CallCheck call, String param, int rank) {
    call.require(
        rank == 2,
        TUPLE_RANK,
        param,
        param + " has rank " + rank + ", but rows and columns are meant",
        "reshape it to two dimensions");
  }

  /** What a load can write: rows into rows, and columns only into blocks that lie that way. */
  private static void order(CallCheck call, TileType into, boolean transposed) {
    boolean columns =
        into.layout().block() == Order.ROW_MAJOR && into.layout().inner() == Order.COL_MAJOR;
    if (transposed == columns) {
      return;
    }
    String memory = into.space() == null ? MemorySpace.VEC.dslName() : into.space().dslName();
    call.report(
        GATHERED_ROWS,
        "dst",
        transposed
            ? "rows become columns, but dst lies in " + memory + " row by row"
            : "rows stay rows, but dst lies in " + memory + " column by column",
        transposed
            ? "create dst with target_memory=pl.Mem.Mat and transpose=True"
            : "create dst without transpose, or gather with transpose=True");
  }

  private static void bounds(
      CallCheck call,
      Operand into,
      TensorLike source,
      List<Expr> shapes,
      List<Expr> to,
      List<Expr> from,
      List<Expr> moved,
      boolean transposed) {
    new WindowRead(
            source.shape(),
            source.shape(),
            from,
            shapes,
            moved,
            Reach.REQUEST,
            new WindowRead.Rules(
                READ_OFFSET,
                READ_VALID,
                READ_BOUNDS,
                "src_offset",
                "valid_shape",
                "gather less, or say with valid_shape how much is moved"))
        .validShape(call);
    List<Expr> placed = transposed ? moved.reversed() : moved;
    new WindowWrite(into.shape(), into.shape(), to, placed, placed, "dst_offset").validShape(call);
  }
}

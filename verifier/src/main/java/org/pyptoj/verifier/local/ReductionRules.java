package org.pyptoj.verifier.local;

import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.VECTOR;
import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpKind.Axis;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Operand;

/** Reductions along rows and columns, and their counterparts that stretch a vector over a tile. */
public final class ReductionRules {

  private ReductionRules() {}

  public static Call reduce(CallCheck call, Axis axis) {
    return switch (axis) {
      case ROWS -> rowReduce(call, null);
      case COLUMNS -> colReduce(call, null);
    };
  }

  /** The same shapes as a reduction, of places that are counted. */
  public static Call argReduce(CallCheck call, Axis axis) {
    return switch (axis) {
      case ROWS -> rowReduce(call, DataType.INT32);
      case COLUMNS -> colReduce(call, DataType.INT32);
    };
  }

  /**
   * The last dimension collapses to one column.
   *
   * @param counted the type of the results, or null for the operand's
   */
  private static Call rowReduce(CallCheck call, DataType counted) {
    Operand operand = reducible(call);
    if (operand == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ElementwiseRules.supported(call, SOURCE, operand);
    ElementwiseRules.scratch(call, "tmp_tile", operand, counted != null);
    DataType dtype = counted == null ? operand.dtype() : counted;
    int last = operand.rank() - 1;
    List<Expr> shape = with(operand.shape(), last);
    List<Expr> valid = with(operand.valid(), last);
    return call.done(
        operand.tile() == null
            ? Operand.tensor(dtype, shape, valid)
            : new TileType(
                dtype,
                shape,
                valid,
                TileLayout.COL_MAJOR,
                Operand.vector(operand.tile().space()),
                null));
  }

  /** The row dimension collapses to one row. */
  private static Call colReduce(CallCheck call, DataType counted) {
    Operand operand = reducible(call);
    if (operand == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ElementwiseRules.supported(call, SOURCE, operand);
    TileType tmp = call.tile("tmp_tile");
    if (tmp != null) {
      call.require(
          tmp.dtype() == operand.dtype(),
          SCRATCH,
          "tmp_tile",
          "tmp_tile is "
              + tmp.dtype().dslName()
              + ", but the operand is "
              + operand.dtype().dslName(),
          "create the scratch tile with the operand's type");
    }
    DataType dtype = counted == null ? operand.dtype() : counted;
    int rows = operand.tile() == null ? operand.rank() - 2 : 0;
    List<Expr> shape = with(operand.shape(), rows);
    List<Expr> valid = with(operand.valid(), rows);
    return call.done(
        operand.tile() == null
            ? Operand.tensor(dtype, shape, valid)
            : new TileType(
                dtype,
                shape,
                valid,
                TileLayout.ROW_MAJOR,
                Operand.vector(operand.tile().space()),
                null));
  }

  private static Operand reducible(CallCheck call) {
    Operand operand = Operand.of(call, param(call));
    if (operand == null) {
      return null;
    }
    if (operand.rank() > 2 && call.op().kind() instanceof OpKind.ArgReduce) {
      call.report(
          REDUCE_OPERAND,
          param(call),
          param(call) + " has rank " + operand.rank() + ", but places are counted in a matrix",
          "reshape it to two dimensions");
      return null;
    }
    if (operand.rank() < 2) {
      call.report(
          REDUCE_OPERAND,
          param(call),
          param(call) + " has rank " + operand.rank() + ", but rows and columns are reduced",
          "reshape it to [1, N]");
      return null;
    }
    if (operand.valid().stream().anyMatch(e -> Extents.isConstant(e, 0))) {
      call.report(
          REDUCE_OPERAND,
          param(call),
          "nothing of " + param(call) + " is valid: " + CallCheck.text(operand.valid()),
          "reduce at least one valid element");
      return null;
    }
    return operand;
  }

  private static String param(CallCheck call) {
    return call.name(SOURCE);
  }

  private static List<Expr> with(List<Expr> extents, int collapsed) {
    List<Expr> result = new ArrayList<>(extents);
    result.set(collapsed, Extents.ONE);
    return result;
  }

  /** Each row or column is combined with its value of a vector. */
  public static Call expand(CallCheck call, Axis axis) {
    boolean rows = axis == Axis.ROWS;
    String targetParam = call.name(LHS);
    String vectorParam = call.name(VECTOR);
    Operand target = Operand.of(call, targetParam);
    Operand vector = Operand.of(call, vectorParam);
    call.tile("tmp");
    if (target == null || vector == null) {
      return call.done(UnknownType.INSTANCE);
    }
    call.require(
        target.dtype() == vector.dtype(),
        SAME_DTYPE,
        vectorParam,
        vectorParam
            + " is "
            + vector.dtype().dslName()
            + ", but "
            + targetParam
            + " is "
            + target.dtype().dslName(),
        "cast one of them: pl.cast(..., pl." + target.dtype().dslName() + ")");
    if (!fits(call, target, vector, rows)) {
      call.report(
          EXPAND_VECTOR,
          vectorParam,
          vectorParam
              + " is "
              + CallCheck.text(vector.shape())
              + ", but "
              + targetParam
              + " is "
              + CallCheck.text(target.shape()),
          rows ? "pass one value per row: [rows, 1]" : "pass one value per column: [1, cols]");
    }
    Type result = target.result(target.dtype(), target.shape(), target.valid());
    return call.done(result);
  }

  private static boolean fits(CallCheck call, Operand target, Operand vector, boolean rows) {
    if (target.rank() < 2 || vector.rank() < 2) {
      return false;
    }
    Expr vectorRows = vector.shape().get(vector.rank() - 2);
    Expr vectorCols = vector.shape().getLast();
    Expr targetRows = target.shape().get(target.rank() - 2);
    Expr targetCols = target.shape().getLast();
    boolean along =
        rows
            ? Extents.isConstant(vectorCols, 1) || isPacked(call, vector)
            : Extents.isConstant(vectorRows, 1);
    Expr have = rows ? vectorRows : vectorCols;
    Expr want = rows ? targetRows : targetCols;
    return along && Extents.equal(have, want) != Proof.FALSE;
  }

  /** {@code row_expand_add} also takes a row-major carrier of 32 bytes per row. */
  private static boolean isPacked(CallCheck call, Operand vector) {
    return call.op() == TileOp.ROW_EXPAND_ADD
        && vector.tile().layout().block() == TileLayout.Order.ROW_MAJOR
        && Scalars.constant(vector.valid().getLast()) != null
        && Scalars.constant(vector.valid().getLast()) * vector.dtype().bytes() == 32;
  }
}

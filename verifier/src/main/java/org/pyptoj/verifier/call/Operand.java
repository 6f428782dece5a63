package org.pyptoj.verifier.call;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;

/**
 * A tile or a tensor as elementwise rules see it.
 *
 * @param dtype element type
 * @param shape extents
 * @param valid extents of the valid box
 * @param tile the tile behind it, or null for a tensor
 */
public record Operand(DataType dtype, List<Expr> shape, List<Expr> valid, TileType tile) {

  /**
   * The operand of a parameter of an op that exists for tiles and for tensors; null after
   * reporting.
   */
  public static Operand of(CallCheck call, String param) {
    if (isTileOp(call.op())) {
      TileType t = call.tile(param);
      return t == null ? null : new Operand(t.dtype(), t.shape(), t.validShape(), t);
    }
    TensorLike t = call.tensorLike(param);
    return t == null ? null : new Operand(t.dtype(), t.shape(), t.validShape(), null);
  }

  public static boolean isTileOp(Op op) {
    return op.dialect() == Dialect.TILE;
  }

  public int rank() {
    return shape.size();
  }

  /** A fresh value of the vector unit: a tile with this one's layout, or a plain packed tensor. */
  public Type result(DataType resultDtype, List<Expr> resultShape, List<Expr> resultValid) {
    if (tile == null) {
      return tensor(resultDtype, resultShape, resultValid);
    }
    TileLayout flat =
        new TileLayout(tile.layout().block(), tile.layout().inner(), 512, tile.layout().pad());
    return new TileType(resultDtype, resultShape, resultValid, flat, vector(tile.space()), null);
  }

  /** Vector ops leave their result in vector memory, unless places are not chosen yet. */
  public static MemorySpace vector(MemorySpace operand) {
    return operand == null ? null : MemorySpace.VEC;
  }

  /** A plain packed tensor; a valid box that is the whole shape is left out. */
  public static TensorType tensor(DataType dtype, List<Expr> shape, List<Expr> valid) {
    return new TensorType(
        dtype,
        shape,
        Extents.areEqual(valid, shape)
            ? TensorView.PACKED
            : TensorView.PACKED.withValidShape(valid));
  }
}

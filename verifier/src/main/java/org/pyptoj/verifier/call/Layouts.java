package org.pyptoj.verifier.call;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileLayout.Order;
import org.pyptoj.ir.type.TileLayout.Pad;

/** The element order that a tile has because of its shape and its memory. */
public final class Layouts {

  private static final int BOX_BYTES = 512;
  private static final int ACC_BOX_BYTES = 1024;

  private Layouts() {}

  /**
   * The layout of a tile without a stated one. In vector memory a static tile of one column and
   * several rows is column-major, everything else row-major; the cube's memories hold fractal
   * boxes.
   *
   * @param shape physical extents
   * @param space memory space, or null before one is chosen
   */
  public static TileLayout of(List<Expr> shape, MemorySpace space) {
    return switch (space) {
      case null -> flat(shape);
      case DDR, VEC, BIAS -> flat(shape);
      case MAT, LEFT -> boxed(Order.COL_MAJOR, Order.ROW_MAJOR, BOX_BYTES);
      case RIGHT -> boxed(Order.ROW_MAJOR, Order.COL_MAJOR, BOX_BYTES);
      case ACC -> boxed(Order.COL_MAJOR, Order.ROW_MAJOR, ACC_BOX_BYTES);
    };
  }

  private static TileLayout flat(List<Expr> shape) {
    if (shape.size() != 2) {
      return TileLayout.ROW_MAJOR;
    }
    Long rows = Scalars.constant(shape.get(0));
    Long cols = Scalars.constant(shape.get(1));
    return rows != null && cols != null && cols == 1 && rows > 1
        ? TileLayout.COL_MAJOR
        : TileLayout.ROW_MAJOR;
  }

  private static TileLayout boxed(Order block, Order inner, int fractal) {
    return new TileLayout(block, inner, fractal, Pad.NULL);
  }
}

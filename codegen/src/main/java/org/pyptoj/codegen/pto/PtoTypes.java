package org.pyptoj.codegen.pto;

import java.util.List;
import java.util.stream.Collectors;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;

/** The spelling of types in PTO text. */
final class PtoTypes {

  private PtoTypes() {}

  static String pointer(DataType dtype) {
    return "!pto.ptr<" + dtype.mlirName() + ">";
  }

  /** A view of a whole tensor; its extents are operands, so the type has none. */
  static String tensorView(TensorLike type) {
    return "!pto.tensor_view<" + "?x".repeat(type.rank()) + type.dtype().mlirName() + ">";
  }

  /** A region of a tensor; extents that are known stand in the type. */
  static String partition(List<Expr> sizes, DataType dtype) {
    String extents =
        sizes.stream()
            .map(s -> Scalars.constant(s) == null ? "?x" : Scalars.constant(s) + "x")
            .collect(Collectors.joining());
    return "!pto.partition_tensor_view<" + extents + dtype.mlirName() + ">";
  }

  /** A tile whose valid box is given by operands. */
  static String tile(TileType type) {
    return tile(type, "?", "?");
  }

  /** A tile whose valid box stands in the type. */
  static String tile(TileType type, String validRows, String validCols) {
    TileLayout layout = type.layout();
    return "!pto.tile_buf<loc="
        + type.space().ptoName()
        + ", dtype="
        + type.dtype().mlirName()
        + ", rows="
        + rows(type)
        + ", cols="
        + cols(type)
        + ", v_row="
        + validRows
        + ", v_col="
        + validCols
        + ", blayout="
        + layout.block().text()
        + ", slayout="
        + layout.inner().text()
        + ", fractal="
        + layout.fractal()
        + ", pad="
        + layout.pad().ordinal()
        + ">";
  }

  static String array(ArrayType type) {
    return "!pto.local_array<" + type.extent() + "x" + type.dtype().mlirName() + ">";
  }

  static long rows(TileType type) {
    return type.rank() < 2 ? 1 : known(type.shape().getFirst());
  }

  static long cols(TileType type) {
    return known(type.shape().getLast());
  }

  private static long known(Expr extent) {
    Long value = Scalars.constant(extent);
    if (value == null) {
      throw new IllegalStateException("a tile's extent is not known");
    }
    return value;
  }
}

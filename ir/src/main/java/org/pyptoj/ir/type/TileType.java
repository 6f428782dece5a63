package org.pyptoj.ir.type;

import java.util.List;
import org.pyptoj.ir.expr.Expr;

/**
 * A tile in on-core memory.
 *
 * @param dtype element type
 * @param shape physical extents
 * @param validShape extents of the valid box, one per dimension of the shape
 * @param layout element order and padding
 * @param space memory space, or null before {@code InferTileMemorySpace}
 * @param memRef allocation, or null before {@code InitMemRef}
 */
public record TileType(
    DataType dtype,
    List<Expr> shape,
    List<Expr> validShape,
    TileLayout layout,
    MemorySpace space,
    MemRef memRef)
    implements Type {

  public TileType {
    shape = List.copyOf(shape);
    validShape = validShape.isEmpty() ? shape : List.copyOf(validShape);
    if (validShape.size() != shape.size()) {
      throw new IllegalArgumentException("a valid shape needs one extent per dimension");
    }
  }

  /** A fully valid row-major tile without a place. */
  public TileType(DataType dtype, List<Expr> shape) {
    this(dtype, shape, shape, TileLayout.ROW_MAJOR, null, null);
  }

  @Override
  public String kind() {
    return "Tile";
  }

  public int rank() {
    return shape.size();
  }

  public TileType withValidShape(List<Expr> valid) {
    return new TileType(dtype, shape, valid, layout, space, memRef);
  }

  public TileType withShape(List<Expr> newShape, List<Expr> newValid) {
    return new TileType(dtype, newShape, newValid, layout, space, memRef);
  }

  public TileType withDtype(DataType other) {
    return new TileType(other, shape, validShape, layout, space, memRef);
  }

  public TileType withLayout(TileLayout other) {
    return new TileType(dtype, shape, validShape, other, space, memRef);
  }

  public TileType withSpace(MemorySpace other) {
    return new TileType(dtype, shape, validShape, layout, other, memRef);
  }

  public TileType withMemRef(MemRef other) {
    return new TileType(dtype, shape, validShape, layout, space, other);
  }
}

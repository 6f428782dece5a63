package org.pyptoj.ir.type;

import java.util.List;
import org.pyptoj.ir.expr.Expr;

/**
 * How a tensor's elements lie in memory and which of them count.
 *
 * @param stride elements between neighbours of each dimension; empty for packed
 * @param validShape extent of the valid box in each dimension; empty for the whole shape
 * @param layout element order
 */
public record TensorView(List<Expr> stride, List<Expr> validShape, TensorLayout layout) {

  /** Packed row-major, all elements valid. */
  public static final TensorView PACKED = new TensorView(List.of(), List.of(), TensorLayout.ND);

  public TensorView {
    stride = List.copyOf(stride);
    validShape = List.copyOf(validShape);
  }

  /** The same view with another valid box. */
  public TensorView withValidShape(List<Expr> valid) {
    return new TensorView(stride, valid, layout);
  }

  /** The same view with another layout. */
  public TensorView withLayout(TensorLayout other) {
    return new TensorView(stride, validShape, other);
  }
}

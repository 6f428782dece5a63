package org.pyptoj.ir.type;

import java.util.List;
import org.pyptoj.ir.expr.Expr;

/**
 * A tensor in global memory.
 *
 * @param dtype element type
 * @param shape extents, outermost first
 * @param view layout, strides and valid box
 */
public record TensorType(DataType dtype, List<Expr> shape, TensorView view) implements TensorLike {

  public TensorType {
    shape = List.copyOf(shape);
  }

  public TensorType(DataType dtype, List<Expr> shape) {
    this(dtype, shape, TensorView.PACKED);
  }

  @Override
  public String kind() {
    return "Tensor";
  }

  @Override
  public TensorType withView(TensorView other) {
    return new TensorType(dtype, shape, other);
  }

  @Override
  public TensorType withShape(List<Expr> other) {
    return new TensorType(dtype, other, view);
  }
}

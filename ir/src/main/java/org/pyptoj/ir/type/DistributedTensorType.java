package org.pyptoj.ir.type;

import java.util.List;
import org.pyptoj.ir.expr.Expr;

/**
 * A rank's slice of a communication window. It is not a {@link TensorType}: a rule that asks for
 * one never matches the other (specification, Overview).
 *
 * @param dtype element type
 * @param shape extents of one rank's slice, outermost first
 * @param view layout, strides and valid box
 * @param window name of the window buffer behind it, or null until comm domains are materialised
 */
public record DistributedTensorType(
    DataType dtype, List<Expr> shape, TensorView view, String window) implements TensorLike {

  public DistributedTensorType {
    shape = List.copyOf(shape);
  }

  public DistributedTensorType(DataType dtype, List<Expr> shape) {
    this(dtype, shape, TensorView.PACKED, null);
  }

  @Override
  public String kind() {
    return "DistributedTensor";
  }

  @Override
  public DistributedTensorType withView(TensorView other) {
    return new DistributedTensorType(dtype, shape, other, window);
  }

  @Override
  public DistributedTensorType withShape(List<Expr> other) {
    return new DistributedTensorType(dtype, other, view, window);
  }

  /** The same slice, bound to a window buffer. */
  public DistributedTensorType withWindow(String name) {
    return new DistributedTensorType(dtype, shape, view, name);
  }
}

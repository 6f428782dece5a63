package org.pyptoj.ir.type;

import java.util.List;
import org.pyptoj.ir.expr.Expr;

/**
 * A GM operand whose element type and shape are read uniformly. Rules match {@link TensorType} or
 * {@link DistributedTensorType}; only the slots that the specification names accept both, and say
 * so by this name.
 */
public sealed interface TensorLike extends Type permits TensorType, DistributedTensorType {

  DataType dtype();

  List<Expr> shape();

  TensorView view();

  /** The same tensor with another view. */
  TensorLike withView(TensorView view);

  /** The same kind of tensor with another shape; the view is kept. */
  TensorLike withShape(List<Expr> shape);

  default int rank() {
    return shape().size();
  }

  /** The valid box's extents: those of the view, or the shape. */
  default List<Expr> validShape() {
    return view().validShape().isEmpty() ? shape() : view().validShape();
  }
}

package org.pyptoj.ir.expr;

import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * Scalar arithmetic, comparison or logic.
 *
 * @param op what is computed
 * @param left first operand
 * @param right second operand
 * @param dtype type of the result
 * @param span where it is written
 */
public record Binary(BinaryOp op, Expr left, Expr right, DataType dtype, Span span)
    implements Expr {

  @Override
  public Type type() {
    return new ScalarType(dtype);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Binary that
        && op == that.op
        && left.equals(that.left)
        && right.equals(that.right)
        && dtype == that.dtype;
  }

  @Override
  public int hashCode() {
    return Objects.hash(op, left, right);
  }
}

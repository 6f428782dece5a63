package org.pyptoj.ir.expr;

import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * Scalar operation on one operand.
 *
 * @param op what is computed
 * @param operand its operand
 * @param dtype type of the result
 * @param span where it is written
 */
public record Unary(UnaryOp op, Expr operand, DataType dtype, Span span) implements Expr {

  @Override
  public Type type() {
    return new ScalarType(dtype);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Unary that
        && op == that.op
        && operand.equals(that.operand)
        && dtype == that.dtype;
  }

  @Override
  public int hashCode() {
    return Objects.hash(op, operand);
  }
}

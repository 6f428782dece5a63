package org.pyptoj.ir.expr;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * A scalar converted to another element type.
 *
 * @param operand the scalar
 * @param dtype the new type
 * @param span where it is written
 */
public record Cast(Expr operand, DataType dtype, Span span) implements Expr {

  @Override
  public Type type() {
    return new ScalarType(dtype);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cast that && operand.equals(that.operand) && dtype == that.dtype;
  }

  @Override
  public int hashCode() {
    return operand.hashCode() * 31 + dtype.hashCode();
  }
}

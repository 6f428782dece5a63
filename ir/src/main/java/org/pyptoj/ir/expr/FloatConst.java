package org.pyptoj.ir.expr;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * A floating-point constant.
 *
 * @param value the number
 * @param dtype FP32 for bare literals
 * @param span where it is written
 */
public record FloatConst(double value, DataType dtype, Span span) implements Expr {

  @Override
  public Type type() {
    return new ScalarType(dtype);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FloatConst that
        && Double.compare(value, that.value) == 0
        && dtype == that.dtype;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(value) * 31 + dtype.hashCode();
  }
}

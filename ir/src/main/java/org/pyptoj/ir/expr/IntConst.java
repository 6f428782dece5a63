package org.pyptoj.ir.expr;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * An integer or boolean constant.
 *
 * @param value the number; 0 or 1 for BOOL
 * @param dtype INDEX for bare literals
 * @param span where it is written
 */
public record IntConst(long value, DataType dtype, Span span) implements Expr {

  /** An INDEX constant without a place. */
  public static IntConst index(long value) {
    return new IntConst(value, DataType.INDEX, Span.NONE);
  }

  /** An INT32 constant without a place. */
  public static IntConst int32(long value) {
    return new IntConst(value, DataType.INT32, Span.NONE);
  }

  /** A BOOL constant. */
  public static IntConst bool(boolean value, Span span) {
    return new IntConst(value ? 1 : 0, DataType.BOOL, span);
  }

  @Override
  public Type type() {
    return new ScalarType(dtype);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IntConst that && value == that.value && dtype == that.dtype;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(value) * 31 + dtype.hashCode();
  }
}

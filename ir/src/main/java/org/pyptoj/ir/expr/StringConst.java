package org.pyptoj.ir.expr;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/**
 * A text constant: names and modes that reach an op as an operand.
 *
 * @param value the text
 * @param span where it is written
 */
public record StringConst(String value, Span span) implements Expr {

  @Override
  public Type type() {
    return UnknownType.INSTANCE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StringConst that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }
}

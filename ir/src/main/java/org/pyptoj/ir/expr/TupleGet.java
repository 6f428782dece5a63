package org.pyptoj.ir.expr;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/**
 * One element of a tuple value.
 *
 * @param tuple the tuple
 * @param index which element, from 0
 * @param span where it is written
 */
public record TupleGet(Expr tuple, int index, Span span) implements Expr {

  public TupleGet {
    if (!(tuple.type() instanceof TupleType t) || index < 0 || index >= t.elements().size()) {
      throw new IllegalArgumentException("no element " + index + " in " + tuple.type());
    }
  }

  @Override
  public Type type() {
    return ((TupleType) tuple.type()).elements().get(index);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TupleGet that && tuple.equals(that.tuple) && index == that.index;
  }

  @Override
  public int hashCode() {
    return tuple.hashCode() * 31 + index;
  }
}

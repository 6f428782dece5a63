package org.pyptoj.ir.expr;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/**
 * Several values as one operand: offsets, shapes, results.
 *
 * @param elements the values
 * @param span where it is written
 */
public record MakeTuple(List<Expr> elements, Span span) implements Expr {

  public MakeTuple {
    elements = List.copyOf(elements);
  }

  @Override
  public Type type() {
    return new TupleType(elements.stream().map(Expr::type).toList());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MakeTuple that && elements.equals(that.elements);
  }

  @Override
  public int hashCode() {
    return elements.hashCode();
  }
}

package org.pyptoj.ir.type;

import java.util.List;

/**
 * Several values at once.
 *
 * @param elements their types
 */
public record TupleType(List<Type> elements) implements Type {

  public TupleType {
    elements = List.copyOf(elements);
  }

  @Override
  public String kind() {
    return "Tuple";
  }
}

package org.pyptoj.ir.type;

/**
 * A small on-stack array of scalars, as orchestrations use for task ids.
 *
 * @param dtype element type
 * @param extent number of elements
 */
public record ArrayType(DataType dtype, int extent) implements Type {
  @Override
  public String kind() {
    return "Array";
  }
}

package org.pyptoj.ir.type;

/** One number. */
public record ScalarType(DataType dtype) implements Type {
  public static final ScalarType INDEX = new ScalarType(DataType.INDEX);
  public static final ScalarType INT32 = new ScalarType(DataType.INT32);
  public static final ScalarType BOOL = new ScalarType(DataType.BOOL);

  @Override
  public String kind() {
    return "Scalar";
  }
}

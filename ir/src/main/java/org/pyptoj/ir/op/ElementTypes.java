package org.pyptoj.ir.op;

import java.util.EnumSet;
import java.util.Set;
import org.pyptoj.ir.type.DataType;

/** Sets of element types that ops of the vector core take. */
public final class ElementTypes {

  static final Set<DataType> SINGLE = EnumSet.of(DataType.FP32);

  /** What high-precision forms take. */
  public static final Set<DataType> HALF_OR_SINGLE = EnumSet.of(DataType.FP16, DataType.FP32);

  static final Set<DataType> FLOATS = EnumSet.of(DataType.FP16, DataType.BF16, DataType.FP32);

  static final Set<DataType> WORDS = EnumSet.of(DataType.INT16, DataType.UINT16);

  static final Set<DataType> DIVISIBLE =
      EnumSet.of(DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);

  static final Set<DataType> SUBTRACTABLE =
      EnumSet.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.FP16,
          DataType.FP32,
          DataType.BF16);

  static final Set<DataType> MINIMUM_OF_ROWS =
      EnumSet.of(DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);

  static final Set<DataType> INDEXED =
      EnumSet.of(DataType.FP16, DataType.FP32, DataType.INT16, DataType.INT32);

  static final Set<DataType> SCATTERED =
      EnumSet.of(
          DataType.FP16,
          DataType.FP32,
          DataType.BF16,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32);

  static final Set<DataType> ORDERED =
      EnumSet.of(
          DataType.FP16,
          DataType.FP32,
          DataType.INT16,
          DataType.UINT16,
          DataType.INT32,
          DataType.UINT32);

  static final Set<DataType> UNSIGNED = EnumSet.of(DataType.UINT32);

  static final Set<DataType> POSITION = EnumSet.of(DataType.INT32, DataType.INT16);

  private ElementTypes() {}
}

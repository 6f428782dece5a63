package org.pyptoj.verifier;

import static org.pyptoj.verifier.TileRule.*;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.UnknownType;

/** Block numbers, small arrays and fences. */
final class OtherRules {

  private OtherRules() {}

  static Call blockNumber(CallCheck call) {
    return call.done(ScalarType.INDEX);
  }

  static Call createArray(CallCheck call) {
    long extent = call.attrs().intOr("extent", 1);
    DataType dtype = call.attrs().get("dtype", DataType.class);
    boolean holdable =
        dtype == null || dtype.isInteger() || dtype == DataType.BOOL || dtype == DataType.TASK_ID;
    call.require(
        extent > 0 && extent <= Integer.MAX_VALUE && holdable,
        ARRAY,
        "extent",
        "an array of "
            + extent
            + " elements of "
            + (dtype == null ? null : dtype.dslName())
            + " cannot be made",
        "use a positive extent, and elements of an integer type, BOOL or TASK_ID");
    return call.done(
        dtype == null || call.failed() ? UnknownType.INSTANCE : new ArrayType(dtype, (int) extent));
  }

  static Call getElement(CallCheck call) {
    ArrayType array = array(call);
    call.integer("index", OPERAND_KIND);
    return call.done(array == null ? UnknownType.INSTANCE : new ScalarType(array.dtype()));
  }

  static Call updateElement(CallCheck call) {
    ArrayType array = array(call);
    call.integer("index", OPERAND_KIND);
    if (array != null) {
      Elements.value(call, array.dtype());
    }
    return call.done(array == null ? UnknownType.INSTANCE : array);
  }

  private static ArrayType array(CallCheck call) {
    return call.kind(
        "array", OPERAND_KIND, ArrayType.class, "an Array", "create it with pl.array.create");
  }

  static Call invalidate(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    int rank = tensor == null ? -1 : tensor.rank();
    if (rank >= 0) {
      call.ints("shapes", OPERAND_KIND, TUPLE_RANK, rank, "tensor");
      call.ints("offsets", OPERAND_KIND, TUPLE_RANK, rank, "tensor");
    }
    return call.done(UnknownType.INSTANCE);
  }

  static Call fence(CallCheck call) {
    return call.done(UnknownType.INSTANCE);
  }
}

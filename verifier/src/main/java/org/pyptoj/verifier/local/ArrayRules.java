package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Elements;

/** Small arrays of scalars. */
public final class ArrayRules {

  private ArrayRules() {}

  /** A call of one of these ops. */
  public static Call check(CallCheck call, OpKind.ArrayAccess kind) {
    return switch (kind) {
      case CREATE -> createArray(call);
      case GET -> getElement(call);
      case UPDATE -> updateElement(call);
    };
  }

  private static Call createArray(CallCheck call) {
    long extent = call.attr(OpAttrs.EXTENT, 1L);
    DataType dtype = call.attr(OpAttrs.DTYPE);
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

  private static Call getElement(CallCheck call) {
    ArrayType array = array(call);
    call.integer("index", OPERAND_KIND);
    return call.done(array == null ? UnknownType.INSTANCE : new ScalarType(array.dtype()));
  }

  private static Call updateElement(CallCheck call) {
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
}

package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.Dialect.*;
import static org.pyptoj.ir.op.OpRow.op;
import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;

import org.pyptoj.ir.op.OpKind.ArrayAccess;

/** Ops on small arrays of scalars: {@code pl.array}. */
public final class ArrayOp {

  static final OpTable TABLE = new OpTable();

  public static final Op CREATE =
      TABLE.add(
          op(ARRAY, "create", ArrayAccess.CREATE)
              .takes(attr(OpAttrs.EXTENT), attr(OpAttrs.DTYPE))
              .gives("Array")
              .fullNameOnly()
              .doc(
                  "A small array of extent scalars: integers, BOOL or task handles. Errors: PLT0036."));
  public static final Op GET =
      TABLE.add(
          op(ARRAY, "get_element", ArrayAccess.GET)
              .takes(operand(SOURCE, "array", ParamKind.ARRAY), scalar(INDEX, "index"))
              .gives("Scalar")
              .doc("One element of an array; index counts from 0."));
  public static final Op UPDATE =
      TABLE.add(
          op(ARRAY, "update_element", ArrayAccess.UPDATE)
              .takes(
                  operand(SOURCE, "array", ParamKind.ARRAY),
                  scalar(INDEX, "index"),
                  scalar(VALUE, "value"))
              .gives("Array")
              .doc("The array with one element replaced; index counts from 0."));

  private ArrayOp() {}
}

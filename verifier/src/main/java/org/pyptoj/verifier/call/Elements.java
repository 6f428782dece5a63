package org.pyptoj.verifier.call;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.verifier.rule.TileRule;

/** Reads and writes of single elements. */
public final class Elements {

  private Elements() {}

  /** Checks that {@code indices} names one element of something with these extents. */
  public static void indices(CallCheck call, String owner, List<Expr> shape) {
    Expr given = call.arg("indices");
    if (given == null) {
      return;
    }
    List<Expr> indices = given instanceof MakeTuple t ? t.elements() : List.of(given);
    if (indices.size() != shape.size() || !indices.stream().allMatch(Extents::isInteger)) {
      call.report(
          TileRule.INDICES,
          "indices",
          "indices is " + CallCheck.text(indices) + ", but " + owner + " has rank " + shape.size(),
          "give one integer per dimension");
      return;
    }
    for (int i = 0; i < indices.size(); i++) {
      Long index = Scalars.constant(indices.get(i));
      Long extent = Scalars.constant(shape.get(i));
      if (index != null && (index < 0 || (extent != null && index >= extent))) {
        call.report(
            TileRule.INDICES,
            "indices",
            "indices["
                + i
                + "] is "
                + index
                + ", but dimension "
                + i
                + " of "
                + owner
                + " has "
                + CallCheck.text(shape.get(i))
                + " elements",
            "use an index from 0 up to the extent, excluded");
      }
    }
  }

  /** Checks the type of a value that is written; a bare constant takes the destination's. */
  public static void value(CallCheck call, DataType destination) {
    ScalarType type = call.scalar("value");
    if (type == null || type.dtype() == destination) {
      return;
    }
    Expr value = call.arg("value");
    held(call, TileRule.WRITE_DTYPE, "value", destination);
    boolean bareInteger = value instanceof IntConst c && c.dtype() == DataType.INDEX;
    boolean bareFloat = value instanceof FloatConst && destination.isFloat();
    call.require(
        bareInteger || bareFloat,
        TileRule.WRITE_DTYPE,
        "value",
        "value is " + type.dtype().dslName() + ", but the destination is " + destination.dslName(),
        "convert it: pl.cast(value, pl." + destination.dslName() + ")");
  }

  /** Checks that a constant is a value of the element type that it takes. */
  public static void held(CallCheck call, TileRule rule, String param, DataType dtype) {
    held(call, rule, param, dtype, false);
  }

  /** Checks that a constant has no more bits than the element type that it takes. */
  public static void pattern(CallCheck call, TileRule rule, String param, DataType dtype) {
    held(call, rule, param, dtype, true);
  }

  private static void held(
      CallCheck call, TileRule rule, String param, DataType dtype, boolean pattern) {
    boolean held =
        switch (call.arg(param)) {
          case IntConst c ->
              !dtype.isInteger()
                  || dtype.holds(c.value())
                  || pattern && dtype.bits() < 64 && c.value() >>> dtype.bits() == 0;
          case FloatConst c ->
              dtype.isFloat() || c.value() == Math.rint(c.value()) && dtype.holds((long) c.value());
          case null, default -> true;
        };
    call.require(
        held,
        rule,
        param,
        param + " is " + CallCheck.text(call.arg(param)) + ", which no " + dtype.dslName() + " is",
        "use a value of that type, or elements of a wider one");
  }
}

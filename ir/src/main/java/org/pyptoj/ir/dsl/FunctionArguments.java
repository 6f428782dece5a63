package org.pyptoj.ir.dsl;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/** Fits arguments to parameters where the language converts silently. */
final class FunctionArguments {

  private FunctionArguments() {}

  /**
   * Refuses a constant that is no value of a scalar parameter.
   *
   * @param name the parameter
   */
  static void requireFits(Expr value, Type parameter, String name, Span at) {
    if (value instanceof IntConst c
        && c.dtype() == DataType.INDEX
        && parameter instanceof ScalarType(DataType wanted)
        && wanted.isInteger()
        && !wanted.holds(c.value())) {
      throw Reports.error(
          DslRule.ARGUMENT_VALUE,
          "the integer " + c.value() + " is no " + wanted.dslName() + ", which '" + name + "' is",
          at,
          "declare the parameter with a wider type");
    }
  }

  /** A bare integer constant takes an integer parameter's type. */
  static Expr adapt(Expr value, Type parameter) {
    if (value instanceof IntConst(long number, DataType d, Span span)
        && d == DataType.INDEX
        && parameter instanceof ScalarType(DataType wanted)
        && wanted.isInteger()) {
      return new IntConst(number, wanted, span);
    }
    return value;
  }
}

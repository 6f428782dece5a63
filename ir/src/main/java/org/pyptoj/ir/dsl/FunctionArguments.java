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

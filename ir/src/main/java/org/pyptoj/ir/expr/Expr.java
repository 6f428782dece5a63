package org.pyptoj.ir.expr;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.Type;

/**
 * A value. Equality of everything but {@link Var} is structural and ignores the span, so that types
 * that mention extents compare as their values do; a {@code Var} equals only itself.
 */
public sealed interface Expr
    permits Var,
        IntConst,
        FloatConst,
        StringConst,
        Binary,
        Unary,
        Cast,
        MakeTuple,
        TupleGet,
        Call,
        FunctionCall {

  Type type();

  Span span();
}

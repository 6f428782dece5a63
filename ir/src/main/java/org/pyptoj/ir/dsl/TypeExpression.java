package org.pyptoj.ir.dsl;

/** A type where a value is wanted: {@code pl.Tensor[...]} in an expression. */
final class TypeExpression extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TypeExpression() {
    super(null, null, false, false);
  }
}

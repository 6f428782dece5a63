package org.pyptoj.ir.expr;

/** Scalar operations on one operand. */
public enum UnaryOp {
  NEG("-"),
  NOT("not "),
  BIT_NOT("~"),
  ABS("abs");

  private final String symbol;

  UnaryOp(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }
}

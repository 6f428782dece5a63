package org.pyptoj.ir.expr;

/** Scalar operations on two operands; {@link #symbol()} is their spelling in the DSL. */
public enum BinaryOp {
  ADD("+", Form.INFIX),
  SUB("-", Form.INFIX),
  MUL("*", Form.INFIX),
  /** Integer division rounding towards negative infinity. */
  FLOOR_DIV("//", Form.INFIX),
  /** Remainder with the divisor's sign. */
  FLOOR_MOD("%", Form.INFIX),
  DIV("/", Form.INFIX),
  POW("**", Form.INFIX),
  MIN("min", Form.CALL),
  MAX("max", Form.CALL),
  EQ("==", Form.COMPARE),
  NE("!=", Form.COMPARE),
  LT("<", Form.COMPARE),
  LE("<=", Form.COMPARE),
  GT(">", Form.COMPARE),
  GE(">=", Form.COMPARE),
  /** Both operands are evaluated. */
  AND("and", Form.LOGIC),
  OR("or", Form.LOGIC),
  BIT_AND("&", Form.INFIX),
  BIT_OR("|", Form.INFIX),
  BIT_XOR("^", Form.INFIX),
  SHL("<<", Form.INFIX),
  SHR(">>", Form.INFIX);

  /** How an operation is written. */
  public enum Form {
    INFIX,
    CALL,
    COMPARE,
    LOGIC
  }

  private final String symbol;
  private final Form form;

  BinaryOp(String symbol, Form form) {
    this.symbol = symbol;
    this.form = form;
  }

  public String symbol() {
    return symbol;
  }

  public Form form() {
    return form;
  }

  /** Whether the result is BOOL. */
  public boolean isPredicate() {
    return form == Form.COMPARE || form == Form.LOGIC;
  }
}

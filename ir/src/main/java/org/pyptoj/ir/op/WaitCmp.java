package org.pyptoj.ir.op;

/**
 * When {@code pld.system.wait} and {@code defer_wait} let go. An append-only ABI: the number is
 * what an op's attribute carries, so new variants come only at the end (specification, ABI enums).
 */
public enum WaitCmp implements AbiEnum {
  /** The cell equals the expected value. */
  EQ(0, "Eq", "kEq"),
  /** The cell is at least the expected value. */
  GE(1, "Ge", "kGe");

  private final int code;
  private final String dslName;
  private final String headerName;

  WaitCmp(int code, String dslName, String headerName) {
    this.code = code;
    this.dslName = dslName;
    this.headerName = headerName;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String dslName() {
    return dslName;
  }

  @Override
  public String headerName() {
    return headerName;
  }
}

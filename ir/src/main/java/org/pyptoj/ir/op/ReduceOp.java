package org.pyptoj.ir.op;

/**
 * How a collective combines the ranks' values. An append-only ABI: the number is what an op's
 * attribute carries, so new variants come only at the end (specification, ABI enums).
 */
public enum ReduceOp implements AbiEnum {
  /** Sum. */
  SUM(0, "Sum", "kSum"),
  /** Maximum. */
  MAX(1, "Max", "kMax"),
  /** Minimum. */
  MIN(2, "Min", "kMin"),
  /** Product. */
  PROD(3, "Prod", "kProd");

  private final int code;
  private final String dslName;
  private final String headerName;

  ReduceOp(int code, String dslName, String headerName) {
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

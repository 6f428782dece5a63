package org.pyptoj.ir.op;

/**
 * How a store combines with what the peer's region holds. An append-only ABI: the number is what an
 * op's attribute carries, so new variants come only at the end (specification, ABI enums).
 */
public enum AtomicType implements AbiEnum {
  /** It is overwritten. */
  NONE(0, "None_", "kNone"),
  /** The source is added to it. */
  ADD(1, "Add", "kAdd");

  private final int code;
  private final String dslName;
  private final String headerName;

  AtomicType(int code, String dslName, String headerName) {
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

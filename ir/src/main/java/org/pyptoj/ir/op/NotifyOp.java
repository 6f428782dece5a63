package org.pyptoj.ir.op;

/**
 * How {@code pld.system.notify} changes the peer's cell. An append-only ABI: the number is what an
 * op's attribute carries, so new variants come only at the end (specification, ABI enums).
 */
public enum NotifyOp implements AbiEnum {
  /** The value is added atomically. */
  ATOMIC_ADD(0, "AtomicAdd", "kAtomicAdd"),
  /** The value is stored, without atomicity. */
  SET(1, "Set", "kSet");

  private final int code;
  private final String dslName;
  private final String headerName;

  NotifyOp(int code, String dslName, String headerName) {
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

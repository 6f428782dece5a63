package org.pyptoj.ir;

/** What a function is; the names are those of {@code pl.FunctionType}. */
public enum FunctionKind {
  OPAQUE("Opaque"),
  ORCHESTRATION("Orchestration"),
  INCORE("InCore"),
  AIC("AIC"),
  AIV("AIV"),
  GROUP("Group"),
  SPMD("Spmd"),
  INLINE("Inline");

  private final String dslName;

  FunctionKind(String dslName) {
    this.dslName = dslName;
  }

  public String dslName() {
    return dslName;
  }

  /** Whether it runs on an AI core. */
  public boolean isKernel() {
    return this == INCORE || this == AIC || this == AIV;
  }
}

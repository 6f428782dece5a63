package org.pyptoj.ir.stmt;

/** How a loop's iterations may be executed; the names are those of the DSL's loop functions. */
public enum ForKind {
  SEQUENTIAL("range"),
  PARALLEL("parallel"),
  UNROLL("unroll"),
  PIPELINE("pipeline");

  private final String dslName;

  ForKind(String dslName) {
    this.dslName = dslName;
  }

  public String dslName() {
    return dslName;
  }
}

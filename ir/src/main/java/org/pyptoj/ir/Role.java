package org.pyptoj.ir;

/** What a function does at its level; the names are those of {@code pl.Role}. */
public enum Role {
  ORCHESTRATOR("Orchestrator"),
  WORKER("Worker"),
  SUB_WORKER("SubWorker");

  private final String dslName;

  Role(String dslName) {
    this.dslName = dslName;
  }

  public String dslName() {
    return dslName;
  }
}

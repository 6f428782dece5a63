package org.pyptoj.ir.op;

/** A namespace of the DSL whose ops share a level. */
public enum Dialect {
  /** Values in on-core memory. */
  TILE("pl.tile"),
  /** Values in global memory. */
  TENSOR("pl.tensor"),
  /** Small arrays of scalars. */
  ARRAY("pl.array"),
  SYSTEM("pl.system"),
  DISTRIBUTED_TILE("pld.tile"),
  DISTRIBUTED_TENSOR("pld.tensor"),
  DISTRIBUTED_SYSTEM("pld.system");

  private final String namespace;

  Dialect(String namespace) {
    this.namespace = namespace;
  }

  /** The namespace as the DSL spells it: {@code pld.tile}. */
  public String namespace() {
    return namespace;
  }

  /** Whether its ops reach other ranks. */
  public boolean isDistributed() {
    return namespace.startsWith("pld.");
  }
}

package org.pyptoj.ir.stmt;

/** Kinds of {@link Scope}. */
public enum ScopeKind {
  /** {@code with pl.at(level=...)}: outlined into a function of its own. */
  AT,
  /** {@code with pl.cluster()}: a group of cooperating cores. */
  CLUSTER,
  /** {@code with pl.spmd(n)}: one block per core. */
  SPMD,
  /** {@code with pl.split_aiv(...)}: vector work of a mixed kernel. */
  SPLIT_AIV,
  /** {@code with pl.manual_scope()}: task dependencies are those that the author writes. */
  MANUAL,
  /** A communication domain: attrs {@code name}, {@code devices}, {@code slots}. Made by a pass. */
  COMM_DOMAIN,
  /** A runtime task scope of an orchestration. Made by a pass. */
  RUNTIME
}

package org.pyptoj.ir;

/** Attributes of functions that one module sets and another one reads. */
public final class FunctionAttrs {

  /**
   * The variables with signals of collectives that have been lowered, by name. When the last rank
   * has left the last of them, every cell is zero (specification, Barrier-signal protocol), which
   * the simulator checks.
   */
  public static final String COLLECTIVE_SIGNALS = "collective_signals";

  private FunctionAttrs() {}
}

package org.pyptoj.ir.op;

/** What an op does besides computing its result. */
public enum Effect {
  /** Nothing: it may be dropped when its result is not used. */
  PURE,
  /** Reads global memory. */
  READS,
  /** Writes global memory of its own rank. */
  WRITES,
  /** Reads a peer's window. */
  READS_PEER,
  /** Writes a peer's window. */
  WRITES_PEER,
  /** Changes a peer's signal cell. */
  SIGNALS,
  /** Blocks on a signal cell. */
  WAITS,
  /** Makes the task's end wait for a signal cell. */
  DEFERS,
  /** Exchanges data and signals with all ranks. */
  COLLECTIVE,
  /** Allocates or orders, without data. */
  CONTROL;

  /** Whether dropping the op would change what the program does. */
  public boolean isObservable() {
    return this != PURE && this != READS && this != READS_PEER;
  }
}

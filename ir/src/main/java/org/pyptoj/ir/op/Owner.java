package org.pyptoj.ir.op;

/** Whose memory an operand names. */
public enum Owner {
  /** That of the rank which runs the op. */
  OWN,
  /** The peer's slice of the window: the op addresses it through the window's context. */
  PEER
}

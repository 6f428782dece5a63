package org.pyptoj.ir.dsl;

/**
 * A value that is already known to be wrong was used; the statement is left out without another
 * message.
 */
final class PoisonedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PoisonedException() {
    super(null, null, false, false);
  }
}

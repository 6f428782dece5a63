package org.pyptoj.ir.dsl;

/** Python raised an exception while a compile-time expression was evaluated. */
public final class HostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public HostException(String message) {
    super(message, null, false, false);
  }
}

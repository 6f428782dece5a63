package org.pyptoj.frontend.language;

import org.graalvm.polyglot.HostAccess.Export;

/**
 * The Java exception behind a Python exception; an uncaught one ends the script with its own
 * report.
 */
public final class FailureHandle {

  private final RuntimeException failure;

  FailureHandle(RuntimeException failure) {
    this.failure = failure;
  }

  /** Throws it again. */
  @Export
  public void rethrow() {
    throw failure;
  }
}

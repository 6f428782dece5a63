package org.pyptoj.ir.diagnostic;

import java.util.List;

/** A user's mistake: one or more diagnostics that end the compilation with exit code 1. */
public final class DiagnosticException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Diagnostic> diagnostics;

  public DiagnosticException(Diagnostic diagnostic) {
    this(List.of(diagnostic));
  }

  public DiagnosticException(List<Diagnostic> diagnostics) {
    super(
        diagnostics.getFirst().code() + ": " + diagnostics.getFirst().message(),
        null,
        false,
        false);
    this.diagnostics = List.copyOf(diagnostics);
  }

  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}

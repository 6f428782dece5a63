package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;

/** Collects what is wrong, so that several mistakes of a script are shown at once. */
public final class Reports {

  private final List<Diagnostic> diagnostics = new ArrayList<>();

  static DiagnosticException error(DslRule rule, String message, Span span, String help) {
    return new DiagnosticException(new Diagnostic(rule.code(), message, span, help));
  }

  void add(DiagnosticException e) {
    diagnostics.addAll(e.diagnostics());
  }

  public boolean isEmpty() {
    return diagnostics.isEmpty();
  }

  /** Throws what was collected, if anything. */
  public void throwIfAny() {
    if (!diagnostics.isEmpty()) {
      throw new DiagnosticException(List.copyOf(diagnostics));
    }
  }
}

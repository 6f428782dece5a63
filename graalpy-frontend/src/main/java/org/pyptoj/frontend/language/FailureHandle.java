package org.pyptoj.frontend.language;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.HostAccess.Export;
import org.pyptoj.frontend.SourceExcerpt;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;

/**
 * The mistakes behind a Python exception; an uncaught one ends the script with their own report.
 */
public final class FailureHandle {

  private final DiagnosticException failure;
  private final SourceExcerpt excerpts;

  FailureHandle(DiagnosticException failure, SourceExcerpt excerpts) {
    this.failure = failure;
    this.excerpts = excerpts;
  }

  /** What it says, with the source lines that it points at. */
  @Export
  public String text() {
    List<String> lines = new ArrayList<>();
    for (Diagnostic d : failure.diagnostics()) {
      add(d.span(), "error[" + d.code() + "]: " + d.message(), lines);
      d.notes().forEach(note -> add(note.span(), "note: " + note.message(), lines));
      if (d.help() != null) {
        lines.add("  help: " + d.help());
      }
    }
    return String.join("\n", lines);
  }

  private void add(Span span, String message, List<String> lines) {
    lines.add(span.isKnown() ? span + ": " + message : message);
    lines.addAll(excerpts.of(span));
  }

  /** Code, message, way out or null, file, line and column of the first mistake. */
  @Export
  public Object[] first() {
    Diagnostic d = failure.diagnostics().getFirst();
    Span span = d.span();
    return new Object[] {d.code(), d.message(), d.help(), span.file(), span.line(), span.column()};
  }

  /** Throws it again. */
  @Export
  public void rethrow() {
    throw failure;
  }
}

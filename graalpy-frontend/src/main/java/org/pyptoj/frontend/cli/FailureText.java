package org.pyptoj.frontend.cli;

import java.io.PrintStream;
import java.util.List;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.PythonError;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.SourceExcerpt;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** Prints how a script failed, for people. */
final class FailureText {

  private final PrintStream err;

  private final SourceExcerpt excerpts;

  /**
   * @param files what the script had: no line of another file is shown, whatever place it names
   */
  FailureText(PrintStream err, ScriptFiles files) {
    this.err = err;
    this.excerpts = new SourceExcerpt(files);
  }

  /** Prints nothing if nothing failed. */
  void print(Outcome outcome) {
    switch (outcome) {
      case Outcome.Exit exit -> {}
      case Outcome.Unfinished unfinished ->
          err.println("pypto-j: " + unfinished.message() + "; what follows is not checked");
      case Outcome.Interrupted interrupted -> err.println("pypto-j: interrupted");
      case Outcome.TimedOut timedOut -> err.println("pypto-j: " + timedOut.message());
      case Outcome.Defect defect -> err.println("pypto-j: internal error: " + defect.cause());
      case Outcome.Raised raised -> print(raised.error());
      case Outcome.Rejected rejected -> rejected.diagnostics().forEach(this::print);
    }
    err.flush();
  }

  private void print(PythonError error) {
    String head = error.type() + (error.message().isEmpty() ? "" : ": " + error.message());
    print(error.span(), "error: " + head);
    error.notes().forEach(note -> err.println("  note: " + note));
    error.help().ifPresent(help -> err.println("  help: " + help));
    trace(error.frames());
    error
        .cause()
        .ifPresent(
            cause -> {
              err.println(
                  error.explicitCause() ? "caused by" : "raised while this was being handled");
              print(cause);
            });
  }

  private void trace(List<PythonError.Frame> frames) {
    if (frames.size() < 2) {
      return;
    }
    err.println("  called from (most recent last):");
    for (PythonError.Frame frame : frames) {
      err.println("    " + frame.span() + " in " + frame.function());
    }
  }

  private void print(Diagnostic diagnostic) {
    print(diagnostic.span(), "error[" + diagnostic.code() + "]: " + diagnostic.message());
    for (Diagnostic.Note note : diagnostic.notes()) {
      if (note.span().isKnown()) {
        print(note.span(), "note: " + note.message());
      } else {
        err.println("  note: " + note.message());
      }
    }
    if (diagnostic.help() != null) {
      err.println("  help: " + diagnostic.help());
    }
  }

  private void print(Span span, String message) {
    err.println(span.isKnown() ? span + ": " + message : message);
    excerpts.of(span).forEach(err::println);
  }
}

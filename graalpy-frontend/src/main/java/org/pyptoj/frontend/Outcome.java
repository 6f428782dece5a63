package org.pyptoj.frontend;

import java.time.Duration;
import java.util.List;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;

/** How a script ended. */
public sealed interface Outcome {

  /** The end of a script that has nothing to complain about. */
  Outcome SUCCESS = new Exit(0);

  /** The exit code that the process ends with. */
  int exitCode();

  /** The script ended by itself. */
  record Exit(int exitCode) implements Outcome {}

  /**
   * The script failed behind a dispatch that the session did not execute. It looked at results that
   * were never computed, so that what it says of them is no mistake.
   *
   * @param end how it ended
   */
  record Unfinished(Outcome end) implements Outcome {

    /** What is said about it. */
    public String message() {
      String how =
          end instanceof Raised(PythonError error)
              ? "stopped at " + error.span() + " (" + error.type() + ")"
              : "ended with exit code " + end.exitCode();
      return "the script " + how + ", after a dispatch that was not executed";
    }

    @Override
    public int exitCode() {
      return ExitCode.OK;
    }
  }

  /** The script raised, or did not parse. */
  record Raised(PythonError error) implements Outcome {
    @Override
    public int exitCode() {
      return error.type().equals("KeyboardInterrupt") ? ExitCode.INTERRUPTED : ExitCode.USER_ERROR;
    }
  }

  /** The compiler or the simulator rejected what the script asked for. */
  record Rejected(List<Diagnostic> diagnostics) implements Outcome {
    @Override
    public int exitCode() {
      return ExitCode.USER_ERROR;
    }
  }

  /** The time limit of the command line is over. */
  record TimedOut(Duration limit) implements Outcome {

    /** What is said about it. */
    public String message() {
      return "stopped after the time limit of " + limit.toMillis() / 1000.0 + " s";
    }

    @Override
    public int exitCode() {
      return ExitCode.TIMED_OUT;
    }
  }

  /** The user or the system stopped the script. */
  record Interrupted() implements Outcome {
    @Override
    public int exitCode() {
      return ExitCode.INTERRUPTED;
    }
  }

  /** We broke. */
  record Defect(Throwable cause) implements Outcome {
    @Override
    public int exitCode() {
      return ExitCode.DEFECT;
    }
  }

  /** Reads what {@code _pyptoj_script.execute} returned. */
  static Outcome of(Value ended) {
    return ended.isNumber() ? new Exit(ended.asInt()) : new Raised(PythonError.of(ended));
  }

  /** Reads what came through the whole script: a Java exception or the end of the context. */
  static Outcome of(PolyglotException e) {
    if (e.isHostException()) {
      return e.asHostException() instanceof DiagnosticException mistakes
          ? new Rejected(mistakes.diagnostics())
          : new Defect(e.asHostException());
    }
    if (e.isExit()) {
      return new Exit(e.getExitStatus());
    }
    if (e.isInterrupted() || e.isCancelled()) {
      return new Interrupted();
    }
    return Refusal.of(e).<Outcome>map(Raised::new).orElseGet(() -> new Defect(e));
  }
}

package org.pyptoj.frontend.language;

import java.io.PrintStream;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.ProgramReport;
import org.pyptoj.frontend.PythonError;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.torch.TorchModule;

/** Gives scripts the packages {@code pypto} and {@code torch}. */
public final class PyptoSurface implements Surface {

  /** A name that is not there and a module that cannot be read are mistakes with any result. */
  private static final Set<String> INDEPENDENT_OF_RESULTS =
      Set.of(
          "NameError",
          "ImportError",
          "ModuleNotFoundError",
          "SyntaxError",
          "IndentationError",
          "TabError");

  private final PrintStream err;
  private final Pipeline pipeline;

  /** What unnamed folders are named for: a script that runs again writes into the same ones. */
  private final LocalDateTime started = LocalDateTime.now();

  private CompilerExports compiler;

  /**
   * A surface for one execution.
   *
   * @param err where notes go
   */
  public PyptoSurface(PrintStream err) {
    this(err, Pipeline.DEFAULT);
  }

  /** A surface whose programs go through other passes. */
  public PyptoSurface(PrintStream err, Pipeline pipeline) {
    this.err = err;
    this.pipeline = pipeline;
  }

  @Override
  public Map<String, Object> exports(Session session, ScriptFiles files) {
    compiler = new CompilerExports(session, files, pipeline, started);
    return Map.of(
        "language", new LanguageExports(), "compiler", compiler, "torch", new TorchModule());
  }

  @Override
  public Outcome scriptEnded(Session session, Outcome outcome) {
    Outcome result = outcome;
    if (session.mode() != Session.Mode.RUN) {
      if (isUnfinished(session, outcome)) {
        result = new Outcome.Unfinished(outcome);
      }
      if (result.exitCode() == ExitCode.OK) {
        Outcome rest = compileRest();
        result = rest.exitCode() == ExitCode.OK ? result : rest;
      }
    }
    if (!compiler.ignored().isEmpty()) {
      err.println(
          "pypto-j: without meaning on simulated ranks: " + String.join(", ", compiler.ignored()));
    }
    return result;
  }

  @Override
  public void close() {
    if (compiler != null) {
      compiler.stop();
    }
  }

  private Outcome compileRest() {
    try {
      compiler.compileRest();
      return Outcome.SUCCESS;
    } catch (DiagnosticException e) {
      return new Outcome.Rejected(e.diagnostics());
    } catch (UnwritableOutput e) {
      return new Outcome.Raised(
          PythonError.of(e.pythonType(), e.getMessage(), List.of(), "name another folder with -o"));
    }
  }

  @Override
  public List<ProgramReport> programs() {
    return compiler == null
        ? List.of()
        : compiler.compiled().stream().map(CompileRecord::report).toList();
  }

  /**
   * Whether the script failed after a dispatch that this session did not execute. What {@code
   * compile} cannot tell shows when the script runs again; {@code check} does not run it, and holds
   * the script to what no result has a part in.
   */
  private boolean isUnfinished(Session session, Outcome outcome) {
    if (compiler.skippedDispatches() == 0) {
      return false;
    }
    boolean runsAgain = session.mode() == Session.Mode.COMPILE;
    return switch (outcome) {
      case Outcome.Raised(PythonError error) ->
          outcome.exitCode() != ExitCode.INTERRUPTED
              && (runsAgain
                  || (!INDEPENDENT_OF_RESULTS.contains(error.type()) && !compiler.hasRefused()));
      case Outcome.Exit(int code) -> code != ExitCode.OK && (runsAgain || !compiler.hasRefused());
      default -> false;
    };
  }
}

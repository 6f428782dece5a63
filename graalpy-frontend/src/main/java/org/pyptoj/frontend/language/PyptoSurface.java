package org.pyptoj.frontend.language;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Value;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.PythonError;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.torch.TorchModule;

/** Gives scripts the packages {@code pypto} and {@code torch}. */
public final class PyptoSurface implements Surface {

  private final PrintStream out;
  private final PrintStream err;
  private final Pipeline pipeline;
  private CompilerExports compiler;

  /**
   * A surface for one execution.
   *
   * @param out where the summary of {@code compile} and {@code check} goes
   * @param err where notes go
   */
  public PyptoSurface(PrintStream out, PrintStream err) {
    this(out, err, Pipeline.DEFAULT);
  }

  /** A surface whose programs go through other passes. */
  public PyptoSurface(PrintStream out, PrintStream err, Pipeline pipeline) {
    this.out = out;
    this.err = err;
    this.pipeline = pipeline;
  }

  @Override
  public Map<String, Object> exports(Session session, ScriptFiles files) {
    compiler = new CompilerExports(session, files, pipeline);
    return Map.of(
        "language", new LanguageExports(), "compiler", compiler, "torch", new TorchModule());
  }

  @Override
  public Outcome scriptEnded(Session session, Value globals, Outcome outcome) {
    Outcome result = outcome;
    if (session.mode() != Session.Mode.RUN) {
      if (stoppedByMissingResults(outcome)) {
        note((Outcome.Raised) outcome);
        result = Outcome.SUCCESS;
      }
      if (result.exitCode() == 0) {
        result = compileRest(session);
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

  private Outcome compileRest(Session session) {
    try {
      compiler.compileRest();
      Summary.print(session.mode(), compiler.compiled(), out);
      return Outcome.SUCCESS;
    } catch (UnwritableOutput e) {
      return new Outcome.Raised(
          PythonError.of(e.pythonType(), e.getMessage(), List.of(), "name another folder with -o"));
    }
  }

  /**
   * Whether the script failed after a dispatch that this session did not execute. Such a script
   * checks results that were never computed; what it says of them is no mistake.
   */
  private boolean stoppedByMissingResults(Outcome outcome) {
    return outcome instanceof Outcome.Raised && compiler.skippedDispatches() > 0;
  }

  private void note(Outcome.Raised raised) {
    PythonError error = raised.error();
    err.println(
        "pypto-j: the script stopped at "
            + error.span()
            + " ("
            + error.type()
            + "), after a dispatch that is not executed here");
  }
}

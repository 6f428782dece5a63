package org.pyptoj.frontend.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.ProgramReport;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import org.pyptoj.frontend.Verdicts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pypto-j run}. */
@Command(
    name = "run",
    description = "Executes the script; the programs that it dispatches run on simulated ranks.")
final class RunCommand extends ScriptCommand {

  @Option(
      names = "--sandbox",
      description = "No environment, no network; files only below the script's folder, read-only.")
  private boolean sandbox;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Ranks take turns as this number says, the same at every run.")
  private Long seed;

  @Option(
      names = "--seeds",
      paramLabel = "COUNT",
      description =
          "Repeat every dispatch under so many interleavings; their results must be equal.")
  private Integer seeds;

  @Option(
      names = "--races",
      description = "Fail where two ranks touch the same memory and no signal orders them.")
  private boolean races;

  @Option(
      names = "--deadlocks",
      description = "Fail where another order of the same signals would get ranks stuck.")
  private boolean deadlocks;

  @Spec private CommandSpec spec;

  private Verdicts verdicts = Verdicts.NONE;

  RunCommand(Terminal terminal, Surface surface) {
    super(terminal, surface);
  }

  @Override
  boolean sandbox() {
    return sandbox;
  }

  @Override
  Session session(Path script, List<String> arguments) {
    if (seeds != null && seeds < 1) {
      throw new ParameterException(
          spec.commandLine(), "--seeds takes a number above 0, not " + seeds);
    }
    Optional<Session.Seeds> interleavings =
        seed == null && seeds == null
            ? Optional.empty()
            : Optional.of(new Session.Seeds(seed == null ? 0 : seed, seeds == null ? 1 : seeds));
    verdicts = new Verdicts(races, deadlocks);
    return new Session(
        Session.Mode.RUN, script, arguments, Optional.empty(), interleavings, verdicts, false);
  }

  @Override
  void report(Outcome outcome, ScriptFiles files, List<ProgramReport> programs) {
    super.report(outcome, files, programs);
    if (outcome.exitCode() == 0) {
      verdicts.summary().forEach(line -> terminal().err().println("pypto-j: " + line));
    }
  }
}

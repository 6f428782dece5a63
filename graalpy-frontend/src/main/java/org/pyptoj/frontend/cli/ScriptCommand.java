package org.pyptoj.frontend.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.frontend.Installation;
import org.pyptoj.frontend.Limits;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.ProgramReport;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.ScriptRunner;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * What the commands that execute a script share. Options before the script are ours, after it the
 * script's.
 */
abstract class ScriptCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "SCRIPT", description = "Python file to execute.")
  private String script;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGS",
      description = "Arguments of the script: its sys.argv[1:].")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Stop the script after this time (exit code 124).")
  private Double timeout;

  @Option(
      names = "--debug",
      description = "Check the program after every pass; print Java stack traces of defects.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final Terminal terminal;
  private final Surface surface;

  ScriptCommand(Terminal terminal, Surface surface) {
    this.terminal = terminal;
    this.surface = surface;
  }

  /** The session that the command line asks for. */
  abstract Session session(Path script, List<String> arguments);

  /** Whether the script gets no files, environment and network. */
  boolean sandbox() {
    return false;
  }

  /**
   * Another execution of the script that its end asks for.
   *
   * @return empty where the outcome is the command's
   */
  Optional<Session> again(Session session, Outcome outcome) {
    return Optional.empty();
  }

  /** Where the script reads and prints. */
  Terminal scriptTerminal() {
    return terminal;
  }

  /**
   * Tells the user what is wrong; prints nothing if nothing is.
   *
   * @param programs what the session has verified
   */
  void report(Outcome outcome, ScriptFiles files, List<ProgramReport> programs) {
    new FailureText(terminal.err(), files).print(outcome);
  }

  final Terminal terminal() {
    return terminal;
  }

  @Override
  public final Integer call() {
    Path path = Path.of(script);
    Optional<String> unreadable = whyUnreadable(path);
    if (unreadable.isPresent()) {
      terminal.err().println("pypto-j: cannot read " + script + ": " + unreadable.get());
      return ExitCode.USER_ERROR;
    }
    long start = System.nanoTime();
    Session session = session(path, arguments).withDebug(debug);
    ScriptRunner runner = runner(0);
    Outcome outcome = runner.run(session);
    Optional<Session> again = again(session, outcome);
    if (again.isPresent()) {
      session = again.get().withDebug(debug);
      runner = runner(System.nanoTime() - start);
      outcome = runner.run(session);
    }
    if (outcome instanceof Outcome.TimedOut) {
      outcome = new Outcome.TimedOut(seconds(timeout));
    }
    if (outcome instanceof Outcome.Defect defect) {
      return DefectReport.write(defect.cause(), List.of(), terminal.err(), debug);
    }
    report(outcome, runner.files(session), surface.programs());
    if (outcome instanceof Outcome.Exit(int code) && code == ExitCode.USAGE) {
      ownOption().ifPresent(this::placeOf);
    }
    return outcome.exitCode();
  }

  /**
   * What executes the script.
   *
   * @param spent nanoseconds of the time limit that are over
   */
  private ScriptRunner runner(long spent) {
    Optional<Duration> limit =
        Optional.ofNullable(timeout)
            .map(s -> seconds(s).minusNanos(spent))
            .map(ScriptCommand::left);
    return new ScriptRunner(
        surface, new Limits(sandbox(), limit), Installation.current(), scriptTerminal().streams());
  }

  private static Duration left(Duration limit) {
    return limit.isPositive() ? limit : Duration.ofNanos(1);
  }

  /** An option of ours among the script's arguments. */
  private Optional<String> ownOption() {
    return arguments.stream()
        .map(argument -> argument.split("=", 2)[0])
        .filter(spec.optionsMap()::containsKey)
        .findFirst();
  }

  private void placeOf(String option) {
    terminal
        .err()
        .println(
            "pypto-j: "
                + option
                + " stands behind the script, so it is the script's; options of pypto-j go before it:"
                + " pypto-j "
                + spec.name()
                + " "
                + option
                + " ... "
                + script);
  }

  private static Optional<String> whyUnreadable(Path path) {
    if (!Files.exists(path)) {
      return Optional.of("no such file");
    }
    if (Files.isDirectory(path)) {
      return Optional.of("it is a directory");
    }
    return Files.isReadable(path) ? Optional.empty() : Optional.of("permission denied");
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }
}

package org.pyptoj.frontend.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.pyptoj.frontend.Installation;
import org.pyptoj.frontend.Limits;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.ScriptRunner;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import org.pyptoj.frontend.Verdicts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pypto-j test}. */
@Command(
    name = "test",
    description = "Runs pytest files on simulated ranks, with the pytest that is installed.")
final class TestCommand implements Callable<Integer> {

  private static final String SCRIPT = "_pyptoj_pytest.py";

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files, folders or node ids; after the first one, pytest's own options too.")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = "--devices",
      paramLabel = "N",
      description = "Devices that the suite gets (default: what it chooses; fixtures of ours: 4).")
  private Integer devices;

  @Option(
      names = "--platform",
      paramLabel = "P",
      description = "Platform that the suite gets: a2a3, a2a3sim, a5 or a5sim.")
  private String platform;

  @Option(
      names = "--races",
      description = "Fail where two ranks touch the same memory and no signal orders them.")
  private boolean races;

  @Option(
      names = "--deadlocks",
      description = "Fail where another order of the same signals would get ranks stuck.")
  private boolean deadlocks;

  @Option(
      names = "--debug",
      description = "Check the program after every pass; print Java stack traces of defects.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  private final Terminal terminal;
  private final Surface surface;

  TestCommand(Terminal terminal, Surface surface) {
    this.terminal = terminal;
    this.surface = surface;
  }

  /** Our options may also stand behind the paths, where pytest's are. */
  private void takeOurs() {
    races |= arguments.remove("--races");
    deadlocks |= arguments.remove("--deadlocks");
    for (int i = 0; i + 1 < arguments.size(); ) {
      String value = arguments.get(i + 1);
      if (arguments.get(i).equals("--devices") && value.matches("[0-9]{1,4}")) {
        devices = Integer.valueOf(value);
      } else if (arguments.get(i).equals("--platform")) {
        platform = value;
      } else {
        i++;
        continue;
      }
      arguments.subList(i, i + 2).clear();
    }
  }

  @Override
  public Integer call() {
    takeOurs();
    Installation installation = Installation.current();
    List<String> all = new ArrayList<>();
    all.add(devices == null ? "" : "0-" + (Math.max(1, devices) - 1));
    all.add(platform == null ? "" : platform);
    all.addAll(arguments);
    Path script = installation.packages().resolve(SCRIPT);
    Verdicts verdicts = new Verdicts(races, deadlocks);
    Session session =
        new Session(
            Session.Mode.RUN, script, all, Optional.empty(), Optional.empty(), verdicts, debug);
    ScriptRunner runner = new ScriptRunner(surface, Limits.NONE, installation, terminal.streams());
    Outcome outcome = runner.run(session);
    if (outcome instanceof Outcome.Defect defect) {
      return DefectReport.write(defect.cause(), List.of(), terminal.err(), debug);
    }
    new FailureText(terminal.err(), runner.files(session)).print(outcome);
    verdicts.summary().forEach(line -> terminal.err().println("pypto-j: " + line));
    return outcome.exitCode();
  }
}

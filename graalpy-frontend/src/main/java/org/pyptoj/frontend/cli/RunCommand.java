package org.pyptoj.frontend.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pypto-j run}. */
@Command(
    name = "run",
    description = "Executes the script; the programs that it dispatches run on simulated ranks.")
final class RunCommand extends ScriptCommand {

  @Option(
      names = "--sandbox",
      description = "No environment, no network; files only below the script's folder, read-only.")
  private boolean sandbox;

  RunCommand(Terminal terminal, Surface surface) {
    super(terminal, surface);
  }

  @Override
  boolean sandbox() {
    return sandbox;
  }

  @Override
  Session session(Path script, List<String> arguments) {
    return new Session(Session.Mode.RUN, script, arguments, Optional.empty());
  }
}

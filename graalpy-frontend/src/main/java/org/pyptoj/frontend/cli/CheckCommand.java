package org.pyptoj.frontend.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import picocli.CommandLine.Command;

/** {@code pypto-j check}. */
@Command(
    name = "check",
    description = {
      "Executes the script without its dispatches and verifies its programs; writes no artifacts.",
      "Exit code 0 means that every program is verified, whatever the script says of results that",
      "were not computed."
    })
final class CheckCommand extends CompilingCommand {

  CheckCommand(Terminal terminal, Surface surface) {
    super(terminal, surface, false);
  }

  @Override
  Session session(Path script, List<String> arguments) {
    return new Session(Session.Mode.CHECK, script, arguments, Optional.empty());
  }
}

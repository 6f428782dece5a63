package org.pyptoj.frontend.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pypto-j compile}. */
@Command(
    name = "compile",
    description =
        "Executes the script without its dispatches and writes every program's artifacts.")
final class CompileCommand extends ScriptCommand {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the artifacts (default: build_output/<program>_<time>).")
  private Path output;

  CompileCommand(Terminal terminal, Surface surface) {
    super(terminal, surface);
  }

  @Override
  Session session(Path script, List<String> arguments) {
    return new Session(Session.Mode.COMPILE, script, arguments, Optional.ofNullable(output));
  }
}

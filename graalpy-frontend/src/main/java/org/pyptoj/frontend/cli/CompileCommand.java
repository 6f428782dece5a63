package org.pyptoj.frontend.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pypto-j compile}. */
@Command(
    name = "compile",
    description = {
      "Executes the script and writes every program's artifacts.",
      "A dispatch runs when the script looks at its results. A script that fails behind one that did"
          + " not run is executed again, with all of them, so that it comes to all its programs; exit"
          + " code 0 means that it did."
    })
final class CompileCommand extends CompilingCommand {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the artifacts (default: build_output/<program>_<time>).")
  private Path output;

  CompileCommand(Terminal terminal, Surface surface) {
    super(terminal, surface, true);
  }

  @Override
  Session session(Path script, List<String> arguments) {
    return session(Session.Mode.COMPILE, script, arguments);
  }

  private Session session(Session.Mode mode, Path script, List<String> arguments) {
    return new Session(mode, script, arguments, Optional.ofNullable(output));
  }

  @Override
  Optional<Session> again(Session session, Outcome outcome) {
    if (!(outcome instanceof Outcome.Unfinished unfinished)) {
      return Optional.empty();
    }
    terminal()
        .err()
        .println("pypto-j: " + unfinished.message() + "; it runs again, with dispatches");
    return Optional.of(
        session(Session.Mode.COMPILE_AND_RUN, session.script(), session.arguments()));
  }
}

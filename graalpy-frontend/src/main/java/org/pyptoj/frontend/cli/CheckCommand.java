package org.pyptoj.frontend.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pypto-j check}. */
@Command(
    name = "check",
    description =
        "Executes the script up to the verification of its programs; writes no artifacts.")
final class CheckCommand extends ScriptCommand {

  /** How findings are printed. */
  enum Format {
    text,
    json
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "How findings are printed: ${COMPLETION-CANDIDATES} (default: text).")
  private Format format = Format.text;

  CheckCommand(Terminal terminal, Surface surface) {
    super(terminal, surface);
  }

  @Override
  Session session(Path script, List<String> arguments) {
    return new Session(Session.Mode.CHECK, script, arguments, Optional.empty());
  }

  @Override
  void report(Outcome outcome, ScriptFiles files) {
    if (format == Format.json) {
      FailureJson.print(outcome, terminal().out());
    } else {
      super.report(outcome, files);
    }
  }
}

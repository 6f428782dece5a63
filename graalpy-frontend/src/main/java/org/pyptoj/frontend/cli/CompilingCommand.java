package org.pyptoj.frontend.cli;

import java.util.List;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.ProgramReport;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.Surface;
import picocli.CommandLine.Option;

/** What {@code compile} and {@code check} share: they tell what became of every program. */
abstract class CompilingCommand extends ScriptCommand {

  /** How findings are printed. */
  enum Format {
    text,
    json
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "How programs and findings are printed: ${COMPLETION-CANDIDATES} (default: text).",
        "With json, what the script prints goes to the standard error."
      })
  private Format format = Format.text;

  private final boolean artifacts;

  /**
   * @param artifacts whether the command writes artifacts
   */
  CompilingCommand(Terminal terminal, Surface surface, boolean artifacts) {
    super(terminal, surface);
    this.artifacts = artifacts;
  }

  @Override
  final Terminal scriptTerminal() {
    Terminal own = terminal();
    return format == Format.json
        ? new Terminal(own.in(), own.err(), own.err(), own.ofProcess())
        : own;
  }

  @Override
  final void report(Outcome outcome, ScriptFiles files, List<ProgramReport> programs) {
    if (format == Format.json) {
      ReportJson.print(outcome, programs, terminal().out());
      return;
    }
    super.report(outcome, files, programs);
    if (outcome.exitCode() == ExitCode.OK || !programs.isEmpty()) {
      Summary.print(artifacts, programs, terminal().out());
    }
  }
}

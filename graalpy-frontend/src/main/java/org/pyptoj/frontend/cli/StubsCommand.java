package org.pyptoj.frontend.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.stubs.generate.StubPackage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pypto-j stubs}. */
@Command(
    name = "stubs",
    description = "Installs the type stubs for an editor and tells what to set in it.")
final class StubsCommand implements Callable<Integer> {

  private static final String SETTINGS =
      """
      %1$s/pypto-stubs is in place.

      Pyright: pyrightconfig.json
        {
          "stubPath": "%1$s",
          "reportMissingModuleSource": false,
          "reportPossiblyUnboundVariable": false
        }

      Pylance (VS Code): settings.json
        "python.analysis.stubPath": "%1$s",
        "python.analysis.diagnosticSeverityOverrides": {
          "reportMissingModuleSource": "none",
          "reportPossiblyUnboundVariable": "none"
        }

      PyCharm: mark the folder %1$s as a sources root (Mark Directory as, Sources Root).

      The modules themselves are part of pypto-j, where no editor looks for them, so their sources are
      missing by design. A name that a pl.range loop hands on with pl.yield_ is bound after the loop
      even if its body never runs, which no checker of plain Python can know.
      """;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Folder for pypto-stubs; Pyright and Pylance look into typings by themselves.")
  private Path output;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  private final Terminal terminal;

  StubsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try {
      StubPackage.install(output);
    } catch (IOException e) {
      terminal.err().println("pypto-j: cannot write the stubs to " + output + ": " + e);
      return ExitCode.USER_ERROR;
    }
    terminal.out().printf(SETTINGS, output.toString().replace('\\', '/'));
    return ExitCode.OK;
  }
}

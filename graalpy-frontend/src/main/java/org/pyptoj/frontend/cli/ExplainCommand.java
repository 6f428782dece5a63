package org.pyptoj.frontend.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.ir.diagnostic.DiagnosticPages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pypto-j explain}. */
@Command(name = "explain", description = "Tells what a diagnostic means and what to do about it.")
final class ExplainCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CODE", description = "A code as in error[PLD0103].")
  private String code;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  private final Terminal terminal;

  ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Optional<String> page = DiagnosticPages.of(code);
    if (page.isEmpty()) {
      terminal.err().println("pypto-j: there is no diagnostic with the code " + code);
      return ExitCode.USER_ERROR;
    }
    terminal.out().print(page.get());
    return ExitCode.OK;
  }
}

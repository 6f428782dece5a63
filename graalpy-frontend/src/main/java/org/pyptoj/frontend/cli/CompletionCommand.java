package org.pyptoj.frontend.cli;

import java.util.concurrent.Callable;
import org.pyptoj.frontend.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pypto-j completion}. */
@Command(
    name = "completion",
    description = "Prints a completion script for bash and zsh: source <(pypto-j completion)")
final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.out().print(AutoComplete.bash("pypto-j", spec.root().commandLine()));
    return ExitCode.OK;
  }
}

package org.pyptoj.frontend.cli;

import java.io.PrintWriter;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.frontend.Surface;
import org.pyptoj.frontend.language.PyptoSurface;
import picocli.CommandLine;

/** Entry point of {@code pypto-j}. */
public final class Main {

  private Main() {}

  /** Executes the command line and ends the process with its exit code. */
  public static void main(String[] args) {
    int exitCode = execute(args, Terminal.process());
    System.out.flush();
    System.err.flush();
    System.exit(exitCode);
  }

  /**
   * Executes a command line.
   *
   * @return the exit code, see {@link ExitCode}
   */
  public static int execute(String[] args, Terminal terminal) {
    return commandLine(terminal).execute(args);
  }

  /** Executes a command line with another surface for scripts. */
  public static int execute(String[] args, Terminal terminal, Surface surface) {
    return commandLine(terminal, surface).execute(args);
  }

  static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, new PyptoSurface(terminal.err()));
  }

  private static CommandLine commandLine(Terminal terminal, Surface surface) {
    return new CommandLine(new PyptoJ())
        .addSubcommand(new RunCommand(terminal, surface))
        .addSubcommand(new TestCommand(terminal, surface))
        .addSubcommand(new CompileCommand(terminal, surface))
        .addSubcommand(new CheckCommand(terminal, surface))
        .addSubcommand(new ExplainCommand(terminal))
        .addSubcommand(
            new CommandLine(new AbiCommand())
                .addSubcommand(new AbiCheckCommand(terminal))
                .addSubcommand(new AbiLockCommand(terminal)))
        .addSubcommand(new StubsCommand(terminal))
        .addSubcommand(new CompletionCommand(terminal))
        .setStopAtPositional(true)
        .setOut(new PrintWriter(terminal.out(), true))
        .setErr(new PrintWriter(terminal.err(), true))
        .setExecutionExceptionHandler(
            (e, command, parsed) ->
                DefectReport.write(e, parsed.originalArgs(), terminal.err(), false));
  }
}

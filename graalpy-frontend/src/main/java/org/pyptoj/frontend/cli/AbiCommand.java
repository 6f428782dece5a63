package org.pyptoj.frontend.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pypto-j abi}: the enums and functions that several layers declare. */
@Command(
    name = "abi",
    description = "Keeps the layers that declare enums and functions in step.",
    synopsisSubcommandLabel = "COMMAND")
final class AbiCommand {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;
}

package org.pyptoj.frontend.cli;

import picocli.CommandLine.Command;

/** The command without a subcommand: it prints what there is. */
@Command(
    name = "pypto-j",
    description = "Compiles PyPTO's distributed kernel scripts and runs them on simulated ranks.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Exit codes: 0 success, 1 mistake in the script, 2 wrong usage, 70 defect of pypto-j, 124 time",
      "limit reached, 130 interrupted; a script that ends by itself chooses its own."
    })
final class PyptoJ {}

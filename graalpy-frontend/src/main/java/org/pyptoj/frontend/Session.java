package org.pyptoj.frontend;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One execution of a script, as the user asked for it.
 *
 * @param mode what happens to the programs that the script defines
 * @param script the script as named on the command line
 * @param arguments what follows the script on the command line: {@code sys.argv[1:]}
 * @param outputDirectory where artifacts go if the user said so ({@code -o}); otherwise the
 *     script's own choice counts
 * @param seeds the interleavings of ranks that dispatches run under; empty: in parallel
 * @param verdicts what is looked for in every dispatch
 * @param debug whether the compiler checks its own work between passes
 */
public record Session(
    Mode mode,
    Path script,
    List<String> arguments,
    Optional<Path> outputDirectory,
    Optional<Seeds> seeds,
    Verdicts verdicts,
    boolean debug) {

  /** What happens to the programs that a script defines. */
  public enum Mode {
    /** Programs are compiled and a dispatch runs on simulated ranks. */
    RUN,
    /** Programs are compiled, artifacts written; a dispatch runs when its results are looked at. */
    COMPILE,
    /** Programs are compiled, artifacts written, and a dispatch runs on simulated ranks. */
    COMPILE_AND_RUN,
    /** Programs are verified; nothing is written and a dispatch does nothing. */
    CHECK;

    /** Whether a dispatch runs. */
    public boolean dispatches() {
      return this == RUN || this == COMPILE_AND_RUN;
    }

    /** Whether the artifacts of every program are written. */
    public boolean writesAll() {
      return this == COMPILE || this == COMPILE_AND_RUN;
    }
  }

  /**
   * Reproducible interleavings: every dispatch runs once under each.
   *
   * @param first the first seed
   * @param count how many seeds follow each other, at least 1
   */
  public record Seeds(long first, int count) {
    public Seeds {
      if (count < 1) {
        throw new IllegalArgumentException("at least one interleaving");
      }
    }
  }

  public Session {
    arguments = List.copyOf(arguments);
  }

  /** An execution in which ranks run in parallel. */
  public Session(Mode mode, Path script, List<String> arguments, Optional<Path> outputDirectory) {
    this(mode, script, arguments, outputDirectory, Optional.empty(), Verdicts.NONE, false);
  }

  /** The same execution, with checks between passes or without. */
  public Session withDebug(boolean on) {
    return new Session(mode, script, arguments, outputDirectory, seeds, verdicts, on);
  }

  /** A plain run of a script. */
  public static Session run(Path script, List<String> arguments) {
    return new Session(Mode.RUN, script, arguments, Optional.empty());
  }
}

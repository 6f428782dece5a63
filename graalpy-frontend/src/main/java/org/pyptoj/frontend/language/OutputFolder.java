package org.pyptoj.frontend.language;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the folder of a program's artifacts: what the script says; else {@code -o}, for the first
 * program the folder itself and for others one in it; else {@code build_output/<program>_<time>}.
 */
final class OutputFolder {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");

  private final Optional<Path> option;
  private final Path base;
  private final LocalDateTime time;
  private final Set<Path> used = new HashSet<>();

  /**
   * @param option the folder of {@code -o}
   * @param time the time in the names of others
   */
  OutputFolder(Optional<Path> option, LocalDateTime time) {
    this(option, Path.of("build_output"), time);
  }

  private OutputFolder(Optional<Path> option, Path base, LocalDateTime time) {
    this.option = option;
    this.base = base;
    this.time = time;
  }

  /** Folders for programs without one of their own, in another place than {@code build_output}. */
  OutputFolder below(String other) {
    return option.isPresent() || other == null
        ? this
        : new OutputFolder(Optional.empty(), Path.of(other), time);
  }

  /** The folder for a program that the script named one for. */
  OutputFolder named(String folder) {
    return option.isPresent() ? this : new OutputFolder(Optional.of(Path.of(folder)), time);
  }

  /** The next folder for a program of this name. */
  Path choose(String program) {
    Path first = option.orElseGet(() -> base.resolve(program + "_" + time.format(TIME)));
    Path folder = first;
    for (int i = 1; !used.add(folder); i++) {
      String suffix = i == 1 ? "" : "_" + i;
      folder =
          option.isPresent()
              ? first.resolve(program + suffix)
              : first.resolveSibling(first.getFileName() + "_" + i);
    }
    return folder;
  }
}

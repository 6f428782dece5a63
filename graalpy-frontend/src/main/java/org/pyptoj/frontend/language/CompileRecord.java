package org.pyptoj.frontend.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.pyptoj.frontend.ProgramReport;
import org.pyptoj.ir.Program;

/**
 * What a session keeps of each program that it has compiled. The program itself is not part of it:
 * a script may compile thousands, and drops those that it is done with.
 */
final class CompileRecord {

  private final String name;
  private final long kernels;
  private final long functions;
  private Path folder;

  CompileRecord(Program source, Program lowered) {
    this.name = source.name();
    this.kernels = lowered.functions().stream().filter(f -> f.kind().isKernel()).count();
    this.functions = source.functions().size();
  }

  /** The program's artifacts have been written. */
  void wrote(Path folder) {
    this.folder = folder;
  }

  ProgramReport report() {
    return new ProgramReport(
        name, kernels, functions, Optional.ofNullable(folder), folder == null ? 0 : files(folder));
  }

  /** How many files are in a folder, which the script may have removed. */
  private static long files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException e) {
      return 0;
    }
  }
}

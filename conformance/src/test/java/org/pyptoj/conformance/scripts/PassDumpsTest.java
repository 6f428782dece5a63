package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.conformance.scripts.Scripts.Ended;
import org.pyptoj.conformance.scripts.Scripts.Job;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.verifier.OpTypes;

/** What a compilation dumps after each pass of each kernel script parses back to itself. */
class PassDumpsTest {

  @TempDir private Path folder;

  @Test
  void everyDumpParsesBack() throws IOException {
    Path first = folder.resolve("first");
    List<Job> jobs =
        Scripts.in(Scripts.KERNELS).stream().map(s -> Job.of(s, "--compile-only")).toList();
    List<String> problems = new ArrayList<>();
    for (Ended e : Scripts.many(List.of("compile", "-o", first.toString()), jobs)) {
      assertTrue(e.out().startsWith("compiled: "), e.toString());
      Path dumps = Path.of(e.out().substring("compiled: ".length()).strip(), "passes_dump");
      List<Path> files;
      try (Stream<Path> list = Files.list(dumps)) {
        files = list.sorted().toList();
      }
      assertEquals(Pipeline.DEFAULT.passes().size() + 1, files.size(), e.job().toString());
      for (Path file : files) {
        problem(file).ifPresent(p -> problems.add(e.job() + ", " + file.getFileName() + ": " + p));
      }
    }
    assertEquals(List.of(), problems);
  }

  private static Optional<String> problem(Path file) throws IOException {
    String text = Files.readString(file);
    try {
      String again = Printer.print(DslParser.parseProgram(text, OpTypes::call));
      return again.equals(text)
          ? Optional.empty()
          : Optional.of("prints " + firstDifference(text, again));
    } catch (DiagnosticException e) {
      return Optional.of(e.diagnostics().toString());
    }
  }

  private static String firstDifference(String text, String again) {
    List<String> left = text.lines().toList();
    List<String> right = again.lines().toList();
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      if (!left.get(i).equals(right.get(i))) {
        return right.get(i).strip() + " for " + left.get(i).strip();
      }
    }
    return right.size() + " lines for " + left.size();
  }
}

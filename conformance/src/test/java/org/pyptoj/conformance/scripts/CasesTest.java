package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.conformance.scripts.Scripts.Result;

/**
 * Small scripts with a known outcome, each for a kind of kernel that was once understood wrongly.
 * The commands and what they must print stand in {@code conformance/cases/expected.txt}.
 */
class CasesTest {

  private static final Path FOLDER = Scripts.ROOT.resolve("conformance/cases");

  /** A command line, its exit code, and a pattern that its output must hold. */
  private record Case(String command, int exitCode, Pattern output) {

    static Case of(String row) {
      String[] cells = row.split("\\|", 3);
      return new Case(
          cells[0].strip(),
          Integer.parseInt(cells[1].strip()),
          Pattern.compile(cells[2].strip(), Pattern.MULTILINE));
    }

    String[] arguments() {
      return Arrays.stream(command.split(" +"))
          .map(word -> word.endsWith(".py") ? FOLDER.resolve(word).toString() : word)
          .toArray(String[]::new);
    }

    @Override
    public String toString() {
      return command;
    }
  }

  static Stream<Case> cases() throws IOException {
    return Files.readAllLines(FOLDER.resolve("expected.txt")).stream()
        .filter(row -> !row.isBlank() && !row.startsWith("#"))
        .map(Case::of);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void endsAsExpected(Case row) {
    Result result = Scripts.call(row.arguments());
    String text = result.out() + "\n" + result.err();
    assertEquals(row.exitCode(), result.exitCode(), text);
    assertTrue(row.output().matcher(text).find(), text);
    assertFalse(text.startsWith("WRONG") || text.contains("\nWRONG"), text);
  }
}

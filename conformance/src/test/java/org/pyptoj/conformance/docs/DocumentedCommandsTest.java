package org.pyptoj.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/**
 * What the pages show is so. A {@code console} block holds one command, {@code $ ./pypto-j …},
 * {@code $ find FOLDER} or {@code $ cat FILE}, and its whole output, which is compared with a real
 * one, {@code …} standing for anything; {@code -Dpyptoj.write=true} writes those anew that differ.
 * A {@code python} block that names a file in its first line, {@code # docs/…}, is an excerpt of
 * that file. Links lead to files that exist.
 */
class DocumentedCommandsTest {

  private static final Pattern CONSOLE =
      Pattern.compile("(?m)^```console\n\\$ ([^\n]+)\n(.*?)^```$", Pattern.DOTALL);
  private static final Pattern EXCERPT =
      Pattern.compile("(?m)^```python\n# (\\S+\\.py)\n(.*?)^```$", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

  /** Where {@code build/…} of a page's commands lies. */
  @TempDir private Path folder;

  static Stream<Path> pagesWithCommands() throws IOException {
    return Docs.pages().stream().filter(p -> read(p).contains("\n```console\n"));
  }

  @ParameterizedTest
  @MethodSource("pagesWithCommands")
  void outputsAreReal(Path page) throws IOException {
    Matcher blocks = CONSOLE.matcher(read(page));
    StringBuilder text = new StringBuilder();
    while (blocks.find()) {
      String output = output(blocks.group(1));
      String shown = covers(blocks.group(2), output) ? blocks.group(2) : output;
      String block = "```console\n$ " + blocks.group(1) + "\n" + shown + "```";
      blocks.appendReplacement(text, Matcher.quoteReplacement(block));
    }
    Docs.assertUpToDate(page, blocks.appendTail(text).toString());
  }

  /** Whether what is shown is the output, where {@code …} stands for anything. */
  private static boolean covers(String shown, String output) {
    String form =
        Arrays.stream(shown.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*?"));
    return Pattern.compile(form, Pattern.DOTALL).matcher(output).matches();
  }

  private String output(String command) throws IOException {
    List<String> words = List.of(command.split(" "));
    switch (words.getFirst()) {
      case "./pypto-j" -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        String[] args = words.stream().skip(1).map(this::place).toArray(String[]::new);
        int exitCode =
            Main.execute(args, new Terminal(InputStream.nullInputStream(), stream, stream, false));
        String text =
            out.toString(StandardCharsets.UTF_8)
                .replace(folder + "/", "")
                .replace(Docs.ROOT + "/", "");
        text = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        return exitCode == 0 ? text : text + "(exit code " + exitCode + ")\n";
      }
      case "cat" -> {
        return Files.readString(Path.of(place(words.get(1))));
      }
      case "find" -> {
        Path root = Path.of(place(words.get(1)));
        try (Stream<Path> files = Files.walk(root)) {
          StringBuilder text = new StringBuilder();
          files
              .filter(Files::isRegularFile)
              .map(f -> folder.relativize(f).toString())
              .sorted()
              .forEach(f -> text.append(f).append('\n'));
          return text.toString();
        }
      }
      default -> throw new AssertionError("a page's command is unknown: " + command);
    }
  }

  private String place(String word) {
    if (word.startsWith("build/") || word.equals("build")) {
      return folder.resolve(word).toString();
    }
    return word.endsWith(".py") ? Docs.ROOT.resolve(word).toString() : word;
  }

  @Test
  void excerptsAreOfTheirFiles() {
    for (Path page : Docs.pages()) {
      for (MatchResult excerpt : EXCERPT.matcher(read(page)).results().toList()) {
        List<String> file = stripped(read(Docs.ROOT.resolve(excerpt.group(1))));
        List<String> shown = stripped(excerpt.group(2));
        assertTrue(
            Collections.indexOfSubList(file, shown) >= 0,
            () -> Docs.ROOT.relativize(page) + " shows what is not in " + excerpt.group(1));
      }
    }
  }

  @Test
  void linksLeadSomewhere() {
    List<String> broken =
        Docs.pages().stream()
            .flatMap(
                page ->
                    LINK.matcher(FENCED.matcher(read(page)).replaceAll(""))
                        .results()
                        .map(link -> link.group(1))
                        .filter(link -> !link.contains("://"))
                        .filter(link -> !Files.exists(page.resolveSibling(link)))
                        .map(link -> Docs.ROOT.relativize(page) + ": " + link))
            .toList();
    assertEquals(List.of(), broken);
  }

  private static List<String> stripped(String text) {
    return text.lines().map(String::strip).toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

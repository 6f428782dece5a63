package org.pyptoj.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The pages of the documentation, and how those that are written by a test are kept true. */
final class Docs {

  /** The project's folder. */
  static final Path ROOT =
      Path.of(System.getProperty("pyptoj.root", "..")).toAbsolutePath().normalize();

  private Docs() {}

  /** All Markdown pages for people: those of the root and of {@code docs}. */
  static List<Path> pages() {
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(root, docs).filter(p -> p.toString().endsWith(".md")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares a page with what it should be; {@code -Dpyptoj.write=true} writes it first. */
  static void assertUpToDate(Path page, String text) throws IOException {
    if (Boolean.getBoolean("pyptoj.write")) {
      Files.createDirectories(page.getParent());
      Files.writeString(page, text);
    }
    assertEquals(
        text,
        Files.exists(page) ? Files.readString(page) : null,
        () -> ROOT.relativize(page) + " is stale; run with -Dpyptoj.write=true");
  }
}

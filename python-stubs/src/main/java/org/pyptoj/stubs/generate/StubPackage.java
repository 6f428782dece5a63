package org.pyptoj.stubs.generate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The files of the stub package, by their paths from the folder that holds {@code pypto-stubs}. The
 * layout is that of PEP 561.
 */
public final class StubPackage {
  private static final List<String> FILES =
      List.of(
          "py.typed",
          "__init__.pyi",
          "_types.pyi",
          "backend/__init__.pyi",
          "ir/__init__.pyi",
          "ir/compiled_program.pyi",
          "ir/distributed_compiled_program.pyi",
          "ir/pass_manager.pyi",
          "language/__init__.pyi",
          "language/array.pyi",
          "language/distributed/__init__.pyi",
          "language/distributed/system.pyi",
          "language/distributed/tensor.pyi",
          "language/distributed/tile.pyi",
          "language/parser/__init__.pyi",
          "language/parser/diagnostics.pyi",
          "language/system.pyi",
          "language/tensor.pyi",
          "language/tile.pyi",
          "runtime/__init__.pyi");

  private StubPackage() {}

  /** What the tables give now. */
  public static Map<String, String> generated() {
    return all(file -> StubModule.text(StubTemplates.read(file)));
  }

  /** What is part of this build; the same, or the build fails. */
  public static Map<String, String> released() {
    return all(
        file -> {
          try (InputStream in =
              StubPackage.class.getResourceAsStream("/org/pyptoj/stubs/" + file)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * Puts the released stubs into a folder as {@code pypto-stubs}, in place of what has that name.
   * They are written beside it first: either all of them are there afterwards, or nothing changed.
   *
   * @param folder made where it does not exist
   * @throws IOException when the folder cannot be written
   */
  public static void install(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path fresh = Files.createTempDirectory(folder, ".pypto-stubs");
    Path stale = fresh.resolveSibling(fresh.getFileName() + ".old");
    Path target = folder.resolve("pypto-stubs");
    try {
      for (Map.Entry<String, String> file : released().entrySet()) {
        Path path = fresh.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(target, stale);
      }
      try {
        Files.move(fresh.resolve("pypto-stubs"), target);
      } catch (IOException e) {
        if (Files.exists(stale, LinkOption.NOFOLLOW_LINKS)) {
          Files.move(stale, target);
        }
        throw e;
      }
    } finally {
      delete(fresh);
      delete(stale);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }

  private static Map<String, String> all(Function<String, String> text) {
    Map<String, String> files = new LinkedHashMap<>();
    for (String file : FILES) {
      files.put("pypto-stubs/" + file, text.apply("pypto-stubs/" + file));
    }
    return files;
  }
}

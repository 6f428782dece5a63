package org.pyptoj.codegen.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactFolderTest {

  private static final int FILES = 60;

  @TempDir Path dir;

  private static Map<String, String> files(String content) {
    Map<String, String> files = new TreeMap<>();
    for (int i = 0; i < FILES; i++) {
      files.put("report/part" + i % 7 + "/f" + i + ".txt", content);
    }
    return files;
  }

  private List<String> siblings() throws IOException {
    try (Stream<Path> entries = Files.list(dir)) {
      return entries.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFolderIsReplacedWhole() throws IOException {
    Path target = dir.resolve("out");
    ArtifactFolder.write(target, Map.of("report/a.txt", "1", "report/b.txt", "1"));
    ArtifactFolder.write(target, Map.of("report/b.txt", "2"));
    assertFalse(Files.exists(target.resolve("report/a.txt")));
    assertEquals("2", Files.readString(target.resolve("report/b.txt")));
    assertEquals(List.of("out"), siblings());
  }

  @Test
  void whatIsNotOursIsLeftAlone() throws IOException {
    Path mine = Files.createDirectories(dir.resolve("thesis"));
    Files.writeString(mine.resolve("chapter1.tex"), "x");
    assertThrows(ForeignFolderException.class, () -> ArtifactFolder.write(mine, files("1")));
    Path file = Files.writeString(dir.resolve("file"), "x");
    assertThrows(NotDirectoryException.class, () -> ArtifactFolder.write(file, files("1")));
    assertThrows(
        IllegalArgumentException.class,
        () -> ArtifactFolder.write(dir.resolve("out"), Map.of("../escape", "x")));
    assertEquals(List.of("file", "thesis"), siblings());
  }

  @Test
  void whatDeadRunsLeftIsRemovedAndWhatStoodAsideComesBack() throws IOException {
    // Process ids end far below this number.
    long dead = 999_999_999L;
    Files.createDirectories(dir.resolve(".out." + dead + "-abc.new/report"));
    Files.createDirectories(dir.resolve(".out." + dead + "-abd.old/report"));
    ArtifactFolder.clean(dir.resolve("out"));
    assertEquals(List.of("out"), siblings());
    assertTrue(Files.isDirectory(dir.resolve("out/report")));
  }

  @Test
  void aKilledRunLeavesNothingHalf() throws Exception {
    Path target = dir.resolve("out");
    for (int round = 0; round < 4; round++) {
      Process writer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Writer.class.getName(),
                  target.toString())
              .inheritIO()
              .start();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (!Files.exists(target) && System.nanoTime() < end) {
        Thread.sleep(5);
      }
      Thread.sleep(37L * round);
      writer.destroyForcibly().waitFor();
      ArtifactFolder.clean(target);
      assertEquals(List.of("out"), siblings());
      Set<String> contents = new HashSet<>();
      try (Stream<Path> all = Files.walk(target)) {
        List<Path> found = all.filter(Files::isRegularFile).toList();
        assertEquals(FILES, found.size());
        for (Path path : found) {
          contents.add(Files.readString(path));
        }
      }
      assertEquals(1, contents.size());
    }
  }

  /** Replaces a folder again and again. */
  static final class Writer {

    private Writer() {}

    public static void main(String[] args) throws IOException {
      for (int i = 0; ; i++) {
        ArtifactFolder.write(Path.of(args[0]), files("content " + i));
      }
    }
  }
}

package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;

/** A compilation that is killed leaves the named folder whole or absent. */
class InterruptedCompileTest {

  private static final int KILLS = 6;

  @TempDir private Path folder;

  /**
   * Kills a compilation while it writes: as soon as its files begin to appear beside the folder, a
   * little later each time.
   */
  @Test
  void leavesNoPartOfAFolder() throws IOException, InterruptedException {
    Path whole = folder.resolve("reference/out");
    assertEquals(0, start(whole).waitFor());
    TreeMap<String, String> wanted = contents(whole);
    Path place = Files.createDirectory(folder.resolve("place"));
    Path out = place.resolve("out");
    int seenInside = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process process = start(out);
      boolean began = awaitWork(place, process);
      TimeUnit.MICROSECONDS.sleep(kill * 700L);
      process.destroyForcibly();
      process.waitFor();
      seenInside += began ? 1 : 0;
      if (Files.exists(out)) {
        assertEquals(wanted, contents(out), "after kill " + kill);
      }
    }
    assertTrue(seenInside > 0, "no kill met a compilation that was writing");
    assertEquals(0, start(out).waitFor());
    assertEquals(wanted, contents(out));
    try (Stream<Path> left = Files.list(place)) {
      assertEquals(List.of(out), left.toList());
    }
  }

  /** Waits for a new entry beside the folder; false when the process ended first. */
  private static boolean awaitWork(Path place, Process process)
      throws IOException, InterruptedException {
    List<Path> before = list(place);
    while (process.isAlive()) {
      List<Path> now = list(place);
      now.removeAll(before);
      if (!now.isEmpty()) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
    return false;
  }

  private static List<Path> list(Path place) throws IOException {
    try (Stream<Path> entries = Files.list(place)) {
      return new ArrayList<>(entries.toList());
    }
  }

  private static Process start(Path out) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "compile",
            "-o",
            out.toString(),
            Scripts.KERNELS.resolve("pull_ragged.py").toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static TreeMap<String, String> contents(Path out) throws IOException {
    TreeMap<String, String> contents = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(out)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        contents.put(out.relativize(file).toString(), Files.readString(file));
      }
    }
    return contents;
  }
}

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

/** A compilation that is killed leaves the named folder whole or absent. */
class InterruptedCompileTest {

  private static final int KILLS = 3;

  private static final Path SCRIPT = Scripts.KERNELS.resolve("pull_ragged.py");

  @TempDir private Path folder;

  /** Compiles again and again into one folder, so that a kill meets a compilation at work. */
  static final class Endless {
    public static void main(String[] args) {
      while (Scripts.call("compile", "-o", args[0], args[1]).exitCode() == 0) {}
    }
  }

  private static void compile(Path out) {
    Scripts.Result result = Scripts.call("compile", "-o", out.toString(), SCRIPT.toString());
    assertEquals(0, result.exitCode(), result.err());
  }

  /** Kills a compilation as soon as its files appear beside the folder, and a little later. */
  @Test
  void leavesNoPartOfAFolder() throws IOException, InterruptedException {
    Path whole = folder.resolve("reference/out");
    compile(whole);
    TreeMap<String, String> wanted = contents(whole);
    Path place = Files.createDirectory(folder.resolve("place"));
    Path out = place.resolve("out");
    for (int kill = 0; kill < KILLS; kill++) {
      Process process = start(out);
      boolean began = awaitWork(place, process);
      TimeUnit.MILLISECONDS.sleep(3L * kill);
      assertTrue(process.isAlive() && began, "the compilation ended by itself");
      process.destroyForcibly();
      process.waitFor();
      if (Files.exists(out)) {
        assertEquals(wanted, contents(out), "after kill " + kill);
      }
    }
    compile(out);
    assertEquals(wanted, contents(out));
    assertEquals(List.of(out), list(place));
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
            Endless.class.getName(),
            out.toString(),
            SCRIPT.toString())
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

package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.frontend.cli.Main;

/** {@code --timeout} ends a script wherever it is. None of these ends by itself. */
class TimeLimitTest {

  private static final Scripts.Result STOPPED =
      new Scripts.Result(124, "", "pypto-j: stopped after the time limit of 1.0 s\n");

  private static final String KERNEL =
      """
      import torch
      import pypto.language as pl

      @pl.jit.incore
      def spin(a: pl.Tensor, c: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT64]):
          t = pl.load(a, [0, 0], [16, 16])
          LOOP
          return pl.store(t, [0, 0], c)

      @pl.jit
      def chip(a: pl.Tensor, c: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT64]):
          out = spin(a, c, n)
          return out

      chip(torch.zeros(16, 16), torch.zeros(16, 16), 1)
      """;

  private static final Map<String, String> ENDLESS =
      Map.ofEntries(
          Map.entry("a loop", "while True:\n    pass\n"),
          Map.entry(
              "a loop that catches everything",
              """
              while True:
                  try:
                      while True:
                          pass
                  except BaseException:
                      pass
                  finally:
                      while True:
                          pass
              """),
          Map.entry(
              "a thread",
              """
              import threading

              def run():
                  while True:
                      pass

              threading.Thread(target=run).start()
              """),
          Map.entry(
              "a wait that ignores signals",
              """
              import signal
              import time

              for number in (signal.SIGINT, signal.SIGTERM):
                  signal.signal(number, signal.SIG_IGN)
              time.sleep(1e6)
              """),
          Map.entry(
              "a lock that is taken twice",
              """
              import threading

              lock = threading.Lock()
              lock.acquire()
              lock.acquire()
              """),
          Map.entry("one step of Python", "0.5 in range(10**15)\n"),
          Map.entry(
              "what is left for the end",
              """
              import atexit

              @atexit.register
              def end():
                  while True:
                      pass
              """),
          Map.entry("a sum in Python's own code", "sum(range(10**15))\n"),
          Map.entry(
              "a regular expression",
              """
              import re

              re.match(r"(a|a|b\\1?)+?(a+)+(x\\2|y)$", "a" * 60)
              """),
          Map.entry(
              "a tensor function",
              "import torch\nx = torch.zeros(1024, 1024)\nwhile True:\n    x = x @ x\n"),
          Map.entry(
              "a kernel's loop on numbers",
              KERNEL.replace("LOOP", "k = n\n    while k > 0:\n        k = k + 0")),
          Map.entry(
              "a kernel's loop on tiles",
              KERNEL.replace(
                  "LOOP", "for i in pl.range(1000000000000):\n        t = pl.add(t, t)")),
          Map.entry(
              "a kernel's loop at compile time",
              KERNEL.replace("LOOP", "for i in range(1000000000000):\n        t = pl.add(t, t)")));

  @TempDir private Path folder;

  static List<Named<String>> endless() {
    return ENDLESS.entrySet().stream().map(e -> Named.of(e.getKey(), e.getValue())).toList();
  }

  private Path script(String source) throws IOException {
    return Files.writeString(folder.resolve("kernel.py"), source);
  }

  /** In a process of its own, which may have to end without the script. */
  private static Scripts.Result run(Path script, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "--timeout",
                "1"));
    command.addAll(List.of(options));
    command.add(script.toString());
    Path out = script.resolveSibling("out");
    Path err = script.resolveSibling("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertTrue(ended, "still running");
    return new Scripts.Result(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @ParameterizedTest
  @MethodSource("endless")
  void endsAScriptThatDoesNot(String source) throws IOException, InterruptedException {
    assertEquals(STOPPED, run(script(source)));
  }

  @Test
  void endsASeededRun() throws IOException, InterruptedException {
    String loop = KERNEL.replace("LOOP", "while n > 0:\n        t = pl.add(t, t)");
    assertEquals(STOPPED, run(script(loop), "--seed", "1"));
  }

  @Test
  void endsAScriptInASandbox() throws IOException, InterruptedException {
    assertEquals(STOPPED, run(script("while True:\n    pass\n"), "--sandbox"));
  }
}

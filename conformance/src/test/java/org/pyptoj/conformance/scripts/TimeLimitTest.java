package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  @ParameterizedTest
  @MethodSource("endless")
  void endsAScriptThatDoesNot(String source) throws IOException {
    assertEquals(STOPPED, Scripts.call("run", "--timeout", "1", script(source).toString()));
  }

  @Test
  void endsASeededRun() throws IOException {
    String loop = KERNEL.replace("LOOP", "while n > 0:\n        t = pl.add(t, t)");
    assertEquals(
        STOPPED, Scripts.call("run", "--seed", "1", "--timeout", "1", script(loop).toString()));
  }

  @Test
  void endsAScriptInASandbox() throws IOException {
    Path loop = script("while True:\n    pass\n");
    assertEquals(STOPPED, Scripts.call("run", "--sandbox", "--timeout", "1", loop.toString()));
  }

  /** The loop is Java's, inside one step of Python, so that the process has to end with it. */
  @Test
  void endsTheProcessOfAScriptWhoseStepDoesNotEnd() throws IOException, InterruptedException {
    Path step = script("0.5 in range(10**15)\n");
    Process process =
        new ProcessBuilder(
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
                "1",
                step.toString())
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(STOPPED, new Scripts.Result(process.waitFor(), out, err));
  }
}

package org.pyptoj.conformance.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/** What {@code check} and {@code compile} tell and end with, whatever ends the script. */
class ScriptEndsTest {

  private static final String PROGRAM =
      """
      import os, sys
      import pypto.language as pl
      import torch

      @pl.jit
      def seven(y: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
          with pl.at(level=pl.Level.CORE_GROUP):
              pl.write(y, [0, 0], 7)
          return y

      @pl.jit
      def eight(y: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
          with pl.at(level=pl.Level.CORE_GROUP):
              pl.write(y, [0, 0], 8)
          return y

      y = torch.zeros((1, 8), dtype=torch.int32)
      """;

  private static final String WRONG = "seven(y)\nwrong = y[0, 0].item() != 7\n";

  /** What a command printed, with the test's folder left out, and how it ended. */
  private record Result(int exitCode, String out, String err) {}

  @TempDir private Path folder;

  private Result call(String source, String command, String... behind) throws IOException {
    Path script = folder.resolve("kernel.py");
    Files.writeString(script, source);
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.add(script.toString());
    args.addAll(List.of(behind));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.execute(
            args.toArray(String[]::new),
            new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false));
    return new Result(exitCode, text(out), text(err));
  }

  private String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
  }

  /** The statement follows a dispatch; the script finds results right if they were computed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "assert not wrong                                                    |   0 |   0",
        "if wrong: sys.exit(1)                                               |   0 |   0",
        "if wrong: sys.exit('mismatch')                                      |   0 |   0",
        "if wrong: raise SystemExit(3)                                       |   0 |   0",
        "if wrong: os._exit(3)                                               |   0 |   0",
        "if wrong: raise RuntimeError                                        |   0 |   0",
        "os._exit(0)                                                         |   0 |   0",
        "sys.exit(1)                                                         |   0 |   1",
        "missing                                                             |   1 |   1",
        "import missing                                                      |   1 |   1",
        "if wrong: missing                                                   |   1 |   0",
        "raise KeyboardInterrupt                                             | 130 | 130",
      })
  void exitCodeIsThatOfTheCompilation(String statement, int checked, int compiled)
      throws IOException {
    String source = PROGRAM + WRONG + statement + "\n";
    Result check = call(source, "check");
    Result compile = call(source, "compile -o " + folder.resolve("out"));
    assertAll(
        () -> assertEquals(checked, check.exitCode(), check.toString()),
        () -> assertEquals(compiled, compile.exitCode(), compile.toString()),
        () ->
            assertTrue(
                check.out().contains("\nseven          1          1  verified\n"), check.out()),
        () -> assertTrue(compile.out().matches("(?s).*\nseven +1 +\\d+  out\n.*"), compile.out()));
  }

  @Test
  void compileComesToThePrograms() throws IOException {
    String source =
        PROGRAM
            + WRONG
            + """
            assert not wrong
            eight(y)
            assert y[0, 0] == 8
            print("through")
            """;
    Result result = call(source, "compile -o " + folder.resolve("out"));
    assertEquals("", result.err());
    assertTrue(
        result
            .out()
            .matches("through\nprogram .*\nseven +1 +\\d+  out\neight +1 +\\d+  out/eight\n"),
        result.out());
    assertEquals(0, result.exitCode());
  }

  @Test
  void compileRunsAScriptAgainWhoseDispatchFailed() throws IOException {
    String source =
        PROGRAM
            + """
            @pl.jit
            def beyond(y: pl.InOut[pl.Tensor[[1, 8], pl.INT32]]):
                with pl.at(level=pl.Level.CORE_GROUP):
                    pl.write(y, [0, 8 + pl.cast(pl.read(y, [0, 0]), pl.INDEX)], 1)
                return y

            try:
                beyond(y)
                assert y[0, 1] == 1
            except Exception as e:
                print(type(e).__name__)
                raise
            """;
    Result result = call(source, "compile -o " + folder.resolve("out"));
    assertTrue(
        result
            .err()
            .startsWith(
                "pypto-j: the script stopped at kernel.py:26:5 (AssertionError), after a dispatch"
                    + " that was not executed; it runs again, with dispatches\n"
                    + "kernel.py:21:9: error[SIM"),
        result.err());
    assertTrue(
        result.out().matches("AssertionError\nSimulationError\nprogram .*\nbeyond +1 +\\d+  out\n"),
        result.out());
    assertEquals(1, result.exitCode());
  }

  @Test
  void compileRunsNoDispatchThatNobodyLooksAt() throws IOException {
    String source =
        PROGRAM
            + """
            @pl.jit
            def endless(y: pl.InOut[pl.Tensor[[1, 8], pl.INT32]]):
                with pl.at(level=pl.Level.CORE_GROUP):
                    while pl.read(y, [0, 0]) < 1:
                        pl.write(y, [0, 0], 0)
                return y

            endless(y)
            print("through")
            """;
    Result result = call(source, "compile -o " + folder.resolve("out"));
    assertTrue(result.out().matches("(?s)through\nprogram .*\nendless +1 .*"), result.toString());
    assertEquals(0, result.exitCode());
  }

  @Test
  void jsonTellsThePrograms() throws IOException {
    Result result =
        call(PROGRAM + WRONG + "print('seen')\nsys.exit(wrong)\n", "check --format json");
    assertEquals(
        """
        {"exitCode":0,"diagnostics":[],"programs":[\
        {"name":"seven","kernels":1,"functions":1,"verdict":"verified"}],\
        "unfinished":"the script ended with exit code 1, after a dispatch that was not executed"}
        """,
        result.out());
    assertEquals("seen\n", result.err());
  }

  /** Without a dispatch there are no missing results: how the script ends is how it is. */
  @Test
  void failuresBeforeADispatchAreGenuine() throws IOException {
    for (String command : List.of("check", "compile -o " + folder.resolve("out"))) {
      assertEquals(1, call("raise ValueError\n", command).exitCode());
      assertEquals(4, call(PROGRAM + "seven.compile(y)\nsys.exit(4)\n", command).exitCode());
    }
  }

  @Test
  void optionsOfOursBehindTheScriptAreTold() throws IOException {
    Result result =
        call("import argparse\nargparse.ArgumentParser().parse_args()\n", "compile", "-o", "x");
    assertTrue(
        result
            .err()
            .endsWith(
                "pypto-j: -o stands behind the script, so it is the script's; options of pypto-j go"
                    + " before it: pypto-j compile -o ... kernel.py\n"),
        result.err());
    assertEquals(2, result.exitCode());
  }
}

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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/** What a user sees of the command line: output, messages and exit codes. */
class CommandLineTest {

  /** What a command printed, with the test's folder left out, and how it ended. */
  private record Result(int exitCode, String out, String err) {}

  @TempDir private Path folder;
  private Path script;

  @BeforeEach
  void name() {
    script = folder.resolve("kernel.py");
  }

  private Result call(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    int exitCode = Main.execute(args, terminal);
    return new Result(exitCode, text(out), text(err));
  }

  private String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
  }

  private Result run(String source, String... arguments) throws IOException {
    Files.writeString(script, source);
    String[] args = new String[arguments.length + 2];
    args[0] = "run";
    args[1] = script.toString();
    System.arraycopy(arguments, 0, args, 2, arguments.length);
    return call(args);
  }

  private static void assertFails(String message, Result result) {
    assertAll(
        () -> assertEquals(message, result.err()),
        () -> assertEquals("", result.out()),
        () -> assertEquals(1, result.exitCode()));
  }

  @Test
  void scriptIsMainWithItsArgumentsAndItsFolder() throws IOException {
    Files.writeString(folder.resolve("sibling.py"), "NAME = 'sibling'\n");
    Result result =
        run(
            """
            import sys, sibling
            print(__name__, __file__.endswith("kernel.py"), sys.argv[1:], sibling.NAME)
            print(sys.modules["__main__"].__dict__ is globals())
            """,
            "-o",
            "x y",
            "--timeout",
            "ü");
    assertEquals("__main__ True ['-o', 'x y', '--timeout', 'ü'] sibling\nTrue\n", result.out());
    assertEquals("", result.err());
    assertEquals(0, result.exitCode());
  }

  @ParameterizedTest
  @CsvSource({
    "sys.exit(), 0, ''",
    "sys.exit(7), 7, ''",
    "sys.exit(-1), 255, ''",
    "sys.exit(True), 1, ''",
    "sys.exit('no such device'), 1, no such device",
  })
  void scriptChoosesItsExitCode(String statement, int exitCode, String message) throws IOException {
    Result result = run("import sys\n" + statement + "\n");
    assertEquals(exitCode, result.exitCode());
    assertEquals(message, result.err().strip());
  }

  @Test
  void exceptionTellsPlaceCallsAndCause() throws IOException {
    Files.writeString(
        folder.resolve("shapes.py"),
        """
        def rows(n):
            return [1, 2][n]
        """);
    assertFails(
        """
        kernel.py:7:9: error: ValueError: größe 5
          7 |         raise ValueError(f"größe {n}") from error
            |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          called from (most recent last):
            kernel.py:9:14 in <module>
            kernel.py:7:9 in half
        caused by
        shapes.py:2:12: error: IndexError: list index out of range
          2 |     return [1, 2][n]
            |            ^^^^^^^^^
          called from (most recent last):
            kernel.py:5:16 in half
            shapes.py:2:12 in rows
        """,
        run(
            """
            import shapes

            def half(n):
                try:
                    return shapes.rows(n)
                except IndexError as error:
                    raise ValueError(f"größe {n}") from error

            wide = "ü" + half(5)
            """));
  }

  @Test
  void syntaxErrorHasACaret() throws IOException {
    assertFails(
        """
        kernel.py:1:14: error: SyntaxError: invalid syntax
          1 | ü = "é"; x = = 3
            |              ^
        """,
        run("ü = \"é\"; x = = 3\n"));
  }

  @Test
  void missingColonIsReportedWhereItIsMissing() throws IOException {
    assertFails(
        """
        kernel.py:1:18: error: SyntaxError: expected ':'
          1 | for r in range(3)
            |                  ^
        """,
        run("for r in range(3)\n\n    print(r)\n"));
  }

  /** Nothing of the class reaches the compiler; its place does. */
  @Test
  void programWithoutFunctionsHasItsPlace() throws IOException {
    assertFails(
        """
        kernel.py:6:1: error[PLY0119]: the program Empty has no function
          6 | class Empty:
            | ^^^^^^^^^^^^
          help: decorate its methods with @pl.function
        """,
        run(
            """
            import pypto.language as pl


            # The decorator's line is not the class's.
            @pl.program
            class Empty:
                def step(self):
                    pass
            """));
    assertFails(
        """
        kernel.py:5:5: error[PLY0119]: the program Empty has no function
          5 |     class Empty:
            |     ^^^^^^^^^^^^
          help: decorate its methods with @pl.function
        """,
        run(
            """
            import pypto.language as pl

            def build():
                @pl.program(strict=True)
                class Empty:
                    pass

            build()
            """));
  }

  /** Handed over far from its text, or without any, the class stands where it was handed over. */
  @Test
  void programWithoutFunctionsThatIsMadeElsewhere() throws IOException {
    assertFails(
        """
        kernel.py:2:1: error[PLY0119]: the program Empty has no function
          2 | pl.program(type("Empty", (), {}))
            | ^
          help: decorate its methods with @pl.function
        """,
        run(
            """
            import pypto.language as pl
            pl.program(type("Empty", (), {}))
            """));
    assertFails(
        """
        <string>:1:1: error[PLY0119]: the program Empty has no function
          help: decorate its methods with @pl.function
        """,
        run(
            """
            import pypto.language as pl
            exec("@pl.program\\nclass Empty: pass")
            """));
  }

  @Test
  void moduleThatCannotExistHereSaysWhy() throws IOException {
    assertFails(
        """
        kernel.py:1:1: error: ModuleNotFoundError: No module named 'torch_npu'
          1 | import torch_npu.npu
            | ^^^^^^^^^^^^^^^^^^^^
          help: torch_npu drives real devices; pypto-j compiles and simulates without any
        """,
        run("import torch_npu.npu\n"));
  }

  @Test
  void unreadableScriptsAreUserErrors() {
    assertFails("pypto-j: cannot read kernel.py: no such file\n", call("run", script.toString()));
    Result directory = call("compile", folder.toString());
    assertEquals("pypto-j: cannot read " + folder + ": it is a directory\n", directory.err());
    assertEquals(1, directory.exitCode());
  }

  @Test
  void wrongUsageExitsWith2() {
    for (String[] args :
        List.of(
            new String[] {},
            new String[] {"run"},
            new String[] {"nonsense"},
            new String[] {"compile", "--nonsense", "x.py"},
            new String[] {"run", "--timeout", "soon", "x.py"})) {
      Result result = call(args);
      assertEquals(2, result.exitCode(), String.join(" ", args));
      assertTrue(result.err().contains("pypto-j"), result.err());
    }
  }

  @Test
  void checkSpeaksJson() throws IOException {
    Files.writeString(script, "x = 1\nraise ValueError('a \"b\"')\n");
    Result result = call("check", "--format", "json", script.toString());
    assertEquals(
        """
        {"exitCode":1,"diagnostics":[{"code":"ValueError","message":"a \\"b\\"",\
        "file":"kernel.py","line":2,"column":1,"endLine":2,"endColumn":26,"notes":[]}],"programs":[]}
        """,
        result.out());
    assertEquals(1, result.exitCode());
  }

  @Test
  void timeLimitStopsAScript() throws IOException {
    Files.writeString(script, "while True:\n    pass\n");
    Result result = call("run", "--timeout", "0.5", script.toString());
    assertEquals("pypto-j: stopped after the time limit of 0.5 s\n", result.err());
    assertEquals(124, result.exitCode());
  }

  @Test
  void sandboxHidesFilesEnvironmentAndNetwork() throws IOException {
    Path outside = Files.writeString(folder.resolveSibling(folder.getFileName() + ".txt"), "x");
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Files.createSymbolicLink(inside.resolve("link"), outside);
    Files.writeString(
        inside.resolve("kernel.py"),
        """
        import os

        def attempt(body):
            try:
                return body()
            except Exception as error:
                return type(error).__name__

        print(attempt(lambda: open(__file__).readline().strip()))
        print(attempt(lambda: open(%s).read()))
        print(attempt(lambda: open(os.path.join(os.path.dirname(__file__), "link")).read()))
        print(attempt(lambda: open(__file__ + ".txt", "w")))
        print(attempt(lambda: __import__("socket")))
        print(os.environ.get("PATH"))
        """
            .formatted("'" + outside + "'"));
    try {
      Result result = call("run", "--sandbox", inside.resolve("kernel.py").toString());
      assertEquals("", result.err());
      assertEquals(
          "import os\nFileNotFoundError\nFileNotFoundError\nPermissionError\n"
              + "ModuleNotFoundError\nNone\n",
          result.out());
    } finally {
      Files.delete(outside);
    }
  }

  @Test
  void javaProcessesAndOtherLanguagesAreOutOfReach() throws IOException {
    Result result =
        run(
            """
            def attempt(body):
                try:
                    return body()
                except Exception as error:
                    return type(error).__name__

            import java, polyglot, subprocess
            print(attempt(lambda: java.type("java.lang.System")))
            print(attempt(lambda: polyglot.eval(language="python", string="1")))
            print(attempt(lambda: subprocess.run(["true"])))
            """);
    assertEquals("", result.err());
    assertEquals("NotImplementedError\nRuntimeError\nPermissionError\n", result.out());
  }

  @Test
  void whatIsRegisteredWithAtexitRuns() throws IOException {
    Result result = run("import atexit\natexit.register(print, 'bye')\nprint('hello')\n");
    assertEquals("hello\nbye\n", result.out());
  }

  @Test
  void completionKnowsTheCommands() {
    Result result = call("completion");
    assertEquals(0, result.exitCode());
    assertTrue(result.out().contains("complete -F _complete_pypto-j"));
    assertTrue(result.out().contains("--sandbox"));
  }
}

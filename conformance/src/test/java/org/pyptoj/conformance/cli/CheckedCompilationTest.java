package org.pyptoj.conformance.cli;

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
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;
import org.pyptoj.frontend.language.PyptoSurface;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.Pass;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.invariant.Invariant;

/** When the IR is checked, what a broken pass looks like to a user, and what a level may be. */
class CheckedCompilationTest {

  private static final String SCRIPT =
      """
      import pypto.language as pl
      from pypto import ir

      @pl.program
      class P:
          @pl.function(type=pl.FunctionType.InCore)
          def step(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
              t = pl.load(x, [0, 0], [1, 64])
              pl.store(t, [0, 0], y)

      ir.compile(P%s)
      """;

  /** Promises what it does not do. */
  private static final Pass PROMISING =
      new Pass() {
        @Override
        public String name() {
          return "PromiseBuffers";
        }

        @Override
        public Set<Invariant> establishes() {
          return Set.of(Invariant.BUFFERS);
        }

        @Override
        public Program run(Program program, PassContext context) {
          return program;
        }
      };

  private record Result(int exitCode, String out, String err) {}

  @TempDir private Path folder;

  private Result run(String arguments, String... options) throws IOException {
    Path script = folder.resolve("kernel.py");
    Files.writeString(script, SCRIPT.formatted(arguments));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream told = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(InputStream.nullInputStream(), printed, told, false);
    List<String> args = new ArrayList<>(List.of("run"));
    args.addAll(List.of(options));
    args.add(script.toString());
    int exitCode =
        Main.execute(
            args.toArray(String[]::new),
            terminal,
            new PyptoSurface(told, new Pipeline(List.of(PROMISING))));
    return new Result(
        exitCode,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8).replace(folder + "/", ""));
  }

  @Test
  void aBrokenPassIsADefectAndHasAName() throws IOException {
    Result debug = run(", verification_level=ir.VerificationLevel.NONE", "--debug");
    assertEquals(70, debug.exitCode(), debug.toString());
    assertTrue(
        debug
            .err()
            .startsWith(
                """
                pypto-j: internal error: org.pyptoj.passes.invariant.BrokenInvariantException: \
                the IR is broken after PromiseBuffers: BUFFERS in step: t has no buffer
                  This is a defect of pypto-j, not of your script.
                """),
        debug.err());
    for (String level : List.of("BASIC", "ROUNDTRIP")) {
      Result asked = run(", verification_level=ir.VerificationLevel." + level);
      assertEquals(70, asked.exitCode(), asked.toString());
      assertTrue(asked.err().contains("after PromiseBuffers: BUFFERS"), asked.err());
    }
  }

  @Test
  void withoutChecksNobodyIsToBlame() throws IOException {
    assertEquals(new Result(0, "", ""), run(", verification_level=ir.VerificationLevel.NONE"));
  }

  @Test
  void whatIsNoLevelAndNoPlatformIsRefused() throws IOException {
    assertEquals(
        new Result(
            1,
            "",
            """
            kernel.py:11:1: error: ValueError: unknown verification level 'SOME'; there are none, basic, roundtrip
              11 | ir.compile(P, verification_level="SOME")
                 | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            """),
        run(", verification_level=\"SOME\""));
    assertEquals(
        new Result(
            1,
            "",
            """
            kernel.py:11:1: error: ValueError: unknown platform 'a7'; there are a2a3, a2a3sim, a5, a5sim
              11 | ir.compile(P, platform="a7")
                 | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            """),
        run(", platform=\"a7\""));
  }
}

package org.pyptoj.conformance.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pyptoj.conformance.simulation.SimulatorPage.Place;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.Simulator;
import org.pyptoj.sim.order.OrderChecker;
import org.pyptoj.verifier.OpTypes;
import org.pyptoj.verifier.ProgramVerifier;
import org.pyptoj.verifier.program.TargetFacts;

/**
 * The examples on the pages of the simulator's codes are run: the first one ends with the code, the
 * second one ends well.
 */
class SimulatorPagesTest {

  private static final int RANKS = 2;
  private static final int SEEDS = 20;
  private static final int MOST_SITUATIONS = 100_000;

  /** What the compiler says of an example first; its page names the code. */
  private static final Map<SimCode, String> EARLIER =
      Map.of(
          SimCode.DEFERRED_CONDITIONS, "PLD0708",
          SimCode.UNBOUND, "PLP0101",
          SimCode.SHAPE, "PLT0005");

  /** What is found only where a program is executed as it was written. */
  private static final Set<SimCode> AS_WRITTEN =
      Set.of(SimCode.DEFERRED_CONDITIONS, SimCode.UNBOUND);

  private static Place place(SimCode code) {
    return switch (code) {
      case WINDOW_SIZE -> Place.ALLOCATION;
      case DEVICE -> Place.DISPATCH;
      case DEFERRED_CONDITIONS, GRID -> Place.CHIP;
      default -> Place.KERNEL;
    };
  }

  /** The number that an example's comment speaks of. */
  private static long n(SimCode code) {
    return switch (code) {
      case GRID -> 1000;
      case STEP_LIMIT -> 3;
      default -> 0;
    };
  }

  private static SimConfig config(SimCode code) {
    SimConfig config = SimConfig.seeded(RANKS, 0).withAivCores(48);
    return switch (code) {
      case TIMEOUT -> config.withTimeout(Duration.ofMillis(200));
      case STEP_LIMIT -> config.withStepLimit(10_000);
      case UNDEFINED -> config.withStrict(true);
      case RACE -> config.withListener(new OrderChecker(true, false, MOST_SITUATIONS));
      default -> config;
    };
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ARGUMENT", "INTERLEAVING", "ORDER", "TIMEOUT"})
  void examplesAreWhatTheySay(SimCode code) {
    SimulatorPage page = SimulatorPage.of(code);
    String earlier = EARLIER.get(code);
    if (earlier != null) {
      assertTrue(page.text().contains(earlier), "the page does not name " + earlier);
      DiagnosticException refused =
          assertThrows(DiagnosticException.class, () -> compiled(code, page.rejected()));
      assertEquals(earlier, refused.diagnostics().getFirst().code());
    }
    if (AS_WRITTEN.contains(code)) {
      assertFails(code, written(code, page.rejected()), page.rejected());
    } else if (earlier == null) {
      assertFails(code, compiled(code, page.rejected()), page.rejected());
    }
    Simulator.run(compiled(code, page.accepted()), config(code), arguments(code, page.accepted()));
  }

  /** The accepted example needs no limit, so that it has none. */
  @Test
  void aRunThatDoesNotEnd() {
    SimulatorPage page = SimulatorPage.of(SimCode.TIMEOUT);
    assertFails(SimCode.TIMEOUT, compiled(SimCode.TIMEOUT, page.rejected()), page.rejected());
    Simulator.run(
        compiled(SimCode.TIMEOUT, page.accepted()),
        SimConfig.seeded(RANKS, 0),
        arguments(SimCode.TIMEOUT, page.accepted()));
  }

  @Test
  void interleavings() {
    SimulatorPage page = SimulatorPage.of(SimCode.INTERLEAVING);
    assertNotEquals(1, results(page.rejected()).size());
    assertEquals(1, results(page.accepted()).size());
  }

  /** The rejected example may get stuck by itself; under the seed that is taken it does not. */
  @Test
  void ordersOfSignals() {
    SimulatorPage page = SimulatorPage.of(SimCode.ORDER);
    SimCode found = SimCode.DEADLOCK;
    for (int seed = 0; seed < 100 && found == SimCode.DEADLOCK; seed++) {
      SimConfig config =
          SimConfig.seeded(RANKS, seed)
              .withListener(new OrderChecker(false, true, MOST_SITUATIONS));
      found =
          assertThrows(
                  SimFailure.class,
                  () ->
                      Simulator.run(
                          compiled(SimCode.ORDER, page.rejected()),
                          config,
                          arguments(SimCode.ORDER, page.rejected())))
              .rule();
    }
    assertEquals(SimCode.ORDER, found);
    OrderChecker checker = new OrderChecker(false, true, MOST_SITUATIONS);
    Simulator.run(
        compiled(SimCode.ORDER, page.accepted()),
        SimConfig.seeded(RANKS, 0).withListener(checker),
        arguments(SimCode.ORDER, page.accepted()));
    assertEquals(0, checker.findings().stuckUndecided());
  }

  private static void assertFails(SimCode code, Program program, String example) {
    SimFailure failure =
        assertThrows(
            SimFailure.class, () -> Simulator.run(program, config(code), arguments(code, example)));
    assertEquals(code, failure.rule(), failure.getMessage());
  }

  /** What an example leaves in y under several seeds. */
  private static Set<List<Byte>> results(String example) {
    Program program = compiled(SimCode.INTERLEAVING, example);
    Set<List<Byte>> results = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Object> arguments = arguments(SimCode.INTERLEAVING, example);
      MemorySegment x = ((HostBuffer) arguments.getFirst()).segment();
      for (long i = 0; i < x.byteSize() / 4; i++) {
        x.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i, i + 1);
      }
      Simulator.run(program, SimConfig.seeded(RANKS, seed), arguments);
      MemorySegment y = ((HostBuffer) arguments.get(1)).segment();
      results.add(
          LongStream.range(0, y.byteSize())
              .mapToObj(i -> y.get(ValueLayout.JAVA_BYTE, i))
              .toList());
    }
    return results;
  }

  private static Program written(SimCode code, String example) {
    return DslParser.parseScript(
        "page.py", SimulatorPage.script(place(code), example), OpTypes::call);
  }

  /** The program as the command `run` executes it. */
  private static Program compiled(SimCode code, String example) {
    Program program = written(code, example);
    List<Diagnostic> mistakes = ProgramVerifier.verify(program, new TargetFacts(true, 48));
    if (!mistakes.isEmpty()) {
      throw new DiagnosticException(mistakes);
    }
    return Pipeline.DEFAULT.run(
        program, new PassContext(Platform.A2A3_SIM), Pipeline.Listener.NONE);
  }

  private static List<Object> arguments(SimCode code, String example) {
    Map<String, String> types = SimulatorPage.types(example);
    return List.of(zeros(types.get("x")), zeros(types.get("y")), n(code));
  }

  private static HostBuffer zeros(String type) {
    long[] extents =
        LongStream.concat(
                LongStream.of(RANKS),
                Arrays.stream(SimulatorPage.shape(type).split(", ")).mapToLong(Long::parseLong))
            .toArray();
    long count = Arrays.stream(extents).reduce(1, (a, b) -> a * b);
    return HostBuffer.of(
        MemorySegment.ofArray(new byte[Math.toIntExact(count * 4)]), DataType.FP32, extents);
  }

  @TempDir private Path folder;

  /** Arguments come from Python, so that this page's examples are a script's last lines. */
  @Test
  void argumentsOfAScript() throws IOException {
    SimulatorPage page = SimulatorPage.of(SimCode.ARGUMENT);
    assertEquals("", ran(page.accepted()));
    String error = ran(page.rejected());
    assertTrue(error.contains(": error[SIM0402]: "), error);
  }

  /** What a script with these last lines says on its way to the end. */
  private String ran(String lines) throws IOException {
    Path script = folder.resolve("page.py");
    Files.writeString(
        script,
        """
        import pypto.language as pl
        import torch
        from pypto import ir
        from pypto.ir.distributed_compiled_program import DistributedConfig


        @pl.program
        class Page:
            @pl.function(type=pl.FunctionType.InCore)
            def step(self, x: pl.InOut[pl.Tensor[[1, 64], pl.FP32]]):
                pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], x)

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(self, x: pl.InOut[pl.Tensor[[1, 64], pl.FP32]]):
                self.step(x)

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self, x: pl.InOut[pl.Tensor[[2, 1, 64], pl.FP32]]):
                for r in pl.range(2):
                    self.chip(x[r], device=r)


        compiled = ir.compile(Page, platform="a2a3sim", distributed_config=DistributedConfig([0, 1]))
        """
            + lines);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
    int exitCode =
        Main.execute(
            new String[] {"run", script.toString()},
            new Terminal(InputStream.nullInputStream(), both, both, false));
    String text = out.toString(StandardCharsets.UTF_8);
    assertEquals(text.isEmpty() ? 0 : 1, exitCode, text);
    return text;
  }
}

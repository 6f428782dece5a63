package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.ir.Program;

/** Runs that cannot go on end at once and say why. */
class StuckRunTest {

  static Stream<SimConfig.Mode> modes() {
    return Stream.of(new SimConfig.Free(), new SimConfig.Seeded(1), new SimConfig.Seeded(2));
  }

  private static SimFailure failure(Program program, SimConfig config) {
    Buffer x = Buffer.fp32(config.ranks(), 1, 8);
    Buffer y = Buffer.fp32(config.ranks(), 1, 8);
    return assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> assertThrows(SimFailure.class, () -> Simulator.run(program, config, List.of(x, y))));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aWaitThatNobodyAnswers(SimConfig.Mode mode) {
    Program program =
        Programs.rows(
            2,
            8,
            "[2, 1]",
            """
            pld.system.notify(signal, peer=1, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            """);
    SimFailure failure = failure(program, SimConfig.of(2, mode));
    assertEquals(
        """
        SIM0201: no rank can move: 1 task waits for a signal, and nothing that is left can let them go
          at <text>:16:9
          rank 0 (device 0), step at <text>:16:9: waits for signal_buf[0, 0] >= 1, is 0; nobody has changed it
          help: see who should have notified each cell, and whether every rank takes the same path
        """,
        failure.render());
  }

  @ParameterizedTest
  @MethodSource("modes")
  void ranksThatTakeDifferentPaths(SimConfig.Mode mode) {
    Program program =
        Programs.rows(
            3,
            8,
            "[3, 1]",
            """
            if me < 2:
                signal = pld.tensor.barrier(signal)
            """);
    SimFailure failure = failure(program, SimConfig.of(3, mode));
    assertEquals(SimCode.DEADLOCK, failure.rule());
    assertEquals(
        List.of(0, 1), failure.blocked().stream().map(SimFailure.Blocked::device).toList());
    assertEquals(
        List.of("signal_buf[2, 0] >= 1", "signal_buf[2, 0] >= 1"),
        failure.blocked().stream().map(SimFailure.Blocked::waitsFor).toList());
  }

  /** Nobody is told anything, and rank 3 waits for more than the others do. */
  @ParameterizedTest
  @MethodSource("modes")
  void equalWaitsOfSeveralRanksAreOneLine(SimConfig.Mode mode) {
    Program program =
        Programs.rows(
            5,
            8,
            "[1, 1]",
            """
            pld.system.wait(signal, offsets=[0, 0], expected=me // 3 - me // 4 + 1, cmp=pld.WaitCmp.Ge)
            """);
    SimFailure failure = failure(program, SimConfig.of(5, mode));
    assertEquals(
        """
        SIM0201: no rank can move: 5 tasks wait for a signal, and nothing that is left can let them go
          at <text>:15:9
          ranks 0 to 2, 4 (devices 0 to 2, 4), step at <text>:15:9: each waits for signal_buf[0, 0] >= 1, is 0; nobody has changed it
          rank 3 (device 3), step at <text>:15:9: waits for signal_buf[0, 0] >= 2, is 0; nobody has changed it
          help: see who should have notified each cell, and whether every rank takes the same path
        """,
        failure.render());
    assertEquals(
        List.of(0, 1, 2, 3, 4),
        failure.blocked().stream().map(SimFailure.Blocked::device).toList());
  }

  @ParameterizedTest
  @MethodSource("modes")
  void theLastChangeOfACellIsNamed(SimConfig.Mode mode) {
    Program program =
        Programs.rows(
            2,
            8,
            "[1, 1]",
            """
            pld.system.notify(signal, peer=(me + 1) % 2, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
            pld.system.wait(signal, offsets=[0, 0], expected=2, cmp=pld.WaitCmp.Ge)
            """);
    SimFailure failure = failure(program, SimConfig.of(2, mode));
    assertEquals(
        List.of("rank 1 (Set at <text>:15:9)", "rank 0 (Set at <text>:15:9)"),
        failure.blocked().stream().map(SimFailure.Blocked::lastChange).toList());
    assertEquals(
        List.of(1L, 1L), failure.blocked().stream().map(SimFailure.Blocked::value).toList());
  }

  private static final String ENDLESS =
      """
      while pl.read(signal, [0, 0]) < 1:
          me = me + 0
      """;

  @ParameterizedTest
  @MethodSource("modes")
  void aLoopThatNeverEndsIsCutByTheClock(SimConfig.Mode mode) {
    SimFailure failure =
        failure(
            Programs.rows(2, 8, "[1, 1]", ENDLESS),
            SimConfig.of(2, mode).withTimeout(Duration.ofMillis(200)));
    assertEquals(SimCode.TIMEOUT, failure.rule());
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aLoopThatNeverEndsIsCutByItsSteps(SimConfig.Mode mode) {
    SimFailure failure =
        failure(
            Programs.rows(2, 8, "[1, 1]", ENDLESS), SimConfig.of(2, mode).withStepLimit(100_000));
    assertEquals(SimCode.STEP_LIMIT, failure.rule());
  }

  /**
   * A rank that polls memory lets the one that writes it run, also when there are more ranks than
   * processors.
   */
  @Test
  void aPollingLoopEndsWhenAnotherRankWrites() {
    Program program =
        Programs.rows(
            8,
            8,
            "[1, 1]",
            """
            if me == 7:
                for peer in pl.range(7):
                    pld.system.notify(signal, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
            else:
                while pl.read(signal, [0, 0]) < 1:
                    me = me + 0
            """);
    Buffer x = Buffer.fp32(8, 1, 8);
    Buffer y = Buffer.fp32(8, 1, 8);
    assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> Simulator.run(program, SimConfig.free(8), List.of(x, y)));
  }

  @Test
  void creditsThatARunHasLeftStayUntilTheWindowsAreReset() {
    Program program =
        Programs.rows(
            2,
            8,
            "[2, 1]",
            """
            if pl.read(x, [0, 0]) > 0.0:
                if me == 0:
                    signal = pld.tensor.barrier(signal)
            else:
                signal = pld.tensor.barrier(signal)
            """);
    SimConfig config = SimConfig.free(2).withPersistentWindows(true);
    Buffer bad = Buffer.fp32(2, 1, 8).fill(i -> 1);
    Buffer good = Buffer.fp32(2, 1, 8);
    Buffer y = Buffer.fp32(2, 1, 8);
    try (World world = World.create(program, config)) {
      world.run(List.of(good, y));
      assertEquals(
          SimCode.DEADLOCK,
          assertThrows(SimFailure.class, () -> world.run(List.of(bad, y))).rule());
      assertEquals(
          SimCode.SIGNAL_LEFT,
          assertThrows(SimFailure.class, () -> world.run(List.of(good, y))).rule());
      world.resetWindows();
      world.run(List.of(good, y));
    }
  }

  @Test
  void aCollectivesSignalIsItsOwn() {
    Program program =
        Programs.rows(
            2,
            8,
            "[2, 1]",
            """
            signal = pld.tensor.barrier(signal)
            pld.system.notify(signal, peer=0, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            """);
    SimFailure failure = failure(program, SimConfig.seeded(2, 3));
    assertEquals(SimCode.SIGNAL_LEFT, failure.rule());
    assertEquals(15, failure.diagnostic().span().line());
    assertEquals(
        List.of("signal_buf[0, 0] == 0 at the end", "signal_buf[1, 0] == 0 at the end"),
        failure.blocked().stream().map(SimFailure.Blocked::waitsFor).toList());
    assertEquals(
        List.of(1L, 1L), failure.blocked().stream().map(SimFailure.Blocked::value).toList());
  }
}

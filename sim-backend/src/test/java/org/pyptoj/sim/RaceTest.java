package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Program;
import org.pyptoj.sim.order.OrderChecker;

/**
 * Two ranks, a window {@code data} of a row and four signal cells. Each verdict is the same under
 * whatever interleaving: it says what nothing orders, not what happened to go wrong.
 */
class RaceTest {

  private static final int SEEDS = 12;

  private static Program program(String body) {
    return Programs.rows(2, "[1, 8]", "[1, 8]", "[4, 1]", "FP32", body);
  }

  private static void run(String body, SimConfig.Mode mode) {
    run(program(body), mode);
  }

  private static void run(Program program, SimConfig.Mode mode) {
    Simulator.run(
        program,
        SimConfig.of(2, mode).withListener(new OrderChecker(true, false, 100_000)),
        List.of(Buffer.fp32(2, 1, 8).fill(i -> i + 1), Buffer.fp32(2, 1, 8)));
  }

  private static void ordered(String body) {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(body, new SimConfig.Seeded(seed));
    }
    run(body, new SimConfig.Free());
  }

  /** The two accesses may be found in either order. */
  private static void race(String body, String one, String other, String where) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimConfig.Mode mode = new SimConfig.Seeded(seed);
      SimFailure failure = assertThrows(SimFailure.class, () -> run(body, mode), "seed " + seed);
      assertEquals(SimCode.RACE, failure.rule());
      String message = failure.diagnostic().message();
      String expected = "nothing orders %s and %s: both touch " + where;
      if (message.startsWith("nothing orders " + one)) {
        assertEquals(expected.formatted(one, other), message);
        assertEquals(other + " is here", failure.diagnostic().notes().getFirst().message());
      } else {
        assertEquals(expected.formatted(other, one), message);
        assertEquals(one + " is here", failure.diagnostic().notes().getFirst().message());
      }
    }
  }

  @Test
  void aReadAfterItsSignalIsOrdered() {
    ordered(
        """
        pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
        pld.system.notify(signal, peer=1 - me, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        pl.store(pld.tile.remote_load(data, peer=1 - me, offsets=[0, 0], shape=[1, 8]), [0, 0], y)
        """);
  }

  @Test
  void aReadWithoutASignalIsNot() {
    race(
        """
        if me == 0:
            pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
        else:
            pl.store(pld.tile.remote_load(data, peer=0, offsets=[0, 0], shape=[1, 8]), [0, 0], y)
        """,
        "the write of rank 0 in step",
        "the read of rank 1 in step",
        "elements 0 to 7 of rank 0's slice of window data_buf");
  }

  @Test
  void aSignalSentTooEarlyOrdersNothing() {
    race(
        """
        if me == 0:
            pld.system.notify(signal, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
            pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
        else:
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            pl.store(pld.tile.remote_load(data, peer=0, offsets=[0, 0], shape=[1, 8]), [0, 0], y)
        """,
        "the write of rank 0 in step",
        "the read of rank 1 in step",
        "elements 0 to 7 of rank 0's slice of window data_buf");
  }

  @Test
  void overwritingNeedsAnAnswer() {
    String twice =
        """
        if me == 0:
            for i in pl.range(2):
                pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
                pld.system.notify(signal, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                ACK
        else:
            for i in pl.range(2):
                pld.system.wait(signal, offsets=[0, 0], expected=i + 1, cmp=pld.WaitCmp.Ge)
                pl.store(pld.tile.remote_load(data, peer=0, offsets=[0, 0], shape=[1, 8]), [0, 0], y)
                pld.system.notify(signal, peer=0, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        """;
    ordered(
        twice.replace(
            "ACK", "pld.system.wait(signal, offsets=[1, 0], expected=i + 1, cmp=pld.WaitCmp.Ge)"));
    race(
        twice.replace(
            "ACK", "pld.system.wait(signal, offsets=[1, 0], expected=0, cmp=pld.WaitCmp.Ge)"),
        "the write of rank 0 in step",
        "the read of rank 1 in step",
        "elements 0 to 7 of rank 0's slice of window data_buf");
  }

  @Test
  void aCounterOrdersOnlyWhatMustHaveReachedIt() {
    // The first of two credits lets the wait go; the second may come before or after.
    String credits =
        """
        if me == 0:
            pld.system.notify(signal, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pl.store(pl.load(x, [0, 0], [1, 4]), [0, 4], data)
            pld.system.notify(signal, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        else:
            pld.system.wait(signal, offsets=[0, 0], expected=WANTED, cmp=pld.WaitCmp.Ge)
            pl.store(pld.tile.remote_load(data, peer=0, offsets=[0, 2], shape=[1, 4]), [0, 0], y)
        """;
    ordered(credits.replace("WANTED", "2"));
    race(
        credits.replace("WANTED", "1"),
        "the write of rank 0 in step",
        "the read of rank 1 in step",
        "elements 4 to 5 of rank 0's slice of window data_buf");
  }

  @Test
  void creditsThatWereTakenBackStayOrdered() {
    ordered(
        """
        for i in pl.range(3):
            pl.write(data, [0, i], 1.0)
            pld.system.notify(signal, peer=1 - me, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            pld.system.notify(signal, peer=me, offsets=[0, 0], value=-1, op=pld.NotifyOp.AtomicAdd)
            part = pld.tile.remote_load(data, peer=1 - me, offsets=[0, 0], shape=[1, i + 1])
        """);
  }

  @Test
  void neighbouringElementsDoNotMeet() {
    ordered(
        """
        pld.tile.remote_store(pl.load(x, [0, 0], [1, 4]), target=data, peer=0, offsets=[0, me * 4])
        """);
    race(
        """
        pld.tile.remote_store(pl.load(x, [0, 0], [1, 5]), target=data, peer=0, offsets=[0, me * 3])
        """,
        "the write of rank 0 in step",
        "the write of rank 1 in step",
        "elements 3 to 4 of rank 0's slice of window data_buf");
  }

  @Test
  void additionsMayMeet() {
    ordered(
        """
        pld.tile.remote_store(
            pl.load(x, [0, 0], [1, 8]), target=data, peer=0, offsets=[0, 0], atomic=pld.AtomicType.Add
        )
        """);
    race(
        """
        if me == 0:
            pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
        else:
            pld.tile.remote_store(
                pl.load(x, [0, 0], [1, 8]), target=data, peer=0, offsets=[0, 0], atomic=pld.AtomicType.Add
            )
        """,
        "the write of rank 0 in step",
        "the atomic store of rank 1 in step",
        "elements 0 to 7 of rank 0's slice of window data_buf");
  }

  @Test
  void setAndAddDoNotGoTogether() {
    race(
        """
        if me == 0:
            pld.system.notify(signal, peer=0, offsets=[2, 0], value=4, op=pld.NotifyOp.Set)
        else:
            pld.system.notify(signal, peer=0, offsets=[2, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        """,
        "the notify of rank 0 in step",
        "the notify of rank 1 in step",
        "element 2 of rank 0's slice of window signal_buf");
  }

  @Test
  void aTaskThatStoresWhatItHasReadChangesNothing() {
    String body =
        """
        if me == 0:
            READ
            pl.store(pl.load(x, [0, 0], [1, 4]), [0, 0], data)
        else:
            part = pld.tile.remote_load(data, peer=0, offsets=[0, 0], shape=[1, 4])
        """;
    Program back =
        program(
            body.replace("READ", "mine = pl.load(data, [0, 0], [1, 4])")
                .replace("load(x", "load(data"));
    for (int seed = 0; seed < SEEDS; seed++) {
      run(back, new SimConfig.Seeded(seed));
    }
    race(
        body.replace("READ", "mine = pl.load(data, [0, 0], [1, 4])"),
        "the write of rank 0 in step",
        "the read of rank 1 in step",
        "elements 0 to 3 of rank 0's slice of window data_buf");
  }

  @Test
  void theWholeAllReduceIsOrdered() {
    ordered(
        """
        data = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
        for i in pl.range(2):
            data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
        pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)
        """);
  }

  /** Three ranks; a row of data and signal cells on each. */
  private static void three(String body, SimConfig.Mode mode) {
    Simulator.run(
        Programs.rows(3, "[1, 8]", "[1, 8]", "[4, 1]", "FP32", body),
        SimConfig.of(3, mode).withListener(new OrderChecker(true, false, 100_000)),
        List.of(Buffer.fp32(3, 1, 8).fill(i -> i + 1), Buffer.fp32(3, 1, 8)));
  }

  private static void raceOfThree(String body, String message) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimConfig.Mode mode = new SimConfig.Seeded(seed);
      SimFailure failure = assertThrows(SimFailure.class, () -> three(body, mode), "seed " + seed);
      assertEquals(message, failure.diagnostic().message());
    }
  }

  @Test
  void oneOfTwoProducersIsEnough() {
    String body =
        """
        if me > 0:
            pld.tile.remote_store(
                pl.load(x, [0, 0], [1, 4]), target=data, peer=0, offsets=[0, (me - 1) * 4]
            )
            pld.system.notify(signal, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.OP)
        else:
            pld.system.wait(signal, offsets=[0, 0], expected=WANTED, cmp=pld.WaitCmp.Ge)
            pl.store(pl.load(data, [0, 0], [1, 4]), [0, 0], y)
        """;
    String message =
        "nothing orders the read of rank 0 in step and the write of rank 1 in step: both touch"
            + " elements 0 to 3 of rank 0's slice of window data_buf";
    raceOfThree(body.replace("OP", "AtomicAdd").replace("WANTED", "1"), message);
    raceOfThree(body.replace("OP", "Set").replace("WANTED", "1"), message);
    for (int seed = 0; seed < SEEDS; seed++) {
      three(body.replace("OP", "AtomicAdd").replace("WANTED", "2"), new SimConfig.Seeded(seed));
    }
  }

  @Test
  void aCreditThatIsTakenBackByAnotherRankCountsOnlyWhenItIsCertain() {
    String body =
        """
        if me == 1:
            pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
            pld.system.notify(signal, peer=0, offsets=[0, 0], value=2, op=pld.NotifyOp.AtomicAdd)
        if me == 2:
            pld.system.notify(signal, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.notify(signal, peer=0, offsets=[0, 0], value=-1, op=pld.NotifyOp.AtomicAdd)
        if me == 0:
            pld.system.wait(signal, offsets=[0, 0], expected=WANTED, cmp=pld.WaitCmp.Ge)
            part = pld.tile.remote_load(data, peer=1, offsets=[0, 0], shape=[1, 8])
        """;
    for (int seed = 0; seed < SEEDS; seed++) {
      three(body.replace("WANTED", "2"), new SimConfig.Seeded(seed));
    }
    raceOfThree(
        body.replace("WANTED", "1"),
        "nothing orders the read of rank 0 in step and the write of rank 1 in step: both touch"
            + " elements 0 to 7 of rank 1's slice of window data_buf");
  }

  @Test
  void aCellThatIsSetBackByAStoreStartsAnew() {
    String rounds =
        """
        for i in pl.range(3):
            pl.write(data, [0, i], 1.0)
            pld.system.notify(signal, peer=1 - me, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Eq)
            RESET
            part = pld.tile.remote_load(data, peer=1 - me, offsets=[0, i], shape=[1, 1])
            pld.system.notify(signal, peer=1 - me, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(signal, offsets=[1, 0], expected=i + 1, cmp=pld.WaitCmp.Ge)
        """;
    ordered(rounds.replace("RESET", "pl.write(signal, [0, 0], 0)"));
    // Without it, the wait of the second round is let go by the first one's signal.
    race(
        rounds.replace("RESET", "pl.write(y, [0, 0], 0.0)"),
        "the write of rank 1 in step",
        "the read of rank 0 in step",
        "element 1 of rank 1's slice of window data_buf");
  }

  @Test
  void whatADispatchHasLeftLetsTheNextOneGo() {
    Program program =
        program(
            """
            pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
            pld.system.notify(signal, peer=1 - me, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            pl.store(pld.tile.remote_load(data, peer=1 - me, offsets=[0, 0], shape=[1, 8]), [0, 0], y)
            """);
    for (int seed = 0; seed < SEEDS; seed++) {
      SimConfig config =
          SimConfig.seeded(2, seed)
              .withPersistentWindows(true)
              .withListener(new OrderChecker(true, false, 100_000));
      try (World world = World.create(program, config)) {
        List<Buffer> rows = List.of(Buffer.fp32(2, 1, 8).fill(i -> i + 1), Buffer.fp32(2, 1, 8));
        world.run(rows);
        SimFailure failure = assertThrows(SimFailure.class, () -> world.run(rows));
        assertEquals(SimCode.RACE, failure.rule());
      }
    }
  }

  @Test
  void aRunThatGetsStuckIsAskedForRacesToo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimConfig.Mode mode = new SimConfig.Seeded(seed);
      SimFailure failure =
          assertThrows(
              SimFailure.class,
              () ->
                  run(
                      """
                      if me == 0:
                          pl.write(signal, [0, 0], 0)
                          pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                      else:
                          pld.system.notify(signal, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
                      """,
                      mode));
      assertEquals(
          "nothing orders the notify of rank 1 in step and the write of rank 0 in step: both touch"
              + " element 0 of rank 0's slice of window signal_buf",
          failure.diagnostic().message());
    }
  }

  private static final String DISPATCHES =
      """
      @pl.program
      class Dispatches:
          @pl.function(type=pl.FunctionType.InCore)
          def produce(
              self,
              x: pl.Tensor[[1, 8], pl.FP32],
              data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
          ):
              pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)

          @pl.function(type=pl.FunctionType.InCore)
          def consume(
              self,
              data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
              y: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
              of: pl.Scalar[pl.INT32],
          ):
              pl.store(pld.tile.remote_load(data, peer=of, offsets=[0, 0], shape=[1, 8]), [0, 0], y)

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(
              self,
              xs: pl.Tensor[[2, 1, 8], pl.FP32],
              ys: pl.Out[pl.Tensor[[2, 1, 8], pl.FP32]],
          ):
              data_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
              signal_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
              data = pld.window(data_buf, [1, 8], dtype=pl.FP32)
              signal = pld.window(signal_buf, [2, 1], dtype=pl.INT32)
              for r in pl.range(2):
                  self.produce(xs[r], data, device=r)
              BETWEEN
              for r in pl.range(2):
                  self.consume(data, ys[r], OF, device=r)
      """;

  private static Program dispatches(String between, String of) {
    return Programs.parse(DISPATCHES.replace("BETWEEN", between).replace("OF", of));
  }

  @Test
  void dispatchesToOneDeviceAreOrdered() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(dispatches("", "r"), new SimConfig.Seeded(seed));
    }
  }

  @Test
  void dispatchesToTwoDevicesNeedABarrier() {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimConfig.Mode mode = new SimConfig.Seeded(seed);
      run(dispatches("pld.tensor.barrier(signal)", "1 - r"), mode);
      SimFailure failure = assertThrows(SimFailure.class, () -> run(dispatches("", "1 - r"), mode));
      assertEquals(SimCode.RACE, failure.rule());
    }
  }

  private static final String TASKS =
      """
      @pl.program
      class Tasks:
          @pl.function(type=pl.FunctionType.InCore)
          def fill(
              self,
              x: pl.Tensor[[1, 8], pl.FP32],
              data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
          ):
              pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)

          @pl.function(type=pl.FunctionType.InCore)
          def copy(
              self,
              data: pld.DistributedTensor[[1, 8], pl.FP32],
              y: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
          ):
              pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)

          @pl.function(type=pl.FunctionType.Orchestration)
          def chip(
              self,
              x: pl.Tensor[[1, 8], pl.FP32],
              y: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
              data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
          ):
              self.fill(x, data)
              NEXT
              self.copy(data, y)

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(
              self,
              xs: pl.Tensor[[2, 1, 8], pl.FP32],
              ys: pl.Out[pl.Tensor[[2, 1, 8], pl.FP32]],
          ):
              data_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
              data = pld.window(data_buf, [1, 8], dtype=pl.FP32)
              for r in pl.range(2):
                  self.chip(xs[r], ys[r], data, device=r)
      """;

  /** Whether the first one has ended when the next one is submitted is luck. */
  @Test
  void tasksThatShareAWindowAreOrderedByWhatTheyDo() {
    for (String next :
        List.of("pass", "first = pl.tensor.read(data, [0, 0])", "self.fill(x, data)")) {
      for (int seed = 0; seed < SEEDS; seed++) {
        run(Programs.parse(TASKS.replace("NEXT", next)), new SimConfig.Seeded(seed));
      }
    }
  }
}

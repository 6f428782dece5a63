package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.sim.order.OrderChecker;

/** Runs that went well, of which another order of the same signals would get stuck. */
class DeadlockOrderTest {

  /**
   * Runs in the order of a seed that gets through, and returns the checker.
   *
   * @return null where none of many seeds got through
   */
  private static OrderChecker check(int ranks, String body) {
    for (int seed = 0; seed < 100; seed++) {
      OrderChecker checker = new OrderChecker(false, true, 100_000);
      try {
        Simulator.run(
            Programs.rows(ranks, "[1, 8]", "[1, 8]", "[8, 1]", "FP32", body),
            SimConfig.seeded(ranks, seed).withListener(checker),
            List.of(Buffer.fp32(ranks, 1, 8), Buffer.fp32(ranks, 1, 8)));
        return checker;
      } catch (SimFailure failure) {
        if (failure.rule() != SimCode.DEADLOCK) {
          throw failure;
        }
      }
    }
    throw new AssertionError("stuck under every seed");
  }

  private static void stuck(int ranks, String body, String message, String... notes) {
    SimFailure failure = assertThrows(SimFailure.class, () -> check(ranks, body));
    assertEquals(SimCode.ORDER, failure.rule());
    assertEquals(
        "signals that arrive in another order get stuck: " + message,
        failure.diagnostic().message());
    assertEquals(
        List.of(notes), failure.diagnostic().notes().stream().map(n -> n.message()).toList());
  }

  private static void fine(int ranks, long situations, String body) {
    OrderChecker checker = check(ranks, body);
    assertEquals(0, checker.findings().stuckUndecided());
    assertEquals(situations, checker.findings().situations());
  }

  @Test
  void aCounterThatRunsAheadOfEqualityIsMissed() {
    String body =
        """
        if me == 0:
            pld.system.notify(signal, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.notify(signal, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        else:
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.CMP)
        """;
    stuck(
        2,
        body.replace("CMP", "Eq"),
        "rank 1 in step waits for element 0 of rank 1's slice of window signal_buf == 1, which is 2",
        "earlier, rank 0 in step adds 1 to element 0 of rank 1's slice of window signal_buf",
        "earlier, rank 0 in step adds 1 to element 0 of rank 1's slice of window signal_buf");
    // One order stands for all.
    fine(2, 1, body.replace("CMP", "Ge"));
  }

  @Test
  void aSetThatNobodyHasAnsweredIsOverwritten() {
    String body =
        """
        if me == 0:
            for i in pl.range(2):
                pld.system.notify(signal, peer=1, offsets=[0, 0], value=i + 1, op=pld.NotifyOp.Set)
                ACK
        else:
            for i in pl.range(2):
                pld.system.wait(signal, offsets=[0, 0], expected=i + 1, cmp=pld.WaitCmp.Eq)
                pld.system.notify(signal, peer=0, offsets=[1, 0], value=i + 1, op=pld.NotifyOp.Set)
        """;
    stuck(
        2,
        body.replace(
            "ACK", "pld.system.wait(signal, offsets=[1, 0], expected=0, cmp=pld.WaitCmp.Ge)"),
        "rank 1 in step waits for element 0 of rank 1's slice of window signal_buf == 1, which is 2",
        "earlier, rank 0 in step sets element 0 of rank 1's slice of window signal_buf to 1",
        "earlier, rank 0 in step sets element 0 of rank 1's slice of window signal_buf to 2");
    check(
        2,
        body.replace(
            "ACK", "pld.system.wait(signal, offsets=[1, 0], expected=i + 1, cmp=pld.WaitCmp.Eq)"));
  }

  @Test
  void twoThatAddMayOvershootEquality() {
    stuck(
        3,
        """
        if me == 0:
            pld.system.wait(signal, offsets=[1, 0], expected=1, cmp=pld.WaitCmp.Eq)
            pld.system.notify(signal, peer=0, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        else:
            pld.system.notify(signal, peer=0, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        """,
        "rank 0 in step waits for element 1 of rank 0's slice of window signal_buf == 1, which is 2",
        "earlier, rank 2 in step adds 1 to element 1 of rank 0's slice of window signal_buf",
        "earlier, rank 1 in step adds 1 to element 1 of rank 0's slice of window signal_buf");
  }

  @Test
  void creditBarriersHaveOneOrder() {
    fine(
        4,
        1,
        """
        for i in pl.range(3):
            data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
        pld.tensor.barrier(signal)
        """);
  }

  @Test
  void aCellThatOnlyRisesHasOneOrder() {
    String body =
        """
        if me == 0:
            for i in pl.range(3):
                pld.system.notify(signal, peer=1, offsets=[0, 0], value=VALUE, op=pld.NotifyOp.Set)
        else:
            pld.system.wait(signal, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            pld.system.wait(signal, offsets=[0, 0], expected=3, cmp=pld.WaitCmp.Ge)
        """;
    fine(2, 1, body.replace("VALUE", "i + 1"));
    stuck(
        2,
        body.replace("VALUE", "(i * 3 + 1) % 5"),
        "rank 1 in step waits for element 0 of rank 1's slice of window signal_buf >= 3, which is 2",
        "earlier, rank 0 in step sets element 0 of rank 1's slice of window signal_buf to 1",
        "earlier, rank 0 in step sets element 0 of rank 1's slice of window signal_buf to 4",
        "earlier, rank 0 in step sets element 0 of rank 1's slice of window signal_buf to 2");
  }

  @Test
  void cellsThatNobodyWaitsForMakeNoDifference() {
    fine(
        3,
        1,
        """
        for i in pl.range(4):
            pld.system.notify(signal, peer=0, offsets=[0, 0], value=me, op=pld.NotifyOp.Set)
        pld.system.notify(signal, peer=me, offsets=[7, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, offsets=[7, 0], expected=1, cmp=pld.WaitCmp.Ge)
        """);
  }

  @Test
  void aSearchThatIsCutShortSaysSo() {
    OrderChecker checker = new OrderChecker(false, true, 5);
    Simulator.run(
        Programs.rows(
            3,
            "[1, 8]",
            "[1, 8]",
            "[8, 1]",
            "FP32",
            """
            for i in pl.range(4):
                pld.system.notify(signal, peer=0, offsets=[0, 0], value=2, op=pld.NotifyOp.AtomicAdd)
                pld.system.notify(signal, peer=0, offsets=[0, 0], value=-1, op=pld.NotifyOp.AtomicAdd)
            if me == 0:
                pld.system.wait(signal, offsets=[0, 0], expected=5, cmp=pld.WaitCmp.Ge)
            """),
        SimConfig.seeded(3, 0).withListener(checker),
        List.of(Buffer.fp32(3, 1, 8), Buffer.fp32(3, 1, 8)));
    assertEquals(1, checker.findings().stuckUndecided());
  }
}

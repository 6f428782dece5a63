package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** Reports have the author's names, and say whose mistake it was. */
class ReportNamesTest {

  private static SimFailure failure(String message, String note) {
    return SimFailure.at(
        SimCode.RACE, message, Span.NONE, null, List.of(new Diagnostic.Note(note, Span.NONE)));
  }

  @Test
  void namesThatPassesHaveMadeAreNotShown() {
    SimFailure failure =
        failure(
            "the read of rank 1 in builtin_tensor_allreduce__sum__fp32__kernel and x__ssa_v0",
            "n__idx_v12 is 3, collective__view_tmp_v0 and builtin_tensor_all_to_all_v__fp32 too");
    assertEquals("the read of rank 1 in allreduce and x", failure.diagnostic().message());
    assertEquals("SIM0303: the read of rank 1 in allreduce and x", failure.getMessage());
    assertEquals(
        "n is 3, collective and all_to_all_v too",
        failure.diagnostic().notes().getFirst().message());
  }

  @Test
  void theAuthorsOwnUnderscoresStay() {
    String message = "the write of rank 0 in my__step_v1 and __v2, my__kernel, x_v3";
    assertEquals(message, failure(message, "").diagnostic().message());
  }

  private static SimFailure run(int ranks, String body) {
    return assertThrows(
        SimFailure.class,
        () ->
            Simulator.run(
                Programs.rows(ranks, "[1, 8]", "[1, 8]", "[4, 1]", "INT32", body),
                SimConfig.seeded(ranks, 0),
                List.of(Buffer.int32(ranks, 1, 8), Buffer.int32(ranks, 1, 8))));
  }

  @Test
  void aDivisionByZeroNamesTheRank() {
    SimFailure scalar = run(3, "pl.write(y, [0, 0], 8 // (2 - me))");
    assertEquals(SimCode.DIVISION, scalar.rule());
    assertEquals("rank 2: an integer is divided by zero", scalar.diagnostic().message());
    SimFailure tile =
        run(
            2,
            """
            if me == 1:
                pl.store(pl.div(pl.load(x, [0, 0], [1, 8]), pl.load(x, [0, 0], [1, 8])), [0, 0], y)
            """);
    assertEquals(SimCode.DIVISION, tile.rule());
    assertEquals("rank 1: an integer tile is divided by zero", tile.diagnostic().message());
    SimFailure loop =
        run(
            2,
            """
            for i in pl.range(0, 4, me):
                pl.write(y, [0, 0], i)
            """);
    assertEquals(SimCode.DIVISION, loop.rule());
    assertEquals("rank 0: a loop's step is zero", loop.diagnostic().message());
  }
}

package org.pyptoj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/** An op's operand has one entry for each dimension. */
class ShapesTest {

  private static final Span LINE = new Span("kernel.py", 7, 5, 7, 30);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | 3 | load   | offsets        | load's offsets have 3 entries for a rank of 2
          2 | 1 | notify | offsets        | notify's offsets have 1 entry for a rank of 2
          3 | 2 | load   | shape          | load's shape has 2 entries for a rank of 3
          2 | 1 | load   | valid shape    | load's valid shape has 1 entry for a rank of 2
          1 | 2 | put    | source offsets | put's source offsets have 2 entries for a rank of 1
          """)
  void anotherNumberOfEntriesIsReported(
      int rank, int entries, String op, String operand, String message) {
    SimFailure failure =
        assertThrows(
            SimFailure.class, () -> Shapes.sameRank(rank, new long[entries], op, operand, LINE));
    assertEquals(SimCode.SHAPE, failure.rule());
    assertEquals(message, failure.diagnostic().message());
    assertEquals(LINE, failure.diagnostic().span());
  }

  @Test
  void oneEntryForEachDimensionIsNot() {
    assertDoesNotThrow(() -> Shapes.sameRank(2, new long[] {0, 4}, "load", "offsets", LINE));
  }
}

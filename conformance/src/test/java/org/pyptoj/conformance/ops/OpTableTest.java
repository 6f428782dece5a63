package org.pyptoj.conformance.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.pyptoj.ir.op.Op;
import org.pyptoj.passes.Verification;

/**
 * Every row of the op table: calls with drawn operands are typed, simulated, lowered, simulated
 * again, emitted as PTO and read back, and give what a model on plain arrays gives. {@code
 * -Dpyptoj.ops=N} draws N calls of each op, {@code -Dpyptoj.ops.seed=S} others.
 */
class OpTableTest {

  private static final int DRAWS = Integer.getInteger("pyptoj.ops", 4);
  private static final long SEED = Long.getLong("pyptoj.ops.seed", 1);

  private static final Map<String, Function<Random, Exercise>> MODELS = OpDraws.all();

  private static Stream<String> rows() {
    return Op.all().stream().map(Op::fullName);
  }

  /** A row without a model fails, and so does a model of no row. */
  @Test
  void everyRowHasAModel() {
    TreeSet<String> rows = new TreeSet<>(rows().toList());
    System.out.printf(
        "op table: %d of %d rows are exercised%n",
        rows.stream().filter(MODELS::containsKey).count(), rows.size());
    assertEquals(String.join("\n", rows), String.join("\n", MODELS.keySet()));
  }

  @TestFactory
  Stream<DynamicTest> rowsDoWhatTheirModelsSay() {
    return rows()
        .filter(MODELS::containsKey)
        .map(op -> DynamicTest.dynamicTest(op, () -> assertEquals(List.of(), wrong(op), op)));
  }

  private static List<String> wrong(String op) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < DRAWS; i++) {
      Random random = new Random(SEED * 1_000_003 + i * 8191L + op.hashCode());
      Exercise exercise = MODELS.get(op).apply(random);
      String problem;
      try {
        // The text of a program is the same for all draws, so that one of them parses it back.
        problem = exercise.run(i == 0 ? Verification.ROUNDTRIP : Verification.BASIC);
      } catch (RuntimeException e) {
        problem = e.toString();
      }
      if (problem != null) {
        wrong.add(problem + "\n" + exercise.text());
      }
    }
    return wrong;
  }
}

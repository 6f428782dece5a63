package org.pyptoj.conformance.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.passes.Verification;

/**
 * Every parameter of an op that may be left out does what the reference page says when it is given,
 * before and after lowering, and reaches the PTO text.
 */
class KeywordTableTest {

  private static final Map<String, Exercise> EXERCISES = KeywordExercises.all();

  /** What may be left out: {@code pl.tile.load clamp}. Ops that only passes make are not asked. */
  private static TreeSet<String> optional() {
    TreeSet<String> names = new TreeSet<>();
    for (Op op : Op.all()) {
      if (!op.isInternal()) {
        op.signature().written().stream()
            .filter(p -> !p.required())
            .map(OpParam::name)
            .forEach(name -> names.add(op.fullName() + " " + name));
      }
    }
    return names;
  }

  /** The first two words of an exercise's name are the op and the parameter. */
  private static String subject(String name) {
    String[] words = name.split(" ");
    return words[0] + " " + words[1];
  }

  @Test
  void everyOptionalParameterIsExercised() {
    TreeSet<String> exercised = new TreeSet<>();
    EXERCISES.keySet().forEach(name -> exercised.add(subject(name)));
    assertEquals(String.join("\n", optional()), String.join("\n", exercised));
  }

  @TestFactory
  Stream<DynamicTest> keywordsDoWhatTheReferencePageSays() {
    return EXERCISES.entrySet().stream()
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getKey(),
                    () ->
                        assertNull(
                            e.getValue().run(Verification.BASIC), () -> e.getValue().text())));
  }
}

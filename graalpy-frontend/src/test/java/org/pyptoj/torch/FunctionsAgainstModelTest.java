package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every function of the table agrees with the naive model on random operands and layouts. */
class FunctionsAgainstModelTest {
  private static final List<FunctionTable.Case> CASES = FunctionTable.all();

  private final Dispatch dispatch = new Dispatch(new RandomFunctions());

  @Property(tries = 40)
  void functionsAgreeWithTheModel(@ForAll long seed) {
    for (FunctionTable.Case c : CASES) {
      FunctionTable.Call call = c.make().apply(new Sample(seed));
      String where = c.label() + ", seed " + seed + ": ";
      Object result;
      try {
        result = dispatch.call(c.name(), call.args(), call.keywords());
      } catch (RuntimeException e) {
        throw new AssertionError(where + e + " for " + call, e);
      }
      check(where, call.expected(), result, call.ulps());
    }
  }

  private static void check(String where, Object expected, Object actual, double ulps) {
    if (expected instanceof Model m && actual instanceof Tensor t) {
      Model got = Model.read(t);
      assertTrue(got.isNear(m, ulps), () -> where + "expected " + m + ", got " + got);
    } else if (expected instanceof List<?> parts) {
      List<?> got = actual instanceof Values.Named n ? n.items() : (List<?>) actual;
      assertEquals(parts.size(), got.size(), where);
      for (int i = 0; i < parts.size(); i++) {
        check(where + "part " + i + " ", parts.get(i), got.get(i), ulps);
      }
    } else {
      assertEquals(expected, actual, where);
    }
  }

  @Example
  void tableNamesAtLeastTwoHundredFunctions() {
    List<String> names = new ArrayList<>();
    for (FunctionTable.Case c : CASES) {
      if (!names.contains(c.name())) {
        names.add(c.name());
      }
    }
    assertTrue(names.size() >= 200, names.size() + " names: " + names);
  }
}

package org.pyptoj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pyptoj.sim.kernel.Code.Step;
import org.pyptoj.sim.kernel.Code.StmtCode;

/** A class is made of control flow, and its methods are what runs. */
class FlowClassTest {

  private static final StackWalker ALL =
      StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES);

  @Test
  void statementsAreCalledByMethodsOfTheClass() {
    List<String> callers = new ArrayList<>();
    Step step =
        f -> {
          callers.add(
              ALL.walk(
                  s ->
                      s.filter(frame -> !frame.getClassName().contains("Test"))
                          .findFirst()
                          .orElseThrow()
                          .getClassName()
                          .replaceAll("/.*", "")));
          return StmtCode.NEXT;
        };
    StmtCode body = Flow.sequence(step, new Flow.Choice(f -> 1, step, f -> StmtCode.BREAK));
    Map<StmtCode, StmtCode> made = FlowClass.of(body);
    assertEquals(1, made.size());
    assertEquals(StmtCode.NEXT, made.get(body).run(null));
    assertEquals(List.of("org.pyptoj.sim.kernel.Hot", "org.pyptoj.sim.kernel.Hot"), callers);
  }

  @Test
  void whatEndsAStatementComesBack() {
    StmtCode body =
        Flow.sequence(new Flow.Choice(f -> 0, f -> StmtCode.NEXT, f -> StmtCode.RETURN));
    assertEquals(StmtCode.RETURN, FlowClass.of(body).get(body).run(null));
  }
}

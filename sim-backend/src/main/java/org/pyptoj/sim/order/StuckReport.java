package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener.TaskInfo;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/** Tells of an order of signals that gets tasks stuck. */
final class StuckReport {

  private StuckReport() {}

  static SimFailure failure(Lines lines, OrderSearch.Stuck stuck) {
    List<Diagnostic.Note> notes = new ArrayList<>();
    for (OrderSearch.Move move : stuck.moves()) {
      if (move.what() instanceof Step.Change change) {
        Slice.Cell cell = lines.cell(change.cell());
        notes.add(
            new Diagnostic.Note(
                "earlier, "
                    + who(move)
                    + (change.sets()
                        ? " sets " + cell + " to " + change.value()
                        : " adds " + change.value() + " to " + cell),
                task(move).place(change.span())));
      }
    }
    Span first = Span.NONE;
    StringBuilder message = new StringBuilder("signals that arrive in another order get stuck: ");
    boolean more = false;
    for (int i = 0; i < stuck.waits().size(); i++) {
      OrderSearch.Move move = stuck.waits().get(i);
      Step.Wait wait = (Step.Wait) move.what();
      String text =
          who(move)
              + " waits for "
              + lines.cell(wait.cell())
              + (wait.cmp() == WaitCmp.EQ ? " == " : " >= ")
              + wait.expected()
              + ", which is "
              + stuck.values()[i];
      if (more) {
        notes.add(new Diagnostic.Note("and " + text, task(move).place(wait.span())));
      } else {
        message.append(text);
        first = task(move).place(wait.span());
        more = true;
      }
    }
    return SimFailure.at(
        SimCode.ORDER,
        message.toString(),
        first,
        "wait with Ge for a counter that may run ahead, and answer a Set before the next one",
        notes);
  }

  private static TaskInfo task(OrderSearch.Move move) {
    return move.line().task(move.step());
  }

  private static String who(OrderSearch.Move move) {
    return "rank " + task(move).device() + " in " + task(move).name();
  }
}

package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * Writes down what tasks notify and wait for, and when the run has ended looks for an order of the
 * same steps in which tasks get stuck.
 *
 * <p>It takes the steps of this run. Where a kernel takes other branches when signals arrive in
 * another order, other runs may show more.
 */
public final class DeadlockChecker implements AccessListener {

  private record Place(Object window, int owner, long at) {}

  private record Waiting(Place cell, WaitCmp cmp, int expected, Span span) {}

  private final long limit;
  private final Map<Long, Integer> numbers = new HashMap<>();
  private final List<Tape> tapes = new ArrayList<>();
  private final List<List<Waiting>> waits = new ArrayList<>();
  private final Set<Long> ended = new HashSet<>();
  private final Map<Place, Integer> cells = new HashMap<>();
  private final List<String> cellNames = new ArrayList<>();
  private long orders;
  private long cutShort;

  /**
   * Nothing is written down yet.
   *
   * @param limit how many situations are looked at in one run at most
   */
  public DeadlockChecker(long limit) {
    this.limit = limit;
  }

  /** How many situations all searches have looked at. */
  public synchronized long situations() {
    return orders;
  }

  /** How many runs have had more situations than the limit, so that there is no verdict on them. */
  public synchronized long cutShort() {
    return cutShort;
  }

  @Override
  public synchronized void begins() {
    numbers.clear();
    tapes.clear();
    waits.clear();
    ended.clear();
    cells.clear();
    cellNames.clear();
  }

  private int number(TaskInfo task) {
    return numbers.computeIfAbsent(
        task.id(),
        id -> {
          tapes.add(new Tape(task));
          waits.add(new ArrayList<>());
          return tapes.size() - 1;
        });
  }

  private int cell(Place place, Box box) {
    return cells.computeIfAbsent(
        place,
        p -> {
          cellNames.add(
              "element "
                  + box.first() / box.elementBytes()
                  + " of rank "
                  + box.owner()
                  + "'s slice of window "
                  + box.window());
          return cellNames.size() - 1;
        });
  }

  private static Place place(Box cell) {
    return new Place(cell.allocation(), cell.owner(), cell.first());
  }

  @Override
  public synchronized void started(TaskInfo task, List<Long> after) {
    comesAfter(task, after);
  }

  @Override
  public synchronized void joined(TaskInfo task, List<Long> others) {
    comesAfter(task, others);
  }

  /** A task that has not ended yet has at least come as far as it has come now. */
  private void comesAfter(TaskInfo task, List<Long> others) {
    Tape tape = tapes.get(number(task));
    for (long other : others) {
      Integer earlier = numbers.get(other);
      if (earlier != null) {
        tape.comesAfter(earlier, tapes.get(earlier), ended.contains(other));
      }
    }
  }

  @Override
  public synchronized void ended(TaskInfo task) {
    ended.add(task.id());
  }

  @Override
  public synchronized void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {
    tapes.get(number(task)).signals(new Tape.Notify(cell(place(cell), cell), op, value, span));
  }

  @Override
  public synchronized void waiting(TaskInfo task, Box cell, WaitCmp cmp, int expected, Span span) {
    waits.get(number(task)).add(new Waiting(place(cell), cmp, expected, span));
  }

  /** A deferred wait is let go when its task has ended, and keeps up what comes after the task. */
  @Override
  public synchronized void access(TaskInfo task, Kind kind, Box box, Span span) {
    if (kind != Kind.WAIT) {
      return;
    }
    int number = number(task);
    Iterator<Waiting> open = waits.get(number).iterator();
    while (open.hasNext()) {
      Waiting wait = open.next();
      if (wait.cell.equals(place(box))) {
        open.remove();
        tapes
            .get(number)
            .signals(new Tape.Wait(cell(wait.cell, box), wait.cmp, wait.expected, wait.span));
        return;
      }
    }
  }

  @Override
  public synchronized void ends() {
    OrderSearch search = new OrderSearch(tapes, cellNames.size(), limit);
    OrderSearch.Stuck stuck = search.run();
    orders += search.situations();
    cutShort += search.isComplete() ? 0 : 1;
    if (stuck != null) {
      throw failure(stuck);
    }
  }

  private SimFailure failure(OrderSearch.Stuck stuck) {
    List<Diagnostic.Note> notes = new ArrayList<>();
    for (OrderSearch.Move move : stuck.moves()) {
      if (move.step() instanceof Tape.Notify notify) {
        notes.add(
            new Diagnostic.Note(
                "earlier, "
                    + who(move.task())
                    + (notify.op() == NotifyOp.SET
                        ? " sets " + cellNames.get(notify.cell()) + " to " + notify.value()
                        : " adds " + notify.value() + " to " + cellNames.get(notify.cell())),
                notify.span()));
      }
    }
    Span first = Span.NONE;
    StringBuilder message = new StringBuilder("signals that arrive in another order get stuck: ");
    boolean more = false;
    for (int i = 0; i < stuck.waits().size(); i++) {
      OrderSearch.Move move = stuck.waits().get(i);
      Tape.Wait wait = (Tape.Wait) move.step();
      String text =
          who(move.task())
              + " waits for "
              + cellNames.get(wait.cell())
              + (wait.cmp() == WaitCmp.EQ ? " == " : " >= ")
              + wait.expected()
              + ", which is "
              + stuck.values()[i];
      if (more) {
        notes.add(new Diagnostic.Note("and " + text, wait.span()));
      } else {
        message.append(text);
        first = wait.span();
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

  private static String who(Tape tape) {
    return "rank " + tape.task.device() + " in " + tape.task.name();
  }
}

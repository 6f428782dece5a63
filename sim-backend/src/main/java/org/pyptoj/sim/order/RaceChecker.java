package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/**
 * Finds accesses to a window that nothing orders. One access comes before another where the task
 * does them one after the other, where a notify of the one task's lets go a wait of the other's, or
 * where the one task has ended before the other starts or goes on. What is found does not depend on
 * who happened to be faster: a run that went well by luck fails too.
 *
 * <p>It follows the signals of this run. Where a kernel takes other branches when signals arrive in
 * another order, other runs may show more.
 */
public final class RaceChecker implements AccessListener {

  private static final class State {
    private final int number;
    private final Clock clock;
    private final List<Waiting> waits = new ArrayList<>();

    State(int number, Clock clock) {
      this.number = number;
      this.clock = clock;
      clock.set(number, 1);
    }

    /** What others learn of this moment holds for what came before it alone. */
    void goOn() {
      clock.set(number, clock.of(number) + 1);
    }
  }

  private record Waiting(Place cell, WaitCmp cmp, int expected) {}

  /** A byte of a rank's slice. */
  private record Place(Object window, int owner, long at) {}

  private record Slice(Object window, int owner) {}

  private final Map<Long, State> tasks = new HashMap<>();
  private final Map<Place, SignalHistory> signals = new HashMap<>();
  private final Map<Slice, Shadow> shadows = new HashMap<>();

  @Override
  public synchronized void begins() {
    tasks.clear();
    signals.clear();
    shadows.clear();
  }

  private State state(TaskInfo task) {
    return tasks.computeIfAbsent(task.id(), id -> new State(tasks.size(), new Clock()));
  }

  @Override
  public synchronized void started(TaskInfo task, List<Long> after) {
    State state = state(task);
    for (long other : after) {
      State earlier = tasks.get(other);
      if (earlier != null) {
        state.clock.join(earlier.clock);
        earlier.goOn();
      }
    }
    state.goOn();
  }

  @Override
  public synchronized void joined(TaskInfo task, List<Long> others) {
    State state = state(task);
    for (long other : others) {
      State ended = tasks.get(other);
      if (ended != null) {
        state.clock.join(ended.clock);
      }
    }
  }

  @Override
  public synchronized void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {
    State state = state(task);
    signals.computeIfAbsent(place(cell), p -> new SignalHistory()).notified(op, value, state.clock);
  }

  @Override
  public synchronized void waiting(TaskInfo task, Box cell, WaitCmp cmp, int expected, Span span) {
    state(task).waits.add(new Waiting(place(cell), cmp, expected));
  }

  @Override
  public synchronized void access(TaskInfo task, Kind kind, Box box, Span span) {
    State state = state(task);
    if (kind == Kind.WAIT) {
      letGo(state, place(box));
      return;
    }
    Access access =
        new Access(task, state.number, state.clock.of(state.number), kindOf(kind), span);
    Shadow shadow =
        shadows.computeIfAbsent(new Slice(box.allocation(), box.owner()), s -> new Shadow());
    Ranges.of(
        box,
        (from, to) -> {
          Shadow.Meeting meeting =
              shadow.access(
                  access,
                  from,
                  to,
                  (earlier, now) ->
                      earlier.number() == now.number()
                          || state.clock.of(earlier.number()) >= earlier.time());
          if (meeting != null) {
            throw race(meeting, access, box);
          }
        });
    if (kind == Kind.NOTIFY_ADD || kind == Kind.NOTIFY_SET) {
      state.goOn();
    }
  }

  private void letGo(State state, Place cell) {
    Iterator<Waiting> waits = state.waits.iterator();
    while (waits.hasNext()) {
      Waiting wait = waits.next();
      if (wait.cell.equals(cell)) {
        waits.remove();
        SignalHistory history = signals.get(cell);
        if (history != null) {
          state.clock.join(history.before(wait.cmp, wait.expected));
        }
        return;
      }
    }
  }

  private static Place place(Box cell) {
    return new Place(cell.allocation(), cell.owner(), cell.first());
  }

  private static Access.Kind kindOf(Kind kind) {
    return switch (kind) {
      case READ -> Access.Kind.READ;
      case WRITE -> Access.Kind.WRITE;
      case REWRITE -> Access.Kind.WRITE_BACK;
      case ADD -> Access.Kind.ADD;
      case NOTIFY_ADD -> Access.Kind.NOTIFY_ADD;
      case NOTIFY_SET -> Access.Kind.NOTIFY_SET;
      case WAIT -> throw new IllegalArgumentException("a wait touches no memory");
    };
  }

  private static SimFailure race(Shadow.Meeting meeting, Access access, Box box) {
    long first = meeting.from() / box.elementBytes();
    long last = (meeting.to() - 1) / box.elementBytes();
    Access earlier = meeting.earlier();
    return SimFailure.at(
        SimCode.RACE,
        "nothing orders "
            + who(access)
            + " and "
            + who(earlier)
            + ": both touch "
            + (first == last ? "element " + first : "elements " + first + " to " + last)
            + " of rank "
            + box.owner()
            + "'s slice of window "
            + box.window(),
        access.span(),
        "let the one that has to come first notify, and the other one wait for it",
        List.of(new Diagnostic.Note(who(earlier) + " is here", earlier.span())));
  }

  private static String who(Access access) {
    return "the "
        + access.kind().noun()
        + " of rank "
        + access.task().device()
        + " in "
        + access.task().name();
  }
}

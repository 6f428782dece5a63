package org.pyptoj.sim.order;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.AccessListener;

/**
 * Writes down what the tasks of a run do with signals and with windows. It needs no order of tasks
 * but the one in which calls come: a notify comes before the waits that it lets go.
 */
final class Recording implements AccessListener {

  /** What is kept of one run at most; more than that is not worth a verdict. */
  private static final int MOST_TOUCHES = 2_000_000;

  private static final int MOST_ENTRIES = 4_000_000;

  /** Values of plain stores into memory that may turn out to be cells. */
  private static final int MOST_VALUES = 4_000_000;

  private record Key(Object allocation, int owner) {}

  /** What a task had done and known when it submitted another one. */
  private record Submission(Tape by, int entries, BitSet known) {}

  private final boolean withTouches;
  private final Map<Long, Tape> byTask = new HashMap<>();
  private final Map<Long, Submission> submissions = new HashMap<>();
  private final Map<Key, MemorySegment> retained = new HashMap<>();
  private final Map<Key, Slice> slices = new HashMap<>();
  private final List<Tape> tapes = new ArrayList<>();
  private Tape[] log = new Tape[256];
  private int logged;
  private int touches;
  private long accesses;
  private int values;

  /**
   * A recording.
   *
   * @param withTouches whether accesses are kept, or signals alone
   */
  Recording(boolean withTouches) {
    this.withTouches = withTouches;
  }

  /** All tasks, in the order in which they were first heard of. */
  List<Tape> tapes() {
    return tapes;
  }

  /** Whose each entry is, in the order of the run. */
  List<Tape> log() {
    return Arrays.asList(log).subList(0, logged);
  }

  List<Slice> slices() {
    return List.copyOf(slices.values());
  }

  /** How many accesses there were. */
  long accesses() {
    return accesses;
  }

  /** Whether something had to be left out. */
  boolean isTooLong() {
    return touches >= MOST_TOUCHES || logged >= MOST_ENTRIES;
  }

  @Override
  public synchronized void retained(Object allocation, int owner, MemorySegment contents) {
    retained.put(new Key(allocation, owner), contents);
  }

  private Tape tape(TaskInfo task) {
    return byTask.computeIfAbsent(
        task.id(),
        id -> {
          Tape tape = new Tape(task, tapes.size());
          tapes.add(tape);
          return tape;
        });
  }

  private Slice slice(Box box) {
    return slices.computeIfAbsent(
        new Key(box.allocation(), box.owner()),
        key -> new Slice(box.window(), box.owner(), retained.get(key)));
  }

  private void add(Tape tape, Tape.Entry entry) {
    if (logged >= MOST_ENTRIES) {
      return;
    }
    if (logged == log.length) {
      log = Arrays.copyOf(log, logged * 2);
    }
    log[logged++] = tape;
    tape.entries.add(entry);
  }

  @Override
  public synchronized void submitted(TaskInfo by, long order) {
    Tape tape = tape(by);
    add(tape, new Tape.Reached());
    submissions.put(order, new Submission(tape, tape.entries.size(), (BitSet) tape.known.clone()));
  }

  @Override
  public synchronized void started(TaskInfo task, List<Long> after) {
    Tape tape = tape(task);
    Submission submission = submissions.get(task.order());
    for (long id : after.stream().distinct().toList()) {
      Tape other = byTask.get(id);
      if (submission != null && other == submission.by) {
        // Whatever that one has done since may come later another time.
        add(tape, new Tape.Followed(other, submission.entries));
        tape.known.or(submission.known);
      } else {
        follows(tape, other);
      }
    }
    tape.knownFirst = (BitSet) tape.known.clone();
  }

  @Override
  public synchronized void joined(TaskInfo task, List<Long> others) {
    Tape tape = tape(task);
    others.stream().distinct().forEach(id -> follows(tape, byTask.get(id)));
  }

  /** A task that has not ended yet has at least come as far as it has come now. */
  private void follows(Tape tape, Tape other) {
    if (other != null) {
      if (!other.ended) {
        add(other, new Tape.Reached());
      }
      add(tape, new Tape.Followed(other, other.ended ? -1 : other.entries.size()));
      tape.known.or(other.known);
      if (other.ended) {
        tape.known.set(other.number);
      }
    }
  }

  @Override
  public synchronized void ended(TaskInfo task) {
    tape(task).ended = true;
  }

  @Override
  public synchronized void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {
    Slice slice = slice(cell);
    slice.changes();
    Tape tape = tape(task);
    add(tape, new Tape.Notified(slice.cell(cell.first()), op == NotifyOp.SET, value, span));
    tape.changing = true;
  }

  @Override
  public synchronized void storing(TaskInfo task, Box box, boolean adds, int[] stored, Span span) {
    boolean kept = values + stored.length <= MOST_VALUES;
    values += kept ? stored.length : 0;
    Tape tape = tape(task);
    add(tape, new Tape.Stored(slice(box), box, adds, kept ? stored : null, span));
    tape.changing = true;
  }

  @Override
  public synchronized void waiting(
      TaskInfo task, Box cell, WaitCmp cmp, int expected, boolean deferred, Span span) {
    tape(task)
        .open
        .add(new Tape.Waited(slice(cell).cell(cell.first()), cmp, expected, deferred, span));
  }

  @Override
  public synchronized void access(TaskInfo task, Kind kind, Box box, Span span) {
    Tape tape = tape(task);
    if (kind == Kind.WAIT) {
      letGo(tape, slice(box).cell(box.first()));
      return;
    }
    // An access that is a step itself stands where the step stands.
    boolean isEntry = tape.changing;
    int position = tape.entries.size() - (isEntry ? 1 : 0);
    tape.changing = false;
    if (Ranges.isEmpty(box)) {
      return;
    }
    Slice slice = slice(box);
    if (kind != Kind.READ) {
      slice.changes();
      if (!isEntry) {
        Ranges.of(box, slice.unknown::add);
      }
    }
    accesses++;
    if (withTouches && touches < MOST_TOUCHES) {
      Touch touch = new Touch(slice, AccessKind.of(kind), box, span, position, isEntry);
      touches += tape.touch(touch) ? 1 : 0;
    }
  }

  /** A deferred wait is let go when its task has ended, and keeps up what comes after the task. */
  private void letGo(Tape tape, Slice.Cell cell) {
    Iterator<Tape.Waited> open = tape.open.iterator();
    while (open.hasNext()) {
      Tape.Waited wait = open.next();
      if (wait.cell() == cell) {
        open.remove();
        add(tape, wait);
        return;
      }
    }
  }
}

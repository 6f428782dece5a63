package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run as lines of steps over numbered cells. Lines, cells and steps are the same whatever order
 * the run has taken, as long as its tasks have taken the same steps.
 */
final class Lines {

  private final List<Line> lines = new ArrayList<>();
  private final List<Slice.Cell> cells = new ArrayList<>();
  private final int[] first;
  private final List<Line> log = new ArrayList<>();
  private boolean isVague;

  /** Where the parts of a tape have gone. */
  private static final class Course {
    private Line line;

    /** The line's position before each entry, and at the end, where a milestone comes. */
    private int[] at;

    /** The line's position behind so many entries, or behind the task where it is -1. */
    int behind(int count) {
      return count < 0 ? at[at.length - 1] + 1 : at[count];
    }
  }

  private Lines(Recording recording) {
    List<Tape> tapes = new ArrayList<>(recording.tapes());
    tapes.sort(
        Comparator.<Tape>comparingInt(t -> t.task.device())
            .thenComparingLong(t -> t.task.order())
            .thenComparingInt(t -> t.task.block())
            .thenComparingLong(t -> t.task.id()));
    Map<Tape, Course> courses = new IdentityHashMap<>();
    Map<Line, Tape> tails = new IdentityHashMap<>();
    for (Tape tape : tapes) {
      Course course = new Course();
      courses.put(tape, course);
      course.line = follows(tape, tails);
      if (course.line == null) {
        course.line = new Line(lines.size());
        lines.add(course.line);
      }
      tails.put(course.line, tape);
    }
    numberCells(tapes);
    Map<Slice.Cell, Integer> numbers = new HashMap<>();
    for (Slice.Cell cell : cells) {
      numbers.put(cell, numbers.size());
    }
    isVague = cells.stream().anyMatch(c -> c.slice().unknown.meets(c.at(), c.at() + Integer.BYTES));
    first = cells.stream().mapToInt(Slice.Cell::first).toArray();
    for (Tape tape : tapes) {
      place(tape, courses.get(tape), numbers);
    }
    for (Tape tape : tapes) {
      follow(tape, courses);
    }
    replay(recording, courses);
  }

  /** Whose turn it was; milestones come when somebody comes after them. */
  private void replay(Recording recording, Map<Tape, Course> courses) {
    int[] at = new int[lines.size()];
    Map<Tape, Integer> next = new IdentityHashMap<>();
    for (Tape tape : recording.log()) {
      int entry = next.merge(tape, 1, Integer::sum) - 1;
      if (tape.entries.get(entry) instanceof Tape.Followed(Tape other, int count)) {
        replayTo(courses.get(other).line, courses.get(other).behind(count), at);
      }
      replayTo(courses.get(tape).line, courses.get(tape).at[entry + 1], at);
    }
    for (Line line : lines) {
      replayTo(line, line.steps.size(), at);
    }
  }

  private void replayTo(Line line, int position, int[] at) {
    while (at[line.number] < position) {
      log.add(line);
      at[line.number]++;
    }
  }

  static Lines of(Recording recording) {
    return new Lines(recording);
  }

  List<Line> lines() {
    return lines;
  }

  int size() {
    return lines.size();
  }

  Line get(int line) {
    return lines.get(line);
  }

  /** Whose turn it was, step by step, when the run was taken. */
  List<Line> log() {
    return log;
  }

  int cells() {
    return cells.size();
  }

  Slice.Cell cell(int number) {
    return cells.get(number);
  }

  /** The values with which the run began. */
  int[] first() {
    return first.clone();
  }

  /** Whether cells have been changed by values that are not known. */
  boolean isVague() {
    return isVague;
  }

  /** A line whose last task has certainly ended when another one starts. */
  private Line follows(Tape tape, Map<Line, Tape> tails) {
    for (Line line : lines) {
      if (tape.knownFirst.get(tails.get(line).number)) {
        return line;
      }
    }
    return null;
  }

  private void numberCells(List<Tape> tapes) {
    Map<Slice.Cell, Boolean> seen = new HashMap<>();
    for (Tape tape : tapes) {
      for (Tape.Entry entry : tape.entries) {
        Slice.Cell cell =
            switch (entry) {
              case Tape.Notified n -> n.cell();
              case Tape.Waited w -> w.cell();
              case Tape.Stored s -> null;
              case Tape.Followed f -> null;
              case Tape.Reached r -> null;
            };
        if (cell != null && seen.put(cell, true) == null) {
          cells.add(cell);
        }
      }
    }
  }

  private void place(Tape tape, Course course, Map<Slice.Cell, Integer> numbers) {
    Line line = course.line;
    line.begins(tape.task);
    course.at = new int[tape.entries.size() + 1];
    for (int i = 0; i < tape.entries.size(); i++) {
      course.at[i] = line.steps.size();
      switch (tape.entries.get(i)) {
        case Tape.Notified n ->
            line.steps.add(
                new Step.Change(numbers.get(n.cell()), n.sets(), n.value(), true, n.span()));
        case Tape.Waited w ->
            line.steps.add(
                new Step.Wait(
                    numbers.get(w.cell()), w.cmp(), w.expected(), w.unsigned(), w.span()));
        case Tape.Stored s -> store(line, s, numbers);
        case Tape.Reached r -> line.steps.add(new Step.Milestone());
        // The other one's place is known when all tapes have theirs.
        case Tape.Followed f -> line.steps.add(new Step.After(line.number, 0));
      }
    }
    course.at[tape.entries.size()] = line.steps.size();
    line.steps.add(new Step.Milestone());
    for (Touch touch : tape.touches) {
      int position = course.at[touch.position];
      if (touch.isEntry) {
        // A store that changes several cells is over when the last of them has changed.
        position = Math.max(position, course.at[touch.position + 1] - 1);
      }
      line.touches.add(new Line.Placed(position, touch, tape.task));
    }
  }

  private void store(Line line, Tape.Stored store, Map<Slice.Cell, Integer> numbers) {
    if (store.slice().cells.isEmpty()) {
      return;
    }
    long[] extents = store.box().extents();
    long[] strides = store.box().strides();
    long count = 1;
    for (long extent : extents) {
      count *= extent;
    }
    for (long i = 0; i < count; i++) {
      long rest = i;
      long at = store.box().first();
      for (int d = extents.length - 1; d >= 0; d--) {
        at += rest % extents[d] * strides[d];
        rest /= extents[d];
      }
      Slice.Cell cell = store.slice().cells.get(at);
      Integer number = cell == null ? null : numbers.get(cell);
      if (number != null) {
        if (store.values() == null) {
          isVague = true;
        } else {
          line.steps.add(
              new Step.Change(number, !store.adds(), store.values()[(int) i], false, store.span()));
        }
      }
    }
  }

  private void follow(Tape tape, Map<Tape, Course> courses) {
    Course course = courses.get(tape);
    for (int i = 0; i < tape.entries.size(); i++) {
      if (tape.entries.get(i) instanceof Tape.Followed(Tape other, int count)) {
        Course before = courses.get(other);
        course.line.steps.set(
            course.at[i], new Step.After(before.line.number, before.behind(count)));
      }
    }
  }
}

package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All changes of one cell, by line and in each line's order. */
final class CellChanges {

  /** The changes that one line makes. */
  static final class Part {
    final int line;
    final int[] at;
    final boolean[] sets;
    final int[] values;

    /** What the first changes add together, where they add something positive. */
    private final long[] added;

    /** What the first changes take together, where they add something negative. */
    private final long[] taken;

    private Part(int line, List<Integer> positions, List<Step.Change> changes) {
      int n = changes.size();
      this.line = line;
      this.at = positions.stream().mapToInt(Integer::intValue).toArray();
      this.sets = new boolean[n];
      this.values = new int[n];
      this.added = new long[n + 1];
      this.taken = new long[n + 1];
      for (int i = 0; i < n; i++) {
        Step.Change change = changes.get(i);
        sets[i] = change.sets();
        values[i] = change.value();
        long value = change.sets() ? 0 : change.value();
        added[i + 1] = added[i] + Math.max(0, value);
        taken[i + 1] = taken[i] + Math.max(0, -value);
      }
    }

    int size() {
      return at.length;
    }

    /** How many of the changes a line has made that is at a position. */
    int before(int position) {
      int found = Arrays.binarySearch(at, position);
      return found < 0 ? -found - 1 : found;
    }

    /** What changes add, or take, from the one of a number to the one of another, excluded. */
    long sum(boolean positive, int from, int to) {
      long[] sums = positive ? added : taken;
      return to <= from ? 0 : sums[to] - sums[from];
    }

    /**
     * How many changes there must be, from one on, to add (or take) so much.
     *
     * @return the number of the first change behind them; more than there are where all are not
     *     enough
     */
    int reaching(boolean positive, int from, long wanted) {
      long[] sums = positive ? added : taken;
      int low = from;
      int high = size() + 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (middle <= size() && sums[middle] - sums[from] < wanted) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  final int first;
  final List<Part> parts = new ArrayList<>();
  boolean hasSets;
  boolean hasTakes;

  /** The most that could ever be added. */
  private long mostAdded;

  private CellChanges(int first) {
    this.first = first;
  }

  /** Whether values can leave the range of an integer. */
  boolean mayOverflow() {
    return mostAdded > Integer.MAX_VALUE;
  }

  /** The changes of each cell. */
  static CellChanges[] of(Lines lines) {
    int[] first = lines.first();
    CellChanges[] all = new CellChanges[first.length];
    for (int cell = 0; cell < all.length; cell++) {
      all[cell] = new CellChanges(first[cell]);
    }
    List<List<Integer>> positions = lists(all.length);
    List<List<Step.Change>> changes = lists(all.length);
    for (Line line : lines.lines()) {
      List<Integer> touched = new ArrayList<>();
      for (int step = 0; step < line.steps.size(); step++) {
        if (line.steps.get(step) instanceof Step.Change change) {
          if (changes.get(change.cell()).isEmpty()) {
            touched.add(change.cell());
          }
          positions.get(change.cell()).add(step);
          changes.get(change.cell()).add(change);
        }
      }
      for (int cell : touched) {
        all[cell].add(new Part(line.number, positions.get(cell), changes.get(cell)));
        positions.get(cell).clear();
        changes.get(cell).clear();
      }
    }
    return all;
  }

  private static <T> List<List<T>> lists(int count) {
    List<List<T>> lists = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  private void add(Part part) {
    parts.add(part);
    long highest = Math.abs((long) first);
    for (int i = 0; i < part.size(); i++) {
      hasSets |= part.sets[i];
      hasTakes |= !part.sets[i] && part.values[i] < 0;
      highest = part.sets[i] ? Math.max(highest, Math.abs((long) part.values[i])) : highest;
    }
    mostAdded += part.sum(true, 0, part.size()) + part.sum(false, 0, part.size()) + highest;
  }
}

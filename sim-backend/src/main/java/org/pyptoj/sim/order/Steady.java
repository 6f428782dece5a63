package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.List;

/** A run of all steps that is the same whichever run was recorded, where there is one. */
final class Steady {

  private Steady() {}

  /**
   * Whose turn it is, step by step. Lines go as far as they can, one after the other, again and
   * again. Where that gets stuck, the recorded run is taken, which did not.
   */
  static List<Line> order(Lines lines) {
    List<Line> order = new ArrayList<>(lines.log().size());
    int[] at = new int[lines.size()];
    int[] values = lines.first();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Line line : lines.lines()) {
        while (goesOn(line, at, values)) {
          order.add(line);
          moved = true;
        }
      }
    }
    return order.size() == lines.log().size() ? order : lines.log();
  }

  private static boolean goesOn(Line line, int[] at, int[] values) {
    int step = at[line.number];
    if (step == line.steps.size()) {
      return false;
    }
    switch (line.steps.get(step)) {
      case Step.Change change -> values[change.cell()] = change.applied(values[change.cell()]);
      case Step.Milestone milestone -> {}
      case Step.Wait wait -> {
        if (!wait.holds(values[wait.cell()])) {
          return false;
        }
      }
      case Step.After(int other, int count) -> {
        if (at[other] < count) {
          return false;
        }
      }
    }
    at[line.number]++;
    return true;
  }
}

package org.pyptoj.sim.order;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.sim.AccessListener.TaskInfo;

/**
 * The steps of one task, or of several of which each starts when the one before has ended, whatever
 * happens. After some number of them the line is at the <em>position</em> of that number.
 */
final class Line {

  final int number;
  final List<Step> steps = new ArrayList<>();

  /** The accesses, by position. */
  final List<Placed> touches = new ArrayList<>();

  private final List<TaskInfo> tasks = new ArrayList<>();
  private final List<Integer> starts = new ArrayList<>();

  Line(int number) {
    this.number = number;
  }

  /**
   * An access.
   *
   * @param position where the line is when it happens
   * @param task who
   */
  record Placed(int position, Touch touch, TaskInfo task) {}

  /** What comes now is another task's. */
  void begins(TaskInfo task) {
    tasks.add(task);
    starts.add(steps.size());
  }

  /** The task that takes a step. */
  TaskInfo task(int step) {
    int at = tasks.size() - 1;
    while (at > 0 && starts.get(at) > step) {
      at--;
    }
    return tasks.get(at);
  }
}

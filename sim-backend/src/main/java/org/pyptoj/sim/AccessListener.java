package org.pyptoj.sim;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;

/**
 * Hears of every access to window memory and of every order between tasks: what a race or
 * stale-read checker needs. In free mode calls come from several threads at once. Without a
 * listener the simulator does not make these records.
 */
public interface AccessListener {

  /** What an access does. */
  enum Kind {
    READ,
    WRITE,
    /** A store that leaves every byte as it was. */
    REWRITE,
    /** A store that adds. */
    ADD,
    /** A notify that adds to a signal cell. */
    NOTIFY_ADD,
    /** A notify that stores into a signal cell. */
    NOTIFY_SET,
    /** A wait that has been let go. */
    WAIT
  }

  /**
   * A task: a kernel on a core, an orchestration, or the host.
   *
   * @param id unique in a run
   * @param device position in the run's device list, or -1 for the host
   * @param name the function's name
   */
  record TaskInfo(long id, int device, String name) {}

  /**
   * A box of one rank's slice of a window.
   *
   * @param window the allocation's name
   * @param allocation tells allocations of one name apart
   * @param owner position of the device that the memory belongs to
   * @param first byte of the first element in the owner's slice
   * @param elementBytes bytes of an element
   * @param extents elements in each dimension
   * @param strides bytes between neighbours of each dimension
   */
  record Box(
      String window,
      Object allocation,
      int owner,
      long first,
      int elementBytes,
      long[] extents,
      long[] strides) {}

  /** A run begins: tasks are numbered anew, and what earlier runs have done is over. */
  default void begins() {}

  /**
   * A run has ended well; all results are there.
   *
   * @throws SimFailure where what was heard shall make it fail all the same
   */
  default void ends() {}

  /**
   * A task reads, writes or waits. For a write the call comes before, for a wait after it has been
   * let go.
   */
  void access(TaskInfo task, Kind kind, Box box, Span span);

  /** A task is about to change a signal cell. */
  default void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {}

  /** A task is about to wait for a signal cell, or to register a deferred wait. */
  default void waiting(TaskInfo task, Box cell, WaitCmp cmp, int expected, Span span) {}

  /** A task starts after others have ended. */
  default void started(TaskInfo task, List<Long> after) {}

  /** A task that runs already goes on after others have ended. */
  default void joined(TaskInfo task, List<Long> others) {}

  /** A task has ended. */
  default void ended(TaskInfo task) {}

  /** Tells several listeners, in their order. */
  static AccessListener all(List<AccessListener> listeners) {
    return new Listeners(List.copyOf(listeners));
  }
}

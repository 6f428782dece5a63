package org.pyptoj.sim;

import java.lang.foreign.MemorySegment;
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
   * @param order tells tasks of one device in which order they were submitted, whoever was faster
   * @param block which block of its grid
   * @param call where the script calls it; for the lines of a kernel that has no text of its own
   */
  record TaskInfo(long id, int device, String name, long order, int block, Span call) {

    /** A place of the task's, or else where the task is called. */
    public Span place(Span span) {
      return span.isKnown() ? span : call;
    }
  }

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
   * A slice of a window holds what an earlier run has left; others are zero. The call comes before
   * the first access.
   *
   * @param allocation as in {@link Box#allocation}
   * @param contents the slice's memory, which the run is going to change
   */
  default void retained(Object allocation, int owner, MemorySegment contents) {}

  /**
   * A run has ended well; all results are there.
   *
   * @throws SimFailure where what was heard shall make it fail all the same
   */
  default void ends() {}

  /**
   * A run has failed.
   *
   * @return what to tell the user: the failure, or one that explains it
   */
  default SimFailure failed(SimFailure failure) {
    return failure;
  }

  /**
   * A task reads, writes or waits. For a write the call comes before, for a wait after it has been
   * let go.
   */
  void access(TaskInfo task, Kind kind, Box box, Span span);

  /**
   * A task is about to store 32-bit integers without a notify, or to add them; {@link #access} is
   * told of it next.
   *
   * @param values the box's elements in row-major order
   */
  default void storing(TaskInfo task, Box box, boolean adds, int[] values, Span span) {}

  /** A task is about to change a signal cell; {@link #access} is told of it next. */
  default void notifying(TaskInfo task, Box cell, NotifyOp op, int value, Span span) {}

  /**
   * A task is about to wait for a signal cell, or to register a deferred wait.
   *
   * @param deferred whether the task goes on, and values compare as unsigned ones
   */
  default void waiting(
      TaskInfo task, Box cell, WaitCmp cmp, int expected, boolean deferred, Span span) {}

  /**
   * A task has submitted another one, which starts whenever it can.
   *
   * @param order the other one's {@link TaskInfo#order}
   */
  default void submitted(TaskInfo by, long order) {}

  /**
   * A task starts.
   *
   * @param after those that have ended, and the one that has submitted it
   */
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

package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.schedule.Condition;
import org.pyptoj.sim.schedule.Fiber;
import org.pyptoj.sim.schedule.Scheduler;

/**
 * What a running function knows of its place: the host, an orchestration on a device, or a block of
 * a kernel.
 */
public final class Task {

  private static final int TURNS_PER_SLEEP = 8;
  private static final long SLEEP_NANOS = 20_000;
  private static final int FUEL = 4096;
  private static final int MAX_DEFERRED = 64;

  /** The host's device number. */
  public static final int HOST = -1;

  final Run run;
  final int device;
  final long id;
  final String function;
  final int block;
  final int blocks;
  final Scheduler scheduler;
  final AccessListener listener;
  final AccessListener.TaskInfo info;

  /** Where the script calls it. */
  final Span call;

  /** What runs it; set when it starts. */
  Fiber fiber;

  /** Where an orchestration or the host keeps its submitted work; null in kernels. */
  Object station;

  /** Conditions that {@code defer_wait} has registered. */
  List<SignalWait> deferred = List.of();

  long ops;
  long localBytes;
  long remoteBytes;
  long notifies;
  long waits;
  private long steps;
  private int fuel = FUEL;
  private int turns;

  /** Keeps the counters, which change with every op, off the cache lines of other tasks'. */
  @SuppressWarnings("unused")
  private final long[] room = new long[32];

  /** The host, or an orchestration; they are submitted in the order in which they start. */
  Task(Run run, int device, String function, Span call) {
    this(run, device, function, 0, 1, 0, call);
  }

  /**
   * A block of a kernel.
   *
   * @param order tells the listener in which order a device's tasks were submitted; 0 where this is
   *     the order in which they start
   * @param call where the script calls it
   */
  Task(Run run, int device, String function, int block, int blocks, long order, Span call) {
    this.call = call;
    this.run = run;
    this.device = device;
    this.id = run.nextTaskId();
    this.function = function;
    this.block = block;
    this.blocks = blocks;
    this.scheduler = run.scheduler();
    this.listener = run.config().listener();
    this.info =
        listener == null
            ? null
            : new AccessListener.TaskInfo(
                id, device, function, order == 0 ? id : order, block, call);
  }

  /** Something that is done for a task. */
  interface Work<T> {
    T run();
  }

  /** Does the task's work; a mistake that one rank makes says which one. */
  <T> T doing(Work<T> work) {
    try {
      return work.run();
    } catch (SimFailure failure) {
      throw failure.of(device);
    }
  }

  /** A step that other ranks may see. */
  void visible() {
    scheduler.visible(fiber);
  }

  /** A loop's back edge: cheap, but a run that has failed or is over its limits ends here. */
  void backEdge(Span span) {
    if (--fuel < 0) {
      refuel(span);
    }
  }

  private void refuel(Span span) {
    fuel = FUEL;
    steps += FUEL;
    scheduler.checkDeadline();
    long limit = run.config().stepLimit();
    if (limit > 0 && steps > limit) {
      throw new SimFailure(
          SimCode.STEP_LIMIT,
          function + " has taken more than " + limit + " steps",
          span,
          "raise the limit, or look for a loop that never ends",
          List.of());
    }
    if (fiber != null && Thread.currentThread().isVirtual()) {
      // A loop that polls memory must not keep the writer from running. Yielding alone is not
      // enough: a carrier takes the threads that yielded on it first, and two of them keep it from
      // one that waits elsewhere. A short sleep empties the carrier's own queue.
      if (++turns % TURNS_PER_SLEEP == 0) {
        LockSupport.parkNanos(SLEEP_NANOS);
      } else {
        Thread.yield();
      }
    }
  }

  /** Blocks until a cell satisfies a comparison. */
  void await(SignalWait wait) {
    visible();
    if (!wait.holds()) {
      waits++;
      scheduler.await(fiber, wait.queue(), wait);
    }
  }

  void defer(SignalWait wait) {
    if (deferred.isEmpty()) {
      deferred = new ArrayList<>();
    }
    if (deferred.size() == MAX_DEFERRED) {
      throw new SimFailure(
          SimCode.DEFERRED_CONDITIONS,
          function + " defers more than " + MAX_DEFERRED + " conditions",
          wait.span());
    }
    deferred.add(wait);
  }

  /** A wait of this task as a report shows it. */
  SimFailure.Blocked blocked(Span span, String what, Long value, String lastChange) {
    return new SimFailure.Blocked(
        device,
        device < 0 ? -1 : run.deviceId(device),
        function + (blocks > 1 ? " block " + block : ""),
        span.isKnown() ? span : call,
        what,
        value,
        lastChange);
  }

  /** A wait for other work of the run. */
  abstract static class WorkWait implements Condition {
    private final Task task;
    private final Span span;
    private final String what;

    WorkWait(Task task, Span span, String what) {
      this.task = task;
      this.span = span;
      this.what = what;
    }

    @Override
    public SimFailure.Blocked describe() {
      return task.blocked(span, what, null, null);
    }

    @Override
    public boolean isConsequence() {
      return true;
    }
  }
}

package org.pyptoj.sim;

import java.util.List;

/** Runs what a program's host orchestrator calls on the host itself: its sub-workers. */
@FunctionalInterface
public interface HostFunctions {

  /**
   * Runs a sub-worker on the thread that runs the program. Every dispatch before it has ended.
   *
   * @param name the function
   * @param arguments {@link HostBuffer}s over the memory of the tensors, and {@link Number}s
   */
  void call(String name, List<Object> arguments);

  /** For programs that have no sub-worker. */
  HostFunctions NONE =
      (name, arguments) -> {
        throw new SimFailure(
            SimCode.UNSUPPORTED, "nothing runs the sub-worker " + name, org.pyptoj.ir.Span.NONE);
      };
}

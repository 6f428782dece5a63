package org.pyptoj.frontend.language;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.graalvm.polyglot.HostAccess.Export;

/**
 * Runs a worker's dispatches one after the other, in the order of their submission, while the
 * script goes on.
 *
 * <p>A dispatch runs on the queue's thread from begin to end. Its sub-workers run there too: the
 * thread enters Python for each and shares the interpreter with the script's own thread, as any
 * Python thread does.
 */
public final class DispatchQueue {

  private final Dispatcher dispatcher;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("pypto-j dispatch").daemon().factory());

  DispatchQueue(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  RunHandle submit(Runnable dispatch) {
    return new RunHandle(thread.submit(dispatch), dispatcher);
  }

  /** Ends the queue; what was submitted before still runs. */
  @Export
  public void close() {
    thread.shutdown();
  }

  /** Ends the queue and what it is running. */
  void stop() {
    thread.shutdownNow();
  }
}

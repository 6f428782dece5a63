package org.pyptoj.frontend.language;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.HostAccess.Export;

/** A dispatch that runs while its script goes on. */
public final class RunHandle {

  static final RunHandle DONE = new RunHandle(CompletableFuture.completedFuture(null), null);

  private final Future<?> future;
  private final Dispatcher dispatcher;

  RunHandle(Future<?> future, Dispatcher dispatcher) {
    this.future = future;
    this.dispatcher = dispatcher;
  }

  @Export
  public boolean done() {
    return future.isDone();
  }

  /**
   * Waits for the end.
   *
   * @param seconds how long at most; negative for as long as it takes
   * @return whether it has ended; its failure becomes a Python exception
   */
  @Export
  public boolean await(double seconds) {
    try {
      if (seconds < 0) {
        future.get();
      } else {
        future.get((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
      }
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new CancellationException("the wait for a dispatch was interrupted");
    } catch (ExecutionException e) {
      return dispatcher.guarded(
          () -> {
            switch (e.getCause()) {
              case RuntimeException r -> throw r;
              case Error error -> throw error;
              default -> throw new IllegalStateException(e.getCause());
            }
          });
    }
  }
}

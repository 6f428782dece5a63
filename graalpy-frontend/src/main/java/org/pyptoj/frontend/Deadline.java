package org.pyptoj.frontend;

import java.time.Duration;
import java.util.Optional;
import org.graalvm.polyglot.Context;

/**
 * Cancels a context when its time is over.
 *
 * <p>Python ends at its next step, wherever it stands; handlers and {@code finally} do not run. A
 * step may itself take hours, as a power of two large numbers does: the process then ends without
 * it, if it is the script's own.
 */
final class Deadline implements AutoCloseable {

  /** How long a cancelled script may take to end before the process ends without it. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final boolean ownsProcess;
  private final Optional<Thread> watch;
  private volatile boolean passed;

  private Deadline(Context context, Optional<Duration> limit, boolean ownsProcess) {
    this.ownsProcess = ownsProcess;
    watch = limit.map(time -> Thread.ofPlatform().daemon().start(() -> await(context, time)));
  }

  /**
   * Starts the clock.
   *
   * @param ownsProcess whether the process may end with the script
   */
  static Deadline start(Context context, Optional<Duration> limit, boolean ownsProcess) {
    return new Deadline(context, limit, ownsProcess);
  }

  private void await(Context context, Duration time) {
    try {
      Thread.sleep(time);
      passed = true;
      Thread.ofPlatform().daemon().start(() -> context.close(true));
      Thread.sleep(GRACE);
      if (ownsProcess) {
        System.err.println("pypto-j: " + new Outcome.TimedOut(time).message());
        System.exit(ExitCode.TIMED_OUT);
      }
    } catch (InterruptedException e) {
      // The script ended.
    }
  }

  boolean passed() {
    return passed;
  }

  @Override
  public void close() {
    watch.ifPresent(Thread::interrupt);
  }
}

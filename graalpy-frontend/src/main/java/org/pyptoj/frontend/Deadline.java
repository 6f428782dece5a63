package org.pyptoj.frontend;

import java.time.Duration;
import java.util.Optional;
import org.graalvm.polyglot.Context;

/** Cancels a context when its time is over. */
final class Deadline implements AutoCloseable {

  /** How long a cancelled script may take to end before the process ends without it. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Optional<Thread> watch;
  private volatile boolean passed;

  private Deadline(Context context, Optional<Duration> limit) {
    watch = limit.map(time -> Thread.ofPlatform().daemon().start(() -> await(context, time)));
  }

  static Deadline start(Context context, Optional<Duration> limit) {
    return new Deadline(context, limit);
  }

  private void await(Context context, Duration time) {
    try {
      Thread.sleep(time);
      passed = true;
      Thread.ofPlatform().daemon().start(() -> context.close(true));
      Thread.sleep(GRACE);
      System.err.println("pypto-j: the script did not end when its time was over");
      System.exit(ExitCode.TIMED_OUT);
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

package org.pyptoj.frontend;

import java.time.Duration;
import java.util.Optional;
import org.graalvm.polyglot.Context;

/** Cancels a context when its time is over. */
final class Deadline implements AutoCloseable {

  private final Thread watch;
  private volatile boolean passed;

  private Deadline(Context context, Optional<Duration> limit) {
    watch = limit.map(time -> watch(context, time)).orElse(null);
  }

  static Deadline start(Context context, Optional<Duration> limit) {
    return new Deadline(context, limit);
  }

  private Thread watch(Context context, Duration time) {
    return Thread.ofPlatform()
        .daemon()
        .name("deadline")
        .start(
            () -> {
              try {
                Thread.sleep(time);
                passed = true;
                context.close(true);
              } catch (InterruptedException e) {
                // The script was faster.
              }
            });
  }

  boolean passed() {
    return passed;
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.interrupt();
    }
  }
}

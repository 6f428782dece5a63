package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicLong;

/** Loops over many elements, shared between the caller and as many threads as there are cores. */
final class Parallel {
  /** Elements that one thread takes at a time. */
  static final int CHUNK = 1 << 16;

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private Parallel() {}

  /** Handles the elements from one number up to, but not including, another. */
  interface Range {
    void run(long from, long to);
  }

  private static final class Workers {
    private static final ForkJoinPool POOL = new ForkJoinPool(Math.max(CORES - 1, 1));
  }

  /** Whether a loop over so many elements is shared. */
  static boolean shares(long n) {
    return n > CHUNK && CORES > 1;
  }

  /**
   * Calls the body for ranges of a target's elements, which together are all of them, in any order.
   */
  static void elements(Tensor target, Range body) {
    long n = target.numel();
    if (target.mayOverlapItself()) {
      // The last of the elements at one place remains.
      body.run(0, n);
    } else {
      range(n, CHUNK, body);
    }
  }

  /**
   * Calls the body for ranges of {@code size}, the last one aside, which together are 0 to {@code
   * n}, in any order. What the body reads and writes must be made before: it runs on threads that
   * may not wait for tensors.
   */
  static void range(long n, long size, Range body) {
    if (n <= size || CORES == 1) {
      for (long from = 0; from < n; from += size) {
        body.run(from, Math.min(from + size, n));
      }
      return;
    }
    AtomicLong next = new AtomicLong();
    Runnable share =
        () -> {
          for (long from = next.getAndAdd(size); from < n; from = next.getAndAdd(size)) {
            try {
              body.run(from, Math.min(from + size, n));
            } catch (Throwable e) {
              next.set(n);
              throw e;
            }
          }
        };
    long threads = Math.min(CORES, Math.ceilDiv(n, size));
    List<ForkJoinTask<?>> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      others.add(Workers.POOL.submit(share));
    }
    Throwable failure = null;
    try {
      share.run();
    } catch (Throwable e) {
      failure = e;
    }
    for (ForkJoinTask<?> other : others) {
      other.quietlyJoin();
      failure = failure == null ? other.getException() : failure;
    }
    switch (failure) {
      case null -> {}
      case Error e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}

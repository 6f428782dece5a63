package org.pyptoj.torch;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Room for elements, zeroed: a Java array of floats, whose place the collector gives to the next at
 * once, or where it is large, memory outside the heap. There the system gives zeroed pages when
 * they are first touched, and the memory goes back to it when nobody refers to the segment.
 *
 * <p>The collector does not see memory outside the heap. So it is told to run when much has been
 * taken since it last did, or when the system has less than is asked for.
 */
final class Memory {
  /** From so many bytes on memory is taken outside the heap. */
  private static final long LARGE = 64L << 20;

  private static final long LEAST_BETWEEN_COLLECTIONS = 256L << 20;
  private static final long MOST_BETWEEN_COLLECTIONS = 4L << 30;

  /** Bytes of segments that the collector has not found dropped. */
  private static final AtomicLong HELD = new AtomicLong();

  private static final AtomicLong SINCE_COLLECTION = new AtomicLong();

  private Memory() {}

  static MemorySegment allocate(long bytes) {
    if (bytes >= LARGE && Native.CALLOC != null) {
      return outside(bytes, Arena.ofAuto());
    }
    long words = Math.ceilDiv(bytes, Float.BYTES);
    if (words > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError("%,d bytes are more than an array holds".formatted(bytes));
    }
    return MemorySegment.ofArray(new float[(int) words]).asSlice(0, bytes);
  }

  /** Memory outside the heap, whatever the size, until the arena ends. */
  @SuppressWarnings("restricted") // what calloc returns is as long as was asked for
  static MemorySegment outside(long bytes, Arena arena) {
    long available = available();
    long interval = Math.clamp(available / 4, LEAST_BETWEEN_COLLECTIONS, MOST_BETWEEN_COLLECTIONS);
    if (SINCE_COLLECTION.get() + bytes > interval || bytes > available) {
      if (HELD.get() > 0) {
        collect();
        available = available();
      }
      SINCE_COLLECTION.set(0);
    }
    if (bytes > available) {
      throw shortage(bytes, available);
    }
    MemorySegment start = Native.calloc(bytes);
    if (start.address() == 0) {
      throw shortage(bytes, available);
    }
    SINCE_COLLECTION.addAndGet(bytes);
    HELD.addAndGet(bytes);
    return start.reinterpret(
        bytes,
        arena,
        segment -> {
          Native.free(segment);
          HELD.addAndGet(-bytes);
        });
  }

  private static OutOfMemoryError shortage(long bytes, long available) {
    return new OutOfMemoryError(
        String.format(
            Locale.ROOT,
            "a tensor of %.1f GiB, with %.1f GiB of memory available",
            bytes / (double) (1L << 30),
            available / (double) (1L << 30)));
  }

  /** Lets the collector find dropped segments and waits a little until their memory is free. */
  private static void collect() {
    long before = HELD.get();
    System.gc();
    for (int i = 0; i < 20 && HELD.get() == before; i++) {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /**
   * Bytes that the system can give without swapping, as Linux tells; elsewhere it decides itself
   * what to refuse.
   */
  private static long available() {
    long free = Long.MAX_VALUE;
    try {
      for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
        if (line.startsWith("MemAvailable:")) {
          free = Long.parseLong(line.replaceAll("\\D", "")) << 10;
        }
      }
      // A container's own limit, where it has one.
      long limit = number("/sys/fs/cgroup/memory.max");
      return limit == Long.MAX_VALUE
          ? free
          : Math.min(free, Math.max(limit - number("/sys/fs/cgroup/memory.current"), 0));
    } catch (IOException | NumberFormatException e) {
      return free;
    }
  }

  private static long number(String file) throws IOException {
    Path path = Path.of(file);
    String text = Files.exists(path) ? Files.readString(path).strip() : "max";
    return text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
  }

  /** The C library's functions, linked when a large tensor is first made. */
  private static final class Native {
    private static final int MADV_HUGEPAGE = 14;
    private static final long PAGE = 4096;

    private static final MethodHandle CALLOC =
        function(
            "calloc",
            FunctionDescriptor.of(
                ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE =
        function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    /** Linux alone has it, as a hint: large pages cost a fraction of the faults. */
    private static final MethodHandle MADVISE =
        System.getProperty("os.name").equals("Linux")
            ? function(
                "madvise",
                FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT))
            : null;

    /** Null where there is no such function, or the JVM lets nobody link to one. */
    @SuppressWarnings("restricted") // the signatures are those of the C library
    private static MethodHandle function(String name, FunctionDescriptor type) {
      try {
        Linker linker = Linker.nativeLinker();
        return linker
            .defaultLookup()
            .find(name)
            .map(address -> linker.downcallHandle(address, type))
            .orElse(null);
      } catch (UnsupportedOperationException | IllegalCallerException e) {
        return null;
      }
    }

    static MemorySegment calloc(long bytes) {
      try {
        MemorySegment start = (MemorySegment) CALLOC.invokeExact(bytes, 1L);
        if (MADVISE != null && start.address() != 0) {
          long skipped = -start.address() & PAGE - 1;
          MemorySegment page = MemorySegment.ofAddress(start.address() + skipped);
          int _ = (int) MADVISE.invokeExact(page, bytes - skipped & -PAGE, MADV_HUGEPAGE);
        }
        return start;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    static void free(MemorySegment segment) {
      try {
        FREE.invokeExact(segment);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}

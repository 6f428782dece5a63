package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory behind one tensor and all its views: zeros at first and freed with the last of them.
 *
 * <p>A storage of some size is <em>made by need</em>: until somebody asks for its contents it holds
 * no memory, only the steps that fill it, in the order in which they were asked for. Nobody can
 * tell the difference, because of two rules. What a step reads stays as it is until the step has
 * run: a storage knows the unmade ones whose steps read it, and makes them before it is written.
 * And memory that was handed out, so that it may be written without notice, is not read later: what
 * follows from it is made at once.
 *
 * <p>The contents are an array of floats whatever the element type, so that code that reaches them
 * through segments meets few classes of segments; large ones lie outside the Java heap ({@link
 * Memory}).
 */
final class Storage {
  /** Storages of fewer bytes are made at once: steps would cost more than they save. */
  private static final long DEFAULT_DEFERRED_FROM = 1 << 16;

  /** More than any machine has; such a tensor is refused before somebody reads it. */
  private static final long MOST_BYTES = 1L << 46;

  /** So many steps wait; the next one makes the storage. */
  private static final int MOST_STEPS = 4096;

  /** Steps may keep so many bytes alive, or twice their own storage's size. */
  private static final long MOST_KEPT = 64 << 20;

  /** So many storages may have to be made one inside another, each on the stack. */
  private static final int MOST_DEPTH = 100;

  /**
   * Held while anything that is unmade changes: one thread makes storages, and those that they
   * need. The loops that fill them use other threads, which touch no storage.
   */
  private static final ReentrantLock LOCK = new ReentrantLock();

  private static volatile long deferredFrom = DEFAULT_DEFERRED_FROM;

  /** What remains to be done to contents, and the storages that it reads. */
  private record Step(Runnable body, List<Storage> inputs) {}

  private final long bytes;

  /** The contents; null while unmade, or while work on them waits. */
  private volatile MemorySegment contents;

  // All further fields are guarded by LOCK.

  /** The memory that will have the contents, from the first need of a place on. */
  private MemorySegment room;

  private ArrayDeque<Step> steps;
  private int depth;

  /** Bytes of made storages that the steps keep alive. */
  private long kept;

  private boolean making;
  private Throwable failure;
  private volatile List<WeakReference<Storage>> readers;
  private int readersAtLastCount;

  /** Whether others may write the memory without notice. */
  private volatile boolean handedOut;

  private volatile boolean shared;

  /** What comes before whoever looks at the contents next; null mostly. */
  private volatile Postponed before;

  private Storage(long bytes, MemorySegment contents) {
    this.bytes = bytes;
    this.contents = contents;
  }

  /** A storage of zeros, made by need where it is not small. */
  static Storage allocate(long bytes) {
    return bytes == 0 || bytes < deferredFrom
        ? new Storage(bytes, Memory.allocate(bytes))
        : unmade(bytes);
  }

  /** A storage of zeros that takes memory when it is needed, whatever its size. */
  static Storage unmade(long bytes) {
    if (bytes > MOST_BYTES) {
      throw new OutOfMemoryError(bytes + " bytes are more than a machine has");
    }
    return new Storage(bytes, null);
  }

  /** A storage over memory that others have too. */
  static Storage of(MemorySegment segment) {
    Storage storage = new Storage(segment.byteSize(), segment);
    storage.handedOut = true;
    return storage;
  }

  /** From how many bytes on storages are made by need; for tests, which compare both ways. */
  static long deferFrom(long size) {
    long before = deferredFrom;
    deferredFrom = size;
    return before;
  }

  static long defaultDeferredFrom() {
    return DEFAULT_DEFERRED_FROM;
  }

  long byteSize() {
    return bytes;
  }

  boolean isMade() {
    return contents != null;
  }

  /** The contents, to be read before anything else happens. */
  MemorySegment read() {
    MemorySegment made = contents;
    return made != null ? made : make();
  }

  /** The contents, to be read or written before anything else happens. */
  MemorySegment write() {
    makeReaders();
    return read();
  }

  /** The contents, to be kept, read and written at any time. */
  MemorySegment handOut() {
    if (!handedOut) {
      LOCK.lock();
      try {
        handedOut = true;
        makeReaders();
      } finally {
        LOCK.unlock();
      }
    }
    return read();
  }

  /** Whether nobody can look at the contents without notice, as long as work on them waits. */
  boolean canWaitFor(Postponed work) {
    return !handedOut && (before == null || before == work);
  }

  /** Has work done before somebody looks at the contents. */
  void waitFor(Postponed work) {
    LOCK.lock();
    try {
      before = work;
      if (contents != null) {
        room = contents;
        contents = null;
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** The contents are there again for whoever comes, the work that has waited first of all. */
  void waitNoMore() {
    LOCK.lock();
    try {
      before = null;
      if (room != null && steps == null) {
        contents = room;
      }
    } finally {
      LOCK.unlock();
    }
  }

  private void doWhatWaits() {
    Postponed work = before;
    if (work != null) {
      work.doNow();
    }
  }

  /** Where the contents are or will be, for their address alone. */
  MemorySegment place() {
    doWhatWaits();
    MemorySegment made = contents;
    if (made != null) {
      return made;
    }
    LOCK.lock();
    try {
      return reserve();
    } finally {
      LOCK.unlock();
    }
  }

  /** Whether a script asked for memory that other processes could map; it is memory as any. */
  boolean isShared() {
    return shared;
  }

  void share() {
    shared = true;
  }

  /**
   * Changes a tensor's elements, now or when its storage is made.
   *
   * @param body writes the elements; it may fail for lack of memory alone, and reads no tensors but
   *     the inputs and the target
   */
  static void change(Tensor target, Runnable body, Tensor... inputs) {
    target.storage().change(body, inputs);
  }

  private void change(Runnable body, Tensor[] inputs) {
    doWhatWaits();
    if (contents != null) {
      makeReaders();
      body.run();
      return;
    }
    LOCK.lock();
    try {
      makeReaders();
      if (contents != null || making || !defer(body, inputs)) {
        body.run();
      }
    } finally {
      LOCK.unlock();
    }
  }

  private boolean defer(Runnable body, Tensor[] inputs) {
    if (steps != null && steps.size() >= MOST_STEPS) {
      return false;
    }
    List<Storage> read = new ArrayList<>(inputs.length);
    int needed = depth;
    long held = kept;
    for (Tensor input : inputs) {
      Storage storage = input.storage();
      if (storage == this) {
        continue;
      }
      if (storage.handedOut || storage.failure != null || storage.before != null) {
        return false;
      }
      if (storage.contents == null) {
        needed = Math.max(needed, storage.depth + 1);
        held += storage.kept;
      } else {
        held += storage.bytes;
      }
      read.add(storage);
    }
    if (needed > MOST_DEPTH || held > Math.max(MOST_KEPT, 2 * bytes)) {
      return false;
    }
    depth = needed;
    kept = held;
    for (Storage storage : read) {
      storage.addReader(this);
    }
    if (steps == null) {
      steps = new ArrayDeque<>(2);
    }
    steps.add(new Step(body, read));
    return true;
  }

  private void addReader(Storage reader) {
    if (readers == null) {
      readers = new ArrayList<>(2);
    } else if (readers.size() >= 2 * readersAtLastCount + 8) {
      readers.removeIf(r -> !isWaiting(r.get()));
      readersAtLastCount = readers.size();
    }
    readers.add(new WeakReference<>(reader));
  }

  private static boolean isWaiting(Storage storage) {
    return storage != null && storage.contents == null;
  }

  /** Makes what still has to read the contents as they are. */
  private void makeReaders() {
    doWhatWaits();
    if (readers == null) {
      return;
    }
    LOCK.lock();
    try {
      if (making) {
        // A step is at work; what others read is there when all have run.
        return;
      }
      List<WeakReference<Storage>> waiting = readers;
      readers = null;
      readersAtLastCount = 0;
      if (waiting == null) {
        return;
      }
      for (int i = 0; i < waiting.size(); i++) {
        Storage reader = waiting.get(i).get();
        if (isWaiting(reader) && !reader.making && reader.failure == null) {
          reader.makeForWriter();
        }
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** One that cannot be made keeps that error for whoever reads it; the writer goes on. */
  private void makeForWriter() {
    try {
      make();
    } catch (OutOfMemoryError e) {
      failure = e;
      steps = null;
    }
  }

  private MemorySegment make() {
    doWhatWaits();
    LOCK.lock();
    try {
      if (contents != null) {
        return contents;
      }
      if (making) {
        return room;
      }
      if (failure instanceof OutOfMemoryError e) {
        throw (OutOfMemoryError) new OutOfMemoryError(e.getMessage()).initCause(e);
      }
      if (failure instanceof TorchError e) {
        throw e;
      }
      if (failure != null) {
        throw new IllegalStateException(failure);
      }
      fill();
      return contents;
    } finally {
      LOCK.unlock();
    }
  }

  private void fill() {
    if (steps == null) {
      contents = reserve();
      return;
    }
    while (!steps.isEmpty()) {
      // Failing here leaves everything as it was: there may be memory when somebody asks again.
      for (Storage input : steps.peek().inputs) {
        input.read();
        if (contents != null) {
          return; // Work that had waited for the input has made what reads it.
        }
      }
      reserve();
      making = true;
      try {
        steps.poll().body.run();
      } catch (Throwable e) {
        failure = e;
        steps = null;
        room = null;
        throw e;
      } finally {
        making = false;
      }
    }
    steps = null;
    depth = 0;
    kept = 0;
    contents = room;
  }

  private MemorySegment reserve() {
    if (room == null) {
      room = Memory.allocate(bytes);
    }
    return room;
  }
}

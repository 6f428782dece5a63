package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;

/**
 * The memory behind one tensor and all its views: zeroed at first and freed with the last of them.
 *
 * <p>It is a Java array, because the collector hands a dropped one's room to the next at once;
 * fresh native memory costs more than most functions that fill it. For all element types it is an
 * array of floats: single precision functions then work on it without a copy, and code that reaches
 * it through the segment meets one class of segments.
 */
final class Storage {
  private final MemorySegment segment;
  private boolean shared;

  private Storage(MemorySegment segment) {
    this.segment = segment;
  }

  static Storage allocate(long bytes) {
    long words = Math.ceilDiv(bytes, Float.BYTES);
    if (words > Integer.MAX_VALUE) {
      throw new OutOfMemoryError(bytes + " bytes are more than an array holds");
    }
    return new Storage(MemorySegment.ofArray(new float[(int) words]).asSlice(0, bytes));
  }

  static Storage of(MemorySegment segment) {
    return new Storage(segment);
  }

  MemorySegment segment() {
    return segment;
  }

  /** Whether a script asked for memory that other processes could map; it is memory as any. */
  boolean isShared() {
    return shared;
  }

  void share() {
    shared = true;
  }
}

package org.pyptoj.torch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The memory behind one tensor and all its views: zeroed, 64-byte aligned, freed with the last. */
final class Storage {
  private static final long ALIGNMENT = 64;

  private final MemorySegment segment;
  private boolean shared;

  private Storage(MemorySegment segment) {
    this.segment = segment;
  }

  static Storage allocate(long bytes) {
    // A segment of zero bytes has no address of its own.
    return new Storage(Arena.ofAuto().allocate(Math.max(bytes, 1), ALIGNMENT));
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

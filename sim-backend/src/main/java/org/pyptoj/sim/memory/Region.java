package org.pyptoj.sim.memory;

import java.lang.foreign.MemorySegment;

/** One piece of memory: a host buffer, a device tensor, or one device's slice of a window. */
public final class Region {

  /** Window slices have room for a read that is rounded up to this many bytes. */
  public static final int ALIGNMENT = 32;

  private final MemorySegment segment;
  private final long bytes;
  private final Window window;
  private final int owner;
  private final boolean aligned;

  private Region(MemorySegment segment, long bytes, Window window, int owner, boolean aligned) {
    this.segment = segment;
    this.bytes = bytes;
    this.window = window;
    this.owner = owner;
    this.aligned = aligned;
  }

  /** A caller's memory. */
  public static Region host(MemorySegment segment) {
    return new Region(segment, segment.byteSize(), null, -1, false);
  }

  /** Fresh zero memory that the garbage collector takes back. */
  public static Region fresh(long bytes) {
    long words = Math.max(1, (bytes + 7) / 8);
    return new Region(
        MemorySegment.ofArray(new long[Math.toIntExact(words)]), bytes, null, -1, true);
  }

  static Region slice(MemorySegment segment, long bytes, Window window, int owner) {
    return new Region(segment, bytes, window, owner, true);
  }

  public MemorySegment segment() {
    return segment;
  }

  /** Bytes that were asked for. */
  public long bytes() {
    return bytes;
  }

  /** The window that it is a slice of, or null. */
  public Window window() {
    return window;
  }

  /** The position of the device that it belongs to, or -1. */
  public int owner() {
    return owner;
  }

  /** Whether it starts on an 8-byte boundary, so that atomic access is possible. */
  public boolean isAligned() {
    return aligned;
  }
}

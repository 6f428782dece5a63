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
  private final boolean callers;

  private Region(
      MemorySegment segment,
      long bytes,
      Window window,
      int owner,
      boolean aligned,
      boolean callers) {
    this.segment = segment;
    this.bytes = bytes;
    this.window = window;
    this.owner = owner;
    this.aligned = aligned;
    this.callers = callers;
  }

  /** A caller's memory. */
  public static Region host(MemorySegment segment) {
    return new Region(segment, segment.byteSize(), null, -1, false, true);
  }

  /** Fresh memory that the garbage collector takes back: zero, or garbage. */
  public static Region fresh(long bytes, boolean poison) {
    Region region = fresh(bytes);
    if (poison) {
      Undefined.fill(region.segment);
    }
    return region;
  }

  /** Fresh zero memory that the garbage collector takes back. */
  public static Region fresh(long bytes) {
    int words = Math.toIntExact(Math.max(1, Math.ceilDiv(bytes, Float.BYTES)));
    // Floats, as scripts' tensors are: with native memory that makes two kinds, and the compiler
    // inlines accesses to two, not to three.
    return new Region(MemorySegment.ofArray(new float[words]), bytes, null, -1, true, false);
  }

  static Region slice(MemorySegment segment, long bytes, Window window, int owner) {
    return new Region(segment, bytes, window, owner, true, false);
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

  /** Whether it is the caller's, who sees what is written there. */
  public boolean isCallers() {
    return callers;
  }
}

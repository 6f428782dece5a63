package org.pyptoj.sim.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.schedule.WaitQueue;

/**
 * A window allocation: as many bytes on each device of its domain, at the same place in every
 * rank's address book.
 */
public final class Window {

  private final String name;
  private final long bytes;
  private final Span span;
  private final Region[] slices;
  private final WaitQueue[] queues;
  private final Object[][] changes;
  private boolean poisoned;

  /**
   * A fresh window.
   *
   * @param name as reports call it
   * @param bytes bytes on each device
   * @param devices devices of the run
   * @param arena owns the memory
   * @param span where it is allocated
   */
  public Window(String name, long bytes, int devices, Arena arena, Span span) {
    this.name = name;
    this.bytes = bytes;
    this.span = span;
    this.slices = new Region[devices];
    this.queues = new WaitQueue[devices];
    this.changes = new Object[devices][];
    long padded = Math.max(1, (bytes + Region.ALIGNMENT - 1) / Region.ALIGNMENT) * Region.ALIGNMENT;
    for (int d = 0; d < devices; d++) {
      MemorySegment segment = arena.allocate(padded, 64);
      slices[d] = Region.slice(segment, bytes, this, d);
    }
    // Not next to the slices, which every access reads.
    Arrays.setAll(queues, d -> new WaitQueue());
  }

  public String name() {
    return name;
  }

  public long bytes() {
    return bytes;
  }

  public Span span() {
    return span;
  }

  /** A device's slice. */
  public Region slice(int device) {
    return slices[device];
  }

  /** The tasks that wait for a cell of a device's slice. */
  public WaitQueue queue(int device) {
    return queues[device];
  }

  /** Remembers who changed a 4-byte cell; read only by reports. */
  public void changed(int device, long firstByte, Object who) {
    Object[] of = changes[device];
    if (of == null) {
      of = new Object[(int) Math.min(bytes / 4 + 1, 1 << 16)];
      changes[device] = of;
    }
    long cell = firstByte / 4;
    // Written only where it differs, since the array is shared by cores that all notify.
    if (cell < of.length && of[(int) cell] != who) {
      of[(int) cell] = who;
    }
  }

  /** Who changed a cell last, or null. */
  public Object lastChange(int device, long firstByte) {
    Object[] of = changes[device];
    long cell = firstByte / 4;
    return of == null || cell >= of.length ? null : of[(int) cell];
  }

  /** Fills a fresh window with garbage, when first asked. */
  public synchronized void poison() {
    if (!poisoned) {
      poisoned = true;
      for (Region slice : slices) {
        Undefined.fill(slice.segment());
      }
    }
  }

  /** All slices as they were when fresh. */
  public void reset() {
    for (int d = 0; d < slices.length; d++) {
      slices[d].segment().fill((byte) 0);
      changes[d] = null;
    }
    poisoned = false;
  }
}

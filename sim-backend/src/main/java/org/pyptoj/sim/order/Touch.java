package org.pyptoj.sim.order;

import org.pyptoj.ir.Span;
import org.pyptoj.sim.AccessListener;

/** What a task does to memory at one place of the script between two of its steps. */
final class Touch {

  final Slice slice;
  final AccessKind kind;
  final Span span;
  final int elementBytes;

  /** How many entries of its task's tape come before it. */
  final int position;

  /** Whether it is what the next entry does. */
  final boolean isEntry;

  /** The bytes, where they lie without gaps; else the box of them. */
  private long from;

  private long to;
  private final AccessListener.Box box;

  Touch(
      Slice slice,
      AccessKind kind,
      AccessListener.Box box,
      Span span,
      int position,
      boolean isEntry) {
    this.isEntry = isEntry;
    this.slice = slice;
    this.kind = kind;
    this.span = span;
    this.elementBytes = box.elementBytes();
    this.position = position;
    long last = box.first() + box.elementBytes();
    for (int d = 0; d < box.extents().length; d++) {
      last += (box.extents()[d] - 1) * box.strides()[d];
    }
    this.from = box.first();
    this.to = last;
    this.box = Ranges.isOne(box) ? null : box;
  }

  /** Takes each range of its bytes. */
  void ranges(Ranges.Range range) {
    if (box == null) {
      range.take(from, to);
    } else {
      Ranges.of(box, range);
    }
  }

  /** Whether it may touch some of another one's bytes. */
  boolean meets(Touch other) {
    return slice == other.slice && from < other.to && other.from < to;
  }

  /** Takes in another one that does the same to the same bytes or to neighbours. */
  boolean absorbs(Touch other) {
    if (slice != other.slice
        || kind != other.kind
        || elementBytes != other.elementBytes
        || position != other.position
        || isEntry
        || other.isEntry
        || box != null
        || other.box != null
        || other.from > to
        || from > other.to
        || !span.equals(other.span)) {
      return false;
    }
    from = Math.min(from, other.from);
    to = Math.max(to, other.to);
    return true;
  }
}

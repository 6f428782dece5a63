package org.pyptoj.sim.order;

import org.pyptoj.sim.AccessListener;

/** The bytes of a box, as ranges. */
final class Ranges {

  private Ranges() {}

  /** Takes a range of bytes, its end excluded. */
  interface Range {
    void take(long from, long to);
  }

  /** Whether a box's bytes lie without gaps. */
  static boolean isOne(AccessListener.Box box) {
    return innermost(box) == 0;
  }

  static boolean isEmpty(AccessListener.Box box) {
    for (long extent : box.extents()) {
      if (extent <= 0) {
        return true;
      }
    }
    return false;
  }

  /** The first of the dimensions that together lie without gaps. */
  private static int innermost(AccessListener.Box box) {
    int inner = box.extents().length;
    long bytes = box.elementBytes();
    while (inner > 0 && (box.extents()[inner - 1] == 1 || box.strides()[inner - 1] == bytes)) {
      inner--;
      bytes *= box.extents()[inner];
    }
    return inner;
  }

  static void of(AccessListener.Box box, Range range) {
    if (isEmpty(box)) {
      return;
    }
    int inner = innermost(box);
    long bytes = box.elementBytes();
    for (int d = inner; d < box.extents().length; d++) {
      bytes *= box.extents()[d];
    }
    rows(box, 0, inner, box.first(), bytes, range);
  }

  private static void rows(
      AccessListener.Box box, int dim, int inner, long at, long bytes, Range range) {
    if (dim == inner) {
      range.take(at, at + bytes);
      return;
    }
    for (long i = 0; i < box.extents()[dim]; i++) {
      rows(box, dim + 1, inner, at + i * box.strides()[dim], bytes, range);
    }
  }
}

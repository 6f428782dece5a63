package org.pyptoj.sim.order;

import org.pyptoj.sim.AccessListener;

/** The bytes of a box, as ranges. */
final class Ranges {

  private Ranges() {}

  /** Takes a range of bytes, its end excluded. */
  interface Range {
    void take(long from, long to);
  }

  static void of(AccessListener.Box box, Range range) {
    long[] extents = box.extents();
    long[] strides = box.strides();
    for (long extent : extents) {
      if (extent <= 0) {
        return;
      }
    }
    // Dimensions that lie without gaps are one range.
    int inner = extents.length;
    long bytes = box.elementBytes();
    while (inner > 0 && (extents[inner - 1] == 1 || strides[inner - 1] == bytes)) {
      inner--;
      bytes *= extents[inner];
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

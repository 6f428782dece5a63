package org.pyptoj.sim.kernel;

import org.pyptoj.sim.memory.TensorValue;

/** Goes through a box of memory row by row, beside the tile that it is moved from or to. */
final class BoxRows {

  private BoxRows() {}

  /** A row of a box. */
  interface Row {

    /**
     * Handles it.
     *
     * @param memory byte of its first element
     * @param at position of its first element in the tile
     * @param step elements between its neighbours in memory
     * @param n elements
     * @param stride elements between its neighbours in the tile
     */
    void handle(long memory, int at, long step, int n, long stride);
  }

  static void rows(
      TensorValue tensor, long[] from, long[] box, long[] tileStrides, int tileAt, Row row) {
    int dims = box.length;
    int bytes = tensor.dtype().bytes();
    long[] strides = tensor.strides();
    if (dims == 0) {
      row.handle(tensor.offset() * bytes, tileAt, 1, 1, 1);
      return;
    }
    for (long extent : box) {
      if (extent <= 0) {
        return;
      }
    }
    // Dimensions that are dense in both memory and tile are moved as one row.
    int inner = dims - 1;
    long n = box[inner];
    long step = strides[inner];
    long stride = tileStrides[inner];
    while (inner > 0
        && (box[inner - 1] == 1
            || (strides[inner - 1] == n * step && tileStrides[inner - 1] == n * stride))) {
      inner--;
      n *= box[inner];
    }
    if (n == 1) {
      step = 1;
      stride = 1;
    }
    long base = tensor.byteOf(from);
    if (inner == 0) {
      row.handle(base, tileAt, step, Math.toIntExact(n), stride);
      return;
    }
    long outer = 1;
    for (int d = 0; d < inner; d++) {
      outer *= box[d];
    }
    for (long i = 0; i < outer; i++) {
      long rest = i;
      long memory = 0;
      long at = tileAt;
      for (int d = inner - 1; d >= 0; d--) {
        long index = rest % box[d];
        rest /= box[d];
        memory += index * strides[d];
        at += index * tileStrides[d];
      }
      row.handle(base + memory * bytes, (int) at, step, Math.toIntExact(n), stride);
    }
  }

  /** Whether a box has elements that all lie next to each other. */
  static boolean isDense(long[] strides, long[] box) {
    long step = 1;
    for (int d = box.length - 1; d >= 0; d--) {
      if (box[d] == 0 || box[d] != 1 && strides[d] != step) {
        return false;
      }
      step *= box[d];
    }
    return true;
  }
}

package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.tile.Tile;

/** Extents of tiles and tensors brought together. */
final class Shapes {

  private Shapes() {}

  static int[] ints(long[] values) {
    int[] ints = new int[values.length];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = Math.toIntExact(values[i]);
    }
    return ints;
  }

  static long[] longs(int[] values) {
    long[] longs = new long[values.length];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = values[i];
    }
    return longs;
  }

  /**
   * Checks how many entries an op's operand has; called too often to put a message together.
   *
   * @param operand a name in the plural for one entry a dimension, {@code offsets}, or in the
   *     singular for all of them, {@code shape}
   */
  static void sameRank(int expected, long[] values, String op, String operand, Span span) {
    if (values.length != expected) {
      throw new SimFailure(
          SimCode.SHAPE,
          op
              + "'s "
              + operand
              + (operand.endsWith("s") ? " have " : " has ")
              + values.length
              + (values.length == 1 ? " entry" : " entries")
              + " for a rank of "
              + expected,
          span);
    }
  }

  /** The part of a requested box that the tensor's valid box covers. */
  static long[] covered(TensorValue tensor, long[] from, long[] wanted, boolean clamp) {
    long[] valid = tensor.valid();
    if (valid == tensor.shape() && !clamp) {
      return wanted;
    }
    long[] box = wanted.clone();
    for (int d = 0; d < box.length; d++) {
      if (clamp || valid[d] != tensor.shape()[d]) {
        box[d] = Math.clamp(valid[d] - from[d], 0, box[d]);
      }
    }
    return box;
  }

  /**
   * Extents with leading dimensions merged until the rank fits; an outer box must then be one run
   * of rows.
   */
  static int[] merged(long[] shape, long[] box, int rank, Span span) {
    if (shape.length == rank) {
      return ints(box);
    }
    if (shape.length < rank) {
      int[] more = new int[rank];
      Arrays.fill(more, 1);
      for (int d = 0; d < shape.length; d++) {
        more[rank - shape.length + d] = Math.toIntExact(box[d]);
      }
      return more;
    }
    int extra = shape.length - rank;
    int[] result = new int[rank];
    for (int d = 1; d < rank; d++) {
      result[d] = Math.toIntExact(box[d + extra]);
    }
    // Rows of the merged dimension that the box covers: all dimensions but the outermost one with
    // more than one entry must
    // be whole.
    long rows = 1;
    boolean partial = false;
    for (int d = extra; d >= 0; d--) {
      if (partial && box[d] > 1) {
        throw new SimFailure(
            SimCode.SHAPE,
            "a valid box of "
                + Arrays.toString(box)
                + " in "
                + Arrays.toString(shape)
                + " is no box of a tile of rank "
                + rank,
            span);
      }
      partial |= box[d] != shape[d];
      rows *= box[d];
    }
    result[0] = Math.toIntExact(rows);
    return result;
  }

  /**
   * How a tile's valid box lies on a tensor.
   *
   * @param box extents in the tensor's dimensions
   * @param strides elements between the tile's neighbours along these dimensions
   */
  record Placed(long[] box, long[] strides) {}

  /** Lays a tile on the innermost dimensions of a tensor, or over explicit physical extents. */
  static Placed place(Tile tile, int rank, long[] physical, Span span) {
    if (physical != null && physical.length == rank && tile.dims() != rank) {
      return new Placed(split(tile, physical, span), TensorValue.packedStrides(physical));
    }
    int dims = tile.dims();
    long[] box = new long[rank];
    long[] strides = new long[rank];
    Arrays.fill(box, 1);
    long step = 1;
    for (int d = dims - 1; d >= 0; d--) {
      int to = d + rank - dims;
      if (to >= 0) {
        box[to] = tile.valid()[d];
        strides[to] = step;
      } else if (tile.shape()[d] != 1) {
        throw new SimFailure(SimCode.SHAPE, tile + " does not fit a tensor of rank " + rank, span);
      }
      step *= tile.shape()[d];
    }
    return new Placed(box, strides);
  }

  private static long[] split(Tile tile, long[] physical, Span span) {
    int extra = physical.length - tile.dims();
    if (extra < 0) {
      throw new SimFailure(
          SimCode.SHAPE, tile + " does not lie over extents " + Arrays.toString(physical), span);
    }
    long[] box = physical.clone();
    for (int d = 1; d < tile.dims(); d++) {
      box[d + extra] = tile.valid()[d];
    }
    long rest = tile.valid()[0];
    long inner = 1;
    for (int d = 0; d <= extra; d++) {
      inner *= physical[d];
    }
    for (int d = 0; d <= extra; d++) {
      inner /= Math.max(1, physical[d]);
      if (rest >= inner && rest % inner == 0) {
        box[d] = rest / inner;
        return box;
      }
      if (rest > inner) {
        throw new SimFailure(
            SimCode.SHAPE,
            rest + " valid rows are no box of extents " + Arrays.toString(physical),
            span);
      }
      box[d] = 1;
    }
    return box;
  }
}

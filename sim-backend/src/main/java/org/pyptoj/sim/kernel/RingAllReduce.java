package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;

/**
 * Allreduce on a ring: the stream is cut into one segment per rank; in each round every rank takes
 * a segment from its left neighbour, first adding, then copying. Each round has a row of the
 * signal.
 */
final class RingAllReduce {

  private static final int CHUNK_BYTES = 16 * 1024;
  private static final int FP16_ALIGNMENT = 16;

  private RingAllReduce() {}

  static void run(Task task, TensorValue src, TensorValue signal, ReduceOp op, Span span) {
    Peers.bound(src, span);
    int ranks = src.domain().ranks();
    int me = src.rank();
    int rounds = 2 * (ranks - 1);
    if (signal.dims() != 2 || signal.shape()[0] < rounds || signal.shape()[1] < ranks) {
      throw new SimFailure(
          SimCode.SHAPE,
          "a ring allreduce of "
              + ranks
              + " ranks needs a signal of ["
              + rounds
              + ", "
              + ranks
              + "], not "
              + Arrays.toString(signal.shape()),
          span);
    }
    TensorValue stream = stream(src, span);
    long size = stream.valid()[1];
    long[] bounds = bounds(size, ranks, src.dtype());
    long chunk = CHUNK_BYTES / src.dtype().bytes();
    long longest = 0;
    for (int i = 0; i < ranks; i++) {
      longest = Math.max(longest, bounds[i + 1] - bounds[i]);
    }
    long chunks = Math.max(1, (longest + chunk - 1) / chunk);
    TensorValue left = ranks == 1 ? stream : stream.at(Math.floorMod(me - 1, ranks));
    MeshAllReduce.Sum sum = new MeshAllReduce.Sum(task, op, span);
    for (int round = 0; round < rounds; round++) {
      boolean adds = round < ranks - 1;
      int segment =
          adds
              ? Math.floorMod(me - round - 1, ranks)
              : Math.floorMod(me - (round - (ranks - 1)), ranks);
      int row = round;
      CreditBarrier barrier = new CreditBarrier(task, signal, r -> new long[] {row, r}, span);
      // Every rank takes as many steps as the longest segment needs, since a barrier is
      // everybody's.
      for (long c = 0; c < chunks; c++) {
        long from = bounds[segment] + c * chunk;
        long n = Math.clamp(bounds[segment + 1] - from, 0, chunk);
        long[] at = {0, from};
        long[] box = {1, n};
        barrier.pass();
        if (n > 0) {
          if (adds) {
            sum.start(stream, at, box);
            sum.combine(left, at, box);
          } else {
            sum.start(left, at, box);
          }
        }
        barrier.pass();
        if (n > 0) {
          sum.store(stream, at, box);
        }
        task.backEdge(span);
      }
      barrier.clear();
    }
  }

  /** The valid prefix as one row. */
  private static TensorValue stream(TensorValue src, Span span) {
    TensorValue whole = Collectives.stream(src);
    if (whole != null) {
      return whole;
    }
    long[] shape = src.shape();
    long[] valid = src.valid();
    boolean partial = false;
    for (int d = 0; d < shape.length; d++) {
      // A prefix is whole in every dimension inside the first one that has more than one entry.
      if (partial && valid[d] != shape[d]) {
        throw new SimFailure(
            SimCode.SHAPE,
            "a ring allreduce needs a contiguous prefix, not a box of "
                + Arrays.toString(valid)
                + " in "
                + Arrays.toString(shape),
            span);
      }
      partial |= valid[d] > 1;
    }
    long[] flat = {1, src.elements()};
    return src.with(src.strides(), shape)
        .reshape(flat, new long[] {1, TensorValue.count(valid)}, span);
  }

  private static long[] bounds(long size, int ranks, DataType dtype) {
    long[] bounds = new long[ranks + 1];
    for (int i = 1; i <= ranks; i++) {
      bounds[i] = i * size / ranks;
      if (dtype == DataType.FP16 && i < ranks) {
        bounds[i] =
            Math.min(size, (bounds[i] + FP16_ALIGNMENT - 1) / FP16_ALIGNMENT * FP16_ALIGNMENT);
      }
    }
    return bounds;
  }
}

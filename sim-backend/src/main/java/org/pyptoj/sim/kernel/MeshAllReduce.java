package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.tile.Tile;
import org.pyptoj.sim.tile.TileOps;

/**
 * Allreduce on a mesh: everyone reads everyone's slice chunk by chunk, and a barrier precedes each
 * store.
 */
final class MeshAllReduce {

  private static final int CHUNK_BYTES = 16 * 1024;
  private static final int BLOCK_ELEMENTS = 256;

  private MeshAllReduce() {}

  static ScalarFn function(ReduceOp op) {
    return switch (op) {
      case SUM -> ScalarFn.ADD;
      case MAX -> ScalarFn.MAX;
      case MIN -> ScalarFn.MIN;
      case PROD -> ScalarFn.MUL;
    };
  }

  static void run(Task task, TensorValue src, TensorValue signal, ReduceOp op, Span span) {
    if (signal.dims() == 2 && signal.shape()[1] != 1) {
      throw new SimFailure(
          SimCode.SHAPE,
          "a mesh allreduce has one signal cell per rank, not " + Arrays.toString(signal.shape()),
          span);
    }
    CreditBarrier barrier = CreditBarrier.perRank(task, signal, span);
    barrier.pass();
    TensorValue stream = Collectives.stream(src);
    Sum sum = new Sum(task, op, span);
    if (stream == null) {
      long[] zero = new long[src.dims()];
      sum.gather(src, zero, src.valid());
      barrier.pass();
      sum.store(src, zero, src.valid());
    } else {
      long chunk = CHUNK_BYTES / src.dtype().bytes();
      for (long at = 0; at < stream.shape()[1]; at += chunk) {
        long[] from = {0, at};
        long[] box = {1, Math.min(chunk, stream.shape()[1] - at)};
        sum.gather(stream, from, box);
        barrier.pass();
        sum.store(stream, from, box);
        task.backEdge(span);
      }
    }
    barrier.clear();
  }

  /**
   * The part of one block of a grid: blocks own tiles of 256 elements in turn, each with a lane of
   * the signal.
   */
  static void blocks(Task task, TensorValue src, TensorValue signal, ReduceOp op, Span span) {
    long lanes = signal.dims() == 1 ? 1 : signal.shape()[1];
    if (task.block >= lanes) {
      return;
    }
    CreditBarrier barrier = CreditBarrier.lane(task, signal, task.block, span);
    barrier.pass();
    TensorValue stream = Collectives.stream(src);
    if (stream == null) {
      throw new SimFailure(
          SimCode.SHAPE, "a host allreduce needs a packed, fully valid window", span);
    }
    Sum sum = new Sum(task, op, span);
    long step = Math.min(task.blocks, lanes) * BLOCK_ELEMENTS;
    for (long at = (long) task.block * BLOCK_ELEMENTS; at < stream.shape()[1]; at += step) {
      long[] from = {0, at};
      long[] box = {1, Math.min(BLOCK_ELEMENTS, stream.shape()[1] - at)};
      sum.gather(stream, from, box);
      barrier.pass();
      sum.store(stream, from, box);
      task.backEdge(span);
    }
    barrier.clear();
  }

  /** A region's reduction over all ranks: this rank's part first, then the peers' in order. */
  static final class Sum {
    private final Task task;
    private final ScalarFn fn;
    private final Span span;
    private Tile total;
    private Tile part;

    Sum(Task task, ReduceOp op, Span span) {
      this.task = task;
      this.fn = function(op);
      this.span = span;
    }

    void gather(TensorValue src, long[] from, long[] box) {
      total = read(src, from, box, total);
      for (int peer = 0; peer < src.domain().ranks(); peer++) {
        if (peer != src.rank()) {
          combine(src.at(peer), from, box);
        }
      }
    }

    /** Starts from a region. */
    void start(TensorValue src, long[] from, long[] box) {
      total = read(src, from, box, total);
    }

    /** Adds a region. */
    void combine(TensorValue src, long[] from, long[] box) {
      part = read(src, from, box, part);
      // The total is written over itself: each element depends on its own place alone.
      total = TileOps.binary(fn, total, part, total, span);
    }

    private Tile read(TensorValue src, long[] from, long[] box, Tile old) {
      int[] shape = Shapes.ints(box);
      Tile tile = Tile.reuse(old, src.dtype(), shape, shape);
      Boxes.read(task, src, from, box, tile, TensorValue.packedStrides(box), "allreduce", span);
      return tile;
    }

    void store(TensorValue to, long[] from, long[] box) {
      Boxes.write(
          task, total, TensorValue.packedStrides(box), to, from, box, false, "allreduce", span);
    }
  }
}

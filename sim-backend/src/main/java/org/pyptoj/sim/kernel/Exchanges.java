package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.TensorValue;

/** The collectives that move rows between ranks. */
final class Exchanges {

  private Exchanges() {}

  /** Everyone copies the root's slice. */
  static void broadcast(Task task, TensorValue target, TensorValue signal, int root, Span span) {
    CreditBarrier barrier = CreditBarrier.perRank(task, signal, span);
    barrier.pass();
    TensorValue from = Peers.peer(target, root, "broadcast", span);
    if (target.rank() != root) {
      long[] zero = new long[target.dims()];
      Boxes.copy(task, from, zero, target, zero, target.shape(), 0, 0, false, "broadcast", span);
    }
    barrier.clear();
  }

  /** Row r of everyone is reduced into row r of rank r. */
  static void reduceScatter(
      Task task, TensorValue target, TensorValue signal, ReduceOp op, Span span) {
    CreditBarrier barrier = CreditBarrier.perRank(task, signal, span);
    barrier.pass();
    int me = target.rank();
    long[] from = new long[target.dims()];
    from[0] = me;
    long[] box = target.shape().clone();
    box[0] = 1;
    Boxes.check(task, target, from, box, false, "reduce_scatter", span);
    MeshAllReduce.Sum sum = new MeshAllReduce.Sum(task, op, span);
    sum.gather(target, from, box);
    barrier.pass();
    sum.store(target, from, box);
    barrier.clear();
  }

  /** Everyone puts its row into everyone's slice. */
  static void allGather(
      Task task, TensorValue local, TensorValue target, TensorValue signal, Span span) {
    CreditBarrier barrier = CreditBarrier.perRank(task, signal, span);
    Peers.bound(target, span);
    int me = target.rank();
    long width = local.elements();
    long[] row = target.shape().clone();
    row[0] = 1;
    if (TensorValue.count(row) != width) {
      throw new SimFailure(
          SimCode.SHAPE,
          "allgather of "
              + Arrays.toString(local.shape())
              + " into "
              + Arrays.toString(target.shape()),
          span);
    }
    TensorValue mine = local.reshape(row, row, span);
    long[] zero = new long[row.length];
    long[] at = new long[row.length];
    at[0] = me;
    for (int peer = 0; peer < target.domain().ranks(); peer++) {
      Boxes.copy(task, mine, zero, target.at(peer), at, row, 0, 0, false, "allgather", span);
    }
    barrier.pass();
    barrier.clear();
  }

  /** Chunk d of the input goes to rank d, where it becomes the sender's chunk. */
  static void allToAll(
      Task task, TensorValue input, TensorValue target, TensorValue signal, Span span) {
    CreditBarrier barrier = CreditBarrier.perRank(task, signal, span);
    Peers.bound(target, span);
    if (!Arrays.equals(input.shape(), target.shape())) {
      throw new SimFailure(
          SimCode.SHAPE,
          "all_to_all of "
              + Arrays.toString(input.shape())
              + " into "
              + Arrays.toString(target.shape()),
          span);
    }
    int ranks = target.domain().ranks();
    long rows = target.shape()[0] / ranks;
    long[] box = target.shape().clone();
    box[0] = rows;
    for (int peer = 0; peer < ranks; peer++) {
      long[] from = new long[box.length];
      from[0] = peer * rows;
      long[] to = new long[box.length];
      to[0] = target.rank() * rows;
      Boxes.copy(task, input, from, target.at(peer), to, box, 0, 0, false, "all_to_all", span);
    }
    barrier.pass();
    barrier.clear();
  }

  /** As many rows as the counts say go to each rank, which is told how many. */
  static void allToAllV(
      Task task,
      TensorValue input,
      TensorValue target,
      TensorValue signal,
      TensorValue sendCounts,
      TensorValue recvCounts,
      Span span) {
    CreditBarrier barrier = CreditBarrier.perRank(task, signal, span);
    Peers.bound(target, span);
    int ranks = target.domain().ranks();
    int me = target.rank();
    long capacity = target.shape()[0] / ranks;
    DistributedCompiler.Changes changes = new DistributedCompiler.Changes(NotifyOp.SET, span);
    for (int peer = 0; peer < ranks; peer++) {
      long[] index = sendCounts.dims() == 1 ? new long[] {peer} : new long[] {peer, 0};
      long at = SingleElements.element(task, sendCounts, index, span);
      SingleElements.reading(task, sendCounts, at, span);
      long count =
          Math.clamp(
              Elements.getLong(sendCounts.region().segment(), DataType.INT32, at), 0, capacity);
      if (count > 0) {
        Boxes.copy(
            task,
            input,
            new long[] {peer * capacity, 0},
            target.at(peer),
            new long[] {me * capacity, 0},
            new long[] {count, target.shape()[1]},
            1,
            0,
            false,
            "all_to_all_v",
            span);
      }
      SignalCells.notify(
          task,
          recvCounts,
          peer,
          recvCounts.dims() == 1 ? new long[] {me} : new long[] {me, 0},
          (int) count,
          NotifyOp.SET,
          changes.by(task.device),
          span);
    }
    barrier.pass();
    barrier.clear();
  }
}

package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.Dialect.*;
import static org.pyptoj.ir.op.OpRow.op;
import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;

import org.pyptoj.ir.op.OpKind.Collective;
import org.pyptoj.ir.op.OpKind.Signal;
import org.pyptoj.ir.op.OpKind.Transfer;
import org.pyptoj.ir.op.OpKind.Window;

/** Ops that reach other ranks: {@code pld.tile}, {@code pld.tensor}, {@code pld.system}. */
public final class DistributedOp {

  static final OpTable TABLE = new OpTable();

  public static final Op WORLD_SIZE =
      TABLE.add(
          op(DISTRIBUTED_SYSTEM, "world_size", Window.WORLD_SIZE)
              .gives("Scalar")
              .within(COUNTS)
              .in(Placement.HOST)
              .section("Pipeline integration")
              .doc("The number of ranks that the program runs on."));
  public static final Op GET_COMM_CTX =
      TABLE.add(
          op(DISTRIBUTED_SYSTEM, "get_comm_ctx", Window.COMM_CTX)
              .takes(window(SOURCE, "dist_tensor").with(Access.SHAPE))
              .gives("CommCtx")
              .section("Shared codegen infrastructure")
              .doc("The communication context of a window. Errors: PLD15xx."));
  public static final Op RANK =
      TABLE.add(
          op(DISTRIBUTED_SYSTEM, "rank", Window.RANK)
              .takes(operand(CONTEXT, "ctx", ParamKind.COMM_CTX))
              .gives("Scalar")
              .within(NUMBERS)
              .in(Placement.KERNEL)
              .section("Shared codegen infrastructure")
              .doc("This rank's number in the domain of a context, from 0."));
  public static final Op NRANKS =
      TABLE.add(
          op(DISTRIBUTED_SYSTEM, "nranks", Window.RANKS)
              .takes(operand(CONTEXT, "ctx", ParamKind.COMM_CTX))
              .gives("Scalar")
              .within(COUNTS)
              .in(Placement.KERNEL)
              .section("Shared codegen infrastructure")
              .doc("The number of ranks in the domain of a context."));
  public static final Op ALLOC_WINDOW_BUFFER =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "alloc_window_buffer", Window.ALLOCATE)
              .takes(operand(SIZE, "size", ParamKind.INDICES))
              .keywords(optional(OpAttrs.DTYPE), optional(OpAttrs.NAME))
              .gives("Ptr")
              .does(Effect.CONTROL)
              .in(Placement.HOST)
              .section("Pipeline integration")
              .doc(
                  "Allocates a symmetric window: size bytes on each rank, or, with dtype, the bytes"
                      + " of a shape of that type. Fresh window memory holds zeros on the simulator unless"
                      + " --strict is given. Errors: PLD15xx."));
  public static final Op WINDOW =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "window", Window.VIEW)
              .takes(operand(BUFFER, "buf", ParamKind.PTR).with(Access.SHAPE), ints(SHAPE, "shape"))
              .keywords(attr(OpAttrs.DTYPE))
              .gives("DistributedTensor", new Result.ViewOf(BUFFER))
              .in(Placement.HOST)
              .section("Pipeline integration")
              .doc(
                  "Looks at a window allocation as a DistributedTensor. shape is in elements and fits"
                      + " into the allocation. Errors: PLD15xx."));
  public static final Op REMOTE_LOAD =
      TABLE.add(
          op(DISTRIBUTED_TILE, "remote_load", Transfer.REMOTE_LOAD)
              .pto("tload")
              .takes(
                  window(SOURCE, "target").ofPeer(),
                  scalar(PEER, "peer"),
                  ints(OFFSETS, "offsets"),
                  ints(SHAPE, "shape"),
                  ints(VALID_SHAPE, "valid_shape").optional(),
                  operand(CONTEXT, "ctx", ParamKind.COMM_CTX).fromPasses())
              .keywords(flag(OpAttrs.ALLOW_PHYSICAL_TAIL_PADDING))
              .gives("Tile")
              .does(Effect.READS_PEER)
              .in(Placement.KERNEL)
              .section("pld.tile.remote_load (TLOAD)")
              .doc(
                  "Reads a region of the peer's slice into a local tile. shape is the tile's physical"
                      + " extent; valid_shape limits what is read and valid. offsets, shape and valid_shape"
                      + " are in elements, one entry per dimension of target; the tile has the target's"
                      + " element type. peer is a rank number. Errors: PLD01xx."));
  public static final Op REMOTE_STORE =
      TABLE.add(
          op(DISTRIBUTED_TILE, "remote_store", Transfer.REMOTE_STORE)
              .pto("tstore")
              .takes(
                  tile(SOURCE, "src_tile"),
                  window(TARGET, "target").with(Access.UPDATE).ofPeer(),
                  scalar(PEER, "peer"),
                  ints(OFFSETS, "offsets"),
                  ints(SHAPE, "shapes").fromPasses(),
                  operand(CONTEXT, "ctx", ParamKind.COMM_CTX).fromPasses())
              .keywords(attr(OpAttrs.ATOMIC, AtomicType.NONE))
              .core(Affinity.DERIVED)
              .does(Effect.WRITES_PEER)
              .in(Placement.KERNEL)
              .section("pld.tile.remote_store / pld.tensor.remote_store (TSTORE)")
              .doc(
                  "Writes a local tile into a region of the peer's slice; with atomic=Add it adds."
                      + " offsets are in elements, one per dimension of target, which has at least two; the"
                      + " tile lands on the last two. Both have one element type; Add takes FP32, BF16,"
                      + " FP16, INT32, INT16 or INT8. peer is a rank number. Errors: PLD02xx."));
  public static final Op TENSOR_REMOTE_STORE =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "remote_store", Transfer.TENSOR_REMOTE_STORE)
              .takes(
                  tensor(SOURCE, "src"),
                  window(TARGET, "target").with(Access.UPDATE).ofPeer(),
                  scalar(PEER, "peer"),
                  ints(OFFSETS, "offsets"))
              .keywords(attr(OpAttrs.ATOMIC, AtomicType.NONE))
              .does(Effect.WRITES_PEER)
              .in(Placement.KERNEL)
              .section("pld.tile.remote_store / pld.tensor.remote_store (TSTORE)")
              .doc(
                  "Writes a local tensor-level value into a region of the peer's slice; lowered to"
                      + " the tile form. offsets are in elements, one per dimension of target; both have"
                      + " one element type. peer is a rank number. Errors: PLD02xx."));
  public static final Op PUT =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "put", Transfer.PUT)
              .takes(
                  window(TARGET, "dst").with(Access.UPDATE).ofPeer(),
                  scalar(PEER, "peer"),
                  tensorLike(SOURCE, "src"),
                  ints(TARGET_OFFSETS, "dst_offsets").optional(),
                  ints(SOURCE_OFFSETS, "src_offsets").optional(),
                  ints(SHAPE, "shape").optional())
              .keywords(
                  attr(OpAttrs.ATOMIC, AtomicType.NONE),
                  optional(OpAttrs.CHUNK_ROWS),
                  optional(OpAttrs.CHUNK_COLS),
                  flag(OpAttrs.PIPELINE))
              .core(Affinity.VECTOR)
              .does(Effect.WRITES_PEER)
              .in(Placement.KERNEL)
              .section("pld.tensor.put (TPUT)")
              .doc(
                  "Writes local data into the peer's slice, whole or the given subregion, through a"
                      + " staging tile of chunk_rows x chunk_cols (0 is all). dst and src have one element"
                      + " type and rank, and without a subregion one shape. dst_offsets, src_offsets and"
                      + " shape are in elements and given together. The extent of the transfer is flattened"
                      + " to rows x columns of the innermost dimension; a dynamic one needs its chunk."
                      + " pipeline=True overlaps chunks in two staging tiles and needs both chunk sizes."
                      + " peer is a rank number. Errors: PLD03xx."));
  public static final Op GET =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "get", Transfer.GET)
              .takes(
                  tensorLike(TARGET, "dst").with(Access.WRITE),
                  scalar(PEER, "peer"),
                  window(SOURCE, "src").ofPeer(),
                  ints(TARGET_OFFSETS, "dst_offsets").optional(),
                  ints(SOURCE_OFFSETS, "src_offsets").optional(),
                  ints(SHAPE, "shape").optional())
              .keywords(
                  optional(OpAttrs.CHUNK_ROWS),
                  optional(OpAttrs.CHUNK_COLS),
                  flag(OpAttrs.PIPELINE))
              .core(Affinity.VECTOR)
              .does(Effect.WRITES)
              .in(Placement.KERNEL)
              .section("pld.tensor.get (TGET)")
              .doc(
                  "Reads the peer's slice, whole or the given subregion, into local memory through a"
                      + " staging tile of chunk_rows x chunk_cols (0 is all). dst is a Tensor or a window;"
                      + " dst and src have one element type and rank, and without a subregion one shape."
                      + " dst_offsets, src_offsets and shape are in elements and given together. A dynamic"
                      + " extent needs its chunk; pipeline=True overlaps chunks in two staging tiles and"
                      + " needs both chunk sizes. peer is a rank number. Errors: PLD04xx."));
  public static final Op TILE_PUT =
      TABLE.add(
          op(DISTRIBUTED_TILE, "put", Transfer.STAGED_PUT)
              .pto("comm.tput")
              .takes(
                  window(TARGET, "dst").with(Access.UPDATE).ofPeer(),
                  scalar(PEER, "peer"),
                  tensorLike(SOURCE, "src"),
                  tile(STAGE, "stage").with(Access.WRITE),
                  tile(STAGE2, "stage2").with(Access.WRITE).optional(),
                  ints(TARGET_OFFSETS, "dst_offsets").optional(),
                  ints(SOURCE_OFFSETS, "src_offsets").optional(),
                  ints(SHAPE, "shape").optional(),
                  operand(CONTEXT, "ctx", ParamKind.COMM_CTX).fromPasses())
              .keywords(attr(OpAttrs.ATOMIC, AtomicType.NONE))
              .core(Affinity.VECTOR)
              .does(Effect.WRITES_PEER)
              .in(Placement.KERNEL)
              .internal()
              .section("pld.tensor.put (TPUT)")
              .doc("put with its staging tile, or two of them for ping-pong."));
  public static final Op TILE_GET =
      TABLE.add(
          op(DISTRIBUTED_TILE, "get", Transfer.STAGED_GET)
              .pto("comm.tget")
              .takes(
                  tensorLike(TARGET, "dst").with(Access.WRITE),
                  scalar(PEER, "peer"),
                  window(SOURCE, "src").ofPeer(),
                  tile(STAGE, "stage").with(Access.WRITE),
                  tile(STAGE2, "stage2").with(Access.WRITE).optional(),
                  ints(TARGET_OFFSETS, "dst_offsets").optional(),
                  ints(SOURCE_OFFSETS, "src_offsets").optional(),
                  ints(SHAPE, "shape").optional(),
                  operand(CONTEXT, "ctx", ParamKind.COMM_CTX).fromPasses())
              .core(Affinity.VECTOR)
              .does(Effect.WRITES)
              .in(Placement.KERNEL)
              .internal()
              .section("pld.tensor.get (TGET)")
              .doc("get with its staging tile, or two of them for ping-pong."));
  public static final Op NOTIFY =
      TABLE.add(
          op(DISTRIBUTED_SYSTEM, "notify", Signal.NOTIFY)
              .pto("comm.tnotify")
              .takes(
                  window(SIGNAL, "target").with(Access.UPDATE).ofPeer(),
                  scalar(PEER, "peer"),
                  ints(OFFSETS, "offsets"),
                  scalar(VALUE, "value"),
                  operand(CONTEXT, "ctx", ParamKind.COMM_CTX).fromPasses())
              .keywords(attr(OpAttrs.NOTIFY))
              .does(Effect.SIGNALS)
              .in(Placement.KERNEL)
              .once()
              .section("pld.system.notify (TNOTIFY)")
              .doc(
                  "Changes the peer's signal cell: AtomicAdd adds the value, Set stores it. target is"
                      + " INT32; offsets name one cell, in elements, one entry per dimension. peer is a"
                      + " rank number. Errors: PLD05xx."));
  public static final Op WAIT =
      TABLE.add(
          op(DISTRIBUTED_SYSTEM, "wait", Signal.WAIT)
              .pto("comm.twait")
              .takes(
                  window(SIGNAL, "signal"), ints(OFFSETS, "offsets"), scalar(EXPECTED, "expected"))
              .keywords(attr(OpAttrs.WAIT))
              .does(Effect.WAITS)
              .in(Placement.KERNEL)
              .section("pld.system.wait (TWAIT)")
              .doc(
                  "Blocks until this rank's own signal cell satisfies the comparison with the"
                      + " expected value. offsets name one cell, in elements, one entry per dimension. A"
                      + " wait that no notify can satisfy ends the simulated run with a report. Errors:"
                      + " PLD06xx."));
  public static final Op DEFER_WAIT =
      TABLE.add(
          op(DISTRIBUTED_SYSTEM, "defer_wait", Signal.DEFER_WAIT)
              .takes(
                  window(SIGNAL, "signal"), ints(OFFSETS, "offsets"), scalar(EXPECTED, "expected"))
              .keywords(attr(OpAttrs.WAIT))
              .does(Effect.DEFERS)
              .section("pld.system.defer_wait (Simpler deferred completion)")
              .doc(
                  "Delays this task's completion, not its core, until a local counter reaches the"
                      + " expected value. signal is an INT32 parameter of the function itself; offsets name"
                      + " one cell, in elements; cmp is WaitCmp.Ge and expected lies between 0 and"
                      + " 2147483647. It stands in a pl.at(CORE_GROUP) task of its own, with at most 64"
                      + " conditions. Errors: PLD07xx."));
  public static final Op ALLREDUCE =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "allreduce", Collective.ALLREDUCE)
              .takes(
                  window(TARGET, "src").with(Access.UPDATE),
                  window(SIGNAL, "signal").with(Access.UPDATE).optional())
              .keywords(
                  attr(OpAttrs.REDUCE, ReduceOp.SUM),
                  optional(OpAttrs.ALGORITHM),
                  optional(OpAttrs.CORE_NUM))
              .gives("DistributedTensor", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .does(Effect.COLLECTIVE)
              .in(Placement.KERNEL_OR_HOST)
              .section("pld.tensor.allreduce")
              .doc(
                  "Reduces every rank's slice in place and returns src; mode is \"mesh\" or \"ring\"."
                      + " src is FP32 or FP16 of any positive number of elements. signal is INT32: [ranks,"
                      + " 1] on a mesh, [2 * (ranks - 1), ranks] on a ring in a kernel and one row more in"
                      + " the host orchestrator, which may leave it out on a mesh. core_num blocks share"
                      + " the work of a call in the host orchestrator; in a kernel it is 1. Every rank"
                      + " makes the call. Errors: PLD08xx."));
  public static final Op BARRIER =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "barrier", Collective.BARRIER)
              .takes(window(SIGNAL, "signal").with(Access.UPDATE))
              .gives("DistributedTensor", new Result.Same(SIGNAL))
              .core(Affinity.VECTOR)
              .does(Effect.COLLECTIVE)
              .in(Placement.KERNEL_OR_HOST)
              .section("Barrier-signal protocol")
              .doc(
                  "Orders window data across ranks: what was written before it is seen after it."
                      + " Returns the signal, which is INT32 [ranks, 1] and zero again afterwards. Every"
                      + " rank makes the call. Errors: PLD09xx."));
  public static final Op BROADCAST =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "broadcast", Collective.BROADCAST)
              .takes(
                  window(TARGET, "target").with(Access.UPDATE),
                  window(SIGNAL, "signal").with(Access.UPDATE))
              .keywords(attr(OpAttrs.ROOT))
              .gives("DistributedTensor", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .does(Effect.COLLECTIVE)
              .in(Placement.KERNEL_OR_HOST)
              .section("Barrier-signal protocol")
              .doc(
                  "Copies the root rank's slice to every rank and returns target. root is a rank"
                      + " number known when the kernel is compiled; signal is INT32 [ranks, 1]. Every rank"
                      + " makes the call. Errors: PLD10xx."));
  public static final Op REDUCE_SCATTER =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "reduce_scatter", Collective.REDUCE_SCATTER)
              .takes(
                  window(TARGET, "target").with(Access.UPDATE),
                  window(SIGNAL, "signal").with(Access.UPDATE))
              .keywords(attr(OpAttrs.REDUCE, ReduceOp.SUM))
              .gives("DistributedTensor", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .does(Effect.COLLECTIVE)
              .in(Placement.KERNEL_OR_HOST)
              .section("Barrier-signal protocol")
              .doc(
                  "Reduces chunk r of every rank into row r of rank r's slice and returns target;"
                      + " ReduceOp.Sum is the one reduction. target is [ranks, size], one chunk a row;"
                      + " signal is INT32 [ranks, 1]. Every rank makes the call. Errors: PLD11xx."));
  public static final Op ALLGATHER =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "allgather", Collective.ALLGATHER)
              .takes(
                  tensorLike(SOURCE, "local_data"),
                  window(TARGET, "target").with(Access.UPDATE),
                  window(SIGNAL, "signal").with(Access.UPDATE))
              .gives("DistributedTensor", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .does(Effect.COLLECTIVE)
              .in(Placement.KERNEL_OR_HOST)
              .section("Barrier-signal protocol")
              .doc(
                  "Gathers every rank's local data into every rank's slice, one row per rank, and"
                      + " returns target. local_data is [1, size] beside a target of [ranks, size]; signal"
                      + " is INT32 [ranks, 1]. Every rank makes the call. Errors: PLD12xx."));
  public static final Op ALL_TO_ALL =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "all_to_all", Collective.ALL_TO_ALL)
              .takes(
                  tensorLike(SOURCE, "input"),
                  window(TARGET, "target").with(Access.UPDATE),
                  window(SIGNAL, "signal").with(Access.UPDATE))
              .gives("DistributedTensor", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .does(Effect.COLLECTIVE)
              .in(Placement.KERNEL_OR_HOST)
              .section("Barrier-signal protocol")
              .doc(
                  "Sends chunk d of the input to rank d, where it becomes the chunk of the sender,"
                      + " and returns target. input and target are [ranks, size], one chunk a row; signal"
                      + " is INT32 [ranks, 1]. Every rank makes the call. Errors: PLD13xx."));
  public static final Op ALL_TO_ALL_V =
      TABLE.add(
          op(DISTRIBUTED_TENSOR, "all_to_all_v", Collective.ALL_TO_ALL_V)
              .takes(
                  tensorLike(SOURCE, "input"),
                  window(TARGET, "target").with(Access.UPDATE),
                  window(SIGNAL, "signal").with(Access.UPDATE),
                  tensorLike(SEND_COUNTS, "send_counts"),
                  window(RECV_COUNTS, "recv_counts").with(Access.UPDATE))
              .keywords(optional(OpAttrs.CORE_NUM))
              .gives("DistributedTensor", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .does(Effect.COLLECTIVE)
              .section("pld.tensor.all_to_all_v")
              .doc(
                  "Sends a run-time number of rows to each rank and publishes how many; rows beyond"
                      + " recv_counts are undefined. Returns target. input and target are [ranks *"
                      + " capacity, size], capacity rows a rank; send_counts and recv_counts are INT32"
                      + " [ranks, 1] and count rows; a count is cut to 0 and capacity. signal is INT32"
                      + " [ranks, 1]. Every rank makes the call. Errors: PLD14xx."));

  private DistributedOp() {}
}

# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Transfers, collectives and windows, ``pld.tensor``."""

from collections.abc import Sequence

from pypto.language import DataType, IntLike, Ptr, Tensor
from pypto.language.distributed import AtomicType, DistributedTensor, ReduceOp

def alloc_window_buffer(
    size: IntLike | Sequence[IntLike],
    *,
    dtype: DataType | None = None,
    name: str = "",
) -> Ptr:
    """Allocates a symmetric window: size bytes on each rank, or, with dtype, the bytes of a shape
    of that type.

    Fresh window memory holds zeros on the simulator unless --strict is given.

    Errors: PLD15xx.

    Specification: Pipeline integration.
    """

def window(buf: Ptr, shape: Sequence[IntLike], *, dtype: DataType) -> DistributedTensor:
    """Looks at a window allocation as a DistributedTensor.

    shape is in elements and fits into the allocation.

    Errors: PLD15xx.

    Specification: Pipeline integration.
    """

def remote_store(
    src: Tensor,
    target: DistributedTensor,
    peer: IntLike,
    offsets: Sequence[IntLike],
    *,
    atomic: AtomicType = AtomicType.None_,
) -> None:
    """Writes a local tensor-level value into a region of the peer's slice; lowered to the tile
    form.

    offsets are in elements, one per dimension of target; both have one element type. peer is a
    rank number.

    Errors: PLD02xx.

    Specification: pld.tile.remote_store / pld.tensor.remote_store (TSTORE).
    """

def put(
    dst: DistributedTensor,
    peer: IntLike,
    src: Tensor | DistributedTensor,
    dst_offsets: Sequence[IntLike] | None = None,
    src_offsets: Sequence[IntLike] | None = None,
    shape: Sequence[IntLike] | None = None,
    *,
    atomic: AtomicType = AtomicType.None_,
    chunk_rows: int = 0,
    chunk_cols: int = 0,
    pipeline: bool = False,
) -> None:
    """Writes local data into the peer's slice, whole or the given subregion, through a staging tile
    of chunk_rows x chunk_cols (0 is all).

    dst and src have one element type and rank, and without a subregion one shape. dst_offsets,
    src_offsets and shape are in elements and given together. The extent of the transfer is
    flattened to rows x columns of the innermost dimension; a dynamic one needs its chunk.
    pipeline=True overlaps chunks in two staging tiles and needs both chunk sizes. peer is a rank
    number.

    Errors: PLD03xx.

    Specification: pld.tensor.put (TPUT).
    """

def get(
    dst: Tensor | DistributedTensor,
    peer: IntLike,
    src: DistributedTensor,
    dst_offsets: Sequence[IntLike] | None = None,
    src_offsets: Sequence[IntLike] | None = None,
    shape: Sequence[IntLike] | None = None,
    *,
    chunk_rows: int = 0,
    chunk_cols: int = 0,
    pipeline: bool = False,
) -> None:
    """Reads the peer's slice, whole or the given subregion, into local memory through a staging
    tile of chunk_rows x chunk_cols (0 is all).

    dst is a Tensor or a window; dst and src have one element type and rank, and without a
    subregion one shape. dst_offsets, src_offsets and shape are in elements and given together. A
    dynamic extent needs its chunk; pipeline=True overlaps chunks in two staging tiles and needs
    both chunk sizes. peer is a rank number.

    Errors: PLD04xx.

    Specification: pld.tensor.get (TGET).
    """

def allreduce(
    src: DistributedTensor,
    signal: DistributedTensor | None = None,
    *,
    op: ReduceOp = ReduceOp.Sum,
    mode: str = "mesh",
    core_num: int = 1,
) -> DistributedTensor:
    """Reduces every rank's slice in place and returns src; mode is "mesh" or "ring".

    src is FP32 or FP16 of any positive number of elements. signal is INT32: [ranks, 1] on a
    mesh, [2 * (ranks - 1), ranks] on a ring in a kernel and one row more in the host
    orchestrator, which may leave it out on a mesh. core_num blocks share the work of a call in
    the host orchestrator; in a kernel it is 1. Every rank makes the call.

    Errors: PLD08xx.

    Specification: pld.tensor.allreduce.
    """

def barrier(signal: DistributedTensor) -> DistributedTensor:
    """Orders window data across ranks: what was written before it is seen after it.

    Returns the signal, which is INT32 [ranks, 1] and zero again afterwards. Every rank makes the
    call.

    Errors: PLD09xx.

    Specification: Barrier-signal protocol.
    """

def broadcast(
    target: DistributedTensor,
    signal: DistributedTensor,
    *,
    root: int,
) -> DistributedTensor:
    """Copies the root rank's slice to every rank and returns target.

    root is a rank number known when the kernel is compiled; signal is INT32 [ranks, 1]. Every
    rank makes the call.

    Errors: PLD10xx.

    Specification: Barrier-signal protocol.
    """

def reduce_scatter(
    target: DistributedTensor,
    signal: DistributedTensor,
    *,
    op: ReduceOp = ReduceOp.Sum,
) -> DistributedTensor:
    """Reduces chunk r of every rank into row r of rank r's slice and returns target; ReduceOp.Sum
    is the one reduction.

    target is [ranks, size], one chunk a row; signal is INT32 [ranks, 1]. Every rank makes the
    call.

    Errors: PLD11xx.

    Specification: Barrier-signal protocol.
    """

def allgather(
    local_data: Tensor | DistributedTensor,
    target: DistributedTensor,
    signal: DistributedTensor,
) -> DistributedTensor:
    """Gathers every rank's local data into every rank's slice, one row per rank, and returns
    target.

    local_data is [1, size] beside a target of [ranks, size]; signal is INT32 [ranks, 1]. Every
    rank makes the call.

    Errors: PLD12xx.

    Specification: Barrier-signal protocol.
    """

def all_to_all(
    input: Tensor | DistributedTensor,
    target: DistributedTensor,
    signal: DistributedTensor,
) -> DistributedTensor:
    """Sends chunk d of the input to rank d, where it becomes the chunk of the sender, and returns
    target.

    input and target are [ranks, size], one chunk a row; signal is INT32 [ranks, 1]. Every rank
    makes the call.

    Errors: PLD13xx.

    Specification: Barrier-signal protocol.
    """

def all_to_all_v(
    input: Tensor | DistributedTensor,
    target: DistributedTensor,
    signal: DistributedTensor,
    send_counts: Tensor | DistributedTensor,
    recv_counts: DistributedTensor,
    *,
    core_num: int = 1,
) -> DistributedTensor:
    """Sends a run-time number of rows to each rank and publishes how many; rows beyond recv_counts
    are undefined.

    Returns target. input and target are [ranks * capacity, size], capacity rows a rank;
    send_counts and recv_counts are INT32 [ranks, 1] and count rows; a count is cut to 0 and
    capacity. signal is INT32 [ranks, 1]. Every rank makes the call.

    Errors: PLD14xx.

    Specification: pld.tensor.all_to_all_v.
    """

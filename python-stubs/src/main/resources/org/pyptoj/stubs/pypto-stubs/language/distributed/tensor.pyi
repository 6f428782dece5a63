# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Transfers, collectives and windows, ``pld.tensor``."""

from collections.abc import Sequence

from . import AtomicType, DistributedTensor, ReduceOp
from .. import DataType, IntLike, Ptr, Tensor

def alloc_window_buffer(
    size: IntLike | Sequence[IntLike],
    *,
    dtype: DataType | None = None,
    name: str = "",
) -> Ptr:
    """Allocates a symmetric window: size bytes on each rank, or the bytes of a shape of dtype.

    Specification: Pipeline integration.
    """

def window(buf: Ptr, shape: Sequence[IntLike], *, dtype: DataType) -> DistributedTensor:
    """Looks at a window allocation as a DistributedTensor.

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
    """Reduces every rank's slice in place; mode is "mesh" or "ring".

    The signal may be left out in the host orchestrator.

    Specification: pld.tensor.allreduce.
    """

def barrier(signal: DistributedTensor) -> DistributedTensor:
    """Orders window data across ranks: what was written before it is seen after it.

    Returns the signal.

    Specification: Barrier-signal protocol.
    """

def broadcast(
    target: DistributedTensor,
    signal: DistributedTensor,
    *,
    root: int,
) -> DistributedTensor:
    """Copies the root rank's slice to every rank.

    Specification: Barrier-signal protocol.
    """

def reduce_scatter(
    target: DistributedTensor,
    signal: DistributedTensor,
    *,
    op: ReduceOp = ReduceOp.Sum,
) -> DistributedTensor:
    """Reduces chunk r of every rank into row r of rank r's slice.

    Specification: Barrier-signal protocol.
    """

def allgather(
    local_data: Tensor | DistributedTensor,
    target: DistributedTensor,
    signal: DistributedTensor,
) -> DistributedTensor:
    """Gathers every rank's local data into every rank's slice, one row per rank.

    Specification: Barrier-signal protocol.
    """

def all_to_all(
    input: Tensor | DistributedTensor,
    target: DistributedTensor,
    signal: DistributedTensor,
) -> DistributedTensor:
    """Sends chunk d of the input to rank d, where it becomes the chunk of the sender.

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

    Specification: pld.tensor.all_to_all_v.
    """

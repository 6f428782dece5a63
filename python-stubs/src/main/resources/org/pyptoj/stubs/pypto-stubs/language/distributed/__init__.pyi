# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""The cross-rank part of the kernel language, ``import pypto.language.distributed as pld``."""

from collections.abc import Sequence
from typing import Any, Self, TypeAlias, overload

from pypto._types import ScalarValue, Variant, View, WindowPart
from pypto.language import DataType, IntLike, Ptr, Tensor, Tile
from pypto.language.distributed import system as system
from pypto.language.distributed import tensor as tensor
from pypto.language.distributed import tile as tile

class DistributedTensor(View):
    """A rank's slice of a window: ``pld.DistributedTensor[[shape], dtype]``.

    It is not a ``pl.Tensor``: an op that reaches another rank takes nothing else.
    """

    def __class_getitem__(cls, item: tuple[Any, ...], /) -> type[Self]: ...
    def __getitem__(self, index: Any, /) -> WindowPart:
        """A region, or an element where every dimension has an index. Offsets in elements."""

class CommCtx:
    """The communication context of a window: who this rank is and where its peers' slices lie."""

CommCtxType: TypeAlias = CommCtx

class NotifyOp(Variant):
    """How ``notify`` changes the peer's cell. Released numbers; append-only."""

    AtomicAdd = 0
    Set = 1

class WaitCmp(Variant):
    """What ``wait`` and ``defer_wait`` wait for. Released numbers; append-only."""

    Eq = 0
    Ge = 1

class AtomicType(Variant):
    """How data lands in the target. Released numbers; append-only."""

    None_ = 0
    Add = 1

class ReduceOp(Variant):
    """How ranks' data is combined. Released numbers; append-only."""

    Sum = 0
    Max = 1
    Min = 2
    Prod = 3

def world_size() -> ScalarValue:
    """The number of ranks that the program runs on.

    Specification: Pipeline integration.
    """

def get_comm_ctx(dist_tensor: DistributedTensor) -> CommCtx:
    """The communication context of a window.

    Errors: PLD15xx.

    Specification: Shared codegen infrastructure.
    """

def rank(ctx: CommCtx) -> ScalarValue:
    """This rank's number in the domain of a context, from 0.

    Specification: Shared codegen infrastructure.
    """

def nranks(ctx: CommCtx) -> ScalarValue:
    """The number of ranks in the domain of a context.

    Specification: Shared codegen infrastructure.
    """

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

def remote_load(
    target: DistributedTensor,
    peer: IntLike,
    offsets: Sequence[IntLike],
    shape: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    *,
    allow_physical_tail_padding: bool = False,
) -> Tile:
    """Reads a region of the peer's slice into a local tile.

    shape is the tile's physical extent; valid_shape limits what is read and valid. offsets,
    shape and valid_shape are in elements, one entry per dimension of target; the tile has the
    target's element type. peer is a rank number.

    Errors: PLD01xx.

    Specification: pld.tile.remote_load (TLOAD).
    """

@overload
def remote_store(
    src_tile: Tile,
    target: DistributedTensor,
    peer: IntLike,
    offsets: Sequence[IntLike],
    *,
    atomic: AtomicType = AtomicType.None_,
) -> None:
    """Writes a local tile into a region of the peer's slice; with atomic=Add it adds.

    offsets are in elements, one per dimension of target, which has at least two; the tile lands
    on the last two. Both have one element type; Add takes FP32, BF16, FP16, INT32, INT16 or
    INT8. peer is a rank number.

    Errors: PLD02xx.

    Specification: pld.tile.remote_store / pld.tensor.remote_store (TSTORE).
    """

@overload
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

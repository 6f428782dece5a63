# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Signals and ranks, ``pld.system``."""

from collections.abc import Sequence

from . import CommCtx, DistributedTensor, NotifyOp, WaitCmp
from .. import IntLike
from ..._types import ScalarValue

def world_size() -> ScalarValue:
    """The number of ranks that the program runs on.

    Specification: Pipeline integration.
    """

def get_comm_ctx(dist_tensor: DistributedTensor) -> CommCtx:
    """The communication context of a window.

    Specification: Shared codegen infrastructure.
    """

def rank(ctx: CommCtx) -> ScalarValue:
    """This rank's number in the domain of a context.

    Specification: Shared codegen infrastructure.
    """

def nranks(ctx: CommCtx) -> ScalarValue:
    """The number of ranks in the domain of a context.

    Specification: Shared codegen infrastructure.
    """

def notify(
    target: DistributedTensor,
    peer: IntLike,
    offsets: Sequence[IntLike],
    value: IntLike,
    *,
    op: NotifyOp,
) -> None:
    """Changes the peer's signal cell: AtomicAdd adds the value, Set stores it.

    Specification: pld.system.notify (TNOTIFY).
    """

def wait(
    signal: DistributedTensor,
    offsets: Sequence[IntLike],
    expected: IntLike,
    *,
    cmp: WaitCmp,
) -> None:
    """Blocks until this rank's own signal cell satisfies the comparison with the expected value.

    Specification: pld.system.wait (TWAIT).
    """

def defer_wait(
    signal: DistributedTensor,
    offsets: Sequence[IntLike],
    expected: IntLike,
    *,
    cmp: WaitCmp,
) -> None:
    """Delays this task's completion, not its core, until a local counter reaches the expected
    value.

    Specification: pld.system.defer_wait (Simpler deferred completion).
    """

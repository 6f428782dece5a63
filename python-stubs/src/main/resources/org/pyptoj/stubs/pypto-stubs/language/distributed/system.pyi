# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Signals and ranks, ``pld.system``."""

from collections.abc import Sequence

from pypto._types import ScalarValue
from pypto.language import IntLike
from pypto.language.distributed import CommCtx, DistributedTensor, NotifyOp, WaitCmp

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

def notify(
    target: DistributedTensor,
    peer: IntLike,
    offsets: Sequence[IntLike],
    value: IntLike,
    *,
    op: NotifyOp,
) -> None:
    """Changes the peer's signal cell: AtomicAdd adds the value, Set stores it.

    target is INT32; offsets name one cell, in elements, one entry per dimension. peer is a rank
    number.

    Errors: PLD05xx.

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

    offsets name one cell, in elements, one entry per dimension. A wait that no notify can
    satisfy ends the simulated run with a report.

    Errors: PLD06xx.

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

    signal is an INT32 parameter of the function itself; offsets name one cell, in elements; cmp
    is WaitCmp.Ge and expected lies between 0 and 2147483647. It stands in a pl.at(CORE_GROUP)
    task of its own, with at most 64 conditions.

    Errors: PLD07xx.

    Specification: pld.system.defer_wait (Simpler deferred completion).
    """

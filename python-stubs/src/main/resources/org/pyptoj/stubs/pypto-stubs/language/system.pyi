# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Ops of a core itself, ``pl.system``."""

from collections.abc import Sequence

from pypto.language import IntLike, Tensor
from pypto.language.distributed import DistributedTensor

def cacheinvalid(
    tensor: Tensor | DistributedTensor | None = None,
    shapes: Sequence[IntLike] | None = None,
    offsets: Sequence[IntLike] | None = None,
) -> None:
    """Drops cached lines of a region, or of all global memory.

    shapes and offsets are in elements, one entry per dimension.
    """

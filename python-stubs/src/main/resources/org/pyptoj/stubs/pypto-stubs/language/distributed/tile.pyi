# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Remote access from tiles, ``pld.tile``."""

from collections.abc import Sequence

from pypto.language import IntLike, Tile
from pypto.language.distributed import AtomicType, DistributedTensor

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

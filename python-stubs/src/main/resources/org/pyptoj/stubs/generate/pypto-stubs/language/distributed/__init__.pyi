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

# <enum pld.NotifyOp>
# <enum pld.WaitCmp>
# <enum pld.AtomicType>
# <enum pld.ReduceOp>
# <ops pld>

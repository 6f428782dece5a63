"""The cross-rank part of the kernel language, ``import pypto.language.distributed as pld``."""

from collections.abc import Sequence
from typing import Any, Self, TypeAlias, overload

from ..._types import ScalarValue, Variant, View
from .. import DataType, IntLike, Ptr, Tensor, Tile
from . import system as system
from . import tensor as tensor
from . import tile as tile

class DistributedTensor(View):
    """A rank's slice of a window: ``pld.DistributedTensor[[shape], dtype]``.

    It is not a ``pl.Tensor``: an op that reaches another rank takes nothing else.
    """

    def __class_getitem__(cls, item: tuple[Any, ...], /) -> type[Self]: ...
    def __getitem__(self, index: Any, /) -> _WindowPart:
        """A region, or an element where every dimension has an index. Offsets in elements."""

class _WindowPart(DistributedTensor, ScalarValue):
    """A region of a window or one of its elements, as the rank says."""

    def __neg__(self) -> Any: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...

class CommCtx:
    """The communication context of a window: who this rank is and where its peers' slices lie."""

CommCtxType: TypeAlias = CommCtx

# <enum pld.NotifyOp>
# <enum pld.WaitCmp>
# <enum pld.AtomicType>
# <enum pld.ReduceOp>
# <ops pld>

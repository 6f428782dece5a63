"""The cross-rank part of the kernel language, ``import pypto.language.distributed as pld``."""

from pypto._values import Annotation
from pypto._values import Namespace as _Namespace
from pypto._values import resolve as _resolve


class DistributedTensor(Annotation):
    """A rank's slice of a window: ``pld.DistributedTensor[[shape], dtype]``. It is not a ``pl.Tensor``."""

    _pl = "pld.DistributedTensor"


class CommCtx(Annotation):
    """The communication context of a window."""

    _pl = "pld.CommCtx"


CommCtxType = CommCtx


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    value = _resolve("pld." + name)
    globals()[name] = value
    return value


tile = _Namespace("pld.tile")
tensor = _Namespace("pld.tensor")
system = _Namespace("pld.system")

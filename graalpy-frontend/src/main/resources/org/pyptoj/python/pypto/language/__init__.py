"""The kernel language, ``import pypto.language as pl``."""

from pypto._kernels import InlineFunction, JITFunction, function, inline, jit, program
from pypto._values import Annotation, DataType, DynVar, dynamic
from pypto._values import Namespace as _Namespace
from pypto._values import resolve as _resolve


class Tensor(Annotation):
    """A tensor in global memory: ``pl.Tensor[[shape], dtype]``."""

    _pl = "pl.Tensor"

    def bind_dynamic(self, dim, var):
        """Says, in a kernel function, that a parameter's dimension is known when the program runs, by ``var``."""
        raise RuntimeError("bind_dynamic is part of a kernel function's parameters and means nothing outside of one")


class Tile(Annotation):
    """A tile in on-core memory: ``pl.Tile[[shape], dtype]``."""

    _pl = "pl.Tile"


class Scalar(Annotation):
    """One number: ``pl.Scalar[dtype]``."""

    _pl = "pl.Scalar"


class Out(Annotation):
    """A tensor parameter that the function writes: ``pl.Out[pl.Tensor[...]]``."""

    _pl = "pl.Out"


class InOut(Annotation):
    """A tensor parameter that the function reads and writes: ``pl.InOut[pl.Tensor[...]]``."""

    _pl = "pl.InOut"


class Array(Annotation):
    """A small array of scalars: ``pl.Array[extent, dtype]``."""

    _pl = "pl.Array"


class Tuple(Annotation):
    """Several values: ``pl.Tuple[type, ...]``."""

    _pl = "pl.Tuple"


class Ptr(Annotation):
    """The handle of a window allocation."""

    _pl = "pl.Ptr"


IntLike = Scalar


class MemRef:
    """A declared on-core allocation: ``pl.MemRef("name")``."""

    def __init__(self, name="", address=None, size=0, slots=1):
        self.name, self.address, self.size, self.slots = name, address, size, slots


class TensorView:
    """How a tensor's elements lie in memory: strides, valid box, layout."""

    def __init__(self, stride=None, layout=None, valid_shape=None):
        self.stride, self.layout, self.valid_shape = stride, layout, valid_shape


class TileView:
    """How a tile's elements lie in memory."""

    def __init__(self, **fields):
        self.fields = fields


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "distributed":
        import pypto.language.distributed as module

        return module
    if name in ("parse", "loads", "parse_program", "loads_program", "parser"):
        import pypto.language.parser as parser

        return parser if name == "parser" else getattr(parser, name)
    value = _resolve("pl." + name)
    globals()[name] = value
    return value


tile = _Namespace("pl.tile")
tensor = _Namespace("pl.tensor")
system = _Namespace("pl.system")
array = _Namespace("pl.array")

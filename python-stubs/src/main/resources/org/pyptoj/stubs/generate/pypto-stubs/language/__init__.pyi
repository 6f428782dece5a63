"""The kernel language, ``import pypto.language as pl``."""

import builtins
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Protocol, Self, TypeAlias, overload

from pypto._types import (
    AnyTensor,
    BlockRegion,
    F_co,
    HostValue,
    Jit,
    KernelFunction,
    MakeFunction,
    MakeInline,
    P,
    R,
    Region,
    ScalarValue,
    T,
    TensorPart,
    TilePart,
    Ts,
    Variant,
    View,
)
from pypto.ir import CompiledProgram, Function, Program
from pypto.language import array as array
from pypto.language import distributed as distributed
from pypto.language import parser as parser
from pypto.language import system as system
from pypto.language import tensor as tensor
from pypto.language import tile as tile
from pypto.language.distributed import AtomicType as AtomicType
from pypto.language.distributed import DistributedTensor
from pypto.language.tile import MaskPattern
from pypto.runtime import RunConfig

# Element types, layouts and the enums of the language.

class DataType:
    """An element type: ``pl.FP32`` and its like."""

    # <dtypes pl.DataType>

    def get_byte(self) -> int:
        """Size in bytes, rounded up."""

    def get_bit(self) -> int:
        """Size in bits."""

    def is_float(self) -> bool: ...
    def is_int(self) -> bool: ...
    def is_unsigned_int(self) -> bool: ...
    def is_signed_int(self) -> bool: ...
    def to_string(self) -> str:
        """The name in small letters: ``fp32``."""

# <dtypes pl>
# <enum pl.MemorySpace>

Mem = MemorySpace

# <enum pl.TensorLayout>

ND: Final = TensorLayout.ND
DN: Final = TensorLayout.DN
NZ: Final = TensorLayout.NZ

# <enum pl.PadValue>
# <enum pl.TileLayout>
# <enum pl.Level>
# <enum pl.Role>
# <enum pl.FunctionType>

# Values of a kernel.

class Scalar(Any, Protocol):
    """One number: ``pl.Scalar[dtype]``. A parameter of this type takes Python's numbers too."""

    def __class_getitem__(cls, item: DataType, /) -> type[Self]: ...
    def __abs__(self) -> Any: ...
    def __pos__(self) -> Any: ...

IntLike: TypeAlias = int | ScalarValue

class DynVar(ScalarValue):
    """A symbolic extent."""

    name: str
    def __init__(self, name: str) -> None: ...

def dynamic(name: str) -> DynVar:
    """A symbolic extent of that name: a dimension that each dispatch decides."""

class Tensor(View):
    """A tensor in global memory: ``pl.Tensor[[shape], dtype]``, or with a layout behind the dtype."""

    def __class_getitem__(cls, item: builtins.tuple[Any, ...], /) -> type[Self]: ...
    def __getitem__(self, index: Any, /) -> TensorPart:
        """A region, or an element where every dimension has an index. Offsets in elements."""

    def bind_dynamic(self, dim: int, var: Any) -> None:
        """Makes a dimension of a parameter one that is known when the program runs, by its ``pl.dynamic`` name."""

class Tile:
    """A tile in on-core memory: ``pl.Tile[[shape], dtype]``, or with a memory space behind it."""

    shape: Sequence[Any]
    dtype: DataType
    valid_shape: Sequence[Any]
    def __class_getitem__(cls, item: builtins.tuple[Any, ...], /) -> type[Self]: ...
    def __getitem__(self, index: Any, /) -> TilePart:
        """A region, or an element where every dimension has an index. Offsets in elements."""

    def __setitem__(self, index: Any, value: Any, /) -> None: ...
    def __neg__(self) -> Tile: ...
    def __add__(self, other: Tile | ScalarValue | float, /) -> Tile: ...
    def __radd__(self, other: ScalarValue | float, /) -> Tile: ...
    def __sub__(self, other: Tile | ScalarValue | float, /) -> Tile: ...
    def __mul__(self, other: Tile | ScalarValue | float, /) -> Tile: ...
    def __rmul__(self, other: ScalarValue | float, /) -> Tile: ...
    def __truediv__(self, other: Tile | ScalarValue | float, /) -> Tile: ...

class Array:
    """A small array of scalars: ``pl.Array[extent, dtype]``."""

    def __class_getitem__(cls, item: builtins.tuple[Any, ...], /) -> type[Self]: ...
    def __getitem__(self, index: IntLike, /) -> ScalarValue: ...
    def __setitem__(self, index: IntLike, value: Any, /) -> None: ...

class Ptr:
    """The handle of a window allocation."""

Out: TypeAlias = Annotated[T, "written"]
"""A tensor parameter that the function writes: ``pl.Out[pl.Tensor[...]]``."""

InOut: TypeAlias = Annotated[T, "read and written"]
"""A tensor parameter that the function reads and writes: ``pl.InOut[pl.Tensor[...]]``."""

Tuple = builtins.tuple
"""Several values: ``pl.Tuple[type, ...]``."""

class MemRef:
    """A declared on-core allocation: ``pl.MemRef("name")``.

    Args:
        name: tiles with one name share one allocation.
        address: offset in bytes, or None to leave it to the compiler.
        size: size in bytes.
        slots: number of slots.
    """

    name: str
    address: Any
    size: int
    slots: int
    def __init__(self, name: str = "", address: Any = None, size: int = 0, slots: int = 1) -> None: ...

class TensorView:
    """How a tensor's elements lie in memory: strides in elements, valid box, layout."""

    stride: Sequence[IntLike] | None
    layout: TensorLayout | None
    valid_shape: Sequence[IntLike] | None
    def __init__(
        self,
        stride: Sequence[IntLike] | None = None,
        layout: TensorLayout | None = None,
        valid_shape: Sequence[IntLike] | None = None,
    ) -> None: ...

class TileView:
    """How a tile's elements lie in memory."""

    fields: dict[str, Any]
    def __init__(self, **fields: Any) -> None: ...

# Functions and programs.

class InlineFunction(KernelFunction[F_co]):
    """A function whose body takes the place of its calls."""

class JITFunction(KernelFunction[F_co]):
    """A function that is compiled for the arguments it is called with."""

    @overload
    def __call__(
        self: JITFunction[Callable[[*Ts], R]],
        *args: *Ts,
        device: IntLike = ...,
        deps: Sequence[Any] = ...,
        name_hint: str = ...,
        predicate: Any = ...,
        allow_early_resolve: bool = ...,
        core_num: IntLike = ...,
        attrs: Mapping[str, Any] = ...,
    ) -> R: ...
    @overload
    def __call__(
        self: JITFunction[Callable[P, R]], *args: P.args, **kwargs: P.kwargs
    ) -> R: ...
    @overload
    def __call__(
        self, *args: HostValue, config: RunConfig | None = None, **kwargs: HostValue
    ) -> Any:
        """Compiles for these arguments unless that has been done, and runs.

        Raises:
            TypeError: the arguments do not fit the function.
        """

    def lower(self, *args: Any, config: RunConfig | None = None, **kwargs: Any) -> Program:
        """The program that the function is for these arguments."""

    def compile(self, *args: Any, config: RunConfig | None = None, **kwargs: Any) -> CompiledProgram:
        """Compiles for these arguments, whose values are not looked at."""

@overload
def function(
    func: F_co,
    *,
    type: FunctionType | None = None,
    level: Level | None = None,
    role: Role | None = None,
    attrs: Mapping[str, Any] | None = None,
    **options: Any,
) -> KernelFunction[F_co]:
    """Makes a method of a ``@pl.program`` class, or a function by itself, a function of the
    kernel language.

    Args:
        type: what the function is; ``Opaque`` where it is left out.
        level: where in the machine it runs.
        role: what it does at its level; an orchestrator submits tasks.
        attrs: further attributes.
    """

@overload
def function(
    func: None = None,
    *,
    type: FunctionType | None = None,
    level: Level | None = None,
    role: Role | None = None,
    attrs: Mapping[str, Any] | None = None,
    **options: Any,
) -> MakeFunction: ...
@overload
def inline(func: F_co, **options: Any) -> InlineFunction[F_co]:
    """Makes a function one whose body takes the place of its calls."""

@overload
def inline(func: None = None, **options: Any) -> MakeInline: ...
@overload
def program(cls: type[Any], **options: Any) -> Program:
    """Makes a class of ``@pl.function`` methods a program."""

@overload
def program(cls: None = None, **options: Any) -> Callable[[type[Any]], Program]: ...
def parse(code: str, filename: str = "<string>", source_map: None = None) -> Program | Function:
    """The one function or the one program that a text defines; ``pl`` and ``pld`` are imported already.

    Args:
        code: Python text with a ``@pl.function`` or a ``@pl.program`` class.
        filename: the file that mistakes are reported in.
        source_map: not supported.

    Raises:
        ValueError: the text defines none, or more than one.
        SyntaxError: the text is not Python.
        ParserError: what it defines breaks a rule of the language.
    """

def loads(filepath: str) -> Program | Function:
    """The one function or the one program that a file defines; see ``parse``."""

def parse_program(code: str, filename: str = "<string>") -> Program:
    """The program that a text defines; see ``parse``."""

def loads_program(filepath: str) -> Program:
    """The program that a file defines; see ``loads``."""

jit: Jit

# Loops, regions and directives.

# <forms>
# <ops pl>

"""The kernel language, ``import pypto.language as pl``."""

import builtins
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Concatenate,
    Final,
    Generic,
    ParamSpec,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
    overload,
)

from .._types import AnyTensor, HostValue, ScalarValue, Variant, View
from ..ir import CompiledProgram, Program
from ..runtime import RunConfig
from . import array as array
from . import distributed as distributed
from . import system as system
from . import tensor as tensor
from . import tile as tile
from .distributed import AtomicType as AtomicType
from .distributed import DistributedTensor

_T = TypeVar("_T")
_R = TypeVar("_R")
_P = ParamSpec("_P")
_Ts = TypeVarTuple("_Ts")
_F_co = TypeVar("_F_co", bound=Callable[..., Any], covariant=True)

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
    def __getitem__(self, index: Any, /) -> _TensorPart:
        """A region, or an element where every dimension has an index. Offsets in elements."""

class _TensorPart(Tensor, ScalarValue):
    """A region of a tensor or one of its elements, as the rank says."""

    def __neg__(self) -> Any: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...

class Tile:
    """A tile in on-core memory: ``pl.Tile[[shape], dtype]``, or with a memory space behind it."""

    shape: Sequence[Any]
    dtype: DataType
    valid_shape: Sequence[Any]
    def __class_getitem__(cls, item: builtins.tuple[Any, ...], /) -> type[Self]: ...
    def __getitem__(self, index: Any, /) -> _TilePart:
        """A region, or an element where every dimension has an index. Offsets in elements."""

    def __setitem__(self, index: Any, value: Any, /) -> None: ...
    def __neg__(self) -> Tile: ...
    def __add__(self, other: Tile | ScalarValue | float, /) -> Tile: ...
    def __radd__(self, other: ScalarValue | float, /) -> Tile: ...
    def __sub__(self, other: Tile | ScalarValue | float, /) -> Tile: ...
    def __mul__(self, other: Tile | ScalarValue | float, /) -> Tile: ...
    def __rmul__(self, other: ScalarValue | float, /) -> Tile: ...
    def __truediv__(self, other: Tile | ScalarValue | float, /) -> Tile: ...

class _TilePart(Tile, ScalarValue):
    """A region of a tile or one of its elements, as the rank says."""

    def __neg__(self) -> Any: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...

class Array:
    """A small array of scalars: ``pl.Array[extent, dtype]``."""

    def __class_getitem__(cls, item: builtins.tuple[Any, ...], /) -> type[Self]: ...
    def __getitem__(self, index: IntLike, /) -> ScalarValue: ...
    def __setitem__(self, index: IntLike, value: Any, /) -> None: ...

class Ptr:
    """The handle of a window allocation."""

Out: TypeAlias = Annotated[_T, "written"]
"""A tensor parameter that the function writes: ``pl.Out[pl.Tensor[...]]``."""

InOut: TypeAlias = Annotated[_T, "read and written"]
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

class _BoundFunction(Generic[_F_co]):
    """A function of a program, reached through ``self``."""

    @overload
    def __call__(
        self: _BoundFunction[Callable[[*_Ts], _R]],
        *args: *_Ts,
        device: IntLike = ...,
        deps: Sequence[Any] = ...,
        name_hint: str = ...,
        predicate: Any = ...,
        allow_early_resolve: bool = ...,
        core_num: IntLike = ...,
        attrs: Mapping[str, Any] = ...,
    ) -> _R: ...
    @overload
    def __call__(
        self: _BoundFunction[Callable[_P, _R]], *args: _P.args, **kwargs: _P.kwargs
    ) -> _R: ...

class _KernelFunction(Generic[_F_co]):
    """A function of the kernel language.

    Within a kernel it is called like any function. In an orchestrator ``device=`` says on which
    rank the call runs, ``deps=`` after which tasks.
    """

    kind: str
    level: Level | None
    role: Role | None
    attrs: Mapping[str, Any]
    @property
    def name(self) -> str: ...
    @overload
    def __get__(self, instance: None, owner: type[Any], /) -> Self: ...
    @overload
    def __get__(
        self: _KernelFunction[Callable[Concatenate[Any, _P], _R]],
        instance: object,
        owner: type[Any] | None = None,
        /,
    ) -> _BoundFunction[Callable[_P, _R]]: ...
    @overload
    def __call__(
        self: _KernelFunction[Callable[[*_Ts], _R]],
        *args: *_Ts,
        device: IntLike = ...,
        deps: Sequence[Any] = ...,
        name_hint: str = ...,
        predicate: Any = ...,
        allow_early_resolve: bool = ...,
        core_num: IntLike = ...,
        attrs: Mapping[str, Any] = ...,
    ) -> _R: ...
    @overload
    def __call__(
        self: _KernelFunction[Callable[_P, _R]], *args: _P.args, **kwargs: _P.kwargs
    ) -> _R: ...

class InlineFunction(_KernelFunction[_F_co]):
    """A function whose body takes the place of its calls."""

class JITFunction(_KernelFunction[_F_co]):
    """A function that is compiled for the arguments it is called with."""

    @overload
    def __call__(
        self: JITFunction[Callable[[*_Ts], _R]],
        *args: *_Ts,
        device: IntLike = ...,
        deps: Sequence[Any] = ...,
        name_hint: str = ...,
        predicate: Any = ...,
        allow_early_resolve: bool = ...,
        core_num: IntLike = ...,
        attrs: Mapping[str, Any] = ...,
    ) -> _R: ...
    @overload
    def __call__(
        self: JITFunction[Callable[_P, _R]], *args: _P.args, **kwargs: _P.kwargs
    ) -> _R: ...
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

class _MakeFunction:
    def __call__(self, f: _F_co, /) -> _KernelFunction[_F_co]: ...

class _MakeInline:
    def __call__(self, f: _F_co, /) -> InlineFunction[_F_co]: ...

class _MakeJit:
    def __call__(self, f: _F_co, /) -> JITFunction[_F_co]: ...

@overload
def function(
    func: _F_co,
    *,
    type: FunctionType | None = None,
    level: Level | None = None,
    role: Role | None = None,
    attrs: Mapping[str, Any] | None = None,
    **options: Any,
) -> _KernelFunction[_F_co]:
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
) -> _MakeFunction: ...
@overload
def inline(func: _F_co, **options: Any) -> InlineFunction[_F_co]:
    """Makes a function one whose body takes the place of its calls."""

@overload
def inline(func: None = None, **options: Any) -> _MakeInline: ...
@overload
def program(cls: type[Any], **options: Any) -> Program:
    """Makes a class of ``@pl.function`` methods a program."""

@overload
def program(cls: None = None, **options: Any) -> Callable[[type[Any]], Program]: ...
def parse_program(text: str) -> Program:
    """The program of a text in the kernel language."""

def parse(text: str) -> Program:
    """The program of a text in the kernel language."""

def loads(text: str) -> Program:
    """The program of a text in the kernel language."""

def loads_program(text: str) -> Program:
    """The program of a text in the kernel language."""

class _SubFunction:
    """``@pl.jit.incore`` and its like, with or without arguments."""

    @overload
    def __call__(
        self, func: _F_co, *, level: Level | None = None, **options: Any
    ) -> JITFunction[_F_co]: ...
    @overload
    def __call__(
        self, func: None = None, *, level: Level | None = None, **options: Any
    ) -> _MakeJit: ...

class _Jit:
    """``@pl.jit``: a chip's orchestration; its members make the other kinds."""

    incore: ClassVar[_SubFunction]
    """A kernel on a core."""
    host: ClassVar[_SubFunction]
    """The host's orchestrator, which dispatches to ranks with ``device=``."""
    inline: ClassVar[_SubFunction]
    """A function whose body takes the place of its calls."""
    opaque: ClassVar[_SubFunction]
    """A function that the compiler does not look into."""
    @overload
    def __call__(self, func: _F_co, **options: Any) -> JITFunction[_F_co]: ...
    @overload
    def __call__(self, func: None = None, **options: Any) -> _MakeJit: ...

jit: _Jit

# Loops, regions and directives.

class _TaskId:
    """A task that a region became; ``deps=[task]`` orders others after it."""

class _Region:
    """A region of a kernel: ``with pl.at(...) as task``."""

    def __enter__(self) -> _TaskId: ...
    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...

class _BlockRegion(_Region):
    """A region, or a loop over the number of the block."""

    def __iter__(self) -> Iterator[ScalarValue]: ...

# <forms>
# <ops pl>

# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

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

    FP32: ClassVar[DataType]
    FP16: ClassVar[DataType]
    BF16: ClassVar[DataType]
    FP8E4M3FN: ClassVar[DataType]
    FP8E5M2: ClassVar[DataType]
    INT4: ClassVar[DataType]
    INT8: ClassVar[DataType]
    INT16: ClassVar[DataType]
    INT32: ClassVar[DataType]
    INT64: ClassVar[DataType]
    UINT4: ClassVar[DataType]
    UINT8: ClassVar[DataType]
    UINT16: ClassVar[DataType]
    UINT32: ClassVar[DataType]
    UINT64: ClassVar[DataType]
    BOOL: ClassVar[DataType]
    INDEX: ClassVar[DataType]
    TASK_ID: ClassVar[DataType]

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

FP32: Final[DataType]
FP16: Final[DataType]
BF16: Final[DataType]
FP8E4M3FN: Final[DataType]
FP8E5M2: Final[DataType]
INT4: Final[DataType]
INT8: Final[DataType]
INT16: Final[DataType]
INT32: Final[DataType]
INT64: Final[DataType]
UINT4: Final[DataType]
UINT8: Final[DataType]
UINT16: Final[DataType]
UINT32: Final[DataType]
UINT64: Final[DataType]
BOOL: Final[DataType]
INDEX: Final[DataType]
TASK_ID: Final[DataType]
class MemorySpace(Variant):
    """Where a tile lies."""

    DDR = 0
    Vec = 1
    Mat = 2
    Left = 3
    Right = 4
    Acc = 5
    Bias = 6


Mem = MemorySpace

class TensorLayout(Variant):
    """How a tensor's elements lie in memory."""

    ND = 0
    DN = 1
    NZ = 2


ND: Final = TensorLayout.ND
DN: Final = TensorLayout.DN
NZ: Final = TensorLayout.NZ

class PadValue(Variant):
    """What fills a tile outside its valid box."""

    null = 0
    zero = 1
    max = 2
    min = 3

class TileLayout(Variant):
    """The order of a tile's elements."""

    none_box = 0
    row_major = 1
    col_major = 2

class Level(Variant):
    """Where in the machine a function or region runs."""

    AIV = 0
    AIC = 1
    CORE_GROUP = 2
    CHIP_DIE = 3
    CHIP = 4
    HOST = 5
    CLUSTER_0 = 6
    CLUSTER_1 = 7
    CLUSTER_2 = 8
    GLOBAL = 9

class Role(Variant):
    """What a function does at its level."""

    Orchestrator = 0
    Worker = 1
    SubWorker = 2

class FunctionType(Variant):
    """What a function is."""

    Opaque = 0
    Orchestration = 1
    InCore = 2
    AIC = 3
    AIV = 4
    Group = 5
    Spmd = 6
    Inline = 7


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

@overload
def range(
    *bounds: IntLike,
    init_values: None = None,
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[ScalarValue]:
    """A loop at run time.

    With init_values it carries values: for i, (acc,) in pl.range(n, init_values=(acc0,)).
    """

@overload
def range(
    *bounds: IntLike,
    init_values: builtins.tuple[*Ts],
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[*Ts]]]:
    """A loop at run time.

    With init_values it carries values: for i, (acc,) in pl.range(n, init_values=(acc0,)).
    """

@overload
def range(
    *bounds: IntLike,
    init_values: Sequence[T],
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[T, ...]]]:
    """A loop at run time.

    With init_values it carries values: for i, (acc,) in pl.range(n, init_values=(acc0,)).
    """

@overload
def parallel(
    *bounds: IntLike,
    init_values: None = None,
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[ScalarValue]:
    """A loop whose iterations may run at the same time."""

@overload
def parallel(
    *bounds: IntLike,
    init_values: builtins.tuple[*Ts],
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[*Ts]]]:
    """A loop whose iterations may run at the same time."""

@overload
def parallel(
    *bounds: IntLike,
    init_values: Sequence[T],
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[T, ...]]]:
    """A loop whose iterations may run at the same time."""

@overload
def unroll(
    *bounds: IntLike,
    init_values: None = None,
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[ScalarValue]:
    """A loop with constant bounds that is written out."""

@overload
def unroll(
    *bounds: IntLike,
    init_values: builtins.tuple[*Ts],
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[*Ts]]]:
    """A loop with constant bounds that is written out."""

@overload
def unroll(
    *bounds: IntLike,
    init_values: Sequence[T],
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[T, ...]]]:
    """A loop with constant bounds that is written out."""

@overload
def pipeline(
    *bounds: IntLike,
    init_values: None = None,
    stage: int = 2,
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[ScalarValue]:
    """A loop whose iterations overlap in stages."""

@overload
def pipeline(
    *bounds: IntLike,
    init_values: builtins.tuple[*Ts],
    stage: int = 2,
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[*Ts]]]:
    """A loop whose iterations overlap in stages."""

@overload
def pipeline(
    *bounds: IntLike,
    init_values: Sequence[T],
    stage: int = 2,
    attrs: builtins.dict[str, Any] | None = None,
) -> Iterator[builtins.tuple[ScalarValue, builtins.tuple[T, ...]]]:
    """A loop whose iterations overlap in stages."""

@overload
def while_(*, init_values: builtins.tuple[*Ts]) -> Iterator[builtins.tuple[*Ts]]:
    """A loop while pl.cond(...) holds, with carried values."""

@overload
def while_(*, init_values: Sequence[T]) -> Iterator[builtins.tuple[T, ...]]:
    """A loop while pl.cond(...) holds, with carried values."""

def cond(condition: Any) -> None:
    """The condition of a pl.while_ loop; its first statement."""

@overload
def yield_(*values: *builtins.tuple[T]) -> T:
    """Hands values on from a loop's body or a branch."""

@overload
def yield_(*values: *Ts) -> builtins.tuple[*Ts]:
    """Hands values on from a loop's body or a branch."""

def const(value: int | float, dtype: DataType) -> ScalarValue:
    """A constant of an element type."""

def at(
    level: Level,
    role: Role | None = None,
    *,
    name_hint: str = "",
    deps: Sequence[Any] | None = None,
    optimizations: Sequence[Any] | None = None,
    predicate: Any = None,
    allow_early_resolve: bool = False,
    no_dep_args: Sequence[Any] | None = None,
    dumps: Sequence[Any] | None = None,
) -> Region:
    """A region that becomes a function of its own at a level of the machine."""

def cluster(*, name_hint: str = "") -> Region:
    """A region for a cube core and its vector cores."""

def spmd(
    core_num: IntLike,
    *,
    sync_start: bool = False,
    name_hint: str = "",
    optimizations: Sequence[Any] | None = None,
    deps: Sequence[Any] | None = None,
    allow_early_resolve: bool = False,
    predicate: Any = None,
) -> BlockRegion:
    """A region or loop that runs as one block per core."""

def split_aiv(mode: Any = None, *, name_hint: str = "") -> Region:
    """Vector work of a mixed kernel."""

def manual_scope() -> Region:
    """A region whose task dependencies are those that are written."""

def static_print(*values: Any) -> None:
    """Prints while the kernel is compiled."""

def static_assert(condition: Any, message: str = "") -> None:
    """Fails the compilation where a compile-time condition does not hold."""

def min(lhs: Scalar, rhs: Scalar) -> ScalarValue:
    """The smaller of two scalars."""

def max(lhs: Scalar, rhs: Scalar) -> ScalarValue:
    """The larger of two scalars."""

@overload
def read(tile: Tile, indices: IntLike | Sequence[IntLike]) -> ScalarValue:
    """Reads one element of a tile.

    indices names it, in elements, with one entry per dimension.

    Errors: PLT0017.
    """

@overload
def read(tensor: Tensor | DistributedTensor, indices: IntLike | Sequence[IntLike]) -> ScalarValue:
    """Reads one element of a tensor.

    indices names it, in elements, with one entry per dimension.

    Errors: PLT0017.
    """

@overload
def write(tile: Tile, indices: IntLike | Sequence[IntLike], value: Scalar | float) -> None:
    """Writes one element of a tile.

    indices is as in read; the value has the tile's element type.

    Errors: PLT0017, PLT0018.
    """

@overload
def write(
    tensor: Tensor | DistributedTensor,
    indices: IntLike | Sequence[IntLike],
    value: Scalar | float,
) -> None:
    """Writes one element of a tensor.

    indices is as in read; the value has the tensor's element type.

    Errors: PLT0017, PLT0018.
    """

def load(
    tensor: Tensor | DistributedTensor,
    offsets: Sequence[IntLike],
    shapes: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    target_memory: MemorySpace = MemorySpace.Vec,
    clamp: bool = False,
) -> Tile:
    """Copies a region of a tensor or of this rank's slice of a window into a tile of the shape
    shapes.

    Offsets and extents are in elements, one per dimension. With valid_shape only that part is
    read, and it is the tile's valid box; with clamp the valid box ends where the tensor does.

    Errors: PLT0008 to PLT0013.
    """

def store(
    tile: Tile,
    offsets: Sequence[IntLike],
    output_tensor: AnyTensor,
    shapes: Sequence[IntLike] | None = None,
    *,
    atomic: AtomicType = AtomicType.None_,
) -> AnyTensor:
    """Copies a tile's valid box into a tensor or this rank's slice of a window at offsets, in
    elements, and returns the tensor; with atomic=Add it adds.

    Tile and tensor have one element type, but an accumulator may be narrowed. shapes says how
    the elements lie in a tensor of more dimensions.

    Errors: PLT0008, PLT0014, PLT0016, PLT0019, PLT0049.
    """

@overload
def assemble(target: Tile, source: Tile, offset: Sequence[IntLike]) -> Tile:
    """A tile with another one placed into it at offset, in elements.

    The result has the shape of target; both have one element type.

    Errors: PLT0014, PLT0015, PLT0037.
    """

@overload
def assemble(
    target: AnyTensor,
    source: Tensor | DistributedTensor,
    offset: Sequence[IntLike],
    *,
    atomic: AtomicType = AtomicType.None_,
) -> AnyTensor:
    """A tensor with another one placed into it at offset, in elements; the result is target.

    With atomic=Add it is added to what is there. Both have one element type.

    Errors: PLT0014, PLT0016, PLT0037.
    """

def extract(
    src: Tile,
    index_row: IntLike,
    index_col: IntLike,
    shape: Sequence[IntLike],
    *,
    target_memory: MemorySpace,
) -> Tile:
    """A part of a tile, moved to another memory.

    index_row and index_col are in elements; the result has the shape shape.

    Errors: PLT0011, PLT0013.
    """

def move(
    tile: Tile,
    target_memory: MemorySpace,
    blayout: TileLayout | None = None,
    slayout: TileLayout | None = None,
) -> Tile:
    """Moves a tile to another memory.

    Shape and element type stay; blayout and slayout choose the order of its elements there.
    """

@overload
def fillpad(tile: Tile, pad_value: PadValue = PadValue.zero) -> Tile:
    """A fully valid tile: what lay outside the valid box holds the pad value.

    Shape and element type stay.

    Errors: PLT0033.
    """

@overload
def fillpad(tensor: Tensor | DistributedTensor, pad_value: PadValue = PadValue.zero) -> Tensor:
    """A fully valid tensor: what lay outside the valid box holds the pad value.

    Shape and element type stay.

    Errors: PLT0033.
    """

@overload
def slice(
    tile: Tile,
    shape: Sequence[IntLike],
    offset: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    drop_dims: Sequence[int] | None = None,
    pad_value: PadValue | None = None,
) -> Tile:
    """A part of a tile of the shape shape, at offset, in elements.

    drop_dims leaves out dimensions of extent 1.

    Errors: PLT0008, PLT0011 to PLT0013, PLT0028.
    """

@overload
def slice(
    tensor: AnyTensor,
    shape: Sequence[IntLike],
    offset: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    drop_dims: Sequence[int] | None = None,
    pad_value: PadValue | None = None,
) -> AnyTensor:
    """A view of a region of a tensor of the shape shape, at offset, in elements.

    A window's view is one too. drop_dims leaves out dimensions of extent 1; pad_value is what
    fillpad may put outside of the valid box.

    Errors: PLT0008, PLT0011 to PLT0013, PLT0028.
    """

@overload
def reshape(tile: Tile, shape: Sequence[IntLike]) -> Tile:
    """The same elements in row-major order under another shape with as many elements.

    Errors: PLT0025, PLT0026.
    """

@overload
def reshape(tensor: AnyTensor, shape: Sequence[IntLike]) -> AnyTensor:
    """A view of the same elements in row-major order under another shape with as many elements.

    Errors: PLT0025, PLT0026.
    """

@overload
def transpose(tile: Tile, axis1: int, axis2: int, tmp_tile: Tile | None = None) -> Tile:
    """Two dimensions exchanged.

    axis1 and axis2 count dimensions from 0.

    Errors: PLT0027.
    """

@overload
def transpose(tensor: AnyTensor, axis1: int, axis2: int) -> AnyTensor:
    """Two dimensions exchanged.

    axis1 and axis2 count dimensions from 0.

    Errors: PLT0027.
    """

@overload
def set_validshape(tile: Tile, valid_rows: IntLike, valid_cols: IntLike) -> Tile:
    """The same tile with another valid box.

    valid_rows and valid_cols are in elements, at most the shape.

    Errors: PLT0029.
    """

@overload
def set_validshape(tensor: AnyTensor, valid_rows: IntLike, valid_cols: IntLike) -> AnyTensor:
    """The same tensor with another valid box.

    valid_rows and valid_cols are in elements, at most the shape.

    Errors: PLT0029.
    """

@overload
def concat(src0: Tile, src1: Tile) -> Tile:
    """Two tiles side by side, along columns: [rows, a] and [rows, b] become [rows, a + b].

    Errors: PLT0030.
    """

@overload
def concat(src0: Tensor, src1: Tensor) -> Tensor:
    """Two tensors side by side, along columns: [rows, a] and [rows, b] become [rows, a + b].

    Errors: PLT0030.
    """

@overload
def cast(tile: Tile, target_type: DataType, mode: str = "round") -> Tile:
    """Each element converted to another type; mode is none, rint, round, floor, ceil, trunc or odd.

    The shape stays.

    Errors: PLT0031, PLT0032.
    """

@overload
def cast(tensor: Tensor | DistributedTensor, target_type: DataType, mode: str = "round") -> Tensor:
    """Each element converted to another type; mode is none, rint, round, floor, ceil, trunc or odd.

    The shape stays.

    Errors: PLT0031, PLT0032.
    """

@overload
def cast(value: Scalar, target_type: DataType) -> ScalarValue:
    """A number converted to another element type."""

@overload
def add(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise sum of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def add(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise sum of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def adds(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise sum of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def adds(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise sum of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def sub(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise difference of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def sub(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise difference of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def subs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise difference of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers; PLT0007.
    """

@overload
def subs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise difference of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers; PLT0007.
    """

@overload
def mul(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise product of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def mul(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise product of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def muls(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise product of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def muls(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise product of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def div(lhs: Tile, rhs: Tile | Scalar | float, high_precision: bool = False) -> Tile:
    """Elementwise quotient of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005, PLT0007.
    """

@overload
def div(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
    high_precision: bool = False,
) -> Tensor:
    """Elementwise quotient of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005, PLT0007.
    """

@overload
def divs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise quotient of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def divs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise quotient of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def maximum(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise larger of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def maximum(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise larger of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def maximums(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise larger of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def maximums(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise larger of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def minimum(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise smaller of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def minimum(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise smaller of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def minimums(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise smaller of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def minimums(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise smaller of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def fmod(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise remainder towards zero of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def fmod(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise remainder towards zero of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

@overload
def fmods(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise remainder towards zero of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def fmods(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise remainder towards zero of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

@overload
def and_(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise bitwise and of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

@overload
def and_(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise bitwise and of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

@overload
def ands(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise bitwise and of a tile and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

@overload
def ands(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise bitwise and of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

@overload
def or_(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise bitwise or of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

@overload
def or_(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise bitwise or of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

@overload
def ors(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise bitwise or of a tile and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

@overload
def ors(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise bitwise or of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

@overload
def shl(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise left shift of two tiles.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

@overload
def shl(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise left shift of two tensors.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

@overload
def shls(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise left shift of a tile and a number.

    Both are integers. Shape and element type stay.

    Errors: PLT0006.
    """

@overload
def shls(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise left shift of a tensor and a number.

    Both are integers. Shape and element type stay.

    Errors: PLT0006.
    """

@overload
def shr(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise right shift of two tiles.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

@overload
def shr(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise right shift of two tensors.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

@overload
def shrs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise right shift of a tile and a number.

    Both are integers. Shape and element type stay.

    Errors: PLT0006.
    """

@overload
def shrs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise right shift of a tensor and a number.

    Both are integers. Shape and element type stay.

    Errors: PLT0006.
    """

def rem(lhs: Tile, rhs: Tile, tmp: Tile) -> Tile:
    """Elementwise remainder, with the divisor's sign, of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def xor(lhs: Tile, rhs: Tile, tmp: Tile) -> Tile:
    """Elementwise bitwise exclusive or of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

def cmp(lhs: Tile, rhs: Tile | Scalar | float, cmp_type: int = 0) -> Tile:
    """Elementwise comparison: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge.

    The result is a mask, one bit an element.

    Errors: PLT0004, PLT0005.
    """

def cmps(lhs: Tile, rhs: Scalar | float, cmp_type: int = 0) -> Tile:
    """Elementwise comparison with a number; codes as in cmp.

    The result is a mask, one bit an element.

    Errors: PLT0004.
    """

def sel(mask: Tile, lhs: Tile, rhs: Tile, tmp: Tile) -> Tile:
    """lhs where the mask is set, rhs elsewhere.

    lhs and rhs have one shape and element type; the mask is a result of cmp.

    Errors: PLT0004, PLT0005.
    """

@overload
def neg(tile: Tile) -> Tile:
    """Elementwise negation.

    Shape and element type stay.
    """

@overload
def neg(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise negation.

    Shape and element type stay.
    """

@overload
def exp(tile: Tile) -> Tile:
    """Elementwise exponential.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def exp(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise exponential.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def log(tile: Tile, high_precision: bool = False) -> Tile:
    """Elementwise natural logarithm.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def log(tensor: Tensor | DistributedTensor, high_precision: bool = False) -> Tensor:
    """Elementwise natural logarithm.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def sin(tile: Tile) -> Tile:
    """Elementwise sine.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def sin(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise sine.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def cos(tile: Tile) -> Tile:
    """Elementwise cosine.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def cos(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise cosine.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def sqrt(tile: Tile) -> Tile:
    """Elementwise square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def sqrt(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def rsqrt(tile: Tile, tmp: Tile | None = None) -> Tile:
    """Elementwise reciprocal square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def rsqrt(tensor: Tensor | DistributedTensor, high_precision: bool = False) -> Tensor:
    """Elementwise reciprocal square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def recip(tile: Tile, high_precision: bool = False) -> Tile:
    """Elementwise reciprocal.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def recip(tensor: Tensor | DistributedTensor, high_precision: bool = False) -> Tensor:
    """Elementwise reciprocal.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def abs(tile: Tile) -> Tile:
    """Elementwise absolute value.

    Shape and element type stay.
    """

@overload
def abs(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise absolute value.

    Shape and element type stay.
    """

@overload
def relu(tile: Tile) -> Tile:
    """Elementwise maximum with zero.

    Shape and element type stay.
    """

@overload
def relu(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise maximum with zero.

    Shape and element type stay.
    """

@overload
def not_(tile: Tile) -> Tile:
    """Elementwise bitwise complement.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def not_(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise bitwise complement.

    Shape and element type stay.

    Errors: PLT0007.
    """

@overload
def row_max(tile: Tile, tmp_tile: Tile) -> Tile:
    """The maximum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

@overload
def row_max(tensor: Tensor | DistributedTensor) -> Tensor:
    """The maximum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def col_max(tile: Tile) -> Tile:
    """The maximum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def col_max(tensor: Tensor | DistributedTensor) -> Tensor:
    """The maximum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def row_sum(tile: Tile, tmp_tile: Tile) -> Tile:
    """The sum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

@overload
def row_sum(tensor: Tensor | DistributedTensor) -> Tensor:
    """The sum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def col_sum(tile: Tile, tmp_tile: Tile | None = None) -> Tile:
    """The sum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

@overload
def col_sum(tensor: Tensor | DistributedTensor) -> Tensor:
    """The sum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def row_min(tile: Tile, tmp_tile: Tile) -> Tile:
    """The minimum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

@overload
def row_min(tensor: Tensor | DistributedTensor) -> Tensor:
    """The minimum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def col_min(tile: Tile) -> Tile:
    """The minimum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def col_min(tensor: Tensor | DistributedTensor) -> Tensor:
    """The minimum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def row_prod(tile: Tile, tmp_tile: Tile) -> Tile:
    """The product of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

@overload
def row_prod(tensor: Tensor | DistributedTensor) -> Tensor:
    """The product of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def col_prod(tile: Tile) -> Tile:
    """The product of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def col_prod(tensor: Tensor | DistributedTensor) -> Tensor:
    """The product of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

@overload
def row_expand(target: Tile, row_vec: Tile) -> Tile:
    """A one-column tile stretched over the rows of another tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand(target: Tensor | DistributedTensor, row_vec: Tensor | DistributedTensor) -> Tensor:
    """A one-column tensor stretched over the rows of another tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand(target: Tile, col_vec: Tile) -> Tile:
    """A one-row tile stretched over the columns of another tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand(target: Tensor | DistributedTensor, col_vec: Tensor | DistributedTensor) -> Tensor:
    """A one-row tensor stretched over the columns of another tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_add(tile: Tile, row_vec: Tile, tmp: Tile | None = None) -> Tile:
    """Each row of a tile plus its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_add(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor plus its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_add(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile plus its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_add(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor plus its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_sub(tile: Tile, row_vec: Tile) -> Tile:
    """Each row of a tile minus its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_sub(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor minus its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_sub(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile minus its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_sub(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor minus its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_mul(tile: Tile, row_vec: Tile) -> Tile:
    """Each row of a tile times its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_mul(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor times its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_mul(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile times its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_mul(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor times its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_div(tile: Tile, row_vec: Tile) -> Tile:
    """Each row of a tile divided by its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_div(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor divided by its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_div(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile divided by its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_div(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor divided by its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_max(tile: Tile, row_vec: Tile) -> Tile:
    """The larger of each row of a tile and its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_max(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The larger of each row of a tensor and its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_max(tile: Tile, col_vec: Tile) -> Tile:
    """The larger of each column of a tile and its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_max(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The larger of each column of a tensor and its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_min(tile: Tile, row_vec: Tile) -> Tile:
    """The smaller of each row of a tile and its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_min(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The smaller of each row of a tensor and its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_min(tile: Tile, col_vec: Tile) -> Tile:
    """The smaller of each column of a tile and its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_min(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The smaller of each column of a tensor and its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_expdif(tile: Tile, row_vec: Tile) -> Tile:
    """The exponential of each row of a tile minus its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def row_expand_expdif(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The exponential of each row of a tensor minus its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_expdif(tile: Tile, col_vec: Tile) -> Tile:
    """The exponential of each column of a tile minus its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

@overload
def col_expand_expdif(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The exponential of each column of a tensor minus its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def expands(target: Tile, scalar: Scalar | float) -> Tile:
    """A tile of the target's shape and element type with one value everywhere.

    Errors: PLT0004.
    """

@overload
def matmul(lhs: Tile, rhs: Tile) -> Tile:
    """Matrix product, accumulated in FP32 or INT32: [M, K] and [K, N] become [M, N].

    Errors: PLT0023.
    """

@overload
def matmul(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor,
    out_dtype: DataType | None = None,
    a_trans: bool = False,
    b_trans: bool = False,
    c_matrix_nz: bool = False,
) -> Tensor:
    """Matrix product: [M, K] and [K, N] become [M, N]; a_trans and b_trans take an operand the
    other way round.

    c_matrix_nz changes no value.

    Errors: PLT0023.
    """

@overload
def matmul_acc(acc: Tile, lhs: Tile, rhs: Tile, init_cond: IntLike | None = None) -> Tile:
    """An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N].

    Where init_cond holds, the product alone.

    Errors: PLT0023, PLT0024.
    """

@overload
def matmul_acc(
    acc: Tensor | DistributedTensor,
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor,
    a_trans: bool = False,
    b_trans: bool = False,
    init_cond: IntLike | None = None,
) -> Tensor:
    """An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N].

    Where init_cond holds, the product alone.

    Errors: PLT0023, PLT0024.
    """

def matmul_bias(lhs: Tile, rhs: Tile, bias: Tile) -> Tile:
    """Matrix product plus one row: [M, K], [K, N] and [1, N] become [M, N].

    The bias has the accumulator's type, FP32 or INT32.

    Errors: PLT0023, PLT0024.
    """

def gemv(lhs: Tile, rhs: Tile, acc_phase: str = "unspecified") -> Tile:
    """Product of a row and a matrix, accumulated in FP32 or INT32: [1, K] and [K, N] become [1, N].

    acc_phase is unspecified, partial or final.

    Errors: PLT0003, PLT0023.
    """

def gemv_acc(acc: Tile, lhs: Tile, rhs: Tile, acc_phase: str = "unspecified") -> Tile:
    """An accumulator plus the product of a row and a matrix: [1, N], [1, K] and [K, N] become [1,
    N].

    acc_phase as in gemv.

    Errors: PLT0003, PLT0023, PLT0024.
    """

def gemv_bias(lhs: Tile, rhs: Tile, bias: Tile, acc_phase: str = "unspecified") -> Tile:
    """Product of a row and a matrix plus another row: [1, K], [K, N] and [1, N] become [1, N].

    acc_phase as in gemv.

    Errors: PLT0003, PLT0023, PLT0024.
    """

def batch_matmul(lhs: Tile, rhs: Tile) -> Tile:
    """Matrix products over leading dimensions: [..., M, K] and [..., K, N] become [..., M, N].

    Errors: PLT0023.
    """

@overload
def row_argmax(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each row the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

@overload
def row_argmax(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each row the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

@overload
def row_argmin(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each row the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

@overload
def row_argmin(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each row the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

@overload
def col_argmax(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each column the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

@overload
def col_argmax(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each column the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

@overload
def col_argmin(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each column the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

@overload
def col_argmin(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each column the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

@overload
def part_add(src0: Tile, src1: Tile) -> Tile:
    """Elementwise sum of two tiles where both are valid, and the first one's element where it alone
    is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

@overload
def part_add(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise sum of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

@overload
def part_mul(src0: Tile, src1: Tile) -> Tile:
    """Elementwise product of two tiles where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

@overload
def part_mul(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise product of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

@overload
def part_max(src0: Tile, src1: Tile) -> Tile:
    """Elementwise larger of two tiles where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

@overload
def part_max(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise larger of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

@overload
def part_min(src0: Tile, src1: Tile) -> Tile:
    """Elementwise smaller of two tiles where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

@overload
def part_min(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise smaller of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def lrelu(tile: Tile, slope: Scalar | float) -> Tile:
    """Elements that are positive stay; the others are multiplied by slope.

    Shape and element type stay.

    Errors: PLT0007.
    """

def prelu(tile: Tile, slope: Tile, tmp: Tile) -> Tile:
    """Elements that are positive stay; the others are multiplied by their element of slope.

    slope has the tile's shape, valid box and element type. tmp is UINT8, with a row more than
    are valid and one column for each eight.

    Errors: PLT0004, PLT0007, PLT0040, PLT0041.
    """

def sels(mask: Tile, src: Tile, tmp: Tile, scalar: Scalar | float) -> Tile:
    """src where the mask is set, the number elsewhere.

    The mask is a result of cmp or cmps, or integers whose bits say the same.

    Errors: PLT0004, PLT0007, PLT0042.
    """

def tri(
    diagonal: IntLike,
    shape: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    dtype: DataType = DataType.INT32,
    upper: bool = False,
) -> Tile:
    """Ones and zeros on both sides of a diagonal: 1 in row i and column j where j is at most i +
    diagonal, or with upper at least i + diagonal.

    Errors: PLT0007, PLT0009, PLT0010, PLT0012.
    """

@overload
def fillpad_expand(
    tile: Tile,
    shape: Sequence[IntLike],
    pad_value: PadValue = PadValue.zero,
) -> Tile:
    """A larger, fully valid tile of the shape shape: the valid box in its first corner, the pad
    value elsewhere.

    Errors: PLT0008 to PLT0010, PLT0033, PLT0043.
    """

@overload
def fillpad_expand(
    tensor: Tensor | DistributedTensor,
    shape: Sequence[IntLike],
    pad_value: PadValue = PadValue.zero,
) -> Tensor:
    """A larger, fully valid tensor of the shape shape: the valid box in its first corner, the pad
    value elsewhere.

    Errors: PLT0008 to PLT0010, PLT0033, PLT0043.
    """

@overload
def gather(src: Tile, indices: Tile, tmp: Tile) -> Tile:
    """Elements of src by their positions, which count its elements row by row.

    The result has the shape of indices and the type of src; indices are INT32, or INT16 beside
    elements of 16 bits.

    Errors: PLT0007, PLT0044.
    """

@overload
def gather(
    input: Tensor | DistributedTensor,
    dim: int,
    index: Tensor | DistributedTensor,
) -> Tensor:
    """Of each row, the elements whose columns index names: the element in row i and column index[i,
    j] becomes the one in row i and column j.

    The result has the shape of index, which has no more rows than input. dim is the last
    dimension.

    Errors: PLT0007, PLT0044, PLT0046.
    """

@overload
def gather(
    input: Tensor | DistributedTensor,
    mask_pattern: MaskPattern,
    *,
    output_dtype: DataType | None = None,
) -> Tensor:
    """The columns that a pattern names, side by side: every second or fourth one, or all.

    output_dtype reads their bits as another type of the same width.

    Errors: PLT0007, PLT0045.
    """

@overload
def scatter(dst: Tile, src: Tile, indexes: Tile) -> Tile:
    """Zeros with the elements of src at the positions that indexes names, which count elements of
    dst row by row; of two at one position the later one stays.

    The instruction writes all of dst, whatever it held. src and indexes have one shape, src and
    dst one element type; indexes are INT32 beside elements of 32 bits and INT16 beside smaller
    ones.

    Errors: PLT0004, PLT0005, PLT0007, PLT0044.
    """

@overload
def scatter(
    input: Tensor | DistributedTensor,
    dim: int,
    index: Tensor | DistributedTensor,
    src: Tensor | DistributedTensor,
) -> Tensor:
    """input with elements of src in the columns that index names: the element in row i and column j
    of src comes to row i and column index[i, j]; of two at one place the later one stays.

    src and index have one shape, with no more rows and columns than input; index is INT32 beside
    elements of 32 bits and INT16 beside smaller ones. dim is the last dimension.

    Errors: PLT0004, PLT0005, PLT0007, PLT0008, PLT0044, PLT0046.
    """

@overload
def scatter(
    input: Tensor | DistributedTensor,
    *,
    mask_pattern: MaskPattern,
    dst: Tensor | DistributedTensor,
) -> Tensor:
    """dst with the columns of input in those that the pattern names; its others stay.

    dst has as many columns for each of input as the pattern.

    Errors: PLT0004, PLT0007, PLT0008, PLT0045.
    """

@overload
def scatter_update(input: Tile, dim: int, index: Tile, src: Tile) -> Tile:
    """input with rows of src at the rows that index names: index counts rows of input, and its
    elements, row by row, are for one row of src each; of two at one row the later one stays.

    All have two dimensions; index is of integers. dim is -2.

    Errors: PLT0004, PLT0007, PLT0008, PLT0044, PLT0046.
    """

@overload
def scatter_update(
    input: Tensor | DistributedTensor,
    dim: int,
    index: Tensor | DistributedTensor,
    src: Tensor | DistributedTensor,
) -> Tensor:
    """input with rows of src at the rows that index names: index counts rows of input, and its
    elements, row by row, are for one row of src each; of two at one row the later one stays.

    All have two dimensions; index is of integers. dim is -2.

    Errors: PLT0004, PLT0007, PLT0008, PLT0044, PLT0046.
    """

@overload
def gather_row(
    dst: Tile,
    src: Tensor | DistributedTensor,
    dst_offset: Sequence[IntLike],
    src_offset: Sequence[IntLike],
    shapes: Sequence[IntLike],
    transpose: bool = False,
    *,
    valid_shape: Sequence[IntLike] | None = None,
) -> Tile:
    """dst with a block of src, which lies in global memory, from src_offset to dst_offset.

    shapes is the block's extents, known when the kernel is compiled; with valid_shape only that
    part is moved. With transpose the block's rows become columns. All are in elements, and both
    have one element type. The old value is not used any more.

    Errors: PLP2004, PLT0004, PLT0008 to PLT0014, PLT0050.
    """

@overload
def gather_row(
    acc: Tensor | DistributedTensor,
    src: Tensor | DistributedTensor,
    dst_offset: Sequence[IntLike],
    src_offset: Sequence[IntLike],
    shapes: Sequence[IntLike],
    transpose: bool = False,
    *,
    valid_shape: Sequence[IntLike] | None = None,
) -> Tensor:
    """acc with a block of src, which lies in global memory, from src_offset to dst_offset.

    shapes is the block's extents, known when the kernel is compiled; with valid_shape only that
    part is moved. With transpose the block's rows become columns. All are in elements, and both
    have one element type. The old value is not used any more.

    Errors: PLP2004, PLT0004, PLT0008 to PLT0014, PLT0050.
    """

@overload
def sort32(src: Tile, idx: Tile) -> Tile:
    """Each block of 32 columns sorted, the greatest first, as pairs of a value and its index, whose
    bits stand in the column behind the value.

    [rows, cols] becomes [rows, 2 * cols]; of equal values the one with the lower index comes
    first.

    Errors: PLT0007, PLT0047.
    """

@overload
def sort32(src: Tensor | DistributedTensor, idx: Tensor | DistributedTensor) -> Tensor:
    """Each block of 32 columns sorted, the greatest first, as pairs of a value and its index, whose
    bits stand in the column behind the value.

    [rows, cols] becomes [rows, 2 * cols]; of equal values the one with the lower index comes
    first.

    Errors: PLT0007, PLT0047.
    """

@overload
def mrgsort(src0: Tile, block_len: IntLike) -> Tile:
    """Runs of sorted pairs in one row, merged four at a time.

    block_len is the length of a run in columns, two for each pair and a multiple of 64; what is
    left behind the last four runs stays undefined.

    Errors: PLT0007, PLT0048.
    """

@overload
def mrgsort(src0: Tensor | DistributedTensor, block_len: IntLike) -> Tensor:
    """Runs of sorted pairs in one row, merged four at a time.

    block_len is the length of a run in columns, two for each pair and a multiple of 64; what is
    left behind the last four runs stays undefined.

    Errors: PLT0007, PLT0048.
    """

@overload
def mrgsort(src0: Tile, src1: Tile, tmp: Tile, exhausted: bool = False) -> Tile:
    """2 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up. The result has the shape of tmp.

    Errors: PLT0007, PLT0048.
    """

@overload
def mrgsort(src0: Tile, src1: Tile, src2: Tile, tmp: Tile, exhausted: bool = False) -> Tile:
    """3 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up. The result has the shape of tmp.

    Errors: PLT0007, PLT0048.
    """

@overload
def mrgsort(
    src0: Tile,
    src1: Tile,
    src2: Tile,
    src3: Tile,
    tmp: Tile,
    exhausted: bool = False,
) -> Tile:
    """4 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up. The result has the shape of tmp.

    Errors: PLT0007, PLT0048.
    """

@overload
def mrgsort(
    src0: Tensor | DistributedTensor,
    src1: Tensor | DistributedTensor,
    exhausted: bool = False,
) -> Tensor:
    """2 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up.

    Errors: PLT0007, PLT0048.
    """

@overload
def mrgsort(
    src0: Tensor | DistributedTensor,
    src1: Tensor | DistributedTensor,
    src2: Tensor | DistributedTensor,
    exhausted: bool = False,
) -> Tensor:
    """3 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up.

    Errors: PLT0007, PLT0048.
    """

@overload
def mrgsort(
    src0: Tensor | DistributedTensor,
    src1: Tensor | DistributedTensor,
    src2: Tensor | DistributedTensor,
    src3: Tensor | DistributedTensor,
    exhausted: bool = False,
) -> Tensor:
    """4 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up.

    Errors: PLT0007, PLT0048.
    """

def get_block_idx() -> ScalarValue:
    """This block's number in its grid, from 0."""

def get_subblock_idx() -> ScalarValue:
    """This vector core's number beside its cube core, from 0."""

def get_block_num() -> ScalarValue:
    """The number of blocks of the grid."""

def full(shape: Sequence[IntLike], dtype: DataType, value: Scalar | float) -> Tensor:
    """A tensor with one value everywhere.

    shape is in elements.

    Errors: PLT0009, PLT0038.
    """

def dim(tensor: Tensor | DistributedTensor, axis: int) -> ScalarValue:
    """The extent of a dimension, in elements.

    axis counts dimensions from 0, or from -1 at the end.

    Errors: PLT0035.
    """

def create_l1(shape: Sequence[IntLike], dtype: DataType, transpose: bool = False) -> Tensor:
    """A value beside the cube with undefined contents, for gather_row to fill and for matmul to
    read.

    shape is in elements and known when the kernel is compiled. transpose lays it out for rows
    that are gathered as columns.

    Errors: PLT0003, PLT0009, PLT0010.
    """

def get_element(array: Array, index: IntLike) -> ScalarValue:
    """One element of an array; index counts from 0."""

def update_element(array: Array, index: IntLike, value: IntLike) -> Array:
    """The array with one element replaced; index counts from 0."""

def cacheinvalid(
    tensor: Tensor | DistributedTensor | None = None,
    shapes: Sequence[IntLike] | None = None,
    offsets: Sequence[IntLike] | None = None,
) -> None:
    """Drops cached lines of a region, or of all global memory.

    shapes and offsets are in elements, one entry per dimension.
    """

def create_tensor(shape: Sequence[IntLike], dtype: DataType) -> Tensor:
    """Allocates a tensor in global memory with undefined contents.

    shape is in elements.

    Errors: PLT0009.
    """

def create_tile(
    shape: Sequence[IntLike],
    dtype: DataType,
    target_memory: MemorySpace = MemorySpace.Vec,
    transpose: bool | None = None,
) -> Tile:
    """Allocates a tile with undefined contents.

    shape is in elements and known when the kernel is compiled.

    Errors: PLT0009, PLT0010.
    """

def arange(
    start: IntLike,
    shape: Sequence[IntLike],
    dtype: DataType = DataType.INT32,
    descending: bool = False,
) -> Tensor:
    """A tensor of consecutive integers from start on, upwards or downwards, in one row.

    Errors: PLT0034.
    """

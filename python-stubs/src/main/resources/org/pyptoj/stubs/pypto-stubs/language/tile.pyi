# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Ops on tiles in on-core memory, ``pl.tile``."""

from collections.abc import Sequence
from typing import overload

from pypto._types import AnyTensor, ScalarValue
from pypto.language import DataType, IntLike, MemorySpace, PadValue, Scalar, Tensor, Tile, TileLayout
from pypto.language.distributed import AtomicType, DistributedTensor

from pypto._types import Variant

class MaskPattern(Variant):
    """Which columns are meant: the digits of a name are read from the last one on."""

    P0101 = 1
    P1010 = 2
    P0001 = 3
    P0010 = 4
    P0100 = 5
    P1000 = 6
    P1111 = 7

def create(
    shape: Sequence[IntLike],
    dtype: DataType,
    target_memory: MemorySpace = MemorySpace.Vec,
    transpose: bool | None = None,
) -> Tile:
    """Allocates a tile with undefined contents.

    shape is in elements and known when the kernel is compiled.

    Errors: PLT0009, PLT0010.
    """

def read(tile: Tile, indices: IntLike | Sequence[IntLike]) -> ScalarValue:
    """Reads one element of a tile.

    indices names it, in elements, with one entry per dimension.

    Errors: PLT0017.
    """

def write(tile: Tile, indices: IntLike | Sequence[IntLike], value: Scalar | float) -> None:
    """Writes one element of a tile.

    indices is as in read; the value has the tile's element type.

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

def assemble(target: Tile, source: Tile, offset: Sequence[IntLike]) -> Tile:
    """A tile with another one placed into it at offset, in elements.

    The result has the shape of target; both have one element type.

    Errors: PLT0014, PLT0015, PLT0037.
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

def full(shape: Sequence[IntLike], dtype: DataType, value: Scalar | float) -> Tile:
    """A tile with one value everywhere.

    shape is in elements and known when the kernel is compiled.

    Errors: PLT0009, PLT0010, PLT0038.
    """

def ci(
    start: IntLike,
    shape: Sequence[IntLike],
    dtype: DataType = DataType.INT32,
    descending: bool = False,
) -> Tile:
    """A tile of consecutive integers from start on, upwards or downwards, in one row.

    Errors: PLT0034.
    """

def fillpad(tile: Tile, pad_value: PadValue = PadValue.zero) -> Tile:
    """A fully valid tile: what lay outside the valid box holds the pad value.

    Shape and element type stay.

    Errors: PLT0033.
    """

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

def reshape(tile: Tile, shape: Sequence[IntLike]) -> Tile:
    """The same elements in row-major order under another shape with as many elements.

    Errors: PLT0025, PLT0026.
    """

def transpose_view(tile: Tile) -> Tile:
    """The transpose of a matrix in Mat memory: the same bytes, with the orders of blocks and of
    elements in them exchanged.

    Errors: PLT0011.
    """

def transpose(tile: Tile, axis1: int, axis2: int, tmp_tile: Tile | None = None) -> Tile:
    """Two dimensions exchanged.

    axis1 and axis2 count dimensions from 0.

    Errors: PLT0027.
    """

def set_validshape(tile: Tile, valid_rows: IntLike, valid_cols: IntLike) -> Tile:
    """The same tile with another valid box.

    valid_rows and valid_cols are in elements, at most the shape.

    Errors: PLT0029.
    """

def concat(src0: Tile, src1: Tile) -> Tile:
    """Two tiles side by side, along columns: [rows, a] and [rows, b] become [rows, a + b].

    Errors: PLT0030.
    """

def cast(tile: Tile, target_type: DataType, mode: str = "round") -> Tile:
    """Each element converted to another type; mode is none, rint, round, floor, ceil, trunc or odd.

    The shape stays.

    Errors: PLT0031, PLT0032.
    """

def add(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise sum of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def adds(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise sum of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def sub(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise difference of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def subs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise difference of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers; PLT0007.
    """

def mul(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise product of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def muls(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise product of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def div(lhs: Tile, rhs: Tile | Scalar | float, high_precision: bool = False) -> Tile:
    """Elementwise quotient of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005, PLT0007.
    """

def divs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise quotient of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def maximum(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise larger of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def maximums(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise larger of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def minimum(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise smaller of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def minimums(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise smaller of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def fmod(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise remainder towards zero of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def fmods(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise remainder towards zero of a tile and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def and_(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise bitwise and of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

def ands(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise bitwise and of a tile and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

def or_(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise bitwise or of two tiles.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

def ors(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise bitwise or of a tile and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

def shl(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise left shift of two tiles.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

def shls(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise left shift of a tile and a number.

    Both are integers. Shape and element type stay.

    Errors: PLT0006.
    """

def shr(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise right shift of two tiles.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

def shrs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise right shift of a tile and a number.

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

def neg(tile: Tile) -> Tile:
    """Elementwise negation.

    Shape and element type stay.
    """

def exp(tile: Tile) -> Tile:
    """Elementwise exponential.

    Shape and element type stay.

    Errors: PLT0007.
    """

def log(tile: Tile, high_precision: bool = False) -> Tile:
    """Elementwise natural logarithm.

    Shape and element type stay.

    Errors: PLT0007.
    """

def sin(tile: Tile) -> Tile:
    """Elementwise sine.

    Shape and element type stay.

    Errors: PLT0007.
    """

def cos(tile: Tile) -> Tile:
    """Elementwise cosine.

    Shape and element type stay.

    Errors: PLT0007.
    """

def sqrt(tile: Tile) -> Tile:
    """Elementwise square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

def rsqrt(tile: Tile, tmp: Tile | None = None) -> Tile:
    """Elementwise reciprocal square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

def recip(tile: Tile, high_precision: bool = False) -> Tile:
    """Elementwise reciprocal.

    Shape and element type stay.

    Errors: PLT0007.
    """

def abs(tile: Tile) -> Tile:
    """Elementwise absolute value.

    Shape and element type stay.
    """

def relu(tile: Tile) -> Tile:
    """Elementwise maximum with zero.

    Shape and element type stay.
    """

def not_(tile: Tile) -> Tile:
    """Elementwise bitwise complement.

    Shape and element type stay.

    Errors: PLT0007.
    """

def row_max(tile: Tile, tmp_tile: Tile) -> Tile:
    """The maximum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

def col_max(tile: Tile) -> Tile:
    """The maximum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

def row_sum(tile: Tile, tmp_tile: Tile) -> Tile:
    """The sum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

def col_sum(tile: Tile, tmp_tile: Tile | None = None) -> Tile:
    """The sum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

def row_min(tile: Tile, tmp_tile: Tile) -> Tile:
    """The minimum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

def col_min(tile: Tile) -> Tile:
    """The minimum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

def row_prod(tile: Tile, tmp_tile: Tile) -> Tile:
    """The product of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020, PLT0021.
    """

def col_prod(tile: Tile) -> Tile:
    """The product of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

def row_expand(target: Tile, row_vec: Tile) -> Tile:
    """A one-column tile stretched over the rows of another tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand(target: Tile, col_vec: Tile) -> Tile:
    """A one-row tile stretched over the columns of another tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_add(tile: Tile, row_vec: Tile, tmp: Tile | None = None) -> Tile:
    """Each row of a tile plus its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_add(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile plus its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_sub(tile: Tile, row_vec: Tile) -> Tile:
    """Each row of a tile minus its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_sub(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile minus its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_mul(tile: Tile, row_vec: Tile) -> Tile:
    """Each row of a tile times its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_mul(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile times its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_div(tile: Tile, row_vec: Tile) -> Tile:
    """Each row of a tile divided by its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_div(tile: Tile, col_vec: Tile) -> Tile:
    """Each column of a tile divided by its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_max(tile: Tile, row_vec: Tile) -> Tile:
    """The larger of each row of a tile and its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_max(tile: Tile, col_vec: Tile) -> Tile:
    """The larger of each column of a tile and its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_min(tile: Tile, row_vec: Tile) -> Tile:
    """The smaller of each row of a tile and its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_min(tile: Tile, col_vec: Tile) -> Tile:
    """The smaller of each column of a tile and its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_expdif(tile: Tile, row_vec: Tile) -> Tile:
    """The exponential of each row of a tile minus its value of a one-column tile.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_expdif(tile: Tile, col_vec: Tile) -> Tile:
    """The exponential of each column of a tile minus its value of a one-row tile.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def expands(target: Tile, scalar: Scalar | float) -> Tile:
    """A tile of the target's shape and element type with one value everywhere.

    Errors: PLT0004.
    """

def matmul(lhs: Tile, rhs: Tile) -> Tile:
    """Matrix product, accumulated in FP32 or INT32: [M, K] and [K, N] become [M, N].

    Errors: PLT0023.
    """

def matmul_acc(acc: Tile, lhs: Tile, rhs: Tile, init_cond: IntLike | None = None) -> Tile:
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

def row_argmax(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each row the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

def row_argmin(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each row the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

def col_argmax(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each column the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

def col_argmin(tile: Tile, tmp_tile: Tile) -> Tile:
    """Where in each column the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020, PLT0021.
    """

def part_add(src0: Tile, src1: Tile) -> Tile:
    """Elementwise sum of two tiles where both are valid, and the first one's element where it alone
    is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def part_mul(src0: Tile, src1: Tile) -> Tile:
    """Elementwise product of two tiles where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def part_max(src0: Tile, src1: Tile) -> Tile:
    """Elementwise larger of two tiles where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def part_min(src0: Tile, src1: Tile) -> Tile:
    """Elementwise smaller of two tiles where both are valid, and the first one's element where it
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

def fillpad_inplace(tile: Tile, pad_value: PadValue = PadValue.zero) -> Tile:
    """The same tile, fully valid: what lay outside the valid box holds the pad value.

    Errors: PLT0033.
    """

def fillpad_expand(
    tile: Tile,
    shape: Sequence[IntLike],
    pad_value: PadValue = PadValue.zero,
) -> Tile:
    """A larger, fully valid tile of the shape shape: the valid box in its first corner, the pad
    value elsewhere.

    Errors: PLT0008 to PLT0010, PLT0033, PLT0043.
    """

def gather(src: Tile, indices: Tile, tmp: Tile) -> Tile:
    """Elements of src by their positions, which count its elements row by row.

    The result has the shape of indices and the type of src; indices are INT32, or INT16 beside
    elements of 16 bits.

    Errors: PLT0007, PLT0044.
    """

def gather_mask(
    src: Tile,
    mask_pattern: MaskPattern,
    *,
    output_dtype: DataType | None = None,
) -> Tile:
    """The columns that a pattern names, side by side: every second or fourth one, or all.

    output_dtype reads their bits as another type of the same width.

    Errors: PLT0007, PLT0045.
    """

def scatter(dst: Tile, src: Tile, indexes: Tile) -> Tile:
    """Zeros with the elements of src at the positions that indexes names, which count elements of
    dst row by row; of two at one position the later one stays.

    The instruction writes all of dst, whatever it held. src and indexes have one shape, src and
    dst one element type; indexes are INT32 beside elements of 32 bits and INT16 beside smaller
    ones.

    Errors: PLT0004, PLT0005, PLT0007, PLT0044.
    """

def scatter_mask(dst: Tile, src: Tile, mask_pattern: MaskPattern) -> Tile:
    """The columns of src become the columns of dst that the pattern names; the others become zero.

    dst has as many columns for each of src as the pattern.

    Errors: PLT0004, PLT0007, PLT0045.
    """

def scatter_update(input: Tile, dim: int, index: Tile, src: Tile) -> Tile:
    """input with rows of src at the rows that index names: index counts rows of input, and its
    elements, row by row, are for one row of src each; of two at one row the later one stays.

    All have two dimensions; index is of integers. dim is -2.

    Errors: PLT0004, PLT0007, PLT0008, PLT0044, PLT0046.
    """

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

def sort32(src: Tile, idx: Tile) -> Tile:
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

def mrgsort2(src0: Tile, src1: Tile, tmp: Tile, exhausted: bool = False) -> Tile:
    """2 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up. The result has the shape of tmp.

    Errors: PLT0007, PLT0048.
    """

def mrgsort3(src0: Tile, src1: Tile, src2: Tile, tmp: Tile, exhausted: bool = False) -> Tile:
    """3 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up. The result has the shape of tmp.

    Errors: PLT0007, PLT0048.
    """

def mrgsort4(
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

def get_block_idx() -> ScalarValue:
    """This block's number in its grid, from 0."""

def get_subblock_idx() -> ScalarValue:
    """This vector core's number beside its cube core, from 0."""

def get_block_num() -> ScalarValue:
    """The number of blocks of the grid."""

def arange(
    start: IntLike,
    shape: Sequence[IntLike],
    dtype: DataType = DataType.INT32,
    descending: bool = False,
) -> Tile:
    """A tile of consecutive integers from start on, upwards or downwards, in one row.

    Errors: PLT0034.
    """

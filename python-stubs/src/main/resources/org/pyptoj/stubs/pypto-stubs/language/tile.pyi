# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Ops on tiles in on-core memory, ``pl.tile``."""

from collections.abc import Sequence

from . import DataType, IntLike, MemorySpace, PadValue, Scalar, Tensor, Tile, TileLayout
from .._types import AnyTensor, ScalarValue
from .distributed import AtomicType, DistributedTensor

def create(
    shape: Sequence[IntLike],
    dtype: DataType,
    target_memory: MemorySpace = MemorySpace.Vec,
    transpose: bool | None = None,
) -> Tile:
    """Allocates a tile with undefined contents."""

def read(tile: Tile, indices: IntLike | Sequence[IntLike]) -> ScalarValue:
    """Reads one element of a tile."""

def write(tile: Tile, indices: IntLike | Sequence[IntLike], value: Scalar | float) -> None:
    """Writes one element of a tile."""

def load(
    tensor: Tensor | DistributedTensor,
    offsets: Sequence[IntLike],
    shapes: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    target_memory: MemorySpace = MemorySpace.Vec,
    clamp: bool = False,
) -> Tile:
    """Copies a region of a tensor into a tile.

    With valid_shape only that part is read, and it is the tile's valid box.
    """

def store(
    tile: Tile,
    offsets: Sequence[IntLike],
    output_tensor: AnyTensor,
    shapes: Sequence[IntLike] | None = None,
    *,
    atomic: AtomicType = AtomicType.None_,
) -> AnyTensor:
    """Copies a tile's valid box into a tensor at offsets and returns the tensor; with atomic=Add it
    adds.
    """

def assemble(target: Tile, source: Tile, offset: Sequence[IntLike]) -> Tile:
    """A tile with another one placed into it."""

def extract(
    src: Tile,
    index_row: IntLike,
    index_col: IntLike,
    shape: Sequence[IntLike],
    *,
    target_memory: MemorySpace,
) -> Tile:
    """A part of a tile, moved to another memory."""

def move(
    tile: Tile,
    target_memory: MemorySpace,
    blayout: TileLayout | None = None,
    slayout: TileLayout | None = None,
) -> Tile:
    """Moves a tile to another memory."""

def full(shape: Sequence[IntLike], dtype: DataType, value: Scalar | float) -> Tile:
    """A tile with one value everywhere."""

def ci(
    start: IntLike,
    shape: Sequence[IntLike],
    dtype: DataType = DataType.INT32,
    descending: bool = False,
) -> Tile:
    """A tile of consecutive integers."""

def fillpad(tile: Tile, pad_value: PadValue = PadValue.zero, *, in_place: bool = False) -> Tile:
    """A fully valid tile: what lay outside the valid box holds the pad value."""

def slice(
    tile: Tile,
    shape: Sequence[IntLike],
    offset: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    drop_dims: Sequence[int] | None = None,
    pad_value: PadValue | None = None,
) -> Tile:
    """A part of a tile."""

def reshape(tile: Tile, shape: Sequence[IntLike]) -> Tile:
    """The same elements in row-major order under another shape."""

def transpose(tile: Tile, axis1: int, axis2: int, tmp_tile: Tile | None = None) -> Tile:
    """Two dimensions exchanged."""

def set_validshape(tile: Tile, valid_rows: IntLike, valid_cols: IntLike) -> Tile:
    """The same tile with another valid box."""

def concat(src0: Tile, src1: Tile) -> Tile:
    """Two tiles side by side, along columns."""

def cast(tile: Tile, target_type: DataType, mode: str = "round") -> Tile:
    """Each element converted to another type; mode is none, rint, round, floor, ceil, trunc or odd."""

def add(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise sum of two tiles."""

def adds(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise sum of a tile and a number."""

def sub(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise difference of two tiles."""

def subs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise difference of a tile and a number."""

def mul(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise product of two tiles."""

def muls(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise product of a tile and a number."""

def div(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise quotient of two tiles."""

def divs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise quotient of a tile and a number."""

def maximum(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise larger of two tiles."""

def maximums(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise larger of a tile and a number."""

def minimum(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise smaller of two tiles."""

def minimums(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise smaller of a tile and a number."""

def fmod(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise remainder towards zero of two tiles."""

def fmods(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise remainder towards zero of a tile and a number."""

def and_(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise bitwise and of two tiles."""

def ands(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise bitwise and of a tile and a number."""

def or_(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise bitwise or of two tiles."""

def ors(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise bitwise or of a tile and a number."""

def shl(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise left shift of two tiles."""

def shls(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise left shift of a tile and a number."""

def shr(lhs: Tile, rhs: Tile | Scalar | float) -> Tile:
    """Elementwise right shift of two tiles."""

def shrs(lhs: Tile, rhs: Scalar | float) -> Tile:
    """Elementwise right shift of a tile and a number."""

def rem(lhs: Tile, rhs: Tile, tmp: Tile) -> Tile:
    """Elementwise remainder with the divisor's sign."""

def xor(lhs: Tile, rhs: Tile, tmp: Tile) -> Tile:
    """Elementwise bitwise exclusive or."""

def cmp(lhs: Tile, rhs: Tile | Scalar | float, cmp_type: int = 0) -> Tile:
    """Elementwise comparison: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge."""

def cmps(lhs: Tile, rhs: Scalar | float, cmp_type: int = 0) -> Tile:
    """Elementwise comparison with a number; codes as in cmp."""

def sel(mask: Tile, lhs: Tile, rhs: Tile, tmp: Tile) -> Tile:
    """lhs where the mask is set, rhs elsewhere."""

def neg(tile: Tile) -> Tile:
    """Elementwise negation."""

def exp(tile: Tile) -> Tile:
    """Elementwise exponential."""

def log(tile: Tile, high_precision: bool = False) -> Tile:
    """Elementwise natural logarithm."""

def sin(tile: Tile) -> Tile:
    """Elementwise sine."""

def cos(tile: Tile) -> Tile:
    """Elementwise cosine."""

def sqrt(tile: Tile) -> Tile:
    """Elementwise square root."""

def rsqrt(tile: Tile, tmp: Tile | None = None) -> Tile:
    """Elementwise reciprocal square root."""

def recip(tile: Tile, high_precision: bool = False) -> Tile:
    """Elementwise reciprocal."""

def abs(tile: Tile) -> Tile:
    """Elementwise absolute value."""

def relu(tile: Tile) -> Tile:
    """Elementwise maximum with zero."""

def not_(tile: Tile) -> Tile:
    """Elementwise bitwise complement."""

def row_max(tile: Tile, tmp_tile: Tile) -> Tile:
    """The maximum of each row, one column wide."""

def col_max(tile: Tile) -> Tile:
    """The maximum of each column, one row high."""

def row_sum(tile: Tile, tmp_tile: Tile) -> Tile:
    """The sum of each row, one column wide."""

def col_sum(tile: Tile, tmp_tile: Tile | None = None) -> Tile:
    """The sum of each column, one row high."""

def row_min(tile: Tile, tmp_tile: Tile) -> Tile:
    """The minimum of each row, one column wide."""

def col_min(tile: Tile) -> Tile:
    """The minimum of each column, one row high."""

def row_prod(tile: Tile, tmp_tile: Tile) -> Tile:
    """The product of each row, one column wide."""

def col_prod(tile: Tile) -> Tile:
    """The product of each column, one row high."""

def row_expand(target: Tile, row_vec: Tile) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand(target: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def row_expand_add(tile: Tile, row_vec: Tile, tmp: Tile | None = None) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand_add(tile: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def row_expand_sub(tile: Tile, row_vec: Tile) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand_sub(tile: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def row_expand_mul(tile: Tile, row_vec: Tile) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand_mul(tile: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def row_expand_div(tile: Tile, row_vec: Tile) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand_div(tile: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def row_expand_max(tile: Tile, row_vec: Tile) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand_max(tile: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def row_expand_min(tile: Tile, row_vec: Tile) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand_min(tile: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def row_expand_expdif(tile: Tile, row_vec: Tile) -> Tile:
    """Combines each row of a tile with that row's value of a one-column tile."""

def col_expand_expdif(tile: Tile, col_vec: Tile) -> Tile:
    """Combines each column of a tile with that column's value of a one-row tile."""

def expands(target: Tile, scalar: Scalar | float) -> Tile:
    """A tile of the target's shape with one value everywhere."""

def matmul(lhs: Tile, rhs: Tile) -> Tile:
    """Matrix product, accumulated in FP32 or INT32."""

def matmul_acc(acc: Tile, lhs: Tile, rhs: Tile) -> Tile:
    """An accumulator plus a matrix product."""

def batch_matmul(lhs: Tile, rhs: Tile) -> Tile:
    """Matrix products over leading dimensions."""

def get_block_idx() -> ScalarValue:
    """This block's number in its grid."""

def get_subblock_idx() -> ScalarValue:
    """This vector core's number beside its cube core."""

def get_block_num() -> ScalarValue:
    """The number of blocks of the grid."""

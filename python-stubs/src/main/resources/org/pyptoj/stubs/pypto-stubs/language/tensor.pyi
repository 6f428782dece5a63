# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Ops on tensors in global memory, ``pl.tensor``."""

from collections.abc import Sequence

from . import DataType, IntLike, PadValue, Scalar, Tensor
from .._types import AnyTensor, ScalarValue
from .distributed import DistributedTensor

def create(shape: Sequence[IntLike], dtype: DataType) -> Tensor:
    """Allocates a tensor with undefined contents."""

def full(shape: Sequence[IntLike], dtype: DataType, value: Scalar | float) -> Tensor:
    """A tensor with one value everywhere."""

def read(tensor: Tensor | DistributedTensor, indices: IntLike | Sequence[IntLike]) -> ScalarValue:
    """Reads one element of a tensor."""

def write(
    tensor: Tensor | DistributedTensor,
    indices: IntLike | Sequence[IntLike],
    value: Scalar | float,
) -> None:
    """Writes one element of a tensor."""

def dim(tensor: Tensor | DistributedTensor, axis: int) -> ScalarValue:
    """The extent of a dimension."""

def slice(
    tensor: AnyTensor,
    shape: Sequence[IntLike],
    offset: Sequence[IntLike],
    valid_shape: Sequence[IntLike] | None = None,
    drop_dims: Sequence[int] | None = None,
    pad_value: PadValue | None = None,
) -> AnyTensor:
    """A view of a region of a tensor."""

def assemble(
    target: AnyTensor,
    source: Tensor | DistributedTensor,
    offset: Sequence[IntLike],
) -> AnyTensor:
    """A tensor with another one placed into it."""

def reshape(tensor: AnyTensor, shape: Sequence[IntLike]) -> AnyTensor:
    """A view of the same elements in row-major order under another shape."""

def transpose(tensor: AnyTensor, axis1: int, axis2: int) -> AnyTensor:
    """Two dimensions exchanged."""

def concat(src0: Tensor, src1: Tensor) -> Tensor:
    """Two tensors side by side, along columns."""

def cast(tensor: Tensor | DistributedTensor, target_type: DataType, mode: str = "round") -> Tensor:
    """Each element converted to another type; modes as in tile.cast."""

def add(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise sum of two tensors."""

def adds(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise sum of a tensor and a number."""

def sub(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise difference of two tensors."""

def subs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise difference of a tensor and a number."""

def mul(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise product of two tensors."""

def muls(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise product of a tensor and a number."""

def div(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise quotient of two tensors."""

def divs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise quotient of a tensor and a number."""

def maximum(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise larger of two tensors."""

def maximums(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise larger of a tensor and a number."""

def minimum(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise smaller of two tensors."""

def minimums(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise smaller of a tensor and a number."""

def neg(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise negation."""

def exp(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise exponential."""

def log(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise natural logarithm."""

def sin(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise sine."""

def cos(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise cosine."""

def sqrt(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise square root."""

def rsqrt(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise reciprocal square root."""

def recip(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise reciprocal."""

def abs(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise absolute value."""

def relu(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise maximum with zero."""

def row_max(tensor: Tensor | DistributedTensor) -> Tensor:
    """The maximum of each row, one column wide."""

def col_max(tensor: Tensor | DistributedTensor) -> Tensor:
    """The maximum of each column, one row high."""

def row_sum(tensor: Tensor | DistributedTensor) -> Tensor:
    """The sum of each row, one column wide."""

def col_sum(tensor: Tensor | DistributedTensor) -> Tensor:
    """The sum of each column, one row high."""

def row_min(tensor: Tensor | DistributedTensor) -> Tensor:
    """The minimum of each row, one column wide."""

def col_min(tensor: Tensor | DistributedTensor) -> Tensor:
    """The minimum of each column, one row high."""

def row_prod(tensor: Tensor | DistributedTensor) -> Tensor:
    """The product of each row, one column wide."""

def col_prod(tensor: Tensor | DistributedTensor) -> Tensor:
    """The product of each column, one row high."""

def row_expand(target: Tensor | DistributedTensor, row_vec: Tensor | DistributedTensor) -> Tensor:
    """Combines each row of a tensor with that row's value of a one-column tensor."""

def col_expand(target: Tensor | DistributedTensor, col_vec: Tensor | DistributedTensor) -> Tensor:
    """Combines each column of a tensor with that column's value of a one-row tensor."""

def row_expand_add(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each row of a tensor with that row's value of a one-column tensor."""

def col_expand_add(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each column of a tensor with that column's value of a one-row tensor."""

def row_expand_sub(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each row of a tensor with that row's value of a one-column tensor."""

def col_expand_sub(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each column of a tensor with that column's value of a one-row tensor."""

def row_expand_mul(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each row of a tensor with that row's value of a one-column tensor."""

def col_expand_mul(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each column of a tensor with that column's value of a one-row tensor."""

def row_expand_div(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each row of a tensor with that row's value of a one-column tensor."""

def col_expand_div(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Combines each column of a tensor with that column's value of a one-row tensor."""

def matmul(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor,
    out_dtype: DataType | None = None,
    a_trans: bool = False,
    b_trans: bool = False,
    c_matrix_nz: bool = False,
) -> Tensor:
    """Matrix product."""

def matmul_acc(
    acc: Tensor | DistributedTensor,
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor,
    a_trans: bool = False,
    b_trans: bool = False,
) -> Tensor:
    """An accumulator plus a matrix product."""

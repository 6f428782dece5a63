# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Ops on tensors in global memory, ``pl.tensor``."""

from collections.abc import Sequence

from pypto._types import AnyTensor, ScalarValue
from pypto.language import DataType, IntLike, PadValue, Scalar, Tensor
from pypto.language.distributed import DistributedTensor

def create(shape: Sequence[IntLike], dtype: DataType) -> Tensor:
    """Allocates a tensor in global memory with undefined contents.

    shape is in elements.

    Errors: PLT0009.
    """

def full(shape: Sequence[IntLike], dtype: DataType, value: Scalar | float) -> Tensor:
    """A tensor with one value everywhere.

    shape is in elements.

    Errors: PLT0009, PLT0038.
    """

def read(tensor: Tensor | DistributedTensor, indices: IntLike | Sequence[IntLike]) -> ScalarValue:
    """Reads one element of a tensor.

    indices names it, in elements, with one entry per dimension.

    Errors: PLT0017.
    """

def write(
    tensor: Tensor | DistributedTensor,
    indices: IntLike | Sequence[IntLike],
    value: Scalar | float,
) -> None:
    """Writes one element of a tensor.

    indices is as in read; the value has the tensor's element type.

    Errors: PLT0017, PLT0018.
    """

def dim(tensor: Tensor | DistributedTensor, axis: int) -> ScalarValue:
    """The extent of a dimension, in elements.

    axis counts dimensions from 0, or from -1 at the end.

    Errors: PLT0035.
    """

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

def assemble(
    target: AnyTensor,
    source: Tensor | DistributedTensor,
    offset: Sequence[IntLike],
) -> AnyTensor:
    """A tensor with another one placed into it at offset, in elements; the result is target.

    Both have one element type.

    Errors: PLT0014, PLT0037.
    """

def reshape(tensor: AnyTensor, shape: Sequence[IntLike]) -> AnyTensor:
    """A view of the same elements in row-major order under another shape with as many elements.

    Errors: PLT0025, PLT0026.
    """

def transpose(tensor: AnyTensor, axis1: int, axis2: int) -> AnyTensor:
    """Two dimensions exchanged.

    axis1 and axis2 count dimensions from 0.

    Errors: PLT0027.
    """

def concat(src0: Tensor, src1: Tensor) -> Tensor:
    """Two tensors side by side, along columns: [rows, a] and [rows, b] become [rows, a + b].

    Errors: PLT0030.
    """

def cast(tensor: Tensor | DistributedTensor, target_type: DataType, mode: str = "round") -> Tensor:
    """Each element converted to another type; mode is none, rint, round, floor, ceil, trunc or odd.

    The shape stays.

    Errors: PLT0031, PLT0032.
    """

def add(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise sum of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def adds(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise sum of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def sub(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise difference of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def subs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise difference of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers; PLT0007.
    """

def mul(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise product of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def muls(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise product of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def div(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise quotient of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005, PLT0007.
    """

def divs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise quotient of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def maximum(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise larger of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def maximums(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise larger of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def minimum(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise smaller of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def minimums(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise smaller of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def neg(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise negation.

    Shape and element type stay.
    """

def exp(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise exponential.

    Shape and element type stay.

    Errors: PLT0007.
    """

def log(tensor: Tensor | DistributedTensor, high_precision: bool = False) -> Tensor:
    """Elementwise natural logarithm.

    Shape and element type stay.

    Errors: PLT0007.
    """

def sin(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise sine.

    Shape and element type stay.

    Errors: PLT0007.
    """

def cos(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise cosine.

    Shape and element type stay.

    Errors: PLT0007.
    """

def sqrt(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

def rsqrt(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise reciprocal square root.

    Shape and element type stay.

    Errors: PLT0007.
    """

def recip(tensor: Tensor | DistributedTensor, high_precision: bool = False) -> Tensor:
    """Elementwise reciprocal.

    Shape and element type stay.

    Errors: PLT0007.
    """

def abs(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise absolute value.

    Shape and element type stay.
    """

def relu(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise maximum with zero.

    Shape and element type stay.
    """

def row_max(tensor: Tensor | DistributedTensor) -> Tensor:
    """The maximum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

def col_max(tensor: Tensor | DistributedTensor) -> Tensor:
    """The maximum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

def row_sum(tensor: Tensor | DistributedTensor) -> Tensor:
    """The sum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

def col_sum(tensor: Tensor | DistributedTensor) -> Tensor:
    """The sum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

def row_min(tensor: Tensor | DistributedTensor) -> Tensor:
    """The minimum of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

def col_min(tensor: Tensor | DistributedTensor) -> Tensor:
    """The minimum of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

def row_prod(tensor: Tensor | DistributedTensor) -> Tensor:
    """The product of each row, one column wide.

    [rows, cols] becomes [rows, 1]; only valid elements count.

    Errors: PLT0020.
    """

def col_prod(tensor: Tensor | DistributedTensor) -> Tensor:
    """The product of each column, one row high.

    [rows, cols] becomes [1, cols]; only valid elements count.

    Errors: PLT0020.
    """

def row_expand(target: Tensor | DistributedTensor, row_vec: Tensor | DistributedTensor) -> Tensor:
    """A one-column tensor stretched over the rows of another tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand(target: Tensor | DistributedTensor, col_vec: Tensor | DistributedTensor) -> Tensor:
    """A one-row tensor stretched over the columns of another tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_add(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor plus its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_add(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor plus its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_sub(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor minus its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_sub(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor minus its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_mul(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor times its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_mul(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor times its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_div(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each row of a tensor divided by its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_div(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """Each column of a tensor divided by its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

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

def matmul_acc(
    acc: Tensor | DistributedTensor,
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor,
    a_trans: bool = False,
    b_trans: bool = False,
) -> Tensor:
    """An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N].

    Errors: PLT0023, PLT0024.
    """

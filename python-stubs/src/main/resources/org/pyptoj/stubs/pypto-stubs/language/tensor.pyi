# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test

"""Ops on tensors in global memory, ``pl.tensor``."""

from collections.abc import Sequence
from typing import overload

from pypto._types import AnyTensor, ScalarValue
from pypto.language import DataType, IntLike, PadValue, Scalar, Tensor
from pypto.language.distributed import AtomicType, DistributedTensor
from pypto.language.tile import MaskPattern

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
    *,
    atomic: AtomicType = AtomicType.None_,
) -> AnyTensor:
    """A tensor with another one placed into it at offset, in elements; the result is target.

    With atomic=Add it is added to what is there. Both have one element type.

    Errors: PLT0014, PLT0016, PLT0037.
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
    high_precision: bool = False,
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

def rsqrt(tensor: Tensor | DistributedTensor, high_precision: bool = False) -> Tensor:
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
    init_cond: IntLike | None = None,
) -> Tensor:
    """An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N].

    Where init_cond holds, the product alone.

    Errors: PLT0023, PLT0024.
    """

def fmod(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise remainder towards zero of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004, PLT0005.
    """

def fmods(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise remainder towards zero of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0004 for a fraction beside integers.
    """

def and_(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise bitwise and of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

def ands(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise bitwise and of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

def or_(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise bitwise or of two tensors.

    Both have one element type, which the result has; their shapes are equal, or differ where one
    has extent 1.

    Errors: PLT0004 to PLT0006.
    """

def ors(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise bitwise or of a tensor and a number.

    Shape and element type stay.

    Errors: PLT0006 unless both are integers.
    """

def shl(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise left shift of two tensors.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

def shls(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise left shift of a tensor and a number.

    Both are integers. Shape and element type stay.

    Errors: PLT0006.
    """

def shr(
    lhs: Tensor | DistributedTensor,
    rhs: Tensor | DistributedTensor | Scalar | float,
) -> Tensor:
    """Elementwise right shift of two tensors.

    Both hold integers; their shapes are equal, or differ where one has extent 1.

    Errors: PLT0005, PLT0006.
    """

def shrs(lhs: Tensor | DistributedTensor, rhs: Scalar | float) -> Tensor:
    """Elementwise right shift of a tensor and a number.

    Both are integers. Shape and element type stay.

    Errors: PLT0006.
    """

def not_(tensor: Tensor | DistributedTensor) -> Tensor:
    """Elementwise bitwise complement.

    Shape and element type stay.

    Errors: PLT0007.
    """

def row_expand_max(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The larger of each row of a tensor and its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_max(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The larger of each column of a tensor and its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_min(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The smaller of each row of a tensor and its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_min(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The smaller of each column of a tensor and its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_expand_expdif(
    tensor: Tensor | DistributedTensor,
    row_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The exponential of each row of a tensor minus its value of a one-column tensor.

    row_vec is [rows, 1] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def col_expand_expdif(
    tensor: Tensor | DistributedTensor,
    col_vec: Tensor | DistributedTensor,
) -> Tensor:
    """The exponential of each column of a tensor minus its value of a one-row tensor.

    col_vec is [1, cols] beside [rows, cols], which the result has too.

    Errors: PLT0004, PLT0022.
    """

def row_argmax(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each row the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

def row_argmin(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each row the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [rows, 1] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

def col_argmax(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each column the greatest element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

def col_argmin(tensor: Tensor | DistributedTensor) -> Tensor:
    """Where in each column the least element stands, counted from 0; of equal ones the first.

    [rows, cols] becomes [1, cols] of INT32; only valid elements count.

    Errors: PLT0007, PLT0020.
    """

def part_add(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise sum of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def part_mul(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise product of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def part_max(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise larger of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def part_min(lhs: Tensor | DistributedTensor, rhs: Tensor | DistributedTensor) -> Tensor:
    """Elementwise smaller of two tensors where both are valid, and the first one's element where it
    alone is.

    Both have one element type and shape; the second is valid nowhere beyond the first.

    Errors: PLT0004, PLT0005, PLT0040.
    """

def ci(
    start: IntLike,
    shape: Sequence[IntLike],
    dtype: DataType = DataType.INT32,
    descending: bool = False,
) -> Tensor:
    """A tensor of consecutive integers from start on, upwards or downwards, in one row.

    Errors: PLT0034.
    """

def fillpad(tensor: Tensor | DistributedTensor, pad_value: PadValue = PadValue.zero) -> Tensor:
    """A fully valid tensor: what lay outside the valid box holds the pad value.

    Shape and element type stay.

    Errors: PLT0033.
    """

def fillpad_expand(
    tensor: Tensor | DistributedTensor,
    shape: Sequence[IntLike],
    pad_value: PadValue = PadValue.zero,
) -> Tensor:
    """A larger, fully valid tensor of the shape shape: the valid box in its first corner, the pad
    value elsewhere.

    Errors: PLT0008 to PLT0010, PLT0033, PLT0043.
    """

def set_validshape(tensor: AnyTensor, valid_rows: IntLike, valid_cols: IntLike) -> AnyTensor:
    """The same tensor with another valid box.

    valid_rows and valid_cols are in elements, at most the shape.

    Errors: PLT0029.
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

def scatter_mask(
    input: Tensor | DistributedTensor,
    *,
    mask_pattern: MaskPattern,
    dst: Tensor | DistributedTensor,
) -> Tensor:
    """dst with the columns of input in those that the pattern names; its others stay.

    dst has as many columns for each of input as the pattern.

    Errors: PLT0004, PLT0007, PLT0008, PLT0045.
    """

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

def create_l1(shape: Sequence[IntLike], dtype: DataType, transpose: bool = False) -> Tensor:
    """A value beside the cube with undefined contents, for gather_row to fill and for matmul to
    read.

    shape is in elements and known when the kernel is compiled. transpose lays it out for rows
    that are gathered as columns.

    Errors: PLT0003, PLT0009, PLT0010.
    """

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

def gather_mask(
    input: Tensor | DistributedTensor,
    mask_pattern: MaskPattern,
    *,
    output_dtype: DataType | None = None,
) -> Tensor:
    """The columns that a pattern names, side by side: every second or fourth one, or all.

    output_dtype reads their bits as another type of the same width.

    Errors: PLT0007, PLT0045.
    """

def sort32(src: Tensor | DistributedTensor, idx: Tensor | DistributedTensor) -> Tensor:
    """Each block of 32 columns sorted, the greatest first, as pairs of a value and its index, whose
    bits stand in the column behind the value.

    [rows, cols] becomes [rows, 2 * cols]; of equal values the one with the lower index comes
    first.

    Errors: PLT0007, PLT0047.
    """

@overload
def mrgsort(src0: Tensor | DistributedTensor, block_len: IntLike) -> Tensor:
    """Runs of sorted pairs in one row, merged four at a time.

    block_len is the length of a run in columns, two for each pair and a multiple of 64; what is
    left behind the last four runs stays undefined.

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

def mrgsort2(
    src0: Tensor | DistributedTensor,
    src1: Tensor | DistributedTensor,
    exhausted: bool = False,
) -> Tensor:
    """2 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up.

    Errors: PLT0007, PLT0048.
    """

def mrgsort3(
    src0: Tensor | DistributedTensor,
    src1: Tensor | DistributedTensor,
    src2: Tensor | DistributedTensor,
    exhausted: bool = False,
) -> Tensor:
    """3 lists of sorted pairs in one row, merged into one.

    With exhausted it ends when one list is used up.

    Errors: PLT0007, PLT0048.
    """

def mrgsort4(
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

def arange(
    start: IntLike,
    shape: Sequence[IntLike],
    dtype: DataType = DataType.INT32,
    descending: bool = False,
) -> Tensor:
    """A tensor of consecutive integers from start on, upwards or downwards, in one row.

    Errors: PLT0034.
    """

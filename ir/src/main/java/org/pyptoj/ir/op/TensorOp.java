package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.Dialect.*;
import static org.pyptoj.ir.op.ElementTypes.*;
import static org.pyptoj.ir.op.Families.*;
import static org.pyptoj.ir.op.OpRow.op;
import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;

import org.pyptoj.ir.arith.Interval;
import org.pyptoj.ir.op.OpKind.Matmul;
import org.pyptoj.ir.op.OpKind.Rearrangement;
import org.pyptoj.ir.op.OpKind.TensorMemory;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TileLayout;

/** Ops on values in global memory: {@code pl.tensor}. */
public final class TensorOp {

  static final OpTable TABLE = new OpTable();

  public static final Op CREATE =
      TABLE.add(
          op(TENSOR, "create", TensorMemory.CREATE)
              .takes(ints(SHAPE, "shape"), attr(OpAttrs.DTYPE))
              .gives("Tensor")
              .does(Effect.CONTROL)
              .fullNameOnly()
              .doc(
                  "Allocates a tensor in global memory with undefined contents. shape is in elements."
                      + " Errors: PLT0009."));
  public static final Op FULL =
      TABLE.add(
          op(TENSOR, "full", TensorMemory.FULL)
              .takes(ints(SHAPE, "shape"), attr(OpAttrs.DTYPE), number(VALUE, "value"))
              .gives("Tensor")
              .doc(
                  "A tensor with one value everywhere. shape is in elements. Errors: PLT0009,"
                      + " PLT0038."));
  public static final Op READ =
      TABLE.add(
          op(TENSOR, "read", TensorMemory.READ)
              .pto("load_scalar")
              .takes(tensorLike(SOURCE, "tensor"), operand(INDICES, "indices", ParamKind.INDICES))
              .gives("Scalar")
              .does(Effect.READS)
              .doc(
                  "Reads one element of a tensor. indices names it, in elements, with one entry per"
                      + " dimension. Errors: PLT0017."));
  public static final Op WRITE =
      TABLE.add(
          op(TENSOR, "write", TensorMemory.WRITE)
              .pto("store_scalar")
              .takes(
                  tensorLike(TARGET, "tensor").with(Access.WRITE),
                  operand(INDICES, "indices", ParamKind.INDICES),
                  number(VALUE, "value"))
              .does(Effect.WRITES)
              .doc(
                  "Writes one element of a tensor. indices is as in read; the value has the tensor's"
                      + " element type. Errors: PLT0017, PLT0018."));
  public static final Op DIM =
      TABLE.add(
          op(TENSOR, "dim", TensorMemory.DIM)
              .takes(tensorLike(SOURCE, "tensor").with(Access.SHAPE), attr(OpAttrs.AXIS))
              .gives("Scalar")
              .within(Interval.atLeast(0))
              .doc(
                  "The extent of a dimension, in elements. axis counts dimensions from 0, or from -1"
                      + " at the end. Errors: PLT0035."));
  public static final Op SLICE =
      TABLE.add(
          op(TENSOR, "slice", TensorMemory.SLICE)
              .takes(
                  tensorLike(SOURCE, "tensor").with(Access.SHAPE),
                  ints(SHAPE, "shape"),
                  ints(OFFSETS, "offset"),
                  ints(VALID_SHAPE, "valid_shape").optional(),
                  attr(OpAttrs.DROP_DIMS).optional(),
                  optional(OpAttrs.PAD_VALUE))
              .gives("Tensor", new Result.ViewOf(SOURCE))
              .doc(
                  "A view of a region of a tensor of the shape shape, at offset, in elements. A"
                      + " window's view is one too. drop_dims leaves out dimensions of extent 1;"
                      + " pad_value is what fillpad may put outside of the valid box. Errors:"
                      + " PLT0008, PLT0011 to PLT0013, PLT0028."));
  public static final Op ASSEMBLE =
      TABLE.add(
          op(TENSOR, "assemble", TensorMemory.ASSEMBLE)
              .takes(
                  tensorLike(TARGET, "target").with(Access.WRITE),
                  tensorLike(SOURCE, "source"),
                  ints(OFFSETS, "offset"))
              .keywords(attr(OpAttrs.ATOMIC, AtomicType.NONE))
              .gives("Tensor", new Result.Same(TARGET))
              .does(Effect.WRITES)
              .doc(
                  "A tensor with another one placed into it at offset, in elements; the result is"
                      + " target. With atomic=Add it is added to what is there. Both have one element"
                      + " type. Errors: PLT0014, PLT0016, PLT0037."));
  public static final Op RESHAPE =
      TABLE.add(
          op(TENSOR, "reshape", TensorMemory.RESHAPE)
              .takes(tensorLike(SOURCE, "tensor").with(Access.SHAPE), ints(SHAPE, "shape"))
              .gives("Tensor", new Result.ViewOf(SOURCE))
              .doc(
                  "A view of the same elements in row-major order under another shape with as many"
                      + " elements. Errors: PLT0025, PLT0026."));
  public static final Op TRANSPOSE =
      TABLE.add(
          op(TENSOR, "transpose", TensorMemory.TRANSPOSE)
              .takes(
                  tensorLike(SOURCE, "tensor").with(Access.SHAPE),
                  attr(OpAttrs.AXIS1),
                  attr(OpAttrs.AXIS2))
              .gives("Tensor", new Result.ViewOf(SOURCE))
              .doc(
                  "Two dimensions exchanged. axis1 and axis2 count dimensions from 0. Errors:"
                      + " PLT0027."));
  public static final Op CONCAT =
      TABLE.add(
          op(TENSOR, "concat", TensorMemory.CONCAT)
              .takes(tensor(LHS, "src0"), tensor(RHS, "src1"))
              .gives("Tensor")
              .doc(
                  "Two tensors side by side, along columns: [rows, a] and [rows, b] become [rows, a +"
                      + " b]. Errors: PLT0030."));
  public static final Op AS_VIEW =
      TABLE.add(
          op(TENSOR, "as_view", TensorMemory.AS_VIEW)
              .takes(
                  tensorLike(SOURCE, "tensor").with(Access.SHAPE),
                  ints(SHAPE, "shape"),
                  ints(VALID_SHAPE, "valid_shape").optional())
              .gives("Tensor", new Result.ViewOf(SOURCE))
              .internal()
              .doc(
                  "The same packed elements under another shape, with a valid box; made by collective"
                      + " lowering."));
  public static final Op CAST = TABLE.add(onTensors(TileOp.CAST));
  public static final Op ADD = TABLE.add(onTensors(TileOp.ADD));
  public static final Op ADDS = TABLE.add(onTensors(TileOp.ADDS));
  public static final Op SUB = TABLE.add(onTensors(TileOp.SUB));
  public static final Op SUBS = TABLE.add(onTensors(TileOp.SUBS));
  public static final Op MUL = TABLE.add(onTensors(TileOp.MUL));
  public static final Op MULS = TABLE.add(onTensors(TileOp.MULS));
  public static final Op DIV = TABLE.add(onTensors(TileOp.DIV).takes(flag(OpAttrs.HIGH_PRECISION)));
  public static final Op DIVS = TABLE.add(onTensors(TileOp.DIVS));
  public static final Op MAXIMUM = TABLE.add(onTensors(TileOp.MAXIMUM));
  public static final Op MAXIMUMS = TABLE.add(onTensors(TileOp.MAXIMUMS));
  public static final Op MINIMUM = TABLE.add(onTensors(TileOp.MINIMUM));
  public static final Op MINIMUMS = TABLE.add(onTensors(TileOp.MINIMUMS));
  public static final Op NEG = TABLE.add(onTensors(TileOp.NEG));
  public static final Op EXP = TABLE.add(onTensors(TileOp.EXP));
  public static final Op LOG = TABLE.add(onTensors(TileOp.LOG).takes(flag(OpAttrs.HIGH_PRECISION)));
  public static final Op SIN = TABLE.add(onTensors(TileOp.SIN));
  public static final Op COS = TABLE.add(onTensors(TileOp.COS));
  public static final Op SQRT = TABLE.add(onTensors(TileOp.SQRT));
  public static final Op RSQRT =
      TABLE.add(onTensors(TileOp.RSQRT).takes(flag(OpAttrs.HIGH_PRECISION)));
  public static final Op RECIP =
      TABLE.add(onTensors(TileOp.RECIP).takes(flag(OpAttrs.HIGH_PRECISION)));
  public static final Op ABS = TABLE.add(onTensors(TileOp.ABS));
  public static final Op RELU = TABLE.add(onTensors(TileOp.RELU));
  public static final Op ROW_MAX = TABLE.add(onTensors(TileOp.ROW_MAX));
  public static final Op COL_MAX = TABLE.add(onTensors(TileOp.COL_MAX));
  public static final Op ROW_SUM = TABLE.add(onTensors(TileOp.ROW_SUM));
  public static final Op COL_SUM = TABLE.add(onTensors(TileOp.COL_SUM));
  public static final Op ROW_MIN = TABLE.add(onTensors(TileOp.ROW_MIN));
  public static final Op COL_MIN = TABLE.add(onTensors(TileOp.COL_MIN));
  public static final Op ROW_PROD = TABLE.add(onTensors(TileOp.ROW_PROD));
  public static final Op COL_PROD = TABLE.add(onTensors(TileOp.COL_PROD));
  public static final Op ROW_EXPAND = TABLE.add(onTensors(TileOp.ROW_EXPAND));
  public static final Op COL_EXPAND = TABLE.add(onTensors(TileOp.COL_EXPAND));
  public static final Op ROW_EXPAND_ADD = TABLE.add(onTensors(TileOp.ROW_EXPAND_ADD));
  public static final Op COL_EXPAND_ADD = TABLE.add(onTensors(TileOp.COL_EXPAND_ADD));
  public static final Op ROW_EXPAND_SUB = TABLE.add(onTensors(TileOp.ROW_EXPAND_SUB));
  public static final Op COL_EXPAND_SUB = TABLE.add(onTensors(TileOp.COL_EXPAND_SUB));
  public static final Op ROW_EXPAND_MUL = TABLE.add(onTensors(TileOp.ROW_EXPAND_MUL));
  public static final Op COL_EXPAND_MUL = TABLE.add(onTensors(TileOp.COL_EXPAND_MUL));
  public static final Op ROW_EXPAND_DIV = TABLE.add(onTensors(TileOp.ROW_EXPAND_DIV));
  public static final Op COL_EXPAND_DIV = TABLE.add(onTensors(TileOp.COL_EXPAND_DIV));
  public static final Op MATMUL =
      TABLE.add(
          op(TENSOR, "matmul", new Matmul(Matmul.Addend.NONE, Matmul.Factors.BATCHES))
              .takes(
                  tensorLike(LHS, "lhs"),
                  tensorLike(RHS, "rhs"),
                  optional(OpAttrs.OUT_DTYPE),
                  flag(OpAttrs.A_TRANS),
                  flag(OpAttrs.B_TRANS),
                  flag(OpAttrs.C_MATRIX_NZ))
              .gives("Tensor")
              .core(Affinity.CUBE)
              .doc(
                  "Matrix product: [M, K] and [K, N] become [M, N]; a_trans and b_trans take an"
                      + " operand the other way round. c_matrix_nz changes no value. Errors:"
                      + " PLT0023."));
  public static final Op MATMUL_ACC =
      TABLE.add(
          op(TENSOR, "matmul_acc", new Matmul(Matmul.Addend.ACCUMULATOR, Matmul.Factors.BATCHES))
              .takes(
                  tensorLike(ACCUMULATOR, "acc"),
                  tensorLike(LHS, "lhs"),
                  tensorLike(RHS, "rhs"),
                  flag(OpAttrs.A_TRANS),
                  flag(OpAttrs.B_TRANS),
                  scalar(CONDITION, "init_cond").optional())
              .gives("Tensor")
              .core(Affinity.CUBE)
              .doc(
                  "An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N]."
                      + " Where init_cond holds, the product alone. Errors: PLT0023, PLT0024."));
  public static final Op FMOD = TABLE.add(onTensors(TileOp.FMOD));
  public static final Op FMODS = TABLE.add(onTensors(TileOp.FMODS));
  public static final Op AND = TABLE.add(onTensors(TileOp.AND));
  public static final Op ANDS = TABLE.add(onTensors(TileOp.ANDS));
  public static final Op OR = TABLE.add(onTensors(TileOp.OR));
  public static final Op ORS = TABLE.add(onTensors(TileOp.ORS));
  public static final Op SHL = TABLE.add(onTensors(TileOp.SHL));
  public static final Op SHLS = TABLE.add(onTensors(TileOp.SHLS));
  public static final Op SHR = TABLE.add(onTensors(TileOp.SHR));
  public static final Op SHRS = TABLE.add(onTensors(TileOp.SHRS));
  public static final Op NOT = TABLE.add(onTensors(TileOp.NOT));
  public static final Op ROW_EXPAND_MAX = TABLE.add(onTensors(TileOp.ROW_EXPAND_MAX));
  public static final Op COL_EXPAND_MAX = TABLE.add(onTensors(TileOp.COL_EXPAND_MAX));
  public static final Op ROW_EXPAND_MIN = TABLE.add(onTensors(TileOp.ROW_EXPAND_MIN));
  public static final Op COL_EXPAND_MIN = TABLE.add(onTensors(TileOp.COL_EXPAND_MIN));
  public static final Op ROW_EXPAND_EXPDIF = TABLE.add(onTensors(TileOp.ROW_EXPAND_EXPDIF));
  public static final Op COL_EXPAND_EXPDIF = TABLE.add(onTensors(TileOp.COL_EXPAND_EXPDIF));
  public static final Op ROW_ARGMAX = TABLE.add(onTensors(TileOp.ROW_ARGMAX));
  public static final Op ROW_ARGMIN = TABLE.add(onTensors(TileOp.ROW_ARGMIN));
  public static final Op COL_ARGMAX = TABLE.add(onTensors(TileOp.COL_ARGMAX));
  public static final Op COL_ARGMIN = TABLE.add(onTensors(TileOp.COL_ARGMIN));
  public static final Op PART_ADD = TABLE.add(onTensors(TileOp.PART_ADD));
  public static final Op PART_MUL = TABLE.add(onTensors(TileOp.PART_MUL));
  public static final Op PART_MAX = TABLE.add(onTensors(TileOp.PART_MAX));
  public static final Op PART_MIN = TABLE.add(onTensors(TileOp.PART_MIN));
  public static final Op CI =
      TABLE.add(
          op(TENSOR, "ci", TensorMemory.SEQUENCE)
              .takes(
                  scalar(START, "start"),
                  ints(SHAPE, "shape"),
                  attr(OpAttrs.DTYPE, DataType.INT32),
                  flag(OpAttrs.DESCENDING))
              .gives("Tensor")
              .fullNameOnly()
              .alsoCalled("arange")
              .doc(
                  "A tensor of consecutive integers from start on, upwards or downwards, in one row."
                      + " Errors: PLT0034."));
  public static final Op FILLPAD =
      TABLE.add(
          op(TENSOR, "fillpad", TensorMemory.FILLPAD)
              .takes(tensorLike(SOURCE, "tensor"), attr(OpAttrs.PAD_VALUE, TileLayout.Pad.ZERO))
              .gives("Tensor")
              .doc(
                  "A fully valid tensor: what lay outside the valid box holds the pad value. Shape and"
                      + " element type stay. Errors: PLT0033."));
  public static final Op FILLPAD_EXPAND =
      TABLE.add(
          op(TENSOR, "fillpad_expand", TensorMemory.FILLPAD_EXPAND)
              .takes(
                  tensorLike(SOURCE, "tensor"),
                  ints(SHAPE, "shape"),
                  attr(OpAttrs.PAD_VALUE, TileLayout.Pad.ZERO))
              .gives("Tensor")
              .doc(
                  "A larger, fully valid tensor of the shape shape: the valid box in its first corner,"
                      + " the pad value elsewhere. Errors: PLT0008 to PLT0010, PLT0033, PLT0043."));
  public static final Op SET_VALIDSHAPE =
      TABLE.add(
          op(TENSOR, "set_validshape", TensorMemory.SET_VALIDSHAPE)
              .takes(
                  tensorLike(SOURCE, "tensor").with(Access.SHAPE),
                  scalar(ROW, "valid_rows"),
                  scalar(COLUMN, "valid_cols"))
              .gives("Tensor", new Result.ViewOf(SOURCE))
              .doc(
                  "The same tensor with another valid box. valid_rows and valid_cols are in elements,"
                      + " at most the shape. Errors: PLT0029."));
  public static final Op GATHER =
      TABLE.add(
          op(TENSOR, "gather", Rearrangement.GATHER)
              .takes(
                  tensorLike(SOURCE, "input").of(INDEXED),
                  attr(OpAttrs.DIM),
                  tensorLike(POSITIONS, "index").of(POSITION))
              .gives("Tensor")
              .doc(
                  "Of each row, the elements whose columns index names: the element in row i and"
                      + " column index[i, j] becomes the one in row i and column j. The result has the shape"
                      + " of index, which has no more rows than input. dim is the last dimension. Errors:"
                      + " PLT0007, PLT0044, PLT0046."));
  public static final Op SCATTER =
      TABLE.add(
          op(TENSOR, "scatter", Rearrangement.SCATTER)
              .takes(
                  tensorLike(TARGET, "input").of(SCATTERED),
                  attr(OpAttrs.DIM),
                  tensorLike(POSITIONS, "index").of(POSITION),
                  tensorLike(SOURCE, "src"))
              .gives("Tensor")
              .doc(
                  "input with elements of src in the columns that index names: the element in row i"
                      + " and column j of src comes to row i and column index[i, j]; of two at one"
                      + " place the later one stays. src and index have one shape, with no more rows and"
                      + " columns than input; index is INT32 beside elements of 32 bits and INT16 beside"
                      + " smaller ones. dim is the last dimension. Errors: PLT0004, PLT0005, PLT0007,"
                      + " PLT0008, PLT0044, PLT0046."));
  public static final Op SCATTER_MASK =
      TABLE.add(
          op(TENSOR, "scatter_mask", Rearrangement.SCATTER_MASK)
              .takes(tensorLike(SOURCE, "input").of(SCATTERED))
              .keywords(attr(OpAttrs.MASK_PATTERN), tensorLike(TARGET, "dst"))
              .gives("Tensor")
              .fullNameOnly()
              .alsoCalled("scatter")
              .doc(
                  "dst with the columns of input in those that the pattern names; its others stay. dst"
                      + " has as many columns for each of input as the pattern. Errors: PLT0004, PLT0007,"
                      + " PLT0008, PLT0045."));
  public static final Op SCATTER_UPDATE = TABLE.add(onTensors(TileOp.SCATTER_UPDATE));
  public static final Op CREATE_L1 =
      TABLE.add(
          op(TENSOR, "create_l1", TensorMemory.CREATE_L1)
              .takes(ints(SHAPE, "shape"), attr(OpAttrs.DTYPE), flag(OpAttrs.TRANSPOSE))
              .gives("Tensor")
              .doc(
                  "A value beside the cube with undefined contents, for gather_row to fill and for"
                      + " matmul to read. shape is in elements and known when the kernel is compiled."
                      + " transpose lays it out for rows that are gathered as columns. Errors:"
                      + " PLT0003, PLT0009, PLT0010."));
  public static final Op GATHER_ROW = TABLE.add(onTensors(TileOp.GATHER_ROW));
  public static final Op GATHER_MASK = TABLE.add(onTensors(TileOp.GATHER_MASK));
  public static final Op SORT32 = TABLE.add(onTensors(TileOp.SORT32));
  public static final Op MRGSORT = TABLE.add(onTensors(TileOp.MRGSORT));
  public static final Op MRGSORT2 = TABLE.add(onTensors(TileOp.MRGSORT2));
  public static final Op MRGSORT3 = TABLE.add(onTensors(TileOp.MRGSORT3));
  public static final Op MRGSORT4 = TABLE.add(onTensors(TileOp.MRGSORT4));

  private TensorOp() {}
}

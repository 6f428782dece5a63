package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.Dialect.*;
import static org.pyptoj.ir.op.ElementTypes.*;
import static org.pyptoj.ir.op.Families.*;
import static org.pyptoj.ir.op.OpKind.Axis.*;
import static org.pyptoj.ir.op.OpRow.op;
import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;

import org.pyptoj.ir.op.OpKind.BlockNumber;
import org.pyptoj.ir.op.OpKind.Matmul;
import org.pyptoj.ir.op.OpKind.Rearrangement;
import org.pyptoj.ir.op.OpKind.TileMemory;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;

/** Ops on values in on-core memory: {@code pl.tile}. */
public final class TileOp {

  static final OpTable TABLE = new OpTable();

  public static final Op CREATE =
      TABLE.add(
          op(TILE, "create", TileMemory.CREATE)
              .takes(
                  ints(SHAPE, "shape"),
                  attr(OpAttrs.DTYPE),
                  attr(OpAttrs.TARGET_MEMORY, MemorySpace.VEC),
                  attr(OpAttrs.TRANSPOSE).optional())
              .gives("Tile")
              .core(Affinity.DERIVED)
              .fullNameOnly()
              .doc(
                  "Allocates a tile with undefined contents. shape is in elements and known when the"
                      + " kernel is compiled. Errors: PLT0009, PLT0010."));
  public static final Op READ =
      TABLE.add(
          op(TILE, "read", TileMemory.READ)
              .takes(tile(SOURCE, "tile"), operand(INDICES, "indices", ParamKind.INDICES))
              .gives("Scalar")
              .core(Affinity.DERIVED)
              .doc(
                  "Reads one element of a tile. indices names it, in elements, with one entry per"
                      + " dimension. Errors: PLT0017."));
  public static final Op WRITE =
      TABLE.add(
          op(TILE, "write", TileMemory.WRITE)
              .takes(
                  tile(TARGET, "tile").with(Access.WRITE),
                  operand(INDICES, "indices", ParamKind.INDICES),
                  number(VALUE, "value"))
              .core(Affinity.DERIVED)
              .does(Effect.WRITES)
              .doc(
                  "Writes one element of a tile. indices is as in read; the value has the tile's"
                      + " element type. Errors: PLT0017, PLT0018."));
  public static final Op LOAD =
      TABLE.add(
          op(TILE, "load", TileMemory.LOAD)
              .pto("tload")
              .takes(
                  tensorLike(SOURCE, "tensor"),
                  ints(OFFSETS, "offsets"),
                  ints(SHAPE, "shapes"),
                  ints(VALID_SHAPE, "valid_shape").optional(),
                  attr(OpAttrs.TARGET_MEMORY, MemorySpace.VEC),
                  flag(OpAttrs.CLAMP))
              .gives("Tile")
              .does(Effect.READS)
              .doc(
                  "Copies a region of a tensor or of this rank's slice of a window into a tile of the"
                      + " shape shapes. Offsets and extents are in elements, one per dimension. With"
                      + " valid_shape only that part is read, and it is the tile's valid box; with clamp"
                      + " the valid box ends where the tensor does. Errors: PLT0008 to PLT0013."));
  public static final Op STORE =
      TABLE.add(
          op(TILE, "store", TileMemory.STORE)
              .pto("tstore")
              .takes(
                  tile(SOURCE, "tile"),
                  ints(OFFSETS, "offsets"),
                  tensorLike(TARGET, "output_tensor").with(Access.WRITE),
                  ints(SHAPE, "shapes").optional())
              .keywords(attr(OpAttrs.ATOMIC, AtomicType.NONE))
              .gives("Tensor", new Result.Same(TARGET))
              .core(Affinity.DERIVED)
              .does(Effect.WRITES)
              .doc(
                  "Copies a tile's valid box into a tensor or this rank's slice of a window at"
                      + " offsets, in elements, and returns the tensor; with atomic=Add it adds. Tile and"
                      + " tensor have one element type, but an accumulator may be narrowed. shapes says how"
                      + " the elements lie in a tensor of more dimensions. Errors: PLT0008, PLT0014, PLT0016,"
                      + " PLT0019, PLT0049."));
  public static final Op ASSEMBLE =
      TABLE.add(
          op(TILE, "assemble", TileMemory.ASSEMBLE)
              .pto("tinsert")
              .takes(tile(TARGET, "target"), tile(SOURCE, "source").held(), ints(OFFSETS, "offset"))
              .gives("Tile")
              .core(Affinity.DERIVED)
              .doc(
                  "A tile with another one placed into it at offset, in elements. The result has the"
                      + " shape of target; both have one element type. Errors: PLT0014, PLT0015, PLT0037."));
  public static final Op EXTRACT =
      TABLE.add(
          op(TILE, "extract", TileMemory.EXTRACT)
              .pto("textract")
              .takes(
                  tile(SOURCE, "src").held(),
                  scalar(ROW, "index_row"),
                  scalar(COLUMN, "index_col"),
                  ints(SHAPE, "shape"))
              .keywords(attr(OpAttrs.TARGET_MEMORY))
              .gives("Tile")
              .core(Affinity.DERIVED)
              .doc(
                  "A part of a tile, moved to another memory. index_row and index_col are in"
                      + " elements; the result has the shape shape. Errors: PLT0011, PLT0013."));
  public static final Op MOVE =
      TABLE.add(
          op(TILE, "move", TileMemory.MOVE)
              .pto("tmov")
              .takes(
                  tile(SOURCE, "tile").held(),
                  attr(OpAttrs.TARGET_MEMORY),
                  optional(OpAttrs.BLOCK_LAYOUT),
                  optional(OpAttrs.INNER_LAYOUT))
              .gives("Tile")
              .core(Affinity.DERIVED)
              .doc(
                  "Moves a tile to another memory. Shape and element type stay; blayout and slayout"
                      + " choose the order of its elements there."));
  public static final Op FULL =
      TABLE.add(
          op(TILE, "full", TileMemory.FULL)
              .pto("texpands")
              .takes(ints(SHAPE, "shape"), attr(OpAttrs.DTYPE), number(VALUE, "value"))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .fullNameOnly()
              .doc(
                  "A tile with one value everywhere. shape is in elements and known when the kernel"
                      + " is compiled. Errors: PLT0009, PLT0010, PLT0038."));
  public static final Op CI =
      TABLE.add(
          op(TILE, "ci", TileMemory.SEQUENCE)
              .pto("tci")
              .takes(
                  scalar(START, "start"),
                  ints(SHAPE, "shape"),
                  attr(OpAttrs.DTYPE, DataType.INT32),
                  flag(OpAttrs.DESCENDING))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .fullNameOnly()
              .alsoCalled("arange")
              .doc(
                  "A tile of consecutive integers from start on, upwards or downwards, in one row."
                      + " Errors: PLT0034."));
  public static final Op FILLPAD =
      TABLE.add(
          op(TILE, "fillpad", TileMemory.FILLPAD)
              .pto("tfillpad")
              .takes(tile(SOURCE, "tile"), attr(OpAttrs.PAD_VALUE, TileLayout.Pad.ZERO))
              .gives("Tile")
              .core(Affinity.DERIVED)
              .doc(
                  "A fully valid tile: what lay outside the valid box holds the pad value. Shape and"
                      + " element type stay. Errors: PLT0033."));
  public static final Op SLICE =
      TABLE.add(
          op(TILE, "slice", TileMemory.SLICE)
              .pto("textract")
              .takes(
                  tile(SOURCE, "tile").with(Access.SHAPE),
                  ints(SHAPE, "shape"),
                  ints(OFFSETS, "offset"),
                  ints(VALID_SHAPE, "valid_shape").optional(),
                  attr(OpAttrs.DROP_DIMS).optional(),
                  optional(OpAttrs.PAD_VALUE))
              .gives("Tile", new Result.ViewOf(SOURCE))
              .core(Affinity.DERIVED)
              .doc(
                  "A part of a tile of the shape shape, at offset, in elements. drop_dims leaves out"
                      + " dimensions of extent 1. Errors: PLT0008, PLT0011 to PLT0013, PLT0028."));
  public static final Op RESHAPE =
      TABLE.add(
          op(TILE, "reshape", TileMemory.RESHAPE)
              .pto("treshape")
              .takes(tile(SOURCE, "tile").with(Access.SHAPE), ints(SHAPE, "shape"))
              .gives("Tile", new Result.ViewOf(SOURCE))
              .core(Affinity.DERIVED)
              .doc(
                  "The same elements in row-major order under another shape with as many elements."
                      + " Errors: PLT0025, PLT0026."));
  public static final Op TRANSPOSE_VIEW =
      TABLE.add(
          op(TILE, "transpose_view", TileMemory.TRANSPOSE_VIEW)
              .pto("treshape")
              .takes(tile(SOURCE, "tile").with(Access.SHAPE))
              .gives("Tile", new Result.ViewOf(SOURCE))
              .core(Affinity.DERIVED)
              .fullNameOnly()
              .doc(
                  "The transpose of a matrix in Mat memory: the same bytes, with the orders of blocks"
                      + " and of elements in them exchanged. Errors: PLT0011."));
  public static final Op TRANSPOSE =
      TABLE.add(
          op(TILE, "transpose", TileMemory.TRANSPOSE)
              .pto("ttrans")
              .takes(
                  tile(SOURCE, "tile").held(),
                  attr(OpAttrs.AXIS1),
                  attr(OpAttrs.AXIS2),
                  tile(SCRATCH, "tmp_tile").held().optional())
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Two dimensions exchanged. axis1 and axis2 count dimensions from 0. Errors:"
                      + " PLT0027."));
  public static final Op SET_VALIDSHAPE =
      TABLE.add(
          op(TILE, "set_validshape", TileMemory.SET_VALIDSHAPE)
              .pto("set_validshape")
              .takes(
                  tile(SOURCE, "tile").with(Access.SHAPE),
                  scalar(ROW, "valid_rows"),
                  scalar(COLUMN, "valid_cols"))
              .gives("Tile", new Result.Same(SOURCE))
              .core(Affinity.DERIVED)
              .doc(
                  "The same tile with another valid box. valid_rows and valid_cols are in elements,"
                      + " at most the shape. Errors: PLT0029."));
  public static final Op CONCAT =
      TABLE.add(
          op(TILE, "concat", TileMemory.CONCAT)
              .pto("tconcat")
              .takes(tile(LHS, "src0").held(), tile(RHS, "src1").held())
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Two tiles side by side, along columns: [rows, a] and [rows, b] become [rows, a +"
                      + " b]. Errors: PLT0030."));
  public static final Op CAST = TABLE.add(convert("cast").pto("tcvt"));
  public static final Op ADD = TABLE.add(binary("add", ScalarFn.ADD, "sum").pto("tadd"));
  public static final Op ADDS = TABLE.add(scalar("adds", ScalarFn.ADD, "sum").pto("tadds"));
  public static final Op SUB = TABLE.add(binary("sub", ScalarFn.SUB, "difference").pto("tsub"));
  public static final Op SUBS =
      TABLE.add(scalar("subs", ScalarFn.SUB, "difference", SUBTRACTABLE).pto("tsubs"));
  public static final Op MUL = TABLE.add(binary("mul", ScalarFn.MUL, "product").pto("tmul"));
  public static final Op MULS = TABLE.add(scalar("muls", ScalarFn.MUL, "product").pto("tmuls"));
  public static final Op DIV =
      TABLE.add(
          binary("div", ScalarFn.DIV, "quotient", DIVISIBLE)
              .pto("tdiv")
              .takes(flag(OpAttrs.HIGH_PRECISION)));
  public static final Op DIVS = TABLE.add(scalar("divs", ScalarFn.DIV, "quotient").pto("tdivs"));
  public static final Op MAXIMUM = TABLE.add(binary("maximum", ScalarFn.MAX, "larger").pto("tmax"));
  public static final Op MAXIMUMS =
      TABLE.add(scalar("maximums", ScalarFn.MAX, "larger").pto("tmaxs"));
  public static final Op MINIMUM =
      TABLE.add(binary("minimum", ScalarFn.MIN, "smaller").pto("tmin"));
  public static final Op MINIMUMS =
      TABLE.add(scalar("minimums", ScalarFn.MIN, "smaller").pto("tmins"));
  public static final Op FMOD =
      TABLE.add(binary("fmod", ScalarFn.FMOD, "remainder towards zero").pto("tfmod"));
  public static final Op FMODS =
      TABLE.add(scalar("fmods", ScalarFn.FMOD, "remainder towards zero").pto("tfmods"));
  public static final Op AND = TABLE.add(binary("and_", ScalarFn.AND, "bitwise and").pto("tand"));
  public static final Op ANDS = TABLE.add(scalar("ands", ScalarFn.AND, "bitwise and").pto("tands"));
  public static final Op OR = TABLE.add(binary("or_", ScalarFn.OR, "bitwise or").pto("tor"));
  public static final Op ORS = TABLE.add(scalar("ors", ScalarFn.OR, "bitwise or").pto("tors"));
  public static final Op SHL = TABLE.add(binary("shl", ScalarFn.SHL, "left shift").pto("tshl"));
  public static final Op SHLS = TABLE.add(scalar("shls", ScalarFn.SHL, "left shift").pto("tshls"));
  public static final Op SHR = TABLE.add(binary("shr", ScalarFn.SHR, "right shift").pto("tshr"));
  public static final Op SHRS = TABLE.add(scalar("shrs", ScalarFn.SHR, "right shift").pto("tshrs"));
  public static final Op REM =
      TABLE.add(
          binary("rem", ScalarFn.REM, "remainder, with the divisor's sign,")
              .pto("trem")
              .takes(tile(SCRATCH, "tmp")));
  public static final Op XOR =
      TABLE.add(
          binary("xor", ScalarFn.XOR, "bitwise exclusive or")
              .pto("txor")
              .takes(tile(SCRATCH, "tmp")));
  public static final Op CMP =
      TABLE.add(
          op(TILE, "cmp", new OpKind.Compare(false))
              .pto("tcmp")
              .takes(tile(LHS, "lhs"), tile(RHS, "rhs"), optional(OpAttrs.CMP_TYPE))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Elementwise comparison: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge. The result is a mask,"
                      + " one bit an element. Errors: PLT0004, PLT0005."));
  public static final Op CMPS =
      TABLE.add(
          op(TILE, "cmps", new OpKind.Compare(true))
              .pto("tcmps")
              .takes(tile(LHS, "lhs"), number(RHS, "rhs"), optional(OpAttrs.CMP_TYPE))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Elementwise comparison with a number; codes as in cmp. The result is a mask, one"
                      + " bit an element. Errors: PLT0004."));
  public static final Op SEL =
      TABLE.add(
          op(TILE, "sel", new OpKind.Select(false))
              .pto("tsel")
              .takes(
                  tile(MASK, "mask").held(),
                  tile(LHS, "lhs"),
                  tile(RHS, "rhs"),
                  tile(SCRATCH, "tmp").held())
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "lhs where the mask is set, rhs elsewhere. lhs and rhs have one shape and element"
                      + " type; the mask is a result of cmp. Errors: PLT0004, PLT0005."));
  public static final Op NEG = TABLE.add(unary("neg", ScalarFn.NEG, "negation").pto("tneg"));
  public static final Op EXP =
      TABLE.add(unary("exp", ScalarFn.EXP, "exponential", FLOATS).pto("texp"));
  public static final Op LOG =
      TABLE.add(
          unary("log", ScalarFn.LOG, "natural logarithm", HALF_OR_SINGLE)
              .pto("tlog")
              .takes(flag(OpAttrs.HIGH_PRECISION)));
  public static final Op SIN = TABLE.add(unary("sin", ScalarFn.SIN, "sine", SINGLE).pto("tsin"));
  public static final Op COS = TABLE.add(unary("cos", ScalarFn.COS, "cosine", SINGLE).pto("tcos"));
  public static final Op SQRT =
      TABLE.add(unary("sqrt", ScalarFn.SQRT, "square root", FLOATS).pto("tsqrt"));
  public static final Op RSQRT =
      TABLE.add(
          unary("rsqrt", ScalarFn.RSQRT, "reciprocal square root", FLOATS)
              .pto("trsqrt")
              .takes(tile(SCRATCH, "tmp").held().optional()));
  public static final Op RECIP =
      TABLE.add(
          unary("recip", ScalarFn.RECIP, "reciprocal", FLOATS)
              .pto("trecip")
              .takes(flag(OpAttrs.HIGH_PRECISION)));
  public static final Op ABS = TABLE.add(unary("abs", ScalarFn.ABS, "absolute value").pto("tabs"));
  public static final Op RELU =
      TABLE.add(unary("relu", ScalarFn.RELU, "maximum with zero").pto("trelu"));
  public static final Op NOT =
      TABLE.add(unary("not_", ScalarFn.NOT, "bitwise complement", WORDS).pto("tnot"));
  public static final Op ROW_MAX =
      TABLE.add(reduce("row_max", ROWS, ScalarFn.MAX, "maximum").pto("trowmax"));
  public static final Op COL_MAX =
      TABLE.add(reduce("col_max", COLUMNS, ScalarFn.MAX, "maximum").pto("tcolmax"));
  public static final Op ROW_SUM =
      TABLE.add(reduce("row_sum", ROWS, ScalarFn.ADD, "sum").pto("trowsum"));
  public static final Op COL_SUM =
      TABLE.add(reduce("col_sum", COLUMNS, ScalarFn.ADD, "sum").pto("tcolsum"));
  public static final Op ROW_MIN =
      TABLE.add(reduce("row_min", ROWS, ScalarFn.MIN, "minimum", MINIMUM_OF_ROWS).pto("trowmin"));
  public static final Op COL_MIN =
      TABLE.add(reduce("col_min", COLUMNS, ScalarFn.MIN, "minimum").pto("tcolmin"));
  public static final Op ROW_PROD =
      TABLE.add(reduce("row_prod", ROWS, ScalarFn.MUL, "product").pto("trowprod"));
  public static final Op COL_PROD =
      TABLE.add(reduce("col_prod", COLUMNS, ScalarFn.MUL, "product").pto("tcolprod"));
  public static final Op ROW_EXPAND =
      TABLE.add(
          expand(
                  "row_expand",
                  ROWS,
                  ScalarFn.SECOND,
                  "$vector stretched over the $along of $other.")
              .pto("trowexpand"));
  public static final Op COL_EXPAND =
      TABLE.add(
          expand(
                  "col_expand",
                  COLUMNS,
                  ScalarFn.SECOND,
                  "$vector stretched over the $along of $other.")
              .pto("tcolexpand"));
  public static final Op ROW_EXPAND_ADD =
      TABLE.add(
          expand("row_expand_add", ROWS, ScalarFn.ADD, "$each of $tile plus its value of $vector.")
              .pto("trowexpandadd")
              .takes(tile(SCRATCH, "tmp").held().optional()));
  public static final Op COL_EXPAND_ADD =
      TABLE.add(
          expand(
                  "col_expand_add",
                  COLUMNS,
                  ScalarFn.ADD,
                  "$each of $tile plus its value of $vector.")
              .pto("tcolexpandadd"));
  public static final Op ROW_EXPAND_SUB =
      TABLE.add(
          expand("row_expand_sub", ROWS, ScalarFn.SUB, "$each of $tile minus its value of $vector.")
              .pto("trowexpandsub"));
  public static final Op COL_EXPAND_SUB =
      TABLE.add(
          expand(
                  "col_expand_sub",
                  COLUMNS,
                  ScalarFn.SUB,
                  "$each of $tile minus its value of $vector.")
              .pto("tcolexpandsub"));
  public static final Op ROW_EXPAND_MUL =
      TABLE.add(
          expand("row_expand_mul", ROWS, ScalarFn.MUL, "$each of $tile times its value of $vector.")
              .pto("trowexpandmul"));
  public static final Op COL_EXPAND_MUL =
      TABLE.add(
          expand(
                  "col_expand_mul",
                  COLUMNS,
                  ScalarFn.MUL,
                  "$each of $tile times its value of $vector.")
              .pto("tcolexpandmul"));
  public static final Op ROW_EXPAND_DIV =
      TABLE.add(
          expand(
                  "row_expand_div",
                  ROWS,
                  ScalarFn.DIV,
                  "$each of $tile divided by its value of $vector.")
              .pto("trowexpanddiv"));
  public static final Op COL_EXPAND_DIV =
      TABLE.add(
          expand(
                  "col_expand_div",
                  COLUMNS,
                  ScalarFn.DIV,
                  "$each of $tile divided by its value of $vector.")
              .pto("tcolexpanddiv"));
  public static final Op ROW_EXPAND_MAX =
      TABLE.add(
          expand(
                  "row_expand_max",
                  ROWS,
                  ScalarFn.MAX,
                  "the larger of $each of $tile and its value of $vector.")
              .pto("trowexpandmax"));
  public static final Op COL_EXPAND_MAX =
      TABLE.add(
          expand(
                  "col_expand_max",
                  COLUMNS,
                  ScalarFn.MAX,
                  "the larger of $each of $tile and its value of $vector.")
              .pto("tcolexpandmax"));
  public static final Op ROW_EXPAND_MIN =
      TABLE.add(
          expand(
                  "row_expand_min",
                  ROWS,
                  ScalarFn.MIN,
                  "the smaller of $each of $tile and its value of $vector.")
              .pto("trowexpandmin"));
  public static final Op COL_EXPAND_MIN =
      TABLE.add(
          expand(
                  "col_expand_min",
                  COLUMNS,
                  ScalarFn.MIN,
                  "the smaller of $each of $tile and its value of $vector.")
              .pto("tcolexpandmin"));
  public static final Op ROW_EXPAND_EXPDIF =
      TABLE.add(
          expand(
                  "row_expand_expdif",
                  ROWS,
                  ScalarFn.EXPDIF,
                  "the exponential of $each of $tile minus its value of $vector.")
              .pto("trowexpandexpdif"));
  public static final Op COL_EXPAND_EXPDIF =
      TABLE.add(
          expand(
                  "col_expand_expdif",
                  COLUMNS,
                  ScalarFn.EXPDIF,
                  "the exponential of $each of $tile minus its value of $vector.")
              .pto("tcolexpandexpdif"));
  public static final Op EXPANDS =
      TABLE.add(
          op(TILE, "expands", new OpKind.ScalarBinary(ScalarFn.SECOND))
              .pto("texpands")
              .takes(tile(LHS, "target").with(Access.SHAPE), number(RHS, "scalar"))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "A tile of the target's shape and element type with one value everywhere. Errors:"
                      + " PLT0004."));
  public static final Op MATMUL =
      TABLE.add(
          op(TILE, "matmul", new Matmul(Matmul.Addend.NONE, Matmul.Factors.MATRICES))
              .pto("tmatmul")
              .takes(
                  tile(LHS, "lhs").in(MemorySpace.LEFT).held(),
                  tile(RHS, "rhs").in(MemorySpace.RIGHT).held())
              .gives("Tile")
              .core(Affinity.CUBE)
              .doc(
                  "Matrix product, accumulated in FP32 or INT32: [M, K] and [K, N] become [M, N]."
                      + " Errors: PLT0023."));
  public static final Op MATMUL_ACC =
      TABLE.add(
          op(TILE, "matmul_acc", new Matmul(Matmul.Addend.ACCUMULATOR, Matmul.Factors.MATRICES))
              .pto("tmatmul.acc")
              .takes(
                  tile(ACCUMULATOR, "acc").with(Access.UPDATE),
                  tile(LHS, "lhs").in(MemorySpace.LEFT),
                  tile(RHS, "rhs").in(MemorySpace.RIGHT),
                  scalar(CONDITION, "init_cond").optional())
              .gives("Tile", new Result.Same(ACCUMULATOR))
              .core(Affinity.CUBE)
              .doc(
                  "An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N]."
                      + " Where init_cond holds, the product alone. Errors: PLT0023, PLT0024."));
  public static final Op MATMUL_BIAS =
      TABLE.add(
          op(TILE, "matmul_bias", new Matmul(Matmul.Addend.BIAS, Matmul.Factors.MATRICES))
              .pto("tmatmul.bias")
              .takes(
                  tile(LHS, "lhs").in(MemorySpace.LEFT).held(),
                  tile(RHS, "rhs").in(MemorySpace.RIGHT).held(),
                  tile(ACCUMULATOR, "bias").in(MemorySpace.BIAS).held())
              .gives("Tile")
              .core(Affinity.CUBE)
              .doc(
                  "Matrix product plus one row: [M, K], [K, N] and [1, N] become [M, N]. The bias"
                      + " has the accumulator's type, FP32 or INT32. Errors: PLT0023, PLT0024."));
  public static final Op GEMV =
      TABLE.add(
          op(TILE, "gemv", new Matmul(Matmul.Addend.NONE, Matmul.Factors.ROW))
              .pto("tgemv")
              .takes(
                  tile(LHS, "lhs").in(MemorySpace.LEFT).held(),
                  tile(RHS, "rhs").in(MemorySpace.RIGHT).held(),
                  phase())
              .gives("Tile")
              .core(Affinity.CUBE)
              .doc(
                  "Product of a row and a matrix, accumulated in FP32 or INT32: [1, K] and [K, N]"
                      + " become [1, N]. acc_phase is unspecified, partial or final. Errors: PLT0003,"
                      + " PLT0023."));
  public static final Op GEMV_ACC =
      TABLE.add(
          op(TILE, "gemv_acc", new Matmul(Matmul.Addend.ACCUMULATOR, Matmul.Factors.ROW))
              .pto("tgemv.acc")
              .takes(
                  tile(ACCUMULATOR, "acc").with(Access.UPDATE),
                  tile(LHS, "lhs").in(MemorySpace.LEFT),
                  tile(RHS, "rhs").in(MemorySpace.RIGHT),
                  phase())
              .gives("Tile", new Result.Same(ACCUMULATOR))
              .core(Affinity.CUBE)
              .doc(
                  "An accumulator plus the product of a row and a matrix: [1, N], [1, K] and [K, N]"
                      + " become [1, N]. acc_phase as in gemv. Errors: PLT0003, PLT0023, PLT0024."));
  public static final Op GEMV_BIAS =
      TABLE.add(
          op(TILE, "gemv_bias", new Matmul(Matmul.Addend.BIAS, Matmul.Factors.ROW))
              .pto("tgemv.bias")
              .takes(
                  tile(LHS, "lhs").in(MemorySpace.LEFT).held(),
                  tile(RHS, "rhs").in(MemorySpace.RIGHT).held(),
                  tile(ACCUMULATOR, "bias").in(MemorySpace.BIAS).held(),
                  phase())
              .gives("Tile")
              .core(Affinity.CUBE)
              .doc(
                  "Product of a row and a matrix plus another row: [1, K], [K, N] and [1, N] become"
                      + " [1, N]. acc_phase as in gemv. Errors: PLT0003, PLT0023, PLT0024."));
  public static final Op BATCH_MATMUL =
      TABLE.add(
          op(TILE, "batch_matmul", new Matmul(Matmul.Addend.NONE, Matmul.Factors.BATCHES))
              .takes(tile(LHS, "lhs").in(MemorySpace.LEFT), tile(RHS, "rhs").in(MemorySpace.RIGHT))
              .gives("Tile")
              .core(Affinity.CUBE)
              .doc(
                  "Matrix products over leading dimensions: [..., M, K] and [..., K, N] become [...,"
                      + " M, N]. Errors: PLT0023."));
  public static final Op ROW_ARGMAX =
      TABLE.add(argReduce("row_argmax", ROWS, ScalarFn.MAX, "greatest").pto("trowargmax"));
  public static final Op ROW_ARGMIN =
      TABLE.add(argReduce("row_argmin", ROWS, ScalarFn.MIN, "least").pto("trowargmin"));
  public static final Op COL_ARGMAX =
      TABLE.add(argReduce("col_argmax", COLUMNS, ScalarFn.MAX, "greatest").pto("tcolargmax"));
  public static final Op COL_ARGMIN =
      TABLE.add(argReduce("col_argmin", COLUMNS, ScalarFn.MIN, "least").pto("tcolargmin"));
  public static final Op PART_ADD =
      TABLE.add(part("part_add", ScalarFn.ADD, "sum").pto("tpartadd"));
  public static final Op PART_MUL =
      TABLE.add(part("part_mul", ScalarFn.MUL, "product").pto("tpartmul"));
  public static final Op PART_MAX =
      TABLE.add(part("part_max", ScalarFn.MAX, "larger").pto("tpartmax"));
  public static final Op PART_MIN =
      TABLE.add(part("part_min", ScalarFn.MIN, "smaller").pto("tpartmin"));
  public static final Op LRELU =
      TABLE.add(
          op(TILE, "lrelu", new OpKind.ScalarBinary(ScalarFn.LRELU))
              .pto("tlrelu")
              .takes(tile(LHS, "tile").of(HALF_OR_SINGLE), number(RHS, "slope"))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Elements that are positive stay; the others are multiplied by slope. Shape and"
                      + " element type stay. Errors: PLT0007."));
  public static final Op PRELU =
      TABLE.add(
          op(TILE, "prelu", new OpKind.Binary(ScalarFn.PRELU))
              .pto("tprelu")
              .takes(
                  tile(LHS, "tile").of(HALF_OR_SINGLE).held(),
                  tile(RHS, "slope").held(),
                  tile(SCRATCH, "tmp").held())
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Elements that are positive stay; the others are multiplied by their element of"
                      + " slope. slope has the tile's shape, valid box and element type. tmp is UINT8, with"
                      + " a row more than are valid and one column for each eight. Errors: PLT0004,"
                      + " PLT0007, PLT0040, PLT0041."));
  public static final Op SELS =
      TABLE.add(
          op(TILE, "sels", new OpKind.Select(true))
              .pto("tsels")
              .takes(
                  tile(MASK, "mask").held(),
                  tile(LHS, "src").of(ORDERED),
                  tile(SCRATCH, "tmp").held(),
                  number(RHS, "scalar"))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "src where the mask is set, the number elsewhere. The mask is a result of cmp or"
                      + " cmps, or integers whose bits say the same. Errors: PLT0004, PLT0007,"
                      + " PLT0042."));
  public static final Op TRI =
      TABLE.add(
          op(TILE, "tri", TileMemory.TRIANGLE)
              .pto("ttri")
              .takes(
                  scalar(START, "diagonal"),
                  ints(SHAPE, "shape"),
                  ints(VALID_SHAPE, "valid_shape").optional(),
                  attr(OpAttrs.DTYPE, DataType.INT32),
                  flag(OpAttrs.UPPER))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Ones and zeros on both sides of a diagonal: 1 in row i and column j where j is at"
                      + " most i + diagonal, or with upper at least i + diagonal. Errors: PLT0007, PLT0009,"
                      + " PLT0010, PLT0012."));
  public static final Op FILLPAD_INPLACE =
      TABLE.add(
          op(TILE, "fillpad_inplace", TileMemory.FILLPAD_INPLACE)
              .pto("tfillpad")
              .takes(
                  tile(SOURCE, "tile").with(Access.UPDATE),
                  attr(OpAttrs.PAD_VALUE, TileLayout.Pad.ZERO))
              .gives("Tile", new Result.Same(SOURCE))
              .core(Affinity.DERIVED)
              .fullNameOnly()
              .doc(
                  "The same tile, fully valid: what lay outside the valid box holds the pad value."
                      + " Errors: PLT0033."));
  public static final Op FILLPAD_EXPAND =
      TABLE.add(
          op(TILE, "fillpad_expand", TileMemory.FILLPAD_EXPAND)
              .pto("tfillpad_expand")
              .takes(
                  tile(SOURCE, "tile").held(),
                  ints(SHAPE, "shape"),
                  attr(OpAttrs.PAD_VALUE, TileLayout.Pad.ZERO))
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "A larger, fully valid tile of the shape shape: the valid box in its first corner,"
                      + " the pad value elsewhere. Errors: PLT0008 to PLT0010, PLT0033, PLT0043."));
  public static final Op GATHER =
      TABLE.add(
          op(TILE, "gather", Rearrangement.GATHER)
              .pto("tgather")
              .takes(
                  tile(SOURCE, "src").of(INDEXED).held(),
                  tile(POSITIONS, "indices").of(POSITION).held(),
                  tile(SCRATCH, "tmp").held())
              .gives("Tile")
              .core(Affinity.VECTOR)
              .doc(
                  "Elements of src by their positions, which count its elements row by row. The result"
                      + " has the shape of indices and the type of src; indices are INT32, or INT16 beside"
                      + " elements of 16 bits. Errors: PLT0007, PLT0044."));
  public static final Op GATHER_MASK = TABLE.add(gatherMask().pto("tgather").core(Affinity.VECTOR));
  public static final Op SCATTER =
      TABLE.add(
          op(TILE, "scatter", Rearrangement.SCATTER)
              .pto("tscatter")
              .takes(
                  tile(TARGET, "dst").of(SCATTERED).with(Access.WRITE),
                  tile(SOURCE, "src").held(),
                  tile(POSITIONS, "indexes").of(POSITION).held())
              .gives("Tile", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .doc(
                  "Zeros with the elements of src at the positions that indexes names, which count"
                      + " elements of dst row by row; of two at one position the later one stays. The"
                      + " instruction writes all of dst, whatever it held. src and"
                      + " indexes have one shape, src and dst one element type; indexes are INT32 beside"
                      + " elements of 32 bits and INT16 beside smaller ones. Errors: PLT0004, PLT0005,"
                      + " PLT0007, PLT0044."));
  public static final Op SCATTER_MASK =
      TABLE.add(
          op(TILE, "scatter_mask", Rearrangement.SCATTER_MASK)
              .pto("tscatter")
              .takes(
                  tile(TARGET, "dst").of(SCATTERED).with(Access.WRITE),
                  tile(SOURCE, "src").held(),
                  attr(OpAttrs.MASK_PATTERN))
              .gives("Tile", new Result.Same(TARGET))
              .core(Affinity.VECTOR)
              .fullNameOnly()
              .doc(
                  "The columns of src become the columns of dst that the pattern names; the others"
                      + " become zero. dst has as many columns for each of src as the pattern. Errors:"
                      + " PLT0004, PLT0007, PLT0045."));
  public static final Op SCATTER_UPDATE = TABLE.add(scatterRows().core(Affinity.VECTOR));
  public static final Op GATHER_ROW =
      TABLE.add(
          gatherRow().pto("tload").gives("Tile", new Result.Same(TARGET)).core(Affinity.DERIVED));
  public static final Op SORT32 = TABLE.add(sort32().pto("tsort32").core(Affinity.VECTOR));
  public static final Op MRGSORT = TABLE.add(mergeRuns().pto("tmrgsort").core(Affinity.VECTOR));
  public static final Op MRGSORT2 = TABLE.add(merge(2).pto("tmrgsort").core(Affinity.VECTOR));
  public static final Op MRGSORT3 = TABLE.add(merge(3).pto("tmrgsort").core(Affinity.VECTOR));
  public static final Op MRGSORT4 = TABLE.add(merge(4).pto("tmrgsort").core(Affinity.VECTOR));
  public static final Op GET_BLOCK_IDX =
      TABLE.add(
          op(TILE, "get_block_idx", BlockNumber.INDEX)
              .pto("get_block_idx")
              .gives("Scalar")
              .within(NUMBERS)
              .doc("This block's number in its grid, from 0."));
  public static final Op GET_SUBBLOCK_IDX =
      TABLE.add(
          op(TILE, "get_subblock_idx", BlockNumber.SUBBLOCK)
              .pto("get_subblock_idx")
              .gives("Scalar")
              .within(NUMBERS)
              .doc("This vector core's number beside its cube core, from 0."));
  public static final Op GET_BLOCK_NUM =
      TABLE.add(
          op(TILE, "get_block_num", BlockNumber.COUNT)
              .pto("get_block_num")
              .gives("Scalar")
              .within(COUNTS)
              .doc("The number of blocks of the grid."));

  private TileOp() {}

  /** Where in a sum over several products this one stands. */
  private static OpParam phase() {
    return optional(OpAttrs.ACC_PHASE);
  }
}

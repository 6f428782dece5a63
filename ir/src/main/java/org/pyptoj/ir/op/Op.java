package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.Dialect.*;
import static org.pyptoj.ir.op.ElementTypes.*;
import static org.pyptoj.ir.op.Families.*;
import static org.pyptoj.ir.op.OpKind.Axis.*;
import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;
import static org.pyptoj.ir.op.ScalarFn.*;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.pyptoj.ir.op.OpKind.ArrayAccess;
import org.pyptoj.ir.op.OpKind.BlockNumber;
import org.pyptoj.ir.op.OpKind.Collective;
import org.pyptoj.ir.op.OpKind.Fence;
import org.pyptoj.ir.op.OpKind.Signal;
import org.pyptoj.ir.op.OpKind.TensorMemory;
import org.pyptoj.ir.op.OpKind.TileMemory;
import org.pyptoj.ir.op.OpKind.Transfer;
import org.pyptoj.ir.op.OpKind.Window;
import org.pyptoj.ir.type.MemorySpace;

/**
 * The ops, one row each: the single source of what is known about an op. The Python surface, the
 * stubs, the op reference and the completeness tests are read from here, and so is everything that
 * passes and backends ask about operands, results and places; type rules, emission and simulation
 * are switches over {@link OpKind}.
 */
public enum Op {
  TILE_CREATE(
      op(TILE, "create", TileMemory.CREATE)
          .takes(
              ints(SHAPE, "shape"),
              attr("dtype", ParamKind.DTYPE),
              attr("target_memory", ParamKind.MEMORY).or("MemorySpace.Vec"),
              attr("transpose", ParamKind.BOOL).or("None"))
          .gives("Tile")
          .core(Affinity.DERIVED)
          .fullNameOnly()
          .doc(
              "Allocates a tile with undefined contents. shape is in elements and known when the"
                  + " kernel is compiled. Errors: PLT0009, PLT0010.")),
  TILE_READ(
      op(TILE, "read", TileMemory.READ)
          .takes(tile(SOURCE, "tile"), operand(INDICES, "indices", ParamKind.INDICES))
          .gives("Scalar")
          .core(Affinity.DERIVED)
          .doc(
              "Reads one element of a tile. indices names it, in elements, with one entry per"
                  + " dimension. Errors: PLT0017.")),
  TILE_WRITE(
      op(TILE, "write", TileMemory.WRITE)
          .takes(
              tile(TARGET, "tile").with(Access.WRITE),
              operand(INDICES, "indices", ParamKind.INDICES),
              number(VALUE, "value"))
          .core(Affinity.DERIVED)
          .does(Effect.WRITES)
          .doc(
              "Writes one element of a tile. indices is as in read; the value has the tile's"
                  + " element type. Errors: PLT0017, PLT0018.")),
  TILE_LOAD(
      op(TILE, "load", TileMemory.LOAD)
          .pto("tload")
          .takes(
              tensorLike(SOURCE, "tensor"),
              ints(OFFSETS, "offsets"),
              ints(SHAPE, "shapes"),
              ints(VALID_SHAPE, "valid_shape").or("None"),
              attr("target_memory", ParamKind.MEMORY).or("MemorySpace.Vec"),
              flag("clamp"))
          .gives("Tile")
          .does(Effect.READS)
          .doc(
              "Copies a region of a tensor or of this rank's slice of a window into a tile of the"
                  + " shape shapes. Offsets and extents are in elements, one per dimension. With"
                  + " valid_shape only that part is read, and it is the tile's valid box; with clamp"
                  + " the valid box ends where the tensor does. Errors: PLT0008 to PLT0013.")),
  TILE_STORE(
      op(TILE, "store", TileMemory.STORE)
          .pto("tstore")
          .takes(
              tile(SOURCE, "tile"),
              ints(OFFSETS, "offsets"),
              tensorLike(TARGET, "output_tensor").with(Access.WRITE),
              ints(SHAPE, "shapes").or("None"))
          .keywords(attr("atomic", ParamKind.ATOMIC_TYPE).or("AtomicType.None_"))
          .gives("Tensor", new Result.Same(TARGET))
          .core(Affinity.DERIVED)
          .does(Effect.WRITES)
          .doc(
              "Copies a tile's valid box into a tensor or this rank's slice of a window at"
                  + " offsets, in elements, and returns the tensor; with atomic=Add it adds. Tile and"
                  + " tensor have one element type, but an accumulator may be narrowed. Errors:"
                  + " PLT0008, PLT0014, PLT0016, PLT0019.")),
  TILE_ASSEMBLE(
      op(TILE, "assemble", TileMemory.ASSEMBLE)
          .pto("tinsert")
          .takes(tile(TARGET, "target"), tile(SOURCE, "source").held(), ints(OFFSETS, "offset"))
          .gives("Tile")
          .core(Affinity.DERIVED)
          .doc(
              "A tile with another one placed into it at offset, in elements. The result has the"
                  + " shape of target; both have one element type. Errors: PLT0014, PLT0015, PLT0037.")),
  TILE_EXTRACT(
      op(TILE, "extract", TileMemory.EXTRACT)
          .pto("textract")
          .takes(
              tile(SOURCE, "src").held(),
              scalar(ROW, "index_row"),
              scalar(COLUMN, "index_col"),
              ints(SHAPE, "shape"))
          .keywords(attr("target_memory", ParamKind.MEMORY))
          .gives("Tile")
          .core(Affinity.DERIVED)
          .doc(
              "A part of a tile, moved to another memory. index_row and index_col are in"
                  + " elements; the result has the shape shape. Errors: PLT0011, PLT0013.")),
  TILE_MOVE(
      op(TILE, "move", TileMemory.MOVE)
          .pto("tmov")
          .takes(
              tile(SOURCE, "tile").held(),
              attr("target_memory", ParamKind.MEMORY),
              attr("blayout", ParamKind.TILE_LAYOUT).or("None"),
              attr("slayout", ParamKind.TILE_LAYOUT).or("None"))
          .gives("Tile")
          .core(Affinity.DERIVED)
          .doc(
              "Moves a tile to another memory. Shape and element type stay; blayout and slayout"
                  + " choose the order of its elements there.")),
  TILE_FULL(
      op(TILE, "full", TileMemory.FULL)
          .pto("texpands")
          .takes(ints(SHAPE, "shape"), attr("dtype", ParamKind.DTYPE), number(VALUE, "value"))
          .gives("Tile")
          .core(Affinity.VECTOR)
          .fullNameOnly()
          .doc(
              "A tile with one value everywhere. shape is in elements and known when the kernel"
                  + " is compiled. Errors: PLT0009, PLT0010, PLT0038.")),
  TILE_CI(
      op(TILE, "ci", TileMemory.SEQUENCE)
          .pto("tci")
          .takes(
              scalar(START, "start"),
              ints(SHAPE, "shape"),
              attr("dtype", ParamKind.DTYPE).or("DataType.INT32"),
              flag("descending"))
          .gives("Tile")
          .core(Affinity.VECTOR)
          .doc(
              "A tile of consecutive integers from start on, upwards or downwards, in one row."
                  + " Errors: PLT0034.")),
  TILE_FILLPAD(
      op(TILE, "fillpad", TileMemory.FILLPAD)
          .pto("tfillpad")
          .takes(tile(SOURCE, "tile"), attr("pad_value", ParamKind.PAD).or("PadValue.zero"))
          .gives("Tile")
          .core(Affinity.DERIVED)
          .doc(
              "A fully valid tile: what lay outside the valid box holds the pad value. Shape and"
                  + " element type stay. Errors: PLT0033.")),
  TILE_SLICE(
      op(TILE, "slice", TileMemory.SLICE)
          .pto("textract")
          .takes(
              tile(SOURCE, "tile").with(Access.SHAPE),
              ints(SHAPE, "shape"),
              ints(OFFSETS, "offset"),
              ints(VALID_SHAPE, "valid_shape").or("None"),
              attr("drop_dims", ParamKind.INT_LIST).or("None"),
              attr("pad_value", ParamKind.PAD).or("None"))
          .gives("Tile", new Result.ViewOf(SOURCE))
          .core(Affinity.DERIVED)
          .doc(
              "A part of a tile of the shape shape, at offset, in elements. drop_dims leaves out"
                  + " dimensions of extent 1. Errors: PLT0008, PLT0011 to PLT0013, PLT0028.")),
  TILE_RESHAPE(
      op(TILE, "reshape", TileMemory.RESHAPE)
          .pto("treshape")
          .takes(tile(SOURCE, "tile").with(Access.SHAPE), ints(SHAPE, "shape"))
          .gives("Tile", new Result.ViewOf(SOURCE))
          .core(Affinity.DERIVED)
          .doc(
              "The same elements in row-major order under another shape with as many elements."
                  + " Errors: PLT0025, PLT0026.")),
  TILE_TRANSPOSE_VIEW(
      op(TILE, "transpose_view", TileMemory.TRANSPOSE_VIEW)
          .pto("treshape")
          .takes(tile(SOURCE, "tile").with(Access.SHAPE))
          .gives("Tile", new Result.ViewOf(SOURCE))
          .core(Affinity.DERIVED)
          .internal()
          .doc(
              "The transpose of a matrix in Mat memory: the same bytes, with the orders of blocks"
                  + " and of elements in them exchanged. Errors: PLT0011.")),
  TILE_TRANSPOSE(
      op(TILE, "transpose", TileMemory.TRANSPOSE)
          .pto("ttrans")
          .takes(
              tile(SOURCE, "tile").held(),
              attr("axis1", ParamKind.INT),
              attr("axis2", ParamKind.INT),
              tile(SCRATCH, "tmp_tile").held().or("None"))
          .gives("Tile")
          .core(Affinity.VECTOR)
          .doc(
              "Two dimensions exchanged. axis1 and axis2 count dimensions from 0. Errors:"
                  + " PLT0027.")),
  TILE_SET_VALIDSHAPE(
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
                  + " at most the shape. Errors: PLT0029.")),
  TILE_CONCAT(
      op(TILE, "concat", TileMemory.CONCAT)
          .pto("tconcat")
          .takes(tile(LHS, "src0").held(), tile(RHS, "src1").held())
          .gives("Tile")
          .core(Affinity.VECTOR)
          .doc(
              "Two tiles side by side, along columns: [rows, a] and [rows, b] become [rows, a +"
                  + " b]. Errors: PLT0030.")),
  TILE_CAST(convert("cast").pto("tcvt")),
  TILE_ADD(binary("add", ADD, "sum").pto("tadd")),
  TILE_ADDS(scalar("adds", ADD, "sum").pto("tadds")),
  TILE_SUB(binary("sub", SUB, "difference").pto("tsub")),
  TILE_SUBS(scalar("subs", SUB, "difference", SUBTRACTABLE).pto("tsubs")),
  TILE_MUL(binary("mul", MUL, "product").pto("tmul")),
  TILE_MULS(scalar("muls", MUL, "product").pto("tmuls")),
  TILE_DIV(binary("div", DIV, "quotient", DIVISIBLE).pto("tdiv")),
  TILE_DIVS(scalar("divs", DIV, "quotient").pto("tdivs")),
  TILE_MAXIMUM(binary("maximum", MAX, "larger").pto("tmax")),
  TILE_MAXIMUMS(scalar("maximums", MAX, "larger").pto("tmaxs")),
  TILE_MINIMUM(binary("minimum", MIN, "smaller").pto("tmin")),
  TILE_MINIMUMS(scalar("minimums", MIN, "smaller").pto("tmins")),
  TILE_FMOD(binary("fmod", FMOD, "remainder towards zero").pto("tfmod")),
  TILE_FMODS(scalar("fmods", FMOD, "remainder towards zero").pto("tfmods")),
  TILE_AND(binary("and_", AND, "bitwise and").pto("tand")),
  TILE_ANDS(scalar("ands", AND, "bitwise and").pto("tands")),
  TILE_OR(binary("or_", OR, "bitwise or").pto("tor")),
  TILE_ORS(scalar("ors", OR, "bitwise or").pto("tors")),
  TILE_SHL(binary("shl", SHL, "left shift").pto("tshl")),
  TILE_SHLS(scalar("shls", SHL, "left shift").pto("tshls")),
  TILE_SHR(binary("shr", SHR, "right shift").pto("tshr")),
  TILE_SHRS(scalar("shrs", SHR, "right shift").pto("tshrs")),
  TILE_REM(
      binary("rem", REM, "remainder, with the divisor's sign,")
          .pto("trem")
          .takes(tile(SCRATCH, "tmp"))),
  TILE_XOR(binary("xor", XOR, "bitwise exclusive or").pto("txor").takes(tile(SCRATCH, "tmp"))),
  TILE_CMP(
      op(TILE, "cmp", new OpKind.Compare(false))
          .pto("tcmp")
          .takes(tile(LHS, "lhs"), tile(RHS, "rhs"), attr("cmp_type", ParamKind.INT).or("0"))
          .gives("Tile")
          .core(Affinity.VECTOR)
          .doc(
              "Elementwise comparison: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge. The result is a mask,"
                  + " one bit an element. Errors: PLT0004, PLT0005.")),
  TILE_CMPS(
      op(TILE, "cmps", new OpKind.Compare(true))
          .pto("tcmps")
          .takes(tile(LHS, "lhs"), number(RHS, "rhs"), attr("cmp_type", ParamKind.INT).or("0"))
          .gives("Tile")
          .core(Affinity.VECTOR)
          .doc(
              "Elementwise comparison with a number; codes as in cmp. The result is a mask, one"
                  + " bit an element. Errors: PLT0004.")),
  TILE_SEL(
      op(TILE, "sel", new OpKind.Select())
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
                  + " type; the mask is a result of cmp. Errors: PLT0004, PLT0005.")),
  TILE_NEG(unary("neg", NEG, "negation").pto("tneg")),
  TILE_EXP(unary("exp", EXP, "exponential", FLOATS).pto("texp")),
  TILE_LOG(
      unary("log", LOG, "natural logarithm", HALF_OR_SINGLE)
          .pto("tlog")
          .takes(flag("high_precision"))),
  TILE_SIN(unary("sin", SIN, "sine", SINGLE).pto("tsin")),
  TILE_COS(unary("cos", COS, "cosine", SINGLE).pto("tcos")),
  TILE_SQRT(unary("sqrt", SQRT, "square root", FLOATS).pto("tsqrt")),
  TILE_RSQRT(
      unary("rsqrt", RSQRT, "reciprocal square root", FLOATS)
          .pto("trsqrt")
          .takes(tile(SCRATCH, "tmp").held().or("None"))),
  TILE_RECIP(
      unary("recip", RECIP, "reciprocal", FLOATS).pto("trecip").takes(flag("high_precision"))),
  TILE_ABS(unary("abs", ABS, "absolute value").pto("tabs")),
  TILE_RELU(unary("relu", RELU, "maximum with zero").pto("trelu")),
  TILE_NOT(unary("not_", NOT, "bitwise complement", WORDS).pto("tnot")),
  TILE_ROW_MAX(reduce("row_max", ROWS, MAX, "maximum").pto("trowmax")),
  TILE_COL_MAX(reduce("col_max", COLUMNS, MAX, "maximum").pto("tcolmax")),
  TILE_ROW_SUM(reduce("row_sum", ROWS, ADD, "sum").pto("trowsum")),
  TILE_COL_SUM(reduce("col_sum", COLUMNS, ADD, "sum").pto("tcolsum")),
  TILE_ROW_MIN(reduce("row_min", ROWS, MIN, "minimum", MINIMUM_OF_ROWS).pto("trowmin")),
  TILE_COL_MIN(reduce("col_min", COLUMNS, MIN, "minimum").pto("tcolmin")),
  TILE_ROW_PROD(reduce("row_prod", ROWS, MUL, "product").pto("trowprod")),
  TILE_COL_PROD(reduce("col_prod", COLUMNS, MUL, "product").pto("tcolprod")),
  TILE_ROW_EXPAND(
      expand("row_expand", ROWS, SECOND, "$vector stretched over the $along of $other.")
          .pto("trowexpand")),
  TILE_COL_EXPAND(
      expand("col_expand", COLUMNS, SECOND, "$vector stretched over the $along of $other.")
          .pto("tcolexpand")),
  TILE_ROW_EXPAND_ADD(
      expand("row_expand_add", ROWS, ADD, "$each of $tile plus its value of $vector.")
          .pto("trowexpandadd")
          .takes(tile(SCRATCH, "tmp").held().or("None"))),
  TILE_COL_EXPAND_ADD(
      expand("col_expand_add", COLUMNS, ADD, "$each of $tile plus its value of $vector.")
          .pto("tcolexpandadd")),
  TILE_ROW_EXPAND_SUB(
      expand("row_expand_sub", ROWS, SUB, "$each of $tile minus its value of $vector.")
          .pto("trowexpandsub")),
  TILE_COL_EXPAND_SUB(
      expand("col_expand_sub", COLUMNS, SUB, "$each of $tile minus its value of $vector.")
          .pto("tcolexpandsub")),
  TILE_ROW_EXPAND_MUL(
      expand("row_expand_mul", ROWS, MUL, "$each of $tile times its value of $vector.")
          .pto("trowexpandmul")),
  TILE_COL_EXPAND_MUL(
      expand("col_expand_mul", COLUMNS, MUL, "$each of $tile times its value of $vector.")
          .pto("tcolexpandmul")),
  TILE_ROW_EXPAND_DIV(
      expand("row_expand_div", ROWS, DIV, "$each of $tile divided by its value of $vector.")
          .pto("trowexpanddiv")),
  TILE_COL_EXPAND_DIV(
      expand("col_expand_div", COLUMNS, DIV, "$each of $tile divided by its value of $vector.")
          .pto("tcolexpanddiv")),
  TILE_ROW_EXPAND_MAX(
      expand("row_expand_max", ROWS, MAX, "the larger of $each of $tile and its value of $vector.")
          .pto("trowexpandmax")),
  TILE_COL_EXPAND_MAX(
      expand(
              "col_expand_max",
              COLUMNS,
              MAX,
              "the larger of $each of $tile and its value of $vector.")
          .pto("tcolexpandmax")),
  TILE_ROW_EXPAND_MIN(
      expand("row_expand_min", ROWS, MIN, "the smaller of $each of $tile and its value of $vector.")
          .pto("trowexpandmin")),
  TILE_COL_EXPAND_MIN(
      expand(
              "col_expand_min",
              COLUMNS,
              MIN,
              "the smaller of $each of $tile and its value of $vector.")
          .pto("tcolexpandmin")),
  TILE_ROW_EXPAND_EXPDIF(
      expand(
              "row_expand_expdif",
              ROWS,
              EXPDIF,
              "the exponential of $each of $tile minus its value of $vector.")
          .pto("trowexpandexpdif")),
  TILE_COL_EXPAND_EXPDIF(
      expand(
              "col_expand_expdif",
              COLUMNS,
              EXPDIF,
              "the exponential of $each of $tile minus its value of $vector.")
          .pto("tcolexpandexpdif")),
  TILE_EXPANDS(
      op(TILE, "expands", new OpKind.ScalarBinary(SECOND))
          .pto("texpands")
          .takes(tile(LHS, "target").with(Access.SHAPE), number(RHS, "scalar"))
          .gives("Tile")
          .core(Affinity.VECTOR)
          .doc(
              "A tile of the target's shape and element type with one value everywhere. Errors:"
                  + " PLT0004.")),
  TILE_MATMUL(
      op(TILE, "matmul", new OpKind.Matmul(false, false))
          .pto("tmatmul")
          .takes(
              tile(LHS, "lhs").in(MemorySpace.LEFT).held(),
              tile(RHS, "rhs").in(MemorySpace.RIGHT).held())
          .gives("Tile")
          .core(Affinity.CUBE)
          .doc(
              "Matrix product, accumulated in FP32 or INT32: [M, K] and [K, N] become [M, N]."
                  + " Errors: PLT0023.")),
  TILE_MATMUL_ACC(
      op(TILE, "matmul_acc", new OpKind.Matmul(true, false))
          .pto("tmatmul.acc")
          .takes(
              tile(ACCUMULATOR, "acc").with(Access.UPDATE),
              tile(LHS, "lhs").in(MemorySpace.LEFT),
              tile(RHS, "rhs").in(MemorySpace.RIGHT))
          .gives("Tile", new Result.Same(ACCUMULATOR))
          .core(Affinity.CUBE)
          .doc(
              "An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N]."
                  + " Errors: PLT0023, PLT0024.")),
  TILE_BATCH_MATMUL(
      op(TILE, "batch_matmul", new OpKind.Matmul(false, true))
          .takes(tile(LHS, "lhs").in(MemorySpace.LEFT), tile(RHS, "rhs").in(MemorySpace.RIGHT))
          .gives("Tile")
          .core(Affinity.CUBE)
          .doc(
              "Matrix products over leading dimensions: [..., M, K] and [..., K, N] become [...,"
                  + " M, N]. Errors: PLT0023.")),
  GET_BLOCK_IDX(
      op(TILE, "get_block_idx", BlockNumber.INDEX)
          .pto("get_block_idx")
          .gives("Scalar")
          .doc("This block's number in its grid, from 0.")),
  GET_SUBBLOCK_IDX(
      op(TILE, "get_subblock_idx", BlockNumber.SUBBLOCK)
          .pto("get_subblock_idx")
          .gives("Scalar")
          .doc("This vector core's number beside its cube core, from 0.")),
  GET_BLOCK_NUM(
      op(TILE, "get_block_num", BlockNumber.COUNT)
          .pto("get_block_num")
          .gives("Scalar")
          .doc("The number of blocks of the grid.")),
  TENSOR_CREATE(
      op(TENSOR, "create", TensorMemory.CREATE)
          .takes(ints(SHAPE, "shape"), attr("dtype", ParamKind.DTYPE))
          .gives("Tensor")
          .does(Effect.CONTROL)
          .fullNameOnly()
          .doc(
              "Allocates a tensor in global memory with undefined contents. shape is in elements."
                  + " Errors: PLT0009.")),
  TENSOR_FULL(
      op(TENSOR, "full", TensorMemory.FULL)
          .takes(ints(SHAPE, "shape"), attr("dtype", ParamKind.DTYPE), number(VALUE, "value"))
          .gives("Tensor")
          .doc(
              "A tensor with one value everywhere. shape is in elements. Errors: PLT0009,"
                  + " PLT0038.")),
  TENSOR_READ(
      op(TENSOR, "read", TensorMemory.READ)
          .pto("load_scalar")
          .takes(tensorLike(SOURCE, "tensor"), operand(INDICES, "indices", ParamKind.INDICES))
          .gives("Scalar")
          .does(Effect.READS)
          .doc(
              "Reads one element of a tensor. indices names it, in elements, with one entry per"
                  + " dimension. Errors: PLT0017.")),
  TENSOR_WRITE(
      op(TENSOR, "write", TensorMemory.WRITE)
          .pto("store_scalar")
          .takes(
              tensorLike(TARGET, "tensor").with(Access.WRITE),
              operand(INDICES, "indices", ParamKind.INDICES),
              number(VALUE, "value"))
          .does(Effect.WRITES)
          .doc(
              "Writes one element of a tensor. indices is as in read; the value has the tensor's"
                  + " element type. Errors: PLT0017, PLT0018.")),
  TENSOR_DIM(
      op(TENSOR, "dim", TensorMemory.DIM)
          .takes(tensorLike(SOURCE, "tensor").with(Access.SHAPE), attr("axis", ParamKind.INT))
          .gives("Scalar")
          .doc(
              "The extent of a dimension, in elements. axis counts dimensions from 0, or from -1"
                  + " at the end. Errors: PLT0035.")),
  TENSOR_SLICE(
      op(TENSOR, "slice", TensorMemory.SLICE)
          .takes(
              tensorLike(SOURCE, "tensor").with(Access.SHAPE),
              ints(SHAPE, "shape"),
              ints(OFFSETS, "offset"),
              ints(VALID_SHAPE, "valid_shape").or("None"),
              attr("drop_dims", ParamKind.INT_LIST).or("None"),
              attr("pad_value", ParamKind.PAD).or("None"))
          .gives("Tensor", new Result.ViewOf(SOURCE))
          .doc(
              "A view of a region of a tensor of the shape shape, at offset, in elements. A"
                  + " window's view is one too. drop_dims leaves out dimensions of extent 1. Errors:"
                  + " PLT0008, PLT0011 to PLT0013, PLT0028.")),
  TENSOR_ASSEMBLE(
      op(TENSOR, "assemble", TensorMemory.ASSEMBLE)
          .takes(
              tensorLike(TARGET, "target").with(Access.WRITE),
              tensorLike(SOURCE, "source"),
              ints(OFFSETS, "offset"))
          .gives("Tensor", new Result.Same(TARGET))
          .does(Effect.WRITES)
          .doc(
              "A tensor with another one placed into it at offset, in elements; the result is"
                  + " target. Both have one element type. Errors: PLT0014, PLT0037.")),
  TENSOR_RESHAPE(
      op(TENSOR, "reshape", TensorMemory.RESHAPE)
          .takes(tensorLike(SOURCE, "tensor").with(Access.SHAPE), ints(SHAPE, "shape"))
          .gives("Tensor", new Result.ViewOf(SOURCE))
          .doc(
              "A view of the same elements in row-major order under another shape with as many"
                  + " elements. Errors: PLT0025, PLT0026.")),
  TENSOR_TRANSPOSE(
      op(TENSOR, "transpose", TensorMemory.TRANSPOSE)
          .takes(
              tensorLike(SOURCE, "tensor").with(Access.SHAPE),
              attr("axis1", ParamKind.INT),
              attr("axis2", ParamKind.INT))
          .gives("Tensor", new Result.ViewOf(SOURCE))
          .doc(
              "Two dimensions exchanged. axis1 and axis2 count dimensions from 0. Errors:"
                  + " PLT0027.")),
  TENSOR_CONCAT(
      op(TENSOR, "concat", TensorMemory.CONCAT)
          .takes(tensor(LHS, "src0"), tensor(RHS, "src1"))
          .gives("Tensor")
          .doc(
              "Two tensors side by side, along columns: [rows, a] and [rows, b] become [rows, a +"
                  + " b]. Errors: PLT0030.")),
  TENSOR_AS_VIEW(
      op(TENSOR, "as_view", TensorMemory.AS_VIEW)
          .takes(
              tensorLike(SOURCE, "tensor").with(Access.SHAPE),
              ints(SHAPE, "shape"),
              ints(VALID_SHAPE, "valid_shape").or("None"))
          .gives("Tensor", new Result.ViewOf(SOURCE))
          .internal()
          .doc(
              "The same packed elements under another shape, with a valid box; made by collective"
                  + " lowering.")),
  TENSOR_CAST(onTensors(TILE_CAST)),
  TENSOR_ADD(onTensors(TILE_ADD)),
  TENSOR_ADDS(onTensors(TILE_ADDS)),
  TENSOR_SUB(onTensors(TILE_SUB)),
  TENSOR_SUBS(onTensors(TILE_SUBS)),
  TENSOR_MUL(onTensors(TILE_MUL)),
  TENSOR_MULS(onTensors(TILE_MULS)),
  TENSOR_DIV(onTensors(TILE_DIV)),
  TENSOR_DIVS(onTensors(TILE_DIVS)),
  TENSOR_MAXIMUM(onTensors(TILE_MAXIMUM)),
  TENSOR_MAXIMUMS(onTensors(TILE_MAXIMUMS)),
  TENSOR_MINIMUM(onTensors(TILE_MINIMUM)),
  TENSOR_MINIMUMS(onTensors(TILE_MINIMUMS)),
  TENSOR_NEG(onTensors(TILE_NEG)),
  TENSOR_EXP(onTensors(TILE_EXP)),
  TENSOR_LOG(onTensors(TILE_LOG)),
  TENSOR_SIN(onTensors(TILE_SIN)),
  TENSOR_COS(onTensors(TILE_COS)),
  TENSOR_SQRT(onTensors(TILE_SQRT)),
  TENSOR_RSQRT(onTensors(TILE_RSQRT)),
  TENSOR_RECIP(onTensors(TILE_RECIP)),
  TENSOR_ABS(onTensors(TILE_ABS)),
  TENSOR_RELU(onTensors(TILE_RELU)),
  TENSOR_ROW_MAX(onTensors(TILE_ROW_MAX)),
  TENSOR_COL_MAX(onTensors(TILE_COL_MAX)),
  TENSOR_ROW_SUM(onTensors(TILE_ROW_SUM)),
  TENSOR_COL_SUM(onTensors(TILE_COL_SUM)),
  TENSOR_ROW_MIN(onTensors(TILE_ROW_MIN)),
  TENSOR_COL_MIN(onTensors(TILE_COL_MIN)),
  TENSOR_ROW_PROD(onTensors(TILE_ROW_PROD)),
  TENSOR_COL_PROD(onTensors(TILE_COL_PROD)),
  TENSOR_ROW_EXPAND(onTensors(TILE_ROW_EXPAND)),
  TENSOR_COL_EXPAND(onTensors(TILE_COL_EXPAND)),
  TENSOR_ROW_EXPAND_ADD(onTensors(TILE_ROW_EXPAND_ADD)),
  TENSOR_COL_EXPAND_ADD(onTensors(TILE_COL_EXPAND_ADD)),
  TENSOR_ROW_EXPAND_SUB(onTensors(TILE_ROW_EXPAND_SUB)),
  TENSOR_COL_EXPAND_SUB(onTensors(TILE_COL_EXPAND_SUB)),
  TENSOR_ROW_EXPAND_MUL(onTensors(TILE_ROW_EXPAND_MUL)),
  TENSOR_COL_EXPAND_MUL(onTensors(TILE_COL_EXPAND_MUL)),
  TENSOR_ROW_EXPAND_DIV(onTensors(TILE_ROW_EXPAND_DIV)),
  TENSOR_COL_EXPAND_DIV(onTensors(TILE_COL_EXPAND_DIV)),
  TENSOR_MATMUL(
      op(TENSOR, "matmul", new OpKind.Matmul(false, true))
          .takes(
              tensorLike(LHS, "lhs"),
              tensorLike(RHS, "rhs"),
              attr("out_dtype", ParamKind.DTYPE).or("None"),
              flag("a_trans"),
              flag("b_trans"),
              flag("c_matrix_nz"))
          .gives("Tensor")
          .core(Affinity.CUBE)
          .doc(
              "Matrix product: [M, K] and [K, N] become [M, N]; a_trans and b_trans take an"
                  + " operand the other way round. Errors: PLT0023.")),
  TENSOR_MATMUL_ACC(
      op(TENSOR, "matmul_acc", new OpKind.Matmul(true, true))
          .takes(
              tensorLike(ACCUMULATOR, "acc"),
              tensorLike(LHS, "lhs"),
              tensorLike(RHS, "rhs"),
              flag("a_trans"),
              flag("b_trans"))
          .gives("Tensor")
          .core(Affinity.CUBE)
          .doc(
              "An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N]."
                  + " Errors: PLT0023, PLT0024.")),
  ARRAY_CREATE(
      op(ARRAY, "create", ArrayAccess.CREATE)
          .takes(attr("extent", ParamKind.INT), attr("dtype", ParamKind.DTYPE))
          .gives("Array")
          .fullNameOnly()
          .doc(
              "A small array of extent scalars: integers, BOOL or task handles. Errors: PLT0036.")),
  ARRAY_GET(
      op(ARRAY, "get_element", ArrayAccess.GET)
          .takes(operand(SOURCE, "array", ParamKind.ARRAY), scalar(INDEX, "index"))
          .gives("Scalar")
          .doc("One element of an array; index counts from 0.")),
  ARRAY_UPDATE(
      op(ARRAY, "update_element", ArrayAccess.UPDATE)
          .takes(
              operand(SOURCE, "array", ParamKind.ARRAY),
              scalar(INDEX, "index"),
              scalar(VALUE, "value"))
          .gives("Array")
          .doc("The array with one element replaced; index counts from 0.")),
  WORLD_SIZE(
      op(DISTRIBUTED_SYSTEM, "world_size", Window.WORLD_SIZE)
          .gives("Scalar")
          .in(Placement.HOST)
          .section("Pipeline integration")
          .doc("The number of ranks that the program runs on.")),
  GET_COMM_CTX(
      op(DISTRIBUTED_SYSTEM, "get_comm_ctx", Window.COMM_CTX)
          .takes(window(SOURCE, "dist_tensor").with(Access.SHAPE))
          .gives("CommCtx")
          .section("Shared codegen infrastructure")
          .doc("The communication context of a window. Errors: PLD15xx.")),
  RANK(
      op(DISTRIBUTED_SYSTEM, "rank", Window.RANK)
          .takes(operand(CONTEXT, "ctx", ParamKind.COMM_CTX))
          .gives("Scalar")
          .in(Placement.KERNEL)
          .section("Shared codegen infrastructure")
          .doc("This rank's number in the domain of a context, from 0.")),
  NRANKS(
      op(DISTRIBUTED_SYSTEM, "nranks", Window.RANKS)
          .takes(operand(CONTEXT, "ctx", ParamKind.COMM_CTX))
          .gives("Scalar")
          .in(Placement.KERNEL)
          .section("Shared codegen infrastructure")
          .doc("The number of ranks in the domain of a context.")),
  ALLOC_WINDOW_BUFFER(
      op(DISTRIBUTED_TENSOR, "alloc_window_buffer", Window.ALLOCATE)
          .takes(operand(SIZE, "size", ParamKind.INDICES))
          .keywords(
              attr("dtype", ParamKind.DTYPE).or("None"), attr("name", ParamKind.TEXT).or("\"\""))
          .gives("Ptr")
          .does(Effect.CONTROL)
          .in(Placement.HOST)
          .section("Pipeline integration")
          .doc(
              "Allocates a symmetric window: size bytes on each rank, or, with dtype, the bytes"
                  + " of a shape of that type. Fresh window memory holds zeros on the simulator unless"
                  + " --strict is given. Errors: PLD15xx.")),
  WINDOW(
      op(DISTRIBUTED_TENSOR, "window", Window.VIEW)
          .takes(operand(BUFFER, "buf", ParamKind.PTR).with(Access.SHAPE), ints(SHAPE, "shape"))
          .keywords(attr("dtype", ParamKind.DTYPE))
          .gives("DistributedTensor", new Result.ViewOf(BUFFER))
          .in(Placement.HOST)
          .section("Pipeline integration")
          .doc(
              "Looks at a window allocation as a DistributedTensor. shape is in elements and fits"
                  + " into the allocation. Errors: PLD15xx.")),
  REMOTE_LOAD(
      op(DISTRIBUTED_TILE, "remote_load", Transfer.REMOTE_LOAD)
          .pto("tload")
          .takes(
              window(SOURCE, "target").ofPeer(),
              scalar(PEER, "peer"),
              ints(OFFSETS, "offsets"),
              ints(SHAPE, "shape"),
              ints(VALID_SHAPE, "valid_shape").or("None"))
          .keywords(flag("allow_physical_tail_padding"))
          .gives("Tile")
          .does(Effect.READS_PEER)
          .in(Placement.KERNEL)
          .section("pld.tile.remote_load (TLOAD)")
          .doc(
              "Reads a region of the peer's slice into a local tile. shape is the tile's physical"
                  + " extent; valid_shape limits what is read and valid. offsets, shape and valid_shape"
                  + " are in elements, one entry per dimension of target; the tile has the target's"
                  + " element type. peer is a rank number. Errors: PLD01xx.")),
  REMOTE_STORE(
      op(DISTRIBUTED_TILE, "remote_store", Transfer.REMOTE_STORE)
          .pto("tstore")
          .takes(
              tile(SOURCE, "src_tile"),
              window(TARGET, "target").with(Access.UPDATE).ofPeer(),
              scalar(PEER, "peer"),
              ints(OFFSETS, "offsets"))
          .keywords(attr("atomic", ParamKind.ATOMIC_TYPE).or("AtomicType.None_"))
          .core(Affinity.DERIVED)
          .does(Effect.WRITES_PEER)
          .in(Placement.KERNEL)
          .section("pld.tile.remote_store / pld.tensor.remote_store (TSTORE)")
          .doc(
              "Writes a local tile into a region of the peer's slice; with atomic=Add it adds."
                  + " offsets are in elements, one per dimension of target, which has at least two; the"
                  + " tile lands on the last two. Both have one element type; Add takes FP32, BF16,"
                  + " FP16, INT32, INT16 or INT8. peer is a rank number. Errors: PLD02xx.")),
  TENSOR_REMOTE_STORE(
      op(DISTRIBUTED_TENSOR, "remote_store", Transfer.TENSOR_REMOTE_STORE)
          .takes(
              tensor(SOURCE, "src"),
              window(TARGET, "target").with(Access.UPDATE).ofPeer(),
              scalar(PEER, "peer"),
              ints(OFFSETS, "offsets"))
          .keywords(attr("atomic", ParamKind.ATOMIC_TYPE).or("AtomicType.None_"))
          .does(Effect.WRITES_PEER)
          .in(Placement.KERNEL)
          .section("pld.tile.remote_store / pld.tensor.remote_store (TSTORE)")
          .doc(
              "Writes a local tensor-level value into a region of the peer's slice; lowered to"
                  + " the tile form. offsets are in elements, one per dimension of target; both have"
                  + " one element type. peer is a rank number. Errors: PLD02xx.")),
  PUT(
      op(DISTRIBUTED_TENSOR, "put", Transfer.PUT)
          .takes(
              window(TARGET, "dst").with(Access.UPDATE).ofPeer(),
              scalar(PEER, "peer"),
              tensorLike(SOURCE, "src"),
              ints(TARGET_OFFSETS, "dst_offsets").or("None"),
              ints(SOURCE_OFFSETS, "src_offsets").or("None"),
              ints(SHAPE, "shape").or("None"))
          .keywords(
              attr("atomic", ParamKind.ATOMIC_TYPE).or("AtomicType.None_"),
              attr("chunk_rows", ParamKind.INT).or("0"),
              attr("chunk_cols", ParamKind.INT).or("0"),
              flag("pipeline"))
          .core(Affinity.VECTOR)
          .does(Effect.WRITES_PEER)
          .in(Placement.KERNEL)
          .section("pld.tensor.put (TPUT)")
          .doc(
              "Writes local data into the peer's slice, whole or the given subregion, through a"
                  + " staging tile of chunk_rows x chunk_cols (0 is all). dst and src have one element"
                  + " type and rank, and without a subregion one shape. dst_offsets, src_offsets and"
                  + " shape are in elements and given together. The extent of the transfer is flattened"
                  + " to rows x columns of the innermost dimension; a dynamic one needs its chunk."
                  + " pipeline=True overlaps chunks in two staging tiles and needs both chunk sizes."
                  + " peer is a rank number. Errors: PLD03xx.")),
  GET(
      op(DISTRIBUTED_TENSOR, "get", Transfer.GET)
          .takes(
              tensorLike(TARGET, "dst").with(Access.WRITE),
              scalar(PEER, "peer"),
              window(SOURCE, "src").ofPeer(),
              ints(TARGET_OFFSETS, "dst_offsets").or("None"),
              ints(SOURCE_OFFSETS, "src_offsets").or("None"),
              ints(SHAPE, "shape").or("None"))
          .keywords(
              attr("chunk_rows", ParamKind.INT).or("0"),
              attr("chunk_cols", ParamKind.INT).or("0"),
              flag("pipeline"))
          .core(Affinity.VECTOR)
          .does(Effect.WRITES)
          .in(Placement.KERNEL)
          .section("pld.tensor.get (TGET)")
          .doc(
              "Reads the peer's slice, whole or the given subregion, into local memory through a"
                  + " staging tile of chunk_rows x chunk_cols (0 is all). dst is a Tensor or a window;"
                  + " dst and src have one element type and rank, and without a subregion one shape."
                  + " dst_offsets, src_offsets and shape are in elements and given together. A dynamic"
                  + " extent needs its chunk; pipeline=True overlaps chunks in two staging tiles and"
                  + " needs both chunk sizes. peer is a rank number. Errors: PLD04xx.")),
  TILE_PUT(
      op(DISTRIBUTED_TILE, "put", Transfer.STAGED_PUT)
          .pto("comm.tput")
          .takes(
              window(TARGET, "dst").with(Access.UPDATE).ofPeer(),
              scalar(PEER, "peer"),
              tensorLike(SOURCE, "src"),
              tile(STAGE, "stage").with(Access.WRITE),
              tile(STAGE2, "stage2").with(Access.WRITE).or("None"),
              ints(TARGET_OFFSETS, "dst_offsets").or("None"),
              ints(SOURCE_OFFSETS, "src_offsets").or("None"),
              ints(SHAPE, "shape").or("None"))
          .keywords(attr("atomic", ParamKind.ATOMIC_TYPE).or("AtomicType.None_"))
          .core(Affinity.VECTOR)
          .does(Effect.WRITES_PEER)
          .in(Placement.KERNEL)
          .internal()
          .section("pld.tensor.put (TPUT)")
          .doc("put with its staging tile, or two of them for ping-pong.")),
  TILE_GET(
      op(DISTRIBUTED_TILE, "get", Transfer.STAGED_GET)
          .pto("comm.tget")
          .takes(
              tensorLike(TARGET, "dst").with(Access.WRITE),
              scalar(PEER, "peer"),
              window(SOURCE, "src").ofPeer(),
              tile(STAGE, "stage").with(Access.WRITE),
              tile(STAGE2, "stage2").with(Access.WRITE).or("None"),
              ints(TARGET_OFFSETS, "dst_offsets").or("None"),
              ints(SOURCE_OFFSETS, "src_offsets").or("None"),
              ints(SHAPE, "shape").or("None"))
          .core(Affinity.VECTOR)
          .does(Effect.WRITES)
          .in(Placement.KERNEL)
          .internal()
          .section("pld.tensor.get (TGET)")
          .doc("get with its staging tile, or two of them for ping-pong.")),
  NOTIFY(
      op(DISTRIBUTED_SYSTEM, "notify", Signal.NOTIFY)
          .pto("comm.tnotify")
          .takes(
              window(SIGNAL, "target").with(Access.UPDATE).ofPeer(),
              scalar(PEER, "peer"),
              ints(OFFSETS, "offsets"),
              scalar(VALUE, "value"))
          .keywords(attr("op", ParamKind.NOTIFY_OP))
          .does(Effect.SIGNALS)
          .in(Placement.KERNEL)
          .once()
          .section("pld.system.notify (TNOTIFY)")
          .doc(
              "Changes the peer's signal cell: AtomicAdd adds the value, Set stores it. target is"
                  + " INT32; offsets name one cell, in elements, one entry per dimension. peer is a"
                  + " rank number. Errors: PLD05xx.")),
  WAIT(
      op(DISTRIBUTED_SYSTEM, "wait", Signal.WAIT)
          .pto("comm.twait")
          .takes(window(SIGNAL, "signal"), ints(OFFSETS, "offsets"), scalar(EXPECTED, "expected"))
          .keywords(attr("cmp", ParamKind.WAIT_CMP))
          .does(Effect.WAITS)
          .in(Placement.KERNEL)
          .section("pld.system.wait (TWAIT)")
          .doc(
              "Blocks until this rank's own signal cell satisfies the comparison with the"
                  + " expected value. offsets name one cell, in elements, one entry per dimension. A"
                  + " wait that no notify can satisfy ends the simulated run with a report. Errors:"
                  + " PLD06xx.")),
  DEFER_WAIT(
      op(DISTRIBUTED_SYSTEM, "defer_wait", Signal.DEFER_WAIT)
          .takes(window(SIGNAL, "signal"), ints(OFFSETS, "offsets"), scalar(EXPECTED, "expected"))
          .keywords(attr("cmp", ParamKind.WAIT_CMP))
          .does(Effect.DEFERS)
          .section("pld.system.defer_wait (Simpler deferred completion)")
          .doc(
              "Delays this task's completion, not its core, until a local counter reaches the"
                  + " expected value. signal is an INT32 parameter of the function itself; offsets name"
                  + " one cell, in elements; cmp is WaitCmp.Ge and expected lies between 0 and"
                  + " 2147483647. It stands in a pl.at(CORE_GROUP) task of its own, with at most 64"
                  + " conditions. Errors: PLD07xx.")),
  ALLREDUCE(
      op(DISTRIBUTED_TENSOR, "allreduce", Collective.ALLREDUCE)
          .takes(
              window(TARGET, "src").with(Access.UPDATE),
              window(SIGNAL, "signal").with(Access.UPDATE).or("None"))
          .keywords(
              attr("op", ParamKind.REDUCE_OP).or("ReduceOp.Sum"),
              attr("mode", ParamKind.TEXT).or("\"mesh\""),
              attr("core_num", ParamKind.INT).or("1"))
          .gives("DistributedTensor", new Result.Same(TARGET))
          .core(Affinity.VECTOR)
          .does(Effect.COLLECTIVE)
          .in(Placement.KERNEL_OR_HOST)
          .section("pld.tensor.allreduce")
          .doc(
              "Reduces every rank's slice in place and returns src; mode is \"mesh\" or \"ring\"."
                  + " src is FP32 or FP16 of any positive number of elements. signal is INT32: [ranks,"
                  + " 1] on a mesh, [2 * (ranks - 1), ranks] on a ring in a kernel and one row more in"
                  + " the host orchestrator, which may leave it out on a mesh. core_num blocks share"
                  + " the work of a call in the host orchestrator; in a kernel it is 1. Every rank"
                  + " makes the call. Errors: PLD08xx.")),
  BARRIER(
      op(DISTRIBUTED_TENSOR, "barrier", Collective.BARRIER)
          .takes(window(SIGNAL, "signal").with(Access.UPDATE))
          .gives("DistributedTensor", new Result.Same(SIGNAL))
          .core(Affinity.VECTOR)
          .does(Effect.COLLECTIVE)
          .in(Placement.KERNEL_OR_HOST)
          .section("Barrier-signal protocol")
          .doc(
              "Orders window data across ranks: what was written before it is seen after it."
                  + " Returns the signal, which is INT32 [ranks, 1] and zero again afterwards. Every"
                  + " rank makes the call. Errors: PLD09xx.")),
  BROADCAST(
      op(DISTRIBUTED_TENSOR, "broadcast", Collective.BROADCAST)
          .takes(
              window(TARGET, "target").with(Access.UPDATE),
              window(SIGNAL, "signal").with(Access.UPDATE))
          .keywords(attr("root", ParamKind.INT))
          .gives("DistributedTensor", new Result.Same(TARGET))
          .core(Affinity.VECTOR)
          .does(Effect.COLLECTIVE)
          .in(Placement.KERNEL_OR_HOST)
          .section("Barrier-signal protocol")
          .doc(
              "Copies the root rank's slice to every rank and returns target. root is a rank"
                  + " number known when the kernel is compiled; signal is INT32 [ranks, 1]. Every rank"
                  + " makes the call. Errors: PLD10xx.")),
  REDUCE_SCATTER(
      op(DISTRIBUTED_TENSOR, "reduce_scatter", Collective.REDUCE_SCATTER)
          .takes(
              window(TARGET, "target").with(Access.UPDATE),
              window(SIGNAL, "signal").with(Access.UPDATE))
          .keywords(attr("op", ParamKind.REDUCE_OP).or("ReduceOp.Sum"))
          .gives("DistributedTensor", new Result.Same(TARGET))
          .core(Affinity.VECTOR)
          .does(Effect.COLLECTIVE)
          .in(Placement.KERNEL_OR_HOST)
          .section("Barrier-signal protocol")
          .doc(
              "Reduces chunk r of every rank into row r of rank r's slice and returns target;"
                  + " ReduceOp.Sum is the one reduction. target is [ranks, size], one chunk a row;"
                  + " signal is INT32 [ranks, 1]. Every rank makes the call. Errors: PLD11xx.")),
  ALLGATHER(
      op(DISTRIBUTED_TENSOR, "allgather", Collective.ALLGATHER)
          .takes(
              tensorLike(SOURCE, "local_data"),
              window(TARGET, "target").with(Access.UPDATE),
              window(SIGNAL, "signal").with(Access.UPDATE))
          .gives("DistributedTensor", new Result.Same(TARGET))
          .core(Affinity.VECTOR)
          .does(Effect.COLLECTIVE)
          .in(Placement.KERNEL_OR_HOST)
          .section("Barrier-signal protocol")
          .doc(
              "Gathers every rank's local data into every rank's slice, one row per rank, and"
                  + " returns target. local_data is [1, size] beside a target of [ranks, size]; signal"
                  + " is INT32 [ranks, 1]. Every rank makes the call. Errors: PLD12xx.")),
  ALL_TO_ALL(
      op(DISTRIBUTED_TENSOR, "all_to_all", Collective.ALL_TO_ALL)
          .takes(
              tensorLike(SOURCE, "input"),
              window(TARGET, "target").with(Access.UPDATE),
              window(SIGNAL, "signal").with(Access.UPDATE))
          .gives("DistributedTensor", new Result.Same(TARGET))
          .core(Affinity.VECTOR)
          .does(Effect.COLLECTIVE)
          .in(Placement.KERNEL_OR_HOST)
          .section("Barrier-signal protocol")
          .doc(
              "Sends chunk d of the input to rank d, where it becomes the chunk of the sender,"
                  + " and returns target. input and target are [ranks, size], one chunk a row; signal"
                  + " is INT32 [ranks, 1]. Every rank makes the call. Errors: PLD13xx.")),
  ALL_TO_ALL_V(
      op(DISTRIBUTED_TENSOR, "all_to_all_v", Collective.ALL_TO_ALL_V)
          .takes(
              tensorLike(SOURCE, "input"),
              window(TARGET, "target").with(Access.UPDATE),
              window(SIGNAL, "signal").with(Access.UPDATE),
              tensorLike(SEND_COUNTS, "send_counts"),
              window(RECV_COUNTS, "recv_counts").with(Access.UPDATE))
          .keywords(attr("core_num", ParamKind.INT).or("1"))
          .gives("DistributedTensor", new Result.Same(TARGET))
          .core(Affinity.VECTOR)
          .does(Effect.COLLECTIVE)
          .section("pld.tensor.all_to_all_v")
          .doc(
              "Sends a run-time number of rows to each rank and publishes how many; rows beyond"
                  + " recv_counts are undefined. Returns target. input and target are [ranks *"
                  + " capacity, size], capacity rows a rank; send_counts and recv_counts are INT32"
                  + " [ranks, 1] and count rows; a count is cut to 0 and capacity. signal is INT32"
                  + " [ranks, 1]. Every rank makes the call. Errors: PLD14xx.")),
  FENCE_WINDOW(
      op(SYSTEM, "cacheinvalid", Fence.INVALIDATE)
          .takes(
              tensorLike(SOURCE, "tensor").or("None"),
              ints(SHAPE, "shapes").or("None"),
              ints(OFFSETS, "offsets").or("None"))
          .does(Effect.CONTROL)
          .doc(
              "Drops cached lines of a region, or of all global memory. shapes and offsets are in"
                  + " elements, one entry per dimension.")),
  FENCE_GM(
      op(SYSTEM, "fence", Fence.ORDER)
          .does(Effect.CONTROL)
          .internal()
          .doc("Orders all global memory traffic before it against what follows."));

  private static final Map<String, Op> BY_NAME = new HashMap<>();

  static {
    for (Op op : values()) {
      BY_NAME.put(op.fullName, op);
    }
  }

  private final OpRow row;
  private final String fullName;
  private final Signature signature;

  Op(OpRow row) {
    this.row = row;
    this.fullName = row.dialect.namespace().concat(".").concat(row.name);
    this.signature = new Signature(row.params);
  }

  private static OpRow op(Dialect dialect, String name, OpKind kind) {
    return new OpRow(dialect, name, kind);
  }

  OpRow row() {
    return row;
  }

  /** The op of a full name such as {@code pld.tile.remote_load}. */
  public static Optional<Op> of(String fullName) {
    return Optional.ofNullable(BY_NAME.get(fullName));
  }

  /** The full name: namespace, level and op. */
  public String fullName() {
    return fullName;
  }

  /** The last part of the name. */
  public String shortName() {
    return row.name;
  }

  /** The namespace and level: {@code pld.tile}. */
  public String namespace() {
    return row.dialect.namespace();
  }

  public Dialect dialect() {
    return row.dialect;
  }

  /** What it is, for everyone who treats ops alike. */
  public OpKind kind() {
    return row.kind;
  }

  /**
   * The family op of another dialect that is the same function: {@code pl.tile.add} for {@code
   * pl.tensor.add}.
   */
  public Optional<Op> in(Dialect dialect) {
    return of(dialect, row.kind);
  }

  /** The op of a dialect that is of a kind, or none. */
  public static Optional<Op> of(Dialect dialect, OpKind kind) {
    for (Op op : values()) {
      if (op.row.dialect == dialect && op.row.kind.equals(kind)) {
        return Optional.of(op);
      }
    }
    return Optional.empty();
  }

  /** The op that takes a number where this one takes its second value, or none. */
  public Optional<Op> withNumber() {
    if (row.kind instanceof OpKind.Binary k) {
      return of(row.dialect, new OpKind.ScalarBinary(k.fn()));
    }
    return row.kind instanceof OpKind.Compare
        ? of(row.dialect, new OpKind.Compare(true)).filter(op -> op != this)
        : Optional.empty();
  }

  /** The PTO operation without {@code pto.} where the op maps to one, else null. */
  public String mnemonic() {
    return row.mnemonic;
  }

  /** Parameters with kinds, defaults and what the op does with them. */
  public Signature signature() {
    return signature;
  }

  /**
   * The kind of the result: {@code Tile}, {@code Tensor} (the kind of its tensor operand), {@code
   * Unknown}, ...
   */
  public String resultKind() {
    return row.resultKind;
  }

  /** Where the result lies. */
  public Result result() {
    return row.result;
  }

  public Affinity affinity() {
    return row.affinity;
  }

  public Effect effect() {
    return row.effect;
  }

  /** In which functions it may stand. */
  public Placement placement() {
    return row.placement;
  }

  /** Whether only passes make it. */
  public boolean isInternal() {
    return row.internal;
  }

  /** Whether its short name below {@code pl} is none of its names. */
  public boolean isFullNameOnly() {
    return row.fullNameOnly;
  }

  /** Whether it must not run on both lanes of a mixed kernel, whatever its affinity. */
  public boolean isNoDuplicate() {
    return row.noDuplicate;
  }

  /** The specification's section, or null for local ops. */
  public String section() {
    return row.section;
  }

  /** One sentence for people. */
  public String doc() {
    return row.doc == null ? Families.doc(row) : row.doc;
  }
}

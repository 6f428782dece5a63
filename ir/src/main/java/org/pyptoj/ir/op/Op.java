package org.pyptoj.ir.op;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ops, one row each: the single source of an op's name, parameters, effect and place. The
 * Python surface, the stubs, the op reference and the completeness tests are read from here; type
 * rules, emission and simulation switch over it.
 */
public enum Op {
  TILE_CREATE(
      "pl.tile.create",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "shape: INTS, dtype: DTYPE, target_memory: MEMORY = MemorySpace.Vec, "
          + "transpose: BOOL = None",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.FULL_NAME_ONLY,
      null,
      "Allocates a tile with undefined contents. shape is in elements and known when the"
          + " kernel is compiled. Errors: PLT0009, PLT0010."),
  TILE_READ(
      "pl.tile.read",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "tile: TILE, indices: INDICES",
      "Scalar",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Reads one element of a tile. indices names it, in elements, with one entry per"
          + " dimension. Errors: PLT0017."),
  TILE_WRITE(
      "pl.tile.write",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "tile: TILE, indices: INDICES, value: NUMBER",
      "Unknown",
      Affinity.DERIVED,
      Effect.WRITES,
      Flag.NONE,
      null,
      "Writes one element of a tile. indices is as in read; the value has the tile's element"
          + " type. Errors: PLT0017, PLT0018."),
  TILE_LOAD(
      "pl.tile.load",
      Family.MEMORY,
      ScalarFn.NONE,
      "tload",
      "tensor: TENSOR_LIKE, offsets: INTS, shapes: INTS, valid_shape: INTS = None, "
          + "target_memory: MEMORY = MemorySpace.Vec, clamp: BOOL = False",
      "Tile",
      Affinity.SHARED,
      Effect.READS,
      Flag.NONE,
      null,
      "Copies a region of a tensor or of this rank's slice of a window into a tile of the"
          + " shape shapes. Offsets and extents are in elements, one per dimension. With"
          + " valid_shape only that part is read, and it is the tile's valid box; with clamp the"
          + " valid box ends where the tensor does. Errors: PLT0008 to PLT0013."),
  TILE_STORE(
      "pl.tile.store",
      Family.MEMORY,
      ScalarFn.NONE,
      "tstore",
      "tile: TILE, offsets: INTS, output_tensor: TENSOR_LIKE, shapes: INTS = None, "
          + "*, atomic: ATOMIC_TYPE = AtomicType.None_",
      "Tensor",
      Affinity.DERIVED,
      Effect.WRITES,
      Flag.NONE,
      null,
      "Copies a tile's valid box into a tensor or this rank's slice of a window at offsets,"
          + " in elements, and returns the tensor; with atomic=Add it adds. Tile and tensor have"
          + " one element type, but an accumulator may be narrowed. Errors: PLT0008, PLT0014,"
          + " PLT0016, PLT0019."),
  TILE_ASSEMBLE(
      "pl.tile.assemble",
      Family.MEMORY,
      ScalarFn.NONE,
      "tinsert",
      "target: TILE, source: TILE, offset: INTS",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A tile with another one placed into it at offset, in elements. The result has the"
          + " shape of target; both have one element type. Errors: PLT0014, PLT0015, PLT0037."),
  TILE_EXTRACT(
      "pl.tile.extract",
      Family.MEMORY,
      ScalarFn.NONE,
      "textract",
      "src: TILE, index_row: SCALAR, index_col: SCALAR, shape: INTS, *, " + "target_memory: MEMORY",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A part of a tile, moved to another memory. index_row and index_col are in elements;"
          + " the result has the shape shape. Errors: PLT0011, PLT0013."),
  TILE_MOVE(
      "pl.tile.move",
      Family.MEMORY,
      ScalarFn.NONE,
      "tmov",
      "tile: TILE, target_memory: MEMORY, blayout: TILE_LAYOUT = None, slayout: "
          + "TILE_LAYOUT = None",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Moves a tile to another memory. Shape and element type stay; blayout and slayout"
          + " choose the order of its elements there."),
  TILE_FULL(
      "pl.tile.full",
      Family.MEMORY,
      ScalarFn.NONE,
      "texpands",
      "shape: INTS, dtype: DTYPE, value: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.FULL_NAME_ONLY,
      null,
      "A tile with one value everywhere. shape is in elements and known when the kernel is"
          + " compiled. Errors: PLT0009, PLT0010, PLT0038."),
  TILE_CI(
      "pl.tile.ci",
      Family.OTHER,
      ScalarFn.NONE,
      "tci",
      "start: SCALAR, shape: INTS, dtype: DTYPE = DataType.INT32, descending: BOOL " + "= False",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "A tile of consecutive integers from start on, upwards or downwards, in one row."
          + " Errors: PLT0034."),
  TILE_FILLPAD(
      "pl.tile.fillpad",
      Family.MEMORY,
      ScalarFn.NONE,
      "tfillpad",
      "tile: TILE, pad_value: PAD = PadValue.zero",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A fully valid tile: what lay outside the valid box holds the pad value. Shape and"
          + " element type stay. Errors: PLT0033."),
  TILE_SLICE(
      "pl.tile.slice",
      Family.MEMORY,
      ScalarFn.NONE,
      "textract",
      "tile: TILE, shape: INTS, offset: INTS, valid_shape: INTS = None, drop_dims: "
          + "INT_LIST = None, pad_value: PAD = None",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A part of a tile of the shape shape, at offset, in elements. drop_dims leaves out"
          + " dimensions of extent 1. Errors: PLT0008, PLT0011 to PLT0013, PLT0028."),
  TILE_RESHAPE(
      "pl.tile.reshape",
      Family.MEMORY,
      ScalarFn.NONE,
      "treshape",
      "tile: TILE, shape: INTS",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The same elements in row-major order under another shape with as many elements."
          + " Errors: PLT0025, PLT0026."),
  TILE_TRANSPOSE_VIEW(
      "pl.tile.transpose_view",
      Family.MEMORY,
      ScalarFn.NONE,
      "treshape",
      "tile: TILE",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.INTERNAL,
      null,
      "The transpose of a matrix in Mat memory: the same bytes, with the orders of blocks and of"
          + " elements in them exchanged. Errors: PLT0011."),
  TILE_TRANSPOSE(
      "pl.tile.transpose",
      Family.MEMORY,
      ScalarFn.NONE,
      "ttrans",
      "tile: TILE, axis1: INT, axis2: INT, tmp_tile: TILE = None",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Two dimensions exchanged. axis1 and axis2 count dimensions from 0. Errors: PLT0027."),
  TILE_SET_VALIDSHAPE(
      "pl.tile.set_validshape",
      Family.MEMORY,
      ScalarFn.NONE,
      "set_validshape",
      "tile: TILE, valid_rows: SCALAR, valid_cols: SCALAR",
      "Tile",
      Affinity.DERIVED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The same tile with another valid box. valid_rows and valid_cols are in elements, at"
          + " most the shape. Errors: PLT0029."),
  TILE_CONCAT(
      "pl.tile.concat",
      Family.MEMORY,
      ScalarFn.NONE,
      "tconcat",
      "src0: TILE, src1: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Two tiles side by side, along columns: [rows, a] and [rows, b] become [rows, a + b]."
          + " Errors: PLT0030."),
  TILE_CAST(
      "pl.tile.cast",
      Family.UNARY,
      ScalarFn.CAST,
      "tcvt",
      "tile: TILE, target_type: DTYPE, mode: TEXT = \"round\"",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each element converted to another type; mode is none, rint, round, floor, ceil, trunc"
          + " or odd. The shape stays. Errors: PLT0031, PLT0032."),
  TILE_ADD(
      "pl.tile.add",
      Family.BINARY,
      ScalarFn.ADD,
      "tadd",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise sum of two tiles. Both have one element type, which the result has; their"
          + " shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TILE_ADDS(
      "pl.tile.adds",
      Family.BINARY_SCALAR,
      ScalarFn.ADD,
      "tadds",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise sum of a tile and a number. Shape and element type stay. Errors: PLT0004"
          + " for a fraction beside integers."),
  TILE_SUB(
      "pl.tile.sub",
      Family.BINARY,
      ScalarFn.SUB,
      "tsub",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise difference of two tiles. Both have one element type, which the result"
          + " has; their shapes are equal, or differ where one has extent 1. Errors: PLT0004,"
          + " PLT0005."),
  TILE_SUBS(
      "pl.tile.subs",
      Family.BINARY_SCALAR,
      ScalarFn.SUB,
      "tsubs",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise difference of a tile and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers; PLT0007."),
  TILE_MUL(
      "pl.tile.mul",
      Family.BINARY,
      ScalarFn.MUL,
      "tmul",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise product of two tiles. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TILE_MULS(
      "pl.tile.muls",
      Family.BINARY_SCALAR,
      ScalarFn.MUL,
      "tmuls",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise product of a tile and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TILE_DIV(
      "pl.tile.div",
      Family.BINARY,
      ScalarFn.DIV,
      "tdiv",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise quotient of two tiles. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005,"
          + " PLT0007."),
  TILE_DIVS(
      "pl.tile.divs",
      Family.BINARY_SCALAR,
      ScalarFn.DIV,
      "tdivs",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise quotient of a tile and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TILE_MAXIMUM(
      "pl.tile.maximum",
      Family.BINARY,
      ScalarFn.MAX,
      "tmax",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise larger of two tiles. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TILE_MAXIMUMS(
      "pl.tile.maximums",
      Family.BINARY_SCALAR,
      ScalarFn.MAX,
      "tmaxs",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise larger of a tile and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TILE_MINIMUM(
      "pl.tile.minimum",
      Family.BINARY,
      ScalarFn.MIN,
      "tmin",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise smaller of two tiles. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TILE_MINIMUMS(
      "pl.tile.minimums",
      Family.BINARY_SCALAR,
      ScalarFn.MIN,
      "tmins",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise smaller of a tile and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TILE_FMOD(
      "pl.tile.fmod",
      Family.BINARY,
      ScalarFn.FMOD,
      "tfmod",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise remainder towards zero of two tiles. Both have one element type, which"
          + " the result has; their shapes are equal, or differ where one has extent 1. Errors:"
          + " PLT0004, PLT0005."),
  TILE_FMODS(
      "pl.tile.fmods",
      Family.BINARY_SCALAR,
      ScalarFn.FMOD,
      "tfmods",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise remainder towards zero of a tile and a number. Shape and element type"
          + " stay. Errors: PLT0004 for a fraction beside integers."),
  TILE_AND(
      "pl.tile.and_",
      Family.BINARY,
      ScalarFn.AND,
      "tand",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise bitwise and of two tiles. Both have one element type, which the result"
          + " has; their shapes are equal, or differ where one has extent 1. Errors: PLT0004 to"
          + " PLT0006."),
  TILE_ANDS(
      "pl.tile.ands",
      Family.BINARY_SCALAR,
      ScalarFn.AND,
      "tands",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise bitwise and of a tile and a number. Shape and element type stay. Errors:"
          + " PLT0006 unless both are integers."),
  TILE_OR(
      "pl.tile.or_",
      Family.BINARY,
      ScalarFn.OR,
      "tor",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise bitwise or of two tiles. Both have one element type, which the result"
          + " has; their shapes are equal, or differ where one has extent 1. Errors: PLT0004 to"
          + " PLT0006."),
  TILE_ORS(
      "pl.tile.ors",
      Family.BINARY_SCALAR,
      ScalarFn.OR,
      "tors",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise bitwise or of a tile and a number. Shape and element type stay. Errors:"
          + " PLT0006 unless both are integers."),
  TILE_SHL(
      "pl.tile.shl",
      Family.BINARY,
      ScalarFn.SHL,
      "tshl",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise left shift of two tiles. Both hold integers; their shapes are equal, or"
          + " differ where one has extent 1. Errors: PLT0005, PLT0006."),
  TILE_SHLS(
      "pl.tile.shls",
      Family.BINARY_SCALAR,
      ScalarFn.SHL,
      "tshls",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise left shift of a tile and a number. Both are integers. Shape and element"
          + " type stay. Errors: PLT0006."),
  TILE_SHR(
      "pl.tile.shr",
      Family.BINARY,
      ScalarFn.SHR,
      "tshr",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise right shift of two tiles. Both hold integers; their shapes are equal, or"
          + " differ where one has extent 1. Errors: PLT0005, PLT0006."),
  TILE_SHRS(
      "pl.tile.shrs",
      Family.BINARY_SCALAR,
      ScalarFn.SHR,
      "tshrs",
      "lhs: TILE, rhs: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise right shift of a tile and a number. Both are integers. Shape and element"
          + " type stay. Errors: PLT0006."),
  TILE_REM(
      "pl.tile.rem",
      Family.BINARY,
      ScalarFn.REM,
      "trem",
      "lhs: TILE, rhs: TILE, tmp: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise remainder with the divisor's sign. Both have one element type, which the"
          + " result has; their shapes are equal, or differ where one has extent 1. Errors:"
          + " PLT0004, PLT0005."),
  TILE_XOR(
      "pl.tile.xor",
      Family.BINARY,
      ScalarFn.XOR,
      "txor",
      "lhs: TILE, rhs: TILE, tmp: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise bitwise exclusive or. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004 to"
          + " PLT0006."),
  TILE_CMP(
      "pl.tile.cmp",
      Family.BINARY,
      ScalarFn.COMPARE,
      "tcmp",
      "lhs: TILE, rhs: TILE, cmp_type: INT = 0",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise comparison: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge. The result is a mask, one"
          + " bit an element. Errors: PLT0004, PLT0005."),
  TILE_CMPS(
      "pl.tile.cmps",
      Family.BINARY_SCALAR,
      ScalarFn.COMPARE,
      "tcmps",
      "lhs: TILE, rhs: NUMBER, cmp_type: INT = 0",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise comparison with a number; codes as in cmp. The result is a mask, one bit"
          + " an element. Errors: PLT0004."),
  TILE_SEL(
      "pl.tile.sel",
      Family.OTHER,
      ScalarFn.NONE,
      "tsel",
      "mask: TILE, lhs: TILE, rhs: TILE, tmp: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "lhs where the mask is set, rhs elsewhere. lhs and rhs have one shape and element"
          + " type; the mask is a result of cmp. Errors: PLT0004, PLT0005."),
  TILE_NEG(
      "pl.tile.neg",
      Family.UNARY,
      ScalarFn.NEG,
      "tneg",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise negation. Shape and element type stay."),
  TILE_EXP(
      "pl.tile.exp",
      Family.UNARY,
      ScalarFn.EXP,
      "texp",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise exponential. Shape and element type stay. Errors: PLT0007."),
  TILE_LOG(
      "pl.tile.log",
      Family.UNARY,
      ScalarFn.LOG,
      "tlog",
      "tile: TILE, high_precision: BOOL = False",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise natural logarithm. Shape and element type stay. Errors: PLT0007."),
  TILE_SIN(
      "pl.tile.sin",
      Family.UNARY,
      ScalarFn.SIN,
      "tsin",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise sine. Shape and element type stay. Errors: PLT0007."),
  TILE_COS(
      "pl.tile.cos",
      Family.UNARY,
      ScalarFn.COS,
      "tcos",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise cosine. Shape and element type stay. Errors: PLT0007."),
  TILE_SQRT(
      "pl.tile.sqrt",
      Family.UNARY,
      ScalarFn.SQRT,
      "tsqrt",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise square root. Shape and element type stay. Errors: PLT0007."),
  TILE_RSQRT(
      "pl.tile.rsqrt",
      Family.UNARY,
      ScalarFn.RSQRT,
      "trsqrt",
      "tile: TILE, tmp: TILE = None",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise reciprocal square root. Shape and element type stay. Errors: PLT0007."),
  TILE_RECIP(
      "pl.tile.recip",
      Family.UNARY,
      ScalarFn.RECIP,
      "trecip",
      "tile: TILE, high_precision: BOOL = False",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise reciprocal. Shape and element type stay. Errors: PLT0007."),
  TILE_ABS(
      "pl.tile.abs",
      Family.UNARY,
      ScalarFn.ABS,
      "tabs",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise absolute value. Shape and element type stay."),
  TILE_RELU(
      "pl.tile.relu",
      Family.UNARY,
      ScalarFn.RELU,
      "trelu",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise maximum with zero. Shape and element type stay."),
  TILE_NOT(
      "pl.tile.not_",
      Family.UNARY,
      ScalarFn.NOT,
      "tnot",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise bitwise complement. Shape and element type stay. Errors: PLT0007."),
  TILE_ROW_MAX(
      "pl.tile.row_max",
      Family.ROW_REDUCE,
      ScalarFn.MAX,
      "trowmax",
      "tile: TILE, tmp_tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The maximum of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020, PLT0021."),
  TILE_COL_MAX(
      "pl.tile.col_max",
      Family.COL_REDUCE,
      ScalarFn.MAX,
      "tcolmax",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The maximum of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020."),
  TILE_ROW_SUM(
      "pl.tile.row_sum",
      Family.ROW_REDUCE,
      ScalarFn.ADD,
      "trowsum",
      "tile: TILE, tmp_tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The sum of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020, PLT0021."),
  TILE_COL_SUM(
      "pl.tile.col_sum",
      Family.COL_REDUCE,
      ScalarFn.ADD,
      "tcolsum",
      "tile: TILE, tmp_tile: TILE = None",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The sum of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020, PLT0021."),
  TILE_ROW_MIN(
      "pl.tile.row_min",
      Family.ROW_REDUCE,
      ScalarFn.MIN,
      "trowmin",
      "tile: TILE, tmp_tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The minimum of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020, PLT0021."),
  TILE_COL_MIN(
      "pl.tile.col_min",
      Family.COL_REDUCE,
      ScalarFn.MIN,
      "tcolmin",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The minimum of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020."),
  TILE_ROW_PROD(
      "pl.tile.row_prod",
      Family.ROW_REDUCE,
      ScalarFn.MUL,
      "trowprod",
      "tile: TILE, tmp_tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The product of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020, PLT0021."),
  TILE_COL_PROD(
      "pl.tile.col_prod",
      Family.COL_REDUCE,
      ScalarFn.MUL,
      "tcolprod",
      "tile: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The product of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020."),
  TILE_ROW_EXPAND(
      "pl.tile.row_expand",
      Family.ROW_EXPAND,
      ScalarFn.SECOND,
      "trowexpand",
      "target: TILE, row_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "A one-column tile stretched over the rows of another tile. row_vec is [rows, 1]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_COL_EXPAND(
      "pl.tile.col_expand",
      Family.COL_EXPAND,
      ScalarFn.SECOND,
      "tcolexpand",
      "target: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "A one-row tile stretched over the columns of another tile. col_vec is [1, cols]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_ROW_EXPAND_ADD(
      "pl.tile.row_expand_add",
      Family.ROW_EXPAND,
      ScalarFn.ADD,
      "trowexpandadd",
      "tile: TILE, row_vec: TILE, tmp: TILE = None",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tile plus its value of a one-column tile. row_vec is [rows, 1] beside"
          + " [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_COL_EXPAND_ADD(
      "pl.tile.col_expand_add",
      Family.COL_EXPAND,
      ScalarFn.ADD,
      "tcolexpandadd",
      "tile: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tile plus its value of a one-row tile. col_vec is [1, cols] beside"
          + " [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_ROW_EXPAND_SUB(
      "pl.tile.row_expand_sub",
      Family.ROW_EXPAND,
      ScalarFn.SUB,
      "trowexpandsub",
      "tile: TILE, row_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tile minus its value of a one-column tile. row_vec is [rows, 1] beside"
          + " [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_COL_EXPAND_SUB(
      "pl.tile.col_expand_sub",
      Family.COL_EXPAND,
      ScalarFn.SUB,
      "tcolexpandsub",
      "tile: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tile minus its value of a one-row tile. col_vec is [1, cols] beside"
          + " [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_ROW_EXPAND_MUL(
      "pl.tile.row_expand_mul",
      Family.ROW_EXPAND,
      ScalarFn.MUL,
      "trowexpandmul",
      "tile: TILE, row_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tile times its value of a one-column tile. row_vec is [rows, 1] beside"
          + " [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_COL_EXPAND_MUL(
      "pl.tile.col_expand_mul",
      Family.COL_EXPAND,
      ScalarFn.MUL,
      "tcolexpandmul",
      "tile: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tile times its value of a one-row tile. col_vec is [1, cols] beside"
          + " [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_ROW_EXPAND_DIV(
      "pl.tile.row_expand_div",
      Family.ROW_EXPAND,
      ScalarFn.DIV,
      "trowexpanddiv",
      "tile: TILE, row_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tile divided by its value of a one-column tile. row_vec is [rows, 1]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_COL_EXPAND_DIV(
      "pl.tile.col_expand_div",
      Family.COL_EXPAND,
      ScalarFn.DIV,
      "tcolexpanddiv",
      "tile: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tile divided by its value of a one-row tile. col_vec is [1, cols]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_ROW_EXPAND_MAX(
      "pl.tile.row_expand_max",
      Family.ROW_EXPAND,
      ScalarFn.MAX,
      "trowexpandmax",
      "tile: TILE, row_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The larger of each row of a tile and its value of a one-column tile. row_vec is"
          + " [rows, 1] beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_COL_EXPAND_MAX(
      "pl.tile.col_expand_max",
      Family.COL_EXPAND,
      ScalarFn.MAX,
      "tcolexpandmax",
      "tile: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The larger of each column of a tile and its value of a one-row tile. col_vec is [1,"
          + " cols] beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_ROW_EXPAND_MIN(
      "pl.tile.row_expand_min",
      Family.ROW_EXPAND,
      ScalarFn.MIN,
      "trowexpandmin",
      "tile: TILE, row_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The smaller of each row of a tile and its value of a one-column tile. row_vec is"
          + " [rows, 1] beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_COL_EXPAND_MIN(
      "pl.tile.col_expand_min",
      Family.COL_EXPAND,
      ScalarFn.MIN,
      "tcolexpandmin",
      "tile: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The smaller of each column of a tile and its value of a one-row tile. col_vec is [1,"
          + " cols] beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TILE_ROW_EXPAND_EXPDIF(
      "pl.tile.row_expand_expdif",
      Family.ROW_EXPAND,
      ScalarFn.EXPDIF,
      "trowexpandexpdif",
      "tile: TILE, row_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The exponential of each row of a tile minus its value of a one-column tile. row_vec"
          + " is [rows, 1] beside [rows, cols], which the result has too. Errors: PLT0004,"
          + " PLT0022."),
  TILE_COL_EXPAND_EXPDIF(
      "pl.tile.col_expand_expdif",
      Family.COL_EXPAND,
      ScalarFn.EXPDIF,
      "tcolexpandexpdif",
      "tile: TILE, col_vec: TILE",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "The exponential of each column of a tile minus its value of a one-row tile. col_vec"
          + " is [1, cols] beside [rows, cols], which the result has too. Errors: PLT0004,"
          + " PLT0022."),
  TILE_EXPANDS(
      "pl.tile.expands",
      Family.BINARY_SCALAR,
      ScalarFn.SECOND,
      "texpands",
      "target: TILE, scalar: NUMBER",
      "Tile",
      Affinity.VECTOR,
      Effect.PURE,
      Flag.NONE,
      null,
      "A tile of the target's shape and element type with one value everywhere. Errors:"
          + " PLT0004."),
  TILE_MATMUL(
      "pl.tile.matmul",
      Family.MATMUL,
      ScalarFn.NONE,
      "tmatmul",
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.CUBE,
      Effect.PURE,
      Flag.NONE,
      null,
      "Matrix product, accumulated in FP32 or INT32: [M, K] and [K, N] become [M, N]."
          + " Errors: PLT0023."),
  TILE_MATMUL_ACC(
      "pl.tile.matmul_acc",
      Family.MATMUL,
      ScalarFn.NONE,
      "tmatmul.acc",
      "acc: TILE, lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.CUBE,
      Effect.PURE,
      Flag.NONE,
      null,
      "An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N]."
          + " Errors: PLT0023, PLT0024."),
  TILE_BATCH_MATMUL(
      "pl.tile.batch_matmul",
      Family.MATMUL,
      ScalarFn.NONE,
      null,
      "lhs: TILE, rhs: TILE",
      "Tile",
      Affinity.CUBE,
      Effect.PURE,
      Flag.NONE,
      null,
      "Matrix products over leading dimensions: [..., M, K] and [..., K, N] become [..., M,"
          + " N]. Errors: PLT0023."),
  GET_BLOCK_IDX(
      "pl.tile.get_block_idx",
      Family.OTHER,
      ScalarFn.NONE,
      "get_block_idx",
      "",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "This block's number in its grid, from 0."),
  GET_SUBBLOCK_IDX(
      "pl.tile.get_subblock_idx",
      Family.OTHER,
      ScalarFn.NONE,
      "get_subblock_idx",
      "",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "This vector core's number beside its cube core, from 0."),
  GET_BLOCK_NUM(
      "pl.tile.get_block_num",
      Family.OTHER,
      ScalarFn.NONE,
      "get_block_num",
      "",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The number of blocks of the grid."),
  TENSOR_CREATE(
      "pl.tensor.create",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "shape: INTS, dtype: DTYPE",
      "Tensor",
      Affinity.SHARED,
      Effect.CONTROL,
      Flag.FULL_NAME_ONLY,
      null,
      "Allocates a tensor in global memory with undefined contents. shape is in elements."
          + " Errors: PLT0009."),
  TENSOR_FULL(
      "pl.tensor.full",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "shape: INTS, dtype: DTYPE, value: NUMBER",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A tensor with one value everywhere. shape is in elements. Errors: PLT0009, PLT0038."),
  TENSOR_READ(
      "pl.tensor.read",
      Family.MEMORY,
      ScalarFn.NONE,
      "load_scalar",
      "tensor: TENSOR_LIKE, indices: INDICES",
      "Scalar",
      Affinity.SHARED,
      Effect.READS,
      Flag.NONE,
      null,
      "Reads one element of a tensor. indices names it, in elements, with one entry per"
          + " dimension. Errors: PLT0017."),
  TENSOR_WRITE(
      "pl.tensor.write",
      Family.MEMORY,
      ScalarFn.NONE,
      "store_scalar",
      "tensor: TENSOR_LIKE, indices: INDICES, value: NUMBER",
      "Unknown",
      Affinity.SHARED,
      Effect.WRITES,
      Flag.NONE,
      null,
      "Writes one element of a tensor. indices is as in read; the value has the tensor's"
          + " element type. Errors: PLT0017, PLT0018."),
  TENSOR_DIM(
      "pl.tensor.dim",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "tensor: TENSOR_LIKE, axis: INT",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The extent of a dimension, in elements. axis counts dimensions from 0, or from -1 at"
          + " the end. Errors: PLT0035."),
  TENSOR_SLICE(
      "pl.tensor.slice",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "tensor: TENSOR_LIKE, shape: INTS, offset: INTS, valid_shape: INTS = None, "
          + "drop_dims: INT_LIST = None, pad_value: PAD = None",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A view of a region of a tensor of the shape shape, at offset, in elements. A window's"
          + " view is one too. drop_dims leaves out dimensions of extent 1. Errors: PLT0008,"
          + " PLT0011 to PLT0013, PLT0028."),
  TENSOR_ASSEMBLE(
      "pl.tensor.assemble",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "target: TENSOR_LIKE, source: TENSOR_LIKE, offset: INTS",
      "Tensor",
      Affinity.SHARED,
      Effect.WRITES,
      Flag.NONE,
      null,
      "A tensor with another one placed into it at offset, in elements; the result is"
          + " target. Both have one element type. Errors: PLT0014, PLT0037."),
  TENSOR_RESHAPE(
      "pl.tensor.reshape",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "tensor: TENSOR_LIKE, shape: INTS",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A view of the same elements in row-major order under another shape with as many"
          + " elements. Errors: PLT0025, PLT0026."),
  TENSOR_TRANSPOSE(
      "pl.tensor.transpose",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "tensor: TENSOR_LIKE, axis1: INT, axis2: INT",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Two dimensions exchanged. axis1 and axis2 count dimensions from 0. Errors: PLT0027."),
  TENSOR_CONCAT(
      "pl.tensor.concat",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "src0: TENSOR, src1: TENSOR",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Two tensors side by side, along columns: [rows, a] and [rows, b] become [rows, a +"
          + " b]. Errors: PLT0030."),
  TENSOR_AS_VIEW(
      "pl.tensor.as_view",
      Family.MEMORY,
      ScalarFn.NONE,
      null,
      "tensor: TENSOR_LIKE, shape: INTS, valid_shape: INTS = None",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.INTERNAL,
      null,
      "The same packed elements under another shape, with a valid box; made by collective"
          + " lowering."),
  TENSOR_CAST(
      "pl.tensor.cast",
      Family.UNARY,
      ScalarFn.CAST,
      null,
      "tensor: TENSOR_LIKE, target_type: DTYPE, mode: TEXT = \"round\"",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each element converted to another type; modes as in tile.cast. The shape stays."
          + " Errors: PLT0031, PLT0032."),
  TENSOR_ADD(
      "pl.tensor.add",
      Family.BINARY,
      ScalarFn.ADD,
      null,
      "lhs: TENSOR_LIKE, rhs: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise sum of two tensors. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TENSOR_ADDS(
      "pl.tensor.adds",
      Family.BINARY_SCALAR,
      ScalarFn.ADD,
      null,
      "lhs: TENSOR_LIKE, rhs: NUMBER",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise sum of a tensor and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TENSOR_SUB(
      "pl.tensor.sub",
      Family.BINARY,
      ScalarFn.SUB,
      null,
      "lhs: TENSOR_LIKE, rhs: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise difference of two tensors. Both have one element type, which the result"
          + " has; their shapes are equal, or differ where one has extent 1. Errors: PLT0004,"
          + " PLT0005."),
  TENSOR_SUBS(
      "pl.tensor.subs",
      Family.BINARY_SCALAR,
      ScalarFn.SUB,
      null,
      "lhs: TENSOR_LIKE, rhs: NUMBER",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise difference of a tensor and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers; PLT0007."),
  TENSOR_MUL(
      "pl.tensor.mul",
      Family.BINARY,
      ScalarFn.MUL,
      null,
      "lhs: TENSOR_LIKE, rhs: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise product of two tensors. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TENSOR_MULS(
      "pl.tensor.muls",
      Family.BINARY_SCALAR,
      ScalarFn.MUL,
      null,
      "lhs: TENSOR_LIKE, rhs: NUMBER",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise product of a tensor and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TENSOR_DIV(
      "pl.tensor.div",
      Family.BINARY,
      ScalarFn.DIV,
      null,
      "lhs: TENSOR_LIKE, rhs: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise quotient of two tensors. Both have one element type, which the result"
          + " has; their shapes are equal, or differ where one has extent 1. Errors: PLT0004,"
          + " PLT0005, PLT0007."),
  TENSOR_DIVS(
      "pl.tensor.divs",
      Family.BINARY_SCALAR,
      ScalarFn.DIV,
      null,
      "lhs: TENSOR_LIKE, rhs: NUMBER",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise quotient of a tensor and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TENSOR_MAXIMUM(
      "pl.tensor.maximum",
      Family.BINARY,
      ScalarFn.MAX,
      null,
      "lhs: TENSOR_LIKE, rhs: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise larger of two tensors. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TENSOR_MAXIMUMS(
      "pl.tensor.maximums",
      Family.BINARY_SCALAR,
      ScalarFn.MAX,
      null,
      "lhs: TENSOR_LIKE, rhs: NUMBER",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise larger of a tensor and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TENSOR_MINIMUM(
      "pl.tensor.minimum",
      Family.BINARY,
      ScalarFn.MIN,
      null,
      "lhs: TENSOR_LIKE, rhs: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise smaller of two tensors. Both have one element type, which the result has;"
          + " their shapes are equal, or differ where one has extent 1. Errors: PLT0004, PLT0005."),
  TENSOR_MINIMUMS(
      "pl.tensor.minimums",
      Family.BINARY_SCALAR,
      ScalarFn.MIN,
      null,
      "lhs: TENSOR_LIKE, rhs: NUMBER",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise smaller of a tensor and a number. Shape and element type stay. Errors:"
          + " PLT0004 for a fraction beside integers."),
  TENSOR_NEG(
      "pl.tensor.neg",
      Family.UNARY,
      ScalarFn.NEG,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise negation. Shape and element type stay."),
  TENSOR_EXP(
      "pl.tensor.exp",
      Family.UNARY,
      ScalarFn.EXP,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise exponential. Shape and element type stay. Errors: PLT0007."),
  TENSOR_LOG(
      "pl.tensor.log",
      Family.UNARY,
      ScalarFn.LOG,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise natural logarithm. Shape and element type stay. Errors: PLT0007."),
  TENSOR_SIN(
      "pl.tensor.sin",
      Family.UNARY,
      ScalarFn.SIN,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise sine. Shape and element type stay. Errors: PLT0007."),
  TENSOR_COS(
      "pl.tensor.cos",
      Family.UNARY,
      ScalarFn.COS,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise cosine. Shape and element type stay. Errors: PLT0007."),
  TENSOR_SQRT(
      "pl.tensor.sqrt",
      Family.UNARY,
      ScalarFn.SQRT,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise square root. Shape and element type stay. Errors: PLT0007."),
  TENSOR_RSQRT(
      "pl.tensor.rsqrt",
      Family.UNARY,
      ScalarFn.RSQRT,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise reciprocal square root. Shape and element type stay. Errors: PLT0007."),
  TENSOR_RECIP(
      "pl.tensor.recip",
      Family.UNARY,
      ScalarFn.RECIP,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise reciprocal. Shape and element type stay. Errors: PLT0007."),
  TENSOR_ABS(
      "pl.tensor.abs",
      Family.UNARY,
      ScalarFn.ABS,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise absolute value. Shape and element type stay."),
  TENSOR_RELU(
      "pl.tensor.relu",
      Family.UNARY,
      ScalarFn.RELU,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Elementwise maximum with zero. Shape and element type stay."),
  TENSOR_ROW_MAX(
      "pl.tensor.row_max",
      Family.ROW_REDUCE,
      ScalarFn.MAX,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The maximum of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_COL_MAX(
      "pl.tensor.col_max",
      Family.COL_REDUCE,
      ScalarFn.MAX,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The maximum of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_ROW_SUM(
      "pl.tensor.row_sum",
      Family.ROW_REDUCE,
      ScalarFn.ADD,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The sum of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_COL_SUM(
      "pl.tensor.col_sum",
      Family.COL_REDUCE,
      ScalarFn.ADD,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The sum of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_ROW_MIN(
      "pl.tensor.row_min",
      Family.ROW_REDUCE,
      ScalarFn.MIN,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The minimum of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_COL_MIN(
      "pl.tensor.col_min",
      Family.COL_REDUCE,
      ScalarFn.MIN,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The minimum of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_ROW_PROD(
      "pl.tensor.row_prod",
      Family.ROW_REDUCE,
      ScalarFn.MUL,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The product of each row, one column wide. [rows, cols] becomes [rows, 1]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_COL_PROD(
      "pl.tensor.col_prod",
      Family.COL_REDUCE,
      ScalarFn.MUL,
      null,
      "tensor: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The product of each column, one row high. [rows, cols] becomes [1, cols]; only valid"
          + " elements count. Errors: PLT0020."),
  TENSOR_ROW_EXPAND(
      "pl.tensor.row_expand",
      Family.ROW_EXPAND,
      ScalarFn.SECOND,
      null,
      "target: TENSOR_LIKE, row_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A one-column tensor stretched over the rows of another tensor. row_vec is [rows, 1]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_COL_EXPAND(
      "pl.tensor.col_expand",
      Family.COL_EXPAND,
      ScalarFn.SECOND,
      null,
      "target: TENSOR_LIKE, col_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "A one-row tensor stretched over the columns of another tensor. col_vec is [1, cols]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_ROW_EXPAND_ADD(
      "pl.tensor.row_expand_add",
      Family.ROW_EXPAND,
      ScalarFn.ADD,
      null,
      "tensor: TENSOR_LIKE, row_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tensor plus its value of a one-column tensor. row_vec is [rows, 1]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_COL_EXPAND_ADD(
      "pl.tensor.col_expand_add",
      Family.COL_EXPAND,
      ScalarFn.ADD,
      null,
      "tensor: TENSOR_LIKE, col_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tensor plus its value of a one-row tensor. col_vec is [1, cols]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_ROW_EXPAND_SUB(
      "pl.tensor.row_expand_sub",
      Family.ROW_EXPAND,
      ScalarFn.SUB,
      null,
      "tensor: TENSOR_LIKE, row_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tensor minus its value of a one-column tensor. row_vec is [rows, 1]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_COL_EXPAND_SUB(
      "pl.tensor.col_expand_sub",
      Family.COL_EXPAND,
      ScalarFn.SUB,
      null,
      "tensor: TENSOR_LIKE, col_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tensor minus its value of a one-row tensor. col_vec is [1, cols]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_ROW_EXPAND_MUL(
      "pl.tensor.row_expand_mul",
      Family.ROW_EXPAND,
      ScalarFn.MUL,
      null,
      "tensor: TENSOR_LIKE, row_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tensor times its value of a one-column tensor. row_vec is [rows, 1]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_COL_EXPAND_MUL(
      "pl.tensor.col_expand_mul",
      Family.COL_EXPAND,
      ScalarFn.MUL,
      null,
      "tensor: TENSOR_LIKE, col_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tensor times its value of a one-row tensor. col_vec is [1, cols]"
          + " beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_ROW_EXPAND_DIV(
      "pl.tensor.row_expand_div",
      Family.ROW_EXPAND,
      ScalarFn.DIV,
      null,
      "tensor: TENSOR_LIKE, row_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each row of a tensor divided by its value of a one-column tensor. row_vec is [rows,"
          + " 1] beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_COL_EXPAND_DIV(
      "pl.tensor.col_expand_div",
      Family.COL_EXPAND,
      ScalarFn.DIV,
      null,
      "tensor: TENSOR_LIKE, col_vec: TENSOR_LIKE",
      "Tensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "Each column of a tensor divided by its value of a one-row tensor. col_vec is [1,"
          + " cols] beside [rows, cols], which the result has too. Errors: PLT0004, PLT0022."),
  TENSOR_MATMUL(
      "pl.tensor.matmul",
      Family.MATMUL,
      ScalarFn.NONE,
      null,
      "lhs: TENSOR_LIKE, rhs: TENSOR_LIKE, out_dtype: DTYPE = None, a_trans: BOOL ="
          + " False, b_trans: BOOL = False, c_matrix_nz: BOOL = False",
      "Tensor",
      Affinity.CUBE,
      Effect.PURE,
      Flag.NONE,
      null,
      "Matrix product: [M, K] and [K, N] become [M, N]; a_trans and b_trans take an operand"
          + " the other way round. Errors: PLT0023."),
  TENSOR_MATMUL_ACC(
      "pl.tensor.matmul_acc",
      Family.MATMUL,
      ScalarFn.NONE,
      null,
      "acc: TENSOR_LIKE, lhs: TENSOR_LIKE, rhs: TENSOR_LIKE, a_trans: BOOL = False,"
          + " b_trans: BOOL = False",
      "Tensor",
      Affinity.CUBE,
      Effect.PURE,
      Flag.NONE,
      null,
      "An accumulator plus a matrix product: [M, N], [M, K] and [K, N] become [M, N]."
          + " Errors: PLT0023, PLT0024."),
  ARRAY_CREATE(
      "pl.array.create",
      Family.OTHER,
      ScalarFn.NONE,
      null,
      "extent: INT, dtype: DTYPE",
      "Array",
      Affinity.SHARED,
      Effect.PURE,
      Flag.FULL_NAME_ONLY,
      null,
      "A small array of extent scalars: integers, BOOL or task handles. Errors: PLT0036."),
  ARRAY_GET(
      "pl.array.get_element",
      Family.OTHER,
      ScalarFn.NONE,
      null,
      "array: ARRAY, index: SCALAR",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "One element of an array; index counts from 0."),
  ARRAY_UPDATE(
      "pl.array.update_element",
      Family.OTHER,
      ScalarFn.NONE,
      null,
      "array: ARRAY, index: SCALAR, value: SCALAR",
      "Array",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      null,
      "The array with one element replaced; index counts from 0."),
  WORLD_SIZE(
      "pld.system.world_size",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      "Pipeline integration",
      "The number of ranks that the program runs on."),
  GET_COMM_CTX(
      "pld.system.get_comm_ctx",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "dist_tensor: DISTRIBUTED_TENSOR",
      "CommCtx",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      "Shared codegen infrastructure",
      "The communication context of a window. Errors: PLD15xx."),
  RANK(
      "pld.system.rank",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "ctx: COMM_CTX",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      "Shared codegen infrastructure",
      "This rank's number in the domain of a context, from 0."),
  NRANKS(
      "pld.system.nranks",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "ctx: COMM_CTX",
      "Scalar",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      "Shared codegen infrastructure",
      "The number of ranks in the domain of a context."),
  ALLOC_WINDOW_BUFFER(
      "pld.tensor.alloc_window_buffer",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "size: INDICES, *, dtype: DTYPE = None, name: TEXT = \"\"",
      "Ptr",
      Affinity.SHARED,
      Effect.CONTROL,
      Flag.NONE,
      "Pipeline integration",
      "Allocates a symmetric window: size bytes on each rank, or, with dtype, the bytes of a"
          + " shape of that type. Fresh window memory holds zeros on the simulator unless"
          + " --strict is given. Errors: PLD15xx."),
  WINDOW(
      "pld.tensor.window",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "buf: PTR, shape: INTS, *, dtype: DTYPE",
      "DistributedTensor",
      Affinity.SHARED,
      Effect.PURE,
      Flag.NONE,
      "Pipeline integration",
      "Looks at a window allocation as a DistributedTensor. shape is in elements and fits"
          + " into the allocation. Errors: PLD15xx."),
  REMOTE_LOAD(
      "pld.tile.remote_load",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      "tload",
      "target: DISTRIBUTED_TENSOR, peer: SCALAR, offsets: INTS, shape: INTS, "
          + "valid_shape: INTS = None, *, allow_physical_tail_padding: BOOL = False",
      "Tile",
      Affinity.SHARED,
      Effect.READS_PEER,
      Flag.NONE,
      "pld.tile.remote_load (TLOAD)",
      "Reads a region of the peer's slice into a local tile. shape is the tile's physical"
          + " extent; valid_shape limits what is read and valid. offsets, shape and valid_shape"
          + " are in elements, one entry per dimension of target; the tile has the target's"
          + " element type. peer is a rank number. Errors: PLD01xx."),
  REMOTE_STORE(
      "pld.tile.remote_store",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      "tstore",
      "src_tile: TILE, target: DISTRIBUTED_TENSOR, peer: SCALAR, offsets: INTS, *, "
          + "atomic: ATOMIC_TYPE = AtomicType.None_",
      "Unknown",
      Affinity.DERIVED,
      Effect.WRITES_PEER,
      Flag.NONE,
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "Writes a local tile into a region of the peer's slice; with atomic=Add it adds."
          + " offsets are in elements, one per dimension of target, which has at least two; the"
          + " tile lands on the last two. Both have one element type; Add takes FP32, BF16, FP16,"
          + " INT32, INT16 or INT8. peer is a rank number. Errors: PLD02xx."),
  TENSOR_REMOTE_STORE(
      "pld.tensor.remote_store",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "src: TENSOR, target: DISTRIBUTED_TENSOR, peer: SCALAR, offsets: INTS, *, "
          + "atomic: ATOMIC_TYPE = AtomicType.None_",
      "Unknown",
      Affinity.SHARED,
      Effect.WRITES_PEER,
      Flag.NONE,
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "Writes a local tensor-level value into a region of the peer's slice; lowered to the"
          + " tile form. offsets are in elements, one per dimension of target; both have one"
          + " element type. peer is a rank number. Errors: PLD02xx."),
  PUT(
      "pld.tensor.put",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "dst: DISTRIBUTED_TENSOR, peer: SCALAR, src: TENSOR_LIKE, dst_offsets: INTS ="
          + " None, src_offsets: INTS = None, shape: INTS = None, *, atomic: ATOMIC_TYPE "
          + "= AtomicType.None_, chunk_rows: INT = 0, chunk_cols: INT = 0, pipeline: BOOL"
          + " = False",
      "Unknown",
      Affinity.VECTOR,
      Effect.WRITES_PEER,
      Flag.NONE,
      "pld.tensor.put (TPUT)",
      "Writes local data into the peer's slice, whole or the given subregion, through a"
          + " staging tile of chunk_rows x chunk_cols (0 is all). dst and src have one element"
          + " type and rank, and without a subregion one shape. dst_offsets, src_offsets and"
          + " shape are in elements and given together. The extent of the transfer is flattened"
          + " to rows x columns of the innermost dimension; a dynamic one needs its chunk."
          + " pipeline=True overlaps chunks in two staging tiles and needs both chunk sizes. peer"
          + " is a rank number. Errors: PLD03xx."),
  GET(
      "pld.tensor.get",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "dst: TENSOR_LIKE, peer: SCALAR, src: DISTRIBUTED_TENSOR, dst_offsets: INTS ="
          + " None, src_offsets: INTS = None, shape: INTS = None, *, chunk_rows: INT = 0,"
          + " chunk_cols: INT = 0, pipeline: BOOL = False",
      "Unknown",
      Affinity.VECTOR,
      Effect.WRITES,
      Flag.NONE,
      "pld.tensor.get (TGET)",
      "Reads the peer's slice, whole or the given subregion, into local memory through a"
          + " staging tile of chunk_rows x chunk_cols (0 is all). dst is a Tensor or a window;"
          + " dst and src have one element type and rank, and without a subregion one shape."
          + " dst_offsets, src_offsets and shape are in elements and given together. A dynamic"
          + " extent needs its chunk; pipeline=True overlaps chunks in two staging tiles and"
          + " needs both chunk sizes. peer is a rank number. Errors: PLD04xx."),
  TILE_PUT(
      "pld.tile.put",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      "comm.tput",
      "dst: DISTRIBUTED_TENSOR, peer: SCALAR, src: TENSOR_LIKE, stage: TILE, "
          + "stage2: TILE = None, dst_offsets: INTS = None, src_offsets: INTS = None, "
          + "shape: INTS = None, *, atomic: ATOMIC_TYPE = AtomicType.None_",
      "Unknown",
      Affinity.VECTOR,
      Effect.WRITES_PEER,
      Flag.INTERNAL,
      "pld.tensor.put (TPUT)",
      "put with its staging tile, or two of them for ping-pong."),
  TILE_GET(
      "pld.tile.get",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      "comm.tget",
      "dst: TENSOR_LIKE, peer: SCALAR, src: DISTRIBUTED_TENSOR, stage: TILE, "
          + "stage2: TILE = None, dst_offsets: INTS = None, src_offsets: INTS = None, "
          + "shape: INTS = None",
      "Unknown",
      Affinity.VECTOR,
      Effect.WRITES,
      Flag.INTERNAL,
      "pld.tensor.get (TGET)",
      "get with its staging tile, or two of them for ping-pong."),
  NOTIFY(
      "pld.system.notify",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      "comm.tnotify",
      "target: DISTRIBUTED_TENSOR, peer: SCALAR, offsets: INTS, value: SCALAR, *, "
          + "op: NOTIFY_OP",
      "Unknown",
      Affinity.SHARED,
      Effect.SIGNALS,
      Flag.NO_DUPLICATE,
      "pld.system.notify (TNOTIFY)",
      "Changes the peer's signal cell: AtomicAdd adds the value, Set stores it. target is"
          + " INT32; offsets name one cell, in elements, one entry per dimension. peer is a rank"
          + " number. Errors: PLD05xx."),
  WAIT(
      "pld.system.wait",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      "comm.twait",
      "signal: DISTRIBUTED_TENSOR, offsets: INTS, expected: SCALAR, *, cmp: WAIT_CMP",
      "Unknown",
      Affinity.SHARED,
      Effect.WAITS,
      Flag.NONE,
      "pld.system.wait (TWAIT)",
      "Blocks until this rank's own signal cell satisfies the comparison with the expected"
          + " value. offsets name one cell, in elements, one entry per dimension. A wait that no"
          + " notify can satisfy ends the simulated run with a report. Errors: PLD06xx."),
  DEFER_WAIT(
      "pld.system.defer_wait",
      Family.DISTRIBUTED,
      ScalarFn.NONE,
      null,
      "signal: DISTRIBUTED_TENSOR, offsets: INTS, expected: SCALAR, *, cmp: WAIT_CMP",
      "Unknown",
      Affinity.SHARED,
      Effect.WAITS,
      Flag.NONE,
      "pld.system.defer_wait (Simpler deferred completion)",
      "Delays this task's completion, not its core, until a local counter reaches the"
          + " expected value. signal is an INT32 parameter of the function itself; offsets name"
          + " one cell, in elements; cmp is WaitCmp.Ge and expected lies between 0 and"
          + " 2147483647. It stands in a pl.at(CORE_GROUP) task of its own, with at most 64"
          + " conditions. Errors: PLD07xx."),
  ALLREDUCE(
      "pld.tensor.allreduce",
      Family.COLLECTIVE,
      ScalarFn.NONE,
      null,
      "src: DISTRIBUTED_TENSOR, signal: DISTRIBUTED_TENSOR = None, *, op: REDUCE_OP"
          + " = ReduceOp.Sum, mode: TEXT = \"mesh\", core_num: INT = 1",
      "DistributedTensor",
      Affinity.VECTOR,
      Effect.COLLECTIVE,
      Flag.NONE,
      "pld.tensor.allreduce",
      "Reduces every rank's slice in place and returns src; mode is \"mesh\" or \"ring\"."
          + " src is FP32 or FP16 of any positive number of elements. signal is INT32: [ranks, 1]"
          + " on a mesh, [2 * (ranks - 1), ranks] on a ring in a kernel and one row more in the"
          + " host orchestrator, which may leave it out on a mesh. core_num blocks share the work"
          + " of a call in the host orchestrator; in a kernel it is 1. Every rank makes the call."
          + " Errors: PLD08xx."),
  BARRIER(
      "pld.tensor.barrier",
      Family.COLLECTIVE,
      ScalarFn.NONE,
      null,
      "signal: DISTRIBUTED_TENSOR",
      "DistributedTensor",
      Affinity.VECTOR,
      Effect.COLLECTIVE,
      Flag.NONE,
      "Barrier-signal protocol",
      "Orders window data across ranks: what was written before it is seen after it. Returns"
          + " the signal, which is INT32 [ranks, 1] and zero again afterwards. Every rank makes"
          + " the call. Errors: PLD09xx."),
  BROADCAST(
      "pld.tensor.broadcast",
      Family.COLLECTIVE,
      ScalarFn.NONE,
      null,
      "target: DISTRIBUTED_TENSOR, signal: DISTRIBUTED_TENSOR, *, root: INT",
      "DistributedTensor",
      Affinity.VECTOR,
      Effect.COLLECTIVE,
      Flag.NONE,
      "Barrier-signal protocol",
      "Copies the root rank's slice to every rank and returns target. root is a rank number"
          + " known when the kernel is compiled; signal is INT32 [ranks, 1]. Every rank makes the"
          + " call. Errors: PLD10xx."),
  REDUCE_SCATTER(
      "pld.tensor.reduce_scatter",
      Family.COLLECTIVE,
      ScalarFn.NONE,
      null,
      "target: DISTRIBUTED_TENSOR, signal: DISTRIBUTED_TENSOR, *, op: REDUCE_OP = "
          + "ReduceOp.Sum",
      "DistributedTensor",
      Affinity.VECTOR,
      Effect.COLLECTIVE,
      Flag.NONE,
      "Barrier-signal protocol",
      "Reduces chunk r of every rank into row r of rank r's slice and returns target;"
          + " ReduceOp.Sum is the one reduction. target is [ranks, size], one chunk a row; signal"
          + " is INT32 [ranks, 1]. Every rank makes the call. Errors: PLD11xx."),
  ALLGATHER(
      "pld.tensor.allgather",
      Family.COLLECTIVE,
      ScalarFn.NONE,
      null,
      "local_data: TENSOR_LIKE, target: DISTRIBUTED_TENSOR, signal: DISTRIBUTED_TENSOR",
      "DistributedTensor",
      Affinity.VECTOR,
      Effect.COLLECTIVE,
      Flag.NONE,
      "Barrier-signal protocol",
      "Gathers every rank's local data into every rank's slice, one row per rank, and"
          + " returns target. local_data is [1, size] beside a target of [ranks, size]; signal is"
          + " INT32 [ranks, 1]. Every rank makes the call. Errors: PLD12xx."),
  ALL_TO_ALL(
      "pld.tensor.all_to_all",
      Family.COLLECTIVE,
      ScalarFn.NONE,
      null,
      "input: TENSOR_LIKE, target: DISTRIBUTED_TENSOR, signal: DISTRIBUTED_TENSOR",
      "DistributedTensor",
      Affinity.VECTOR,
      Effect.COLLECTIVE,
      Flag.NONE,
      "Barrier-signal protocol",
      "Sends chunk d of the input to rank d, where it becomes the chunk of the sender, and"
          + " returns target. input and target are [ranks, size], one chunk a row; signal is"
          + " INT32 [ranks, 1]. Every rank makes the call. Errors: PLD13xx."),
  ALL_TO_ALL_V(
      "pld.tensor.all_to_all_v",
      Family.COLLECTIVE,
      ScalarFn.NONE,
      null,
      "input: TENSOR_LIKE, target: DISTRIBUTED_TENSOR, signal: DISTRIBUTED_TENSOR, "
          + "send_counts: TENSOR_LIKE, recv_counts: DISTRIBUTED_TENSOR, *, core_num: INT "
          + "= 1",
      "DistributedTensor",
      Affinity.VECTOR,
      Effect.COLLECTIVE,
      Flag.NONE,
      "pld.tensor.all_to_all_v",
      "Sends a run-time number of rows to each rank and publishes how many; rows beyond"
          + " recv_counts are undefined. Returns target. input and target are [ranks * capacity,"
          + " size], capacity rows a rank; send_counts and recv_counts are INT32 [ranks, 1] and"
          + " count rows; a count is cut to 0 and capacity. signal is INT32 [ranks, 1]. Every"
          + " rank makes the call. Errors: PLD14xx."),
  FENCE_WINDOW(
      "pl.system.cacheinvalid",
      Family.OTHER,
      ScalarFn.NONE,
      null,
      "tensor: TENSOR_LIKE = None, shapes: INTS = None, offsets: INTS = None",
      "Unknown",
      Affinity.SHARED,
      Effect.CONTROL,
      Flag.NONE,
      null,
      "Drops cached lines of a region, or of all global memory. shapes and offsets are in"
          + " elements, one entry per dimension."),
  FENCE_GM(
      "pl.system.fence",
      Family.OTHER,
      ScalarFn.NONE,
      null,
      "",
      "Unknown",
      Affinity.SHARED,
      Effect.CONTROL,
      Flag.INTERNAL,
      null,
      "Orders all global memory traffic before it against what follows.");

  /** Marks of a row that few ops carry. */
  public enum Flag {
    NONE,
    /** Made by passes; not on the Python surface. */
    INTERNAL,
    /** Must not run on both lanes of a mixed kernel. */
    NO_DUPLICATE,
    /** Has no short form by itself: without its namespace the name would say too little. */
    FULL_NAME_ONLY
  }

  private static final Map<String, Op> BY_NAME = new HashMap<>();

  static {
    for (Op op : values()) {
      BY_NAME.put(op.fullName, op);
    }
  }

  private final String fullName;
  private final Family family;
  private final ScalarFn fn;
  private final String mnemonic;
  private final String signatureText;
  private final String resultKind;
  private final Affinity affinity;
  private final Effect effect;
  private final Flag flag;
  private final String section;
  private final String doc;
  private Signature signature;

  Op(
      String fullName,
      Family family,
      ScalarFn fn,
      String mnemonic,
      String signatureText,
      String resultKind,
      Affinity affinity,
      Effect effect,
      Flag flag,
      String section,
      String doc) {
    this.fullName = fullName;
    this.family = family;
    this.fn = fn;
    this.mnemonic = mnemonic;
    this.signatureText = signatureText;
    this.resultKind = resultKind;
    this.affinity = affinity;
    this.effect = effect;
    this.flag = flag;
    this.section = section;
    this.doc = doc;
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
    return fullName.substring(fullName.lastIndexOf('.') + 1);
  }

  /** The namespace and level: {@code pld.tile}. */
  public String namespace() {
    return fullName.substring(0, fullName.lastIndexOf('.'));
  }

  public Family family() {
    return family;
  }

  /** What an elementwise op, a reduction or an expansion applies to elements. */
  public ScalarFn fn() {
    return fn;
  }

  /** The PTO operation without {@code pto.} where the op maps to one, else null. */
  public String mnemonic() {
    return mnemonic;
  }

  /** Parameters with kinds and defaults; read from the row when first asked for. */
  public Signature signature() {
    if (signature == null) {
      signature = Signature.parse(signatureText);
    }
    return signature;
  }

  /**
   * The kind of the result: {@code Tile}, {@code Tensor} (the kind of its tensor operand), {@code
   * Unknown}, ...
   */
  public String resultKind() {
    return resultKind;
  }

  public Affinity affinity() {
    return affinity;
  }

  public Effect effect() {
    return effect;
  }

  /** Whether only passes make it. */
  public boolean isInternal() {
    return flag == Flag.INTERNAL;
  }

  /** Whether its short name below {@code pl} is none of its names. */
  public boolean isFullNameOnly() {
    return flag == Flag.FULL_NAME_ONLY;
  }

  /** Whether it must not run on both lanes of a mixed kernel, whatever its affinity. */
  public boolean isNoDuplicate() {
    return flag == Flag.NO_DUPLICATE;
  }

  /** The specification's section, or null for local ops. */
  public String section() {
    return section;
  }

  /** One sentence for people. */
  public String doc() {
    return doc;
  }
}

package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;

import java.util.List;
import java.util.Set;
import org.pyptoj.ir.op.OpKind.Axis;
import org.pyptoj.ir.type.DataType;

/**
 * Makes the rows of ops that are alike. Each family has one constructor, which is used for the op
 * on tiles; the row of the same op on tensors is made from that.
 */
final class Families {

  /** The lists that a merge takes, in order. */
  private static final List<ParamRole> LISTS =
      List.of(SOURCE, ParamRole.SOURCE2, ParamRole.SOURCE3, ParamRole.SOURCE4);

  private static final String STAYS = " Shape and element type stay.";

  private Families() {}

  /** The row on tensors of a family op on tiles. */
  static OpRow onTensors(Op tiles) {
    OpRow of = tiles.row();
    OpRow row = new OpRow(Dialect.TENSOR, of.name, of.kind);
    if (of.kind instanceof OpKind.Unary k) {
      return unary(row, k.fn(), of.words, of.dtypes);
    } else if (of.kind instanceof OpKind.Convert) {
      return convert(row);
    } else if (of.kind instanceof OpKind.Binary k) {
      return binary(row, k.fn(), of.words, of.dtypes);
    } else if (of.kind instanceof OpKind.ScalarBinary k) {
      return scalar(row, k.fn(), of.words, of.dtypes);
    } else if (of.kind instanceof OpKind.Reduce k) {
      return reduce(row, k, of.words, of.dtypes);
    } else if (of.kind instanceof OpKind.Expand k) {
      return expand(row, k, of.words);
    } else if (of.kind instanceof OpKind.ArgReduce k) {
      return argReduce(row, k, of.words);
    } else if (of.kind instanceof OpKind.Part k) {
      return part(row, of.words);
    } else if (of.kind == OpKind.Rearrangement.GATHER_MASK) {
      return gatherMask(row);
    } else if (of.kind == OpKind.Rearrangement.SORT_BLOCKS) {
      return sort32(row);
    } else if (of.kind == OpKind.Rearrangement.MERGE_RUNS) {
      return mergeRuns(row);
    } else if (of.kind instanceof OpKind.Merge k) {
      return merge(row, k.lists());
    } else if (of.kind == OpKind.Rearrangement.SCATTER_ROWS) {
      return scatterRows(row);
    } else if (of.kind == OpKind.IndexedTransfer.ROWS) {
      return gatherRow(row).gives("Tensor");
    }
    throw new IllegalArgumentException(tiles + " belongs to no family that tensors share");
  }

  private static OpRow onTiles(String name, OpKind kind) {
    return new OpRow(Dialect.TILE, name, kind);
  }

  /** A function of each element; {@code what} is its name in a sentence. */
  static OpRow unary(String name, ScalarFn fn, String what) {
    return unary(name, fn, what, null);
  }

  /** The same for some element types. */
  static OpRow unary(String name, ScalarFn fn, String what, Set<DataType> dtypes) {
    return unary(onTiles(name, new OpKind.Unary(fn)), fn, what, dtypes);
  }

  private static OpRow unary(OpRow row, ScalarFn fn, String what, Set<DataType> dtypes) {
    OpParam source = value(row, SOURCE, noun(row)).of(dtypes);
    return family(row, what, dtypes).takes(fn.rereadsOperands() ? source.held() : source);
  }

  /** Each element in another type. */
  static OpRow convert(String name) {
    return convert(onTiles(name, new OpKind.Convert()));
  }

  private static OpRow convert(OpRow row) {
    return family(row, null, null)
        .takes(
            value(row, SOURCE, noun(row)), attr(OpAttrs.TARGET_TYPE), optional(OpAttrs.ROUNDING));
  }

  /** A function of two values' elements. */
  static OpRow binary(String name, ScalarFn fn, String what) {
    return binary(name, fn, what, null);
  }

  /** The same for some element types. */
  static OpRow binary(String name, ScalarFn fn, String what, Set<DataType> dtypes) {
    return binary(onTiles(name, new OpKind.Binary(fn)), fn, what, dtypes);
  }

  private static OpRow binary(OpRow row, ScalarFn fn, String what, Set<DataType> dtypes) {
    OpParam lhs = value(row, LHS, "lhs").of(dtypes);
    OpParam rhs = value(row, RHS, "rhs");
    boolean held = fn.rereadsOperands();
    return family(row, what, dtypes).takes(held ? lhs.held() : lhs, held ? rhs.held() : rhs);
  }

  /** A function of each element and a number. */
  static OpRow scalar(String name, ScalarFn fn, String what) {
    return scalar(name, fn, what, null);
  }

  /** The same for some element types. */
  static OpRow scalar(String name, ScalarFn fn, String what, Set<DataType> dtypes) {
    return scalar(onTiles(name, new OpKind.ScalarBinary(fn)), fn, what, dtypes);
  }

  private static OpRow scalar(OpRow row, ScalarFn fn, String what, Set<DataType> dtypes) {
    OpParam lhs = value(row, LHS, "lhs").of(dtypes);
    return family(row, what, dtypes)
        .takes(fn.rereadsOperands() ? lhs.held() : lhs, number(RHS, "rhs"));
  }

  /** One value per row or column; {@code what} is the value's name in a sentence. */
  static OpRow reduce(String name, Axis axis, ScalarFn fn, String what) {
    return reduce(name, axis, fn, what, null);
  }

  /** The same for some element types. */
  static OpRow reduce(String name, Axis axis, ScalarFn fn, String what, Set<DataType> dtypes) {
    OpKind.Reduce kind = new OpKind.Reduce(axis, fn);
    return reduce(onTiles(name, kind), kind, what, dtypes);
  }

  private static OpRow reduce(OpRow row, OpKind.Reduce kind, String what, Set<DataType> dtypes) {
    OpParam source = value(row, SOURCE, noun(row)).of(dtypes);
    OpParam scratch = tile(SCRATCH, "tmp_tile");
    boolean rows = kind.axis() == Axis.ROWS;
    family(row, what, dtypes).takes(rows ? source.held() : source);
    if (row.dialect == Dialect.TILE && rows) {
      row.takes(scratch.held());
    } else if (row.dialect == Dialect.TILE && kind.fn() == ScalarFn.ADD) {
      // Columns are added up as a tree where there is room for one.
      row.takes(scratch.optional());
    }
    return row;
  }

  /** The place of one value per row or column; {@code what} is that value in a sentence. */
  static OpRow argReduce(String name, Axis axis, ScalarFn fn, String what) {
    OpKind.ArgReduce kind = new OpKind.ArgReduce(axis, fn);
    return argReduce(onTiles(name, kind), kind, what);
  }

  private static OpRow argReduce(OpRow row, OpKind.ArgReduce kind, String what) {
    Set<DataType> dtypes = ElementTypes.ORDERED;
    family(row, what, dtypes).takes(value(row, SOURCE, noun(row)).of(dtypes).held());
    return row.dialect == Dialect.TILE ? row.takes(tile(SCRATCH, "tmp_tile").held()) : row;
  }

  /** A function of two values, of which one may count where the other does not. */
  static OpRow part(String name, ScalarFn fn, String what) {
    return part(onTiles(name, new OpKind.Part(fn)), what);
  }

  private static OpRow part(OpRow row, String what) {
    boolean tiles = row.dialect == Dialect.TILE;
    return family(row, what, null)
        .takes(value(row, LHS, tiles ? "src0" : "lhs"), value(row, RHS, tiles ? "src1" : "rhs"));
  }

  /** Every second or fourth column. */
  static OpRow gatherMask() {
    return gatherMask(onTiles("gather_mask", OpKind.Rearrangement.GATHER_MASK));
  }

  private static OpRow gatherMask(OpRow row) {
    Set<DataType> dtypes = ElementTypes.INDEXED;
    boolean tiles = row.dialect == Dialect.TILE;
    family(row, null, dtypes)
        .takes(
            value(row, SOURCE, tiles ? "src" : "input").of(dtypes).held(),
            attr(OpAttrs.MASK_PATTERN))
        .keywords(optional(OpAttrs.OUTPUT_DTYPE))
        .fullNameOnly();
    return tiles ? row : row.alsoCalled("gather");
  }

  /** Blocks of 32 values, sorted with their indices. */
  static OpRow sort32() {
    return sort32(onTiles("sort32", OpKind.Rearrangement.SORT_BLOCKS));
  }

  private static OpRow sort32(OpRow row) {
    return family(row, null, ElementTypes.SINGLE)
        .takes(
            value(row, SOURCE, "src").of(ElementTypes.SINGLE).held(),
            value(row, POSITIONS, "idx").of(ElementTypes.UNSIGNED).held());
  }

  /** Runs of sorted pairs, merged four at a time. */
  static OpRow mergeRuns() {
    return mergeRuns(onTiles("mrgsort", OpKind.Rearrangement.MERGE_RUNS));
  }

  private static OpRow mergeRuns(OpRow row) {
    return family(row, null, ElementTypes.SINGLE)
        .takes(value(row, SOURCE, "src0").of(ElementTypes.SINGLE).held())
        .takes(Params.scalar(LENGTH, "block_len"));
  }

  /** Rows, at row numbers. */
  static OpRow scatterRows() {
    return scatterRows(onTiles("scatter_update", OpKind.Rearrangement.SCATTER_ROWS));
  }

  private static OpRow scatterRows(OpRow row) {
    Set<DataType> dtypes = ElementTypes.SCATTERED;
    return family(row, null, dtypes)
        .takes(
            value(row, TARGET, "input").of(dtypes),
            attr(OpAttrs.DIM),
            value(row, POSITIONS, "index"),
            value(row, SOURCE, "src"))
        .doc(
            "input with rows of src at the rows that index names: index counts rows of input, and its"
                + " elements, row by row, are for one row of src each; of two at one row the later one"
                + " stays. All have two dimensions; index is of integers. dim is -2. Errors: PLT0004,"
                + " PLT0007, PLT0008, PLT0044, PLT0046.");
  }

  /** A block of a tensor in global memory, into a value on the core. */
  static OpRow gatherRow() {
    return gatherRow(onTiles("gather_row", OpKind.IndexedTransfer.ROWS));
  }

  private static OpRow gatherRow(OpRow row) {
    boolean tiles = row.dialect == Dialect.TILE;
    OpParam target = value(row, TARGET, tiles ? "dst" : "acc");
    return row.takes(
            tiles ? target.with(Access.UPDATE) : target,
            tensorLike(SOURCE, "src"),
            ints(TARGET_OFFSETS, "dst_offset"),
            ints(SOURCE_OFFSETS, "src_offset"),
            ints(SHAPE, "shapes"),
            flag(OpAttrs.TRANSPOSE))
        .keywords(ints(VALID_SHAPE, "valid_shape").optional())
        .does(Effect.READS)
        .doc(
            (tiles ? "dst" : "acc")
                + " with a block of src, which lies in global memory, from src_offset to dst_offset."
                + " shapes is the block's extents, known when the kernel is compiled; with valid_shape"
                + " only that part is moved. With transpose the block's rows become columns. All are in"
                + " elements, and both have one element type. The old value is not used any more."
                + " Errors: PLP2004, PLT0004, PLT0008 to PLT0014, PLT0050.");
  }

  /** Lists of sorted pairs, merged into one. */
  static OpRow merge(int lists) {
    return merge(onTiles("mrgsort" + lists, new OpKind.Merge(lists)), lists);
  }

  private static OpRow merge(OpRow row, int lists) {
    family(row, null, ElementTypes.SINGLE).fullNameOnly().alsoCalled("mrgsort");
    for (int i = 0; i < lists; i++) {
      row.takes(value(row, LISTS.get(i), "src" + i).of(ElementTypes.SINGLE).held());
    }
    if (row.dialect == Dialect.TILE) {
      row.takes(tile(SCRATCH, "tmp").held());
    }
    return row.takes(flag(OpAttrs.EXHAUSTED));
  }

  /**
   * Each element with the value of its row or column. {@code what} says it for both directions,
   * with {@code $each} for each row or column, {@code $along} for rows or columns, {@code $tile},
   * {@code $vector} and {@code $other} for the operands.
   */
  static OpRow expand(String name, Axis axis, ScalarFn fn, String what) {
    OpKind.Expand kind = new OpKind.Expand(axis, fn);
    return expand(onTiles(name, kind), kind, what);
  }

  private static OpRow expand(OpRow row, OpKind.Expand kind, String what) {
    boolean rows = kind.axis() == Axis.ROWS;
    return family(row, what, null)
        .takes(
            value(row, LHS, kind.fn() == ScalarFn.SECOND ? "target" : noun(row)),
            value(row, VECTOR, rows ? "row_vec" : "col_vec").held());
  }

  private static OpRow family(OpRow row, String words, Set<DataType> dtypes) {
    row.words = words;
    row.dtypes = dtypes;
    return row.dialect == Dialect.TILE
        ? row.gives("Tile").core(Affinity.VECTOR)
        : row.gives("Tensor");
  }

  private static OpParam value(OpRow row, ParamRole role, String name) {
    return row.dialect == Dialect.TILE ? tile(role, name) : tensorLike(role, name);
  }

  private static String noun(OpRow row) {
    return row.dialect == Dialect.TILE ? "tile" : "tensor";
  }

  /** The doc text of a family's row. */
  static String doc(OpRow row) {
    String noun = noun(row);
    if (row.kind instanceof OpKind.Unary) {
      return "Elementwise " + row.words + "." + STAYS + (row.dtypes == null ? "" : errors(7));
    } else if (row.kind instanceof OpKind.Convert) {
      return "Each element converted to another type; mode is none, rint, round, floor, ceil,"
          + " trunc or odd. The shape stays."
          + errors(31, 32);
    } else if (row.kind instanceof OpKind.Binary k) {
      return "Elementwise "
          + row.words
          + " of two "
          + noun
          + "s. Both "
          + (k.fn().isShift() ? "hold integers" : "have one element type, which the result has")
          + "; their shapes are equal, or differ where one has extent 1."
          + (k.fn().isShift()
              ? errors(5, 6)
              : k.fn().isBitwise()
                  ? " Errors: PLT0004 to PLT0006."
                  : row.dtypes == null ? errors(4, 5) : errors(4, 5, 7));
    } else if (row.kind instanceof OpKind.ScalarBinary k) {
      return "Elementwise "
          + row.words
          + " of a "
          + noun
          + " and a number."
          + (k.fn().isShift() ? " Both are integers." : "")
          + STAYS
          + (k.fn().isShift()
              ? errors(6)
              : k.fn().isBitwise()
                  ? " Errors: PLT0006 unless both are integers."
                  : " Errors: PLT0004 for a fraction beside integers"
                      + (row.dtypes == null ? "." : "; PLT0007."));
    } else if (row.kind instanceof OpKind.Reduce k) {
      return "The "
          + row.words
          + " of each "
          + (k.axis() == Axis.ROWS
              ? "row, one column wide. [rows, cols] becomes [rows, 1]"
              : "column, one row high. [rows, cols] becomes [1, cols]")
          + "; only valid elements count."
          + (row.params.size() > 1 ? errors(20, 21) : errors(20));
    } else if (row.kind instanceof OpKind.ArgReduce k) {
      boolean rows = k.axis() == Axis.ROWS;
      return "Where in each "
          + (rows ? "row" : "column")
          + " the "
          + row.words
          + " element stands, counted from 0; of equal ones the first. [rows, cols] becomes "
          + (rows ? "[rows, 1]" : "[1, cols]")
          + " of INT32; only valid elements count."
          + (row.params.size() > 1 ? errors(7, 20, 21) : errors(7, 20));
    } else if (row.kind instanceof OpKind.Part) {
      return "Elementwise "
          + row.words
          + " of two "
          + noun
          + "s where both are valid, and the first one's element where it alone is. Both have one"
          + " element type and shape; the second is valid nowhere beyond the first."
          + errors(4, 5, 40);
    } else if (row.kind == OpKind.Rearrangement.GATHER_MASK) {
      return "The columns that a pattern names, side by side: every second or fourth one, or all."
          + " output_dtype reads their bits as another type of the same width."
          + errors(7, 45);
    } else if (row.kind == OpKind.Rearrangement.SORT_BLOCKS) {
      return "Each block of 32 columns sorted, the greatest first, as pairs of a value and its"
          + " index, whose bits stand in the column behind the value. [rows, cols] becomes [rows, 2 *"
          + " cols]; of equal values the one with the lower index comes first."
          + errors(7, 47);
    } else if (row.kind == OpKind.Rearrangement.MERGE_RUNS) {
      return "Runs of sorted pairs in one row, merged four at a time. block_len is the length of a"
          + " run in columns, two for each pair and a multiple of 64; what is left behind the last"
          + " four runs stays undefined."
          + errors(7, 48);
    } else if (row.kind instanceof OpKind.Merge k) {
      return k.lists()
          + " lists of sorted pairs in one row, merged into one. With exhausted it ends when one"
          + " list is used up."
          + (row.dialect == Dialect.TILE ? " The result has the shape of tmp." : "")
          + errors(7, 48);
    } else if (row.kind instanceof OpKind.Expand k) {
      boolean rows = k.axis() == Axis.ROWS;
      String text =
          row.words
              .replace("$each", rows ? "each row" : "each column")
              .replace("$along", rows ? "rows" : "columns")
              .replace("$tile", "a " + noun)
              .replace("$vector", (rows ? "a one-column " : "a one-row ") + noun)
              .replace("$other", "another " + noun);
      return Character.toUpperCase(text.charAt(0))
          + text.substring(1)
          + " "
          + (rows ? "row_vec is [rows, 1]" : "col_vec is [1, cols]")
          + " beside [rows, cols], which the result has too."
          + errors(4, 22);
    }
    throw new IllegalStateException(row.name + " has no doc text");
  }

  private static String errors(int... codes) {
    StringBuilder text = new StringBuilder(" Errors: ");
    for (int i = 0; i < codes.length; i++) {
      text.append(i == 0 ? "" : ", ").append("PLT00").append(codes[i] / 10).append(codes[i] % 10);
    }
    return text.append('.').toString();
  }
}

package org.pyptoj.ir.op;

import static org.pyptoj.ir.op.ParamRole.*;
import static org.pyptoj.ir.op.Params.*;

import java.util.Set;
import org.pyptoj.ir.op.OpKind.Axis;
import org.pyptoj.ir.type.DataType;

/**
 * Makes the rows of ops that are alike. Each family has one constructor, which is used for the op
 * on tiles; the row of the same op on tensors is made from that.
 */
final class Families {

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
            value(row, SOURCE, noun(row)),
            attr("target_type", ParamKind.DTYPE),
            attr("mode", ParamKind.TEXT).or("\"round\""));
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
      row.takes(scratch.or("None"));
    }
    return row;
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

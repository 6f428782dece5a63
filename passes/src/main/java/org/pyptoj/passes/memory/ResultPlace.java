package org.pyptoj.passes.memory;

import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.TileType;

/** Where ops put their tiles, and which of their operands may not lie there. */
public final class ResultPlace {

  private ResultPlace() {}

  /** The tile operand whose storage the result is, or null where the result has its own. */
  public static Var shared(Call call) {
    Expr operand =
        switch (call.op()) {
          case TILE_SLICE,
              TILE_RESHAPE,
              TILE_TRANSPOSE_VIEW,
              TILE_SET_VALIDSHAPE,
              TILE_MATMUL_ACC ->
              call.arg(0);
          default -> null;
        };
    return operand instanceof Var v ? v : null;
  }

  /** Whether the result is another look at the operand, and not the operand with new contents. */
  public static boolean isView(Call call) {
    return switch (call.op()) {
      case TILE_SLICE, TILE_RESHAPE, TILE_TRANSPOSE_VIEW, TILE_SET_VALIDSHAPE -> true;
      default -> false;
    };
  }

  /**
   * The operands that the instruction still reads while it writes the result, so that both may not
   * share storage. Elementwise instructions read each element before they write it and have none.
   */
  public static List<Expr> readWhileWriting(Call call, TileType result) {
    return switch (call.op()) {
      case TILE_RECIP,
          TILE_RSQRT,
          TILE_ROW_MAX,
          TILE_ROW_SUM,
          TILE_ROW_MIN,
          TILE_ROW_PROD,
          TILE_MOVE,
          TILE_FMOD,
          TILE_FMODS,
          TILE_TRANSPOSE,
          TILE_CONCAT,
          TILE_EXTRACT,
          TILE_MATMUL ->
          call.args();
      case TILE_SEL -> List.of(call.args().getFirst(), call.args().getLast());
      case TILE_ROW_EXPAND,
          TILE_ROW_EXPAND_ADD,
          TILE_ROW_EXPAND_SUB,
          TILE_ROW_EXPAND_MUL,
          TILE_ROW_EXPAND_DIV,
          TILE_ROW_EXPAND_MAX,
          TILE_ROW_EXPAND_MIN,
          TILE_ROW_EXPAND_EXPDIF,
          TILE_COL_EXPAND,
          TILE_COL_EXPAND_ADD,
          TILE_COL_EXPAND_SUB,
          TILE_COL_EXPAND_MUL,
          TILE_COL_EXPAND_DIV,
          TILE_COL_EXPAND_MAX,
          TILE_COL_EXPAND_MIN,
          TILE_COL_EXPAND_EXPDIF ->
          call.args().subList(1, call.args().size());
      case TILE_ASSEMBLE -> List.of(call.args().get(1));
      case TILE_CAST -> widens(call, result) ? call.args() : List.of();
      default -> List.of();
    };
  }

  /** A wider element is written beyond the narrower one that is still to be read. */
  private static boolean widens(Call call, TileType result) {
    return call.args().getFirst().type() instanceof TileType source
        && result.dtype().bits() > source.dtype().bits();
  }
}

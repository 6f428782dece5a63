package org.pyptoj.passes.memory;

import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.type.TileType;

/** Where ops put their tiles, and which of their operands may not lie there. */
public final class ResultPlace {

  private ResultPlace() {}

  /** The tile operand whose storage the result is, or null where the result has its own. */
  public static Var shared(Call call) {
    return call.sharedOperand() instanceof Var v && v.type() instanceof TileType ? v : null;
  }

  /** Whether the result is another look at the operand, and not the operand with new contents. */
  public static boolean isView(Call call) {
    return call.op().result() instanceof Result.ViewOf;
  }

  /** Whether the result is a view that begins elsewhere than the operand. */
  public static boolean isPart(Call call) {
    return isView(call) && call.op().signature().operand(ParamRole.OFFSETS) != null;
  }

  /**
   * The operands that the instruction still reads while it writes the result, so that both may not
   * share storage. Elementwise instructions read each element before they write it and have none,
   * unless a wider element is written beyond the narrower one that is still to be read.
   */
  public static List<Expr> readWhileWriting(Call call, TileType result) {
    return call.operands().stream()
        .filter(o -> o.param().heldWhileWriting() || isNarrower(o.value(), result))
        .map(Call.Operand::value)
        .toList();
  }

  private static boolean isNarrower(Expr operand, TileType result) {
    return operand.type() instanceof TileType source
        && source.dtype().bits() < result.dtype().bits();
  }
}

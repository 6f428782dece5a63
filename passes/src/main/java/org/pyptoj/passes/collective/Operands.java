package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;

/** Which operand of a collective is what. */
final class Operands {

  private Operands() {}

  /** The operand that a collective hands back: the window it worked on. */
  static Expr result(Call call) {
    return switch (call.op()) {
      case ALLGATHER, ALL_TO_ALL, ALL_TO_ALL_V -> call.arg(1);
      default -> call.arg(0);
    };
  }

  /** The signal, or null where it is left out. */
  static Expr signal(Call call) {
    return call.op() == Op.BARRIER
        ? call.arg(0)
        : call.arg(call.op().signature().operandIndex("signal"));
  }
}

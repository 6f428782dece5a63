package org.pyptoj.ir.dsl;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/**
 * Result types in printed IR of calls without an annotation: those that stand alone for their
 * effect.
 */
final class TextTypes {

  private TextTypes() {}

  /**
   * The type of the tensor that the op hands on, Unknown for effects, or null where a rule must say
   * it.
   */
  static Type resultOf(Op op, List<Expr> operands) {
    if (op.resultKind().equals("Unknown")) {
      return UnknownType.INSTANCE;
    }
    if (!(op.result() instanceof Result.Same same)) {
      return null;
    }
    Expr handedOn = operands.get(op.signature().indexOf(same.param()));
    return handedOn.type() instanceof TensorLike type ? (Type) type : null;
  }
}

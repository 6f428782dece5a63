package org.pyptoj.ir.dsl;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;
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
    switch (op.resultKind()) {
      case "Unknown":
        return UnknownType.INSTANCE;
      case "Tensor", "DistributedTensor":
        for (String name : List.of("output_tensor", "target", "src", "signal")) {
          int index = op.signature().operandIndex(name);
          if (index >= 0 && index < operands.size()) {
            return operands.get(index).type();
          }
        }
        return null;
      default:
        return null;
    }
  }
}

package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ParamKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/** Which op a short form such as {@code pl.add} means: its arguments say so. */
final class OpChoice {

  private OpChoice() {}

  /**
   * The op that a call of a short form means.
   *
   * @param candidates the ops of the form, at least one
   * @param args the positional arguments, evaluated
   * @param keywords the keyword arguments, evaluated
   */
  static Op of(List<Op> candidates, List<Object> args, Map<String, Object> keywords) {
    Op chosen = candidates.getFirst();
    if (candidates.size() > 1) {
      for (Op op : candidates) {
        if (matches(op, args, keywords)) {
          chosen = op;
          break;
        }
      }
    }
    // An elementwise op with a number on the right is another op.
    Op withNumber = chosen.withNumber().orElse(null);
    if (withNumber != null) {
      String rhs = chosen.signature().operand(ParamRole.RHS).name();
      Object right = args.size() > 1 ? args.get(1) : keywords.get(rhs);
      if (right != null && !isArrayLike(right)) {
        return withNumber;
      }
    }
    return chosen;
  }

  private static boolean matches(Op op, List<Object> args, Map<String, Object> keywords) {
    var first = op.signature().operands();
    if (first.isEmpty()) {
      return true;
    }
    Object value = args.isEmpty() ? keywords.get(first.getFirst().name()) : args.getFirst();
    if (!(value instanceof Expr e)) {
      return false;
    }
    ParamKind kind = first.getFirst().kind();
    return switch (kind) {
      case TILE -> e.type() instanceof TileType;
      case TENSOR, TENSOR_LIKE -> e.type() instanceof TensorLike;
      case DISTRIBUTED_TENSOR -> e.type() instanceof DistributedTensorType;
      default -> true;
    };
  }

  /** Whether a value is a tile or a tensor. */
  static boolean isArrayLike(Object value) {
    return value instanceof Expr e
        && (e.type() instanceof TileType || e.type() instanceof TensorLike);
  }
}

package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Family;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ParamKind;
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
    // An elementwise op with a number on the right is the op's scalar form.
    if (chosen.family() == Family.BINARY) {
      Object right =
          args.size() > 1 ? args.get(1) : keywords.get(chosen.signature().params().get(1).name());
      if (right != null && !isArrayLike(right)) {
        String name = chosen.shortName();
        String plain = name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
        Op scalarForm = Op.of(chosen.namespace() + "." + plain + "s").orElse(null);
        if (scalarForm != null) {
          return scalarForm;
        }
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

package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
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
        if (matches(op, args, keywords) && binds(op, args, keywords)) {
          return numbered(op, args, keywords);
        }
      }
      // None takes these arguments: what is wrong is told of the one for the first of them.
      for (Op op : candidates) {
        if (matches(op, args, keywords)) {
          chosen = op;
          break;
        }
      }
    }
    return numbered(chosen, args, keywords);
  }

  /**
   * Whether every argument has a parameter that takes values of its kind, and every required
   * parameter an argument.
   */
  private static boolean binds(Op op, List<Object> args, Map<String, Object> keywords) {
    int position = 0;
    int bound = 0;
    for (OpParam param : op.signature().params()) {
      boolean given = !param.keywordOnly() && position < args.size();
      Object value = given ? args.get(position++) : keywords.get(param.name());
      if (value == null) {
        if (param.required()) {
          return false;
        }
      } else if (value != PyNone.NONE && isArrayLike(value) != takesArrays(param.kind())) {
        return false;
      } else {
        bound++;
      }
    }
    return bound == args.size() + keywords.size();
  }

  private static boolean takesArrays(ParamKind kind) {
    return switch (kind) {
      case TILE, TENSOR, TENSOR_LIKE, DISTRIBUTED_TENSOR -> true;
      default -> false;
    };
  }

  private static Op numbered(Op chosen, List<Object> args, Map<String, Object> keywords) {
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

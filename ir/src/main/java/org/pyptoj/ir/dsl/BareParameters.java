package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ArgTy;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.Type;

/**
 * Parameters written {@code x: pl.Tensor} or {@code x: pl.Out[pl.Tensor]}: their types are those of
 * the arguments.
 */
final class BareParameters {

  private BareParameters() {}

  /** The types that a call gives to the bare parameters of a function, by name. */
  static Map<String, Type> types(
      StmtTy.FunctionDef def, List<Object> arguments, Map<String, Object> keywords) {
    Map<String, Type> given = new HashMap<>();
    ArgTy[] params = def.args.args == null ? new ArgTy[0] : def.args.args;
    for (int i = 0; i < params.length; i++) {
      Object value = i < arguments.size() ? arguments.get(i) : keywords.get(params[i].arg);
      if (value instanceof Expr e && isBare(params[i].annotation)) {
        given.put(params[i].arg, plain(e.type()));
      }
    }
    return given;
  }

  /** An argument's type without what belongs to its value alone. */
  private static Type plain(Type type) {
    return switch (type) {
      case TensorType t -> new TensorType(t.dtype(), t.shape());
      case DistributedTensorType t -> new DistributedTensorType(t.dtype(), t.shape());
      case TensorLike t -> t;
      default -> type;
    };
  }

  /** Whether an annotation names a kind of tensor without shape and dtype. */
  static boolean isBare(ExprTy annotation) {
    return switch (annotation) {
      case null -> true;
      case ExprTy.Attribute a ->
          a.attr.equals("Tensor") || a.attr.equals("DistributedTensor") || a.attr.equals("Scalar");
      case ExprTy.Subscript s ->
          s.value instanceof ExprTy.Attribute a
              && (a.attr.equals("Out") || a.attr.equals("InOut"))
              && isBare(s.slice);
      default -> false;
    };
  }
}

package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.Type;

/**
 * The dimensions of parameters that a function's body says are known at run time only: {@code
 * x.bind_dynamic(0, T)}. They are part of the parameters' types, so they are looked for before the
 * body is read. {@code T} is made by {@code pl.dynamic}, in the function or outside.
 */
final class DynamicDims {

  private static final String METHOD = "bind_dynamic";

  /** {@code parameter.bind_dynamic(dim, var)}. */
  private record Binding(String parameter, ExprTy dim, ExprTy var, ExprTy.Call call) {}

  private final Evaluator evaluator;
  private final List<Binding> bindings = new ArrayList<>();
  private final Set<String> parameters = new HashSet<>();
  private final Map<String, Object> local = new HashMap<>();

  DynamicDims(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** Looks for such calls among the statements of a function, not in its loops and choices. */
  void find(StmtTy[] body) {
    for (StmtTy stmt : body == null ? new StmtTy[0] : body) {
      switch (stmt) {
        case StmtTy.Assign a when isSymbol(a) ->
            local.put(((ExprTy.Name) a.targets[0]).id, evaluator.eval(a.value));
        case StmtTy.Expr e when isBinding(e.value) -> bindings.add(binding((ExprTy.Call) e.value));
        default -> {}
      }
    }
  }

  /** Whether a statement gives a name to what {@code pl.dynamic} makes. */
  boolean isSymbol(StmtTy.Assign a) {
    return a.targets.length == 1
        && a.targets[0] instanceof ExprTy.Name
        && a.value instanceof ExprTy.Call c
        && evaluator.lookup().isNamespace(c.func, "pl.dynamic");
  }

  /** Whether an expression is such a call, wherever it stands. */
  static boolean isBinding(ExprTy expr) {
    return expr instanceof ExprTy.Call c
        && c.func instanceof ExprTy.Attribute a
        && a.attr.equals(METHOD)
        && a.value instanceof ExprTy.Name;
  }

  private Binding binding(ExprTy.Call c) {
    String parameter = ((ExprTy.Name) ((ExprTy.Attribute) c.func).value).id;
    List<ExprTy> args = new ArrayList<>(List.of(c.args));
    for (String name : List.of("dim", "var")) {
      for (KeywordTy k : c.keywords) {
        if (name.equals(k.arg)) {
          args.add(k.value);
        }
      }
    }
    if (args.size() != 2 || c.args.length + c.keywords.length != 2) {
      throw mistake(c, METHOD + " takes a dimension and what pl.dynamic has made");
    }
    return new Binding(parameter, args.get(0), args.get(1), c);
  }

  /** A parameter's type with the dimensions that the body binds. */
  Type in(String parameter, Type type) {
    parameters.add(parameter);
    Type result = type;
    for (Binding b : bindings) {
      if (b.parameter.equals(parameter)) {
        result = bound(b, result);
      }
    }
    return result;
  }

  private Type bound(Binding b, Type type) {
    if (!(type instanceof TensorLike tensor)) {
      throw mistake(b.call, "'" + b.parameter + "' is a " + type.kind() + " and no tensor");
    }
    long dim = evaluator.staticInt(b.dim, "dimension");
    int at = (int) (dim < 0 ? dim + tensor.rank() : dim);
    if (at < 0 || at >= tensor.rank()) {
      throw mistake(b.dim, "'" + b.parameter + "' has " + tensor.rank() + " dimensions");
    }
    Object extent =
        b.var instanceof ExprTy.Name n && local.containsKey(n.id)
            ? local.get(n.id)
            : evaluator.eval(b.var);
    if (!(extent instanceof Var symbol)) {
      throw mistake(b.var, "this is no extent that pl.dynamic has made");
    }
    List<Expr> shape = new ArrayList<>(tensor.shape());
    shape.set(at, symbol);
    return switch (tensor) {
      case TensorType t -> new TensorType(t.dtype(), shape, t.view());
      case DistributedTensorType t ->
          new DistributedTensorType(t.dtype(), shape, t.view(), t.window());
    };
  }

  /**
   * Makes sure that a call has been found before.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLY0107 where it has not
   */
  void requireFound(ExprTy call) {
    Binding found = bindings.stream().filter(b -> b.call == call).findFirst().orElse(null);
    if (found == null) {
      throw mistake(call, METHOD + " is part of the types of the parameters");
    }
    if (!parameters.contains(found.parameter)) {
      throw mistake(call, "'" + found.parameter + "' is no parameter of this function");
    }
  }

  private RuntimeException mistake(SSTNode at, String what) {
    return Reports.error(
        DslRule.ANNOTATION,
        what,
        evaluator.span(at),
        "write x.bind_dynamic(0, T) as a statement of the function itself, with T ="
            + " pl.dynamic(\"T\")");
  }
}

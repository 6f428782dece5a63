package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/** What a function returns. */
final class Returns {

  private final Evaluator evaluator;
  private final Statements statements;
  private final boolean irText;
  private List<Type> results;

  Returns(Evaluator evaluator, Statements statements, boolean irText) {
    this.evaluator = evaluator;
    this.statements = statements;
    this.irText = irText;
  }

  /** Begins a function with its declared result types, or null where it declares none. */
  void declared(List<Type> types) {
    results = types;
  }

  /** The result types: the declared ones, or those of the first return. */
  List<Type> types() {
    return results == null ? List.of() : results;
  }

  /** Reads a return, whose values have the declared types or decide them. */
  void read(StmtTy.Return r) {
    List<Expr> values = new ArrayList<>();
    if (r.value != null && !isNothing(r.value)) {
      Object value = evaluator.eval(r.value);
      List<Object> list = evaluator.sequence(value);
      if (list != null) {
        for (Object element : list) {
          values.add(returned(element, r));
        }
      } else if (value instanceof Expr e
          && e.type() instanceof TupleType t
          && !(e instanceof MakeTuple)) {
        Var temporary = new Var(evaluator.bindings().fresh("tuple"), t, evaluator.span(r));
        statements.add(new Assign(temporary, e, evaluator.span(r)));
        for (int i = 0; i < t.elements().size(); i++) {
          values.add(new TupleGet(temporary, i, evaluator.span(r)));
        }
      } else if (value != PyNone.NONE) {
        values.add(returned(value, r));
      }
    }
    if (!irText) {
      // What returns nothing is called for what it does.
      values.stream()
          .filter(v -> v.type() instanceof UnknownType)
          .forEach(v -> statements.effects(v, evaluator.span(r)));
    }
    values.removeIf(v -> v.type() instanceof UnknownType);
    if (results == null) {
      results = values.stream().map(Expr::type).toList();
    } else if (results.size() != values.size()) {
      throw Reports.error(
          DslRule.RETURN,
          "the function declares " + results.size() + " results, this returns " + values.size(),
          evaluator.span(r),
          null);
    }
    for (int i = 0; i < values.size(); i++) {
      Expr value = FunctionArguments.adapt(values.get(i), results.get(i));
      if (value.type() instanceof DistributedTensorType window
          && results.get(i) instanceof TensorType) {
        // Declared as a tensor, it stays what it is: a slice of a window.
        results = new ArrayList<>(results);
        results.set(i, window);
      }
      if (!value.type().kind().equals(results.get(i).kind())) {
        throw Reports.error(
            DslRule.RETURN,
            "result "
                + i
                + " is a "
                + value.type().kind()
                + ", the function declares a "
                + results.get(i).kind(),
            evaluator.span(r),
            null);
      }
      if (!irText
          && value.type() instanceof TileType here
          && results.get(i) instanceof TileType other
          && (here.dtype() != other.dtype() || differ(here.shape(), other.shape()))) {
        throw Reports.error(
            DslRule.RETURN,
            "result "
                + i
                + " is a "
                + Printer.print(here)
                + " here and a "
                + Printer.print(other)
                + " as it is declared or returned elsewhere",
            evaluator.span(r),
            "return tiles of one element type and shape");
      }
      values.set(i, value);
    }
    statements.add(new Return(values, evaluator.span(r)));
  }

  /** Whether two shapes are known to be different. */
  private static boolean differ(List<Expr> a, List<Expr> b) {
    boolean differ = a.size() != b.size();
    for (int i = 0; !differ && i < a.size(); i++) {
      Long left = Scalars.constant(a.get(i));
      Long right = Scalars.constant(b.get(i));
      differ = left != null && right != null && !left.equals(right);
    }
    return differ;
  }

  /** Whether an expression names what a call without a result has given. */
  private boolean isNothing(ExprTy value) {
    return value instanceof ExprTy.Name n && evaluator.bindings().get(n.id) instanceof Nothing;
  }

  private Expr returned(Object value, StmtTy.Return r) {
    return value instanceof Expr e
        ? e
        : evaluator.values().scalar(value, evaluator.span(r), "result");
  }
}

package org.pyptoj.verifier.program;

import java.util.HashSet;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.Type;
import org.pyptoj.verifier.rule.DistributedRule;

/**
 * Symbolic extents of kernels that nothing gives a value. A symbol has one when it is a parameter,
 * a loop variable or another variable of the function, or when it is by itself an extent of a
 * tensor parameter's physical shape. An extent that is computed from symbols describes its
 * parameter; it gives them no value, and needs none.
 */
public final class UnboundSymbols extends Walker {

  private final Function function;
  private final Findings findings;
  private final Set<String> bound = new HashSet<>();
  private Span at;

  private UnboundSymbols(Function function, Findings findings) {
    this.function = function;
    this.findings = findings;
    this.at = function.span();
  }

  public static void check(Function function, Findings findings) {
    if (!function.kind().isKernel()) {
      return;
    }
    UnboundSymbols symbols = new UnboundSymbols(function, findings);
    symbols.bindExtents();
    symbols.function(function);
  }

  private void bindExtents() {
    for (Param param : function.params()) {
      if (param.var().type() instanceof TensorLike tensor) {
        for (Expr extent : tensor.shape()) {
          if (extent instanceof Var symbol) {
            bound.add(symbol.name());
          }
        }
      }
    }
    new Walker() {
      @Override
      protected void define(Var var) {
        bound.add(var.name());
      }
    }.function(function);
  }

  @Override
  protected void type(Type type) {
    if (type instanceof TensorLike tensor) {
      tensor.shape().stream().filter(Var.class::isInstance).forEach(this::expr);
      tensor.view().stride().forEach(this::expr);
      tensor.view().validShape().forEach(this::expr);
    } else {
      super.type(type);
    }
  }

  @Override
  public void stmt(Stmt stmt) {
    Span before = at;
    at = stmt.span().isKnown() ? stmt.span() : before;
    super.stmt(stmt);
    at = before;
  }

  @Override
  protected void use(Var var) {
    if (bound.add(var.name())) {
      findings.report(
          DistributedRule.UNBOUND_SYMBOL,
          var.span().isKnown() ? var.span() : at,
          "symbol "
              + var.name()
              + " of "
              + function.name()
              + " appears in types only, so that it has no value at run time",
          "pass it as a pl.Scalar, or make it an extent of a tensor parameter");
    }
  }
}

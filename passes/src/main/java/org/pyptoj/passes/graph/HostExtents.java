package org.pyptoj.passes.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.graph.HostGraph.Inverse;

/** Where a host orchestrator reads its dynamic extents. */
final class HostExtents {

  private HostExtents() {}

  /** Every dynamic extent of its parameters, from the first dimension that it follows from. */
  static List<HostGraph.Extent> of(Function host) {
    Map<Var, HostGraph.Extent> found = new LinkedHashMap<>();
    Map<Var, Span> wanted = new LinkedHashMap<>();
    for (Param param : host.params()) {
      if (param.var().type() instanceof TensorLike t) {
        for (int d = 0; d < t.rank(); d++) {
          int dimension = d;
          Expr extent = t.shape().get(d);
          new Walker() {
            @Override
            protected void use(Var symbol) {
              wanted.putIfAbsent(symbol, param.var().span());
              HostGraph.Extent solved = solve(extent, symbol, param.var(), dimension);
              if (solved != null) {
                found.putIfAbsent(symbol, solved);
              }
            }
          }.expr(extent);
        }
      }
    }
    return wanted.entrySet().stream().map(e -> solved(e.getKey(), e.getValue(), found)).toList();
  }

  private static HostGraph.Extent solved(Var symbol, Span span, Map<Var, HostGraph.Extent> found) {
    if (!found.containsKey(symbol)) {
      throw OrchestrationRule.DYNAMIC_EXTENT.at(
          span,
          "the extent " + symbol.name() + " cannot be read off any argument's shape",
          "give one tensor the extent itself, or a sum, product or quotient of it and a"
              + " constant");
    }
    return found.get(symbol);
  }

  private static HostGraph.Extent solve(Expr extent, Var symbol, Var tensor, int dimension) {
    if (extent == symbol) {
      return new HostGraph.Extent(symbol, tensor, dimension, Inverse.SAME, 0);
    }
    if (!(extent instanceof Binary b)) {
      return null;
    }
    Long right = b.left() == symbol ? Scalars.constant(b.right()) : null;
    Long left = b.right() == symbol ? Scalars.constant(b.left()) : null;
    Long constant = right != null ? right : left;
    if (constant == null) {
      return null;
    }
    Inverse inverse =
        switch (b.op()) {
          case ADD -> Inverse.MINUS;
          case SUB -> right != null ? Inverse.PLUS : Inverse.FROM;
          case MUL -> constant == 0 ? null : Inverse.DIVIDED;
          default -> null;
        };
    return inverse == null
        ? null
        : new HostGraph.Extent(symbol, tensor, dimension, inverse, constant);
  }
}

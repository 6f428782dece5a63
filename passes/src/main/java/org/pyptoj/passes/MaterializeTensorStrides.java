package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Spells out how tensors of kernels lie in memory where it is not the packed row-major way. Comes
 * in: tensor types whose views may name a layout without strides. Goes out: every view but the
 * packed row-major one has strides. A tensor whose last extent is 1 is a column, which PTO reads
 * column-major: its layout becomes DN. Both readings address the same elements.
 *
 * <pre>
 * signal: pld.DistributedTensor[[4, 1], pl.INT32]
 *   becomes
 * signal: pld.DistributedTensor[[4, 1], pl.INT32, pl.TensorView(stride=[1, 4], layout=pl.DN)]
 * </pre>
 *
 * <p>Establishes {@link Invariant#STRIDES}.
 */
public final class MaterializeTensorStrides extends KernelPass {

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.STRIDES);
  }

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    return new Strides().function(kernel);
  }

  private static final class Strides extends Rewriter {
    @Override
    public Type type(Type type) {
      Type rewritten = super.type(type);
      return rewritten instanceof TensorLike t ? spelled(t) : rewritten;
    }
  }

  private static TensorLike spelled(TensorLike type) {
    TensorView view = type.view();
    if (!view.stride().isEmpty() || type.rank() < 2) {
      return type;
    }
    Long last = Scalars.constant(type.shape().getLast());
    boolean column = last != null && last == 1 && view.layout() == TensorLayout.ND;
    if (view.layout() != TensorLayout.DN && !column) {
      return type;
    }
    return type.withView(
        new TensorView(columnMajor(type.shape()), view.validShape(), TensorLayout.DN));
  }

  /** Strides of packed elements with the two innermost dimensions exchanged. */
  private static List<Expr> columnMajor(List<Expr> shape) {
    int rank = shape.size();
    List<Expr> strides = new ArrayList<>();
    strides.add(shape.get(rank - 2));
    strides.addFirst(IntConst.index(1));
    Expr outer = Scalars.mul(shape.get(rank - 2), shape.get(rank - 1));
    for (int i = rank - 3; i >= 0; i--) {
      strides.addFirst(outer);
      outer = Scalars.mul(outer, shape.get(i));
    }
    return strides;
  }
}

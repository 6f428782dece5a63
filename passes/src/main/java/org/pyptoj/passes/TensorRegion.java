package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;

/**
 * A part of a tensor in global memory that has a name and has not been read yet.
 *
 * @param offsets where it begins, one per dimension of the tensor
 * @param shape its extents, one per dimension of the tensor
 * @param valid how much of it counts
 * @param dropped the dimensions that the name does not have
 */
record TensorRegion(
    Var tensor, List<Expr> offsets, List<Expr> shape, List<Expr> valid, Set<Integer> dropped) {

  /** The same part of another tensor. */
  TensorRegion of(Var other) {
    return new TensorRegion(other, offsets, shape, valid, dropped);
  }

  /** Values for the name's dimensions as values for the tensor's. */
  List<Expr> full(List<Expr> values, Expr dropping) {
    List<Expr> full = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < offsets.size(); i++) {
      full.add(dropped.contains(i) ? dropping : values.get(next++));
    }
    return full;
  }

  /** Offsets in the part as offsets in the tensor. */
  List<Expr> within(List<Expr> inside) {
    List<Expr> sums = new ArrayList<>();
    List<Expr> full = full(inside, IntConst.index(0));
    for (int i = 0; i < full.size(); i++) {
      sums.add(Scalars.add(offsets.get(i), full.get(i)));
    }
    return sums;
  }

  /** The dimensions that the name has. */
  List<Expr> kept(List<Expr> values) {
    List<Expr> kept = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (!dropped.contains(i)) {
        kept.add(values.get(i));
      }
    }
    return kept;
  }
}

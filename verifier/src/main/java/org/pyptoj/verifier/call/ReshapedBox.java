package org.pyptoj.verifier.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;

/**
 * The valid box of a reshaped value. A box survives when it is whole or empty, when only dimensions
 * of extent 1 come or go, or when it is a prefix of the elements in row-major order that the new
 * shape can name as a box.
 */
public final class ReshapedBox {

  /** Ranks beyond this are not aligned, since the search grows fast. */
  private static final int MAX_ALIGNED_RANKS = 16;

  private ReshapedBox() {}

  /**
   * The valid extents under the new shape, or null after reporting why there are none.
   *
   * @param shape extents before
   * @param valid valid extents before
   * @param target extents afterwards
   * @param rowMajor whether elements lie in row-major order
   * @param refuse is told why the box does not survive
   */
  public static List<Expr> of(
      List<Expr> shape,
      List<Expr> valid,
      List<Expr> target,
      boolean rowMajor,
      Consumer<String> refuse) {
    if (Extents.areEqual(valid, shape)) {
      return target;
    }
    if (valid.stream().anyMatch(e -> Extents.isConstant(e, 0))) {
      return Collections.nCopies(target.size(), Extents.ZERO);
    }
    List<Expr> aligned =
        shape.size() + target.size() <= MAX_ALIGNED_RANKS
            ? alignUnits(shape, valid, target, 0, 0)
            : null;
    if (aligned != null) {
      return aligned;
    }
    if (!rowMajor) {
      refuse.accept("its elements do not lie in row-major order");
      return null;
    }
    return prefix(shape, valid, target, refuse);
  }

  /** Matches dimensions in order; unmatched ones must have extent 1 and be wholly valid. */
  private static List<Expr> alignUnits(
      List<Expr> shape, List<Expr> valid, List<Expr> target, int i, int j) {
    if (i == shape.size() && j == target.size()) {
      return new ArrayList<>();
    }
    if (i < shape.size() && j < target.size() && Extents.areEqual(shape.get(i), target.get(j))) {
      List<Expr> tail = alignUnits(shape, valid, target, i + 1, j + 1);
      if (tail != null) {
        tail.addFirst(valid.get(i));
        return tail;
      }
    }
    if (i < shape.size()
        && Extents.isConstant(shape.get(i), 1)
        && Extents.isConstant(valid.get(i), 1)) {
      List<Expr> tail = alignUnits(shape, valid, target, i + 1, j);
      if (tail != null) {
        return tail;
      }
    }
    if (j < target.size() && Extents.isConstant(target.get(j), 1)) {
      List<Expr> tail = alignUnits(shape, valid, target, i, j + 1);
      if (tail != null) {
        tail.addFirst(Extents.ONE);
        return tail;
      }
    }
    return null;
  }

  private static List<Expr> prefix(
      List<Expr> shape, List<Expr> valid, List<Expr> target, Consumer<String> refuse) {
    int free = 0;
    while (free + 1 < valid.size() && Extents.isConstant(valid.get(free), 1)) {
      free++;
    }
    for (int i = free + 1; i < shape.size(); i++) {
      if (!Extents.areEqual(valid.get(i), shape.get(i))) {
        refuse.accept(
            "dimension "
                + i
                + " is valid for "
                + CallCheck.text(valid.get(i))
                + " of "
                + CallCheck.text(shape.get(i))
                + ", so that its elements are scattered");
        return null;
      }
    }
    Long step = Extents.product(shape.subList(free + 1, shape.size()));
    if (step == null || Extents.product(target) == null) {
      refuse.accept("its extents are not known when it is compiled");
      return null;
    }
    Expr extent = valid.get(free);
    Long count = Scalars.constant(extent);
    for (int i = 0; i < target.size(); i++) {
      long below = Extents.product(target.subList(i + 1, target.size()));
      long room = Scalars.constant(target.get(i));
      if (count != null
          && below != 0
          && count * step % below == 0
          && count * step / below <= room) {
        return box(target, i, IntConst.index(count * step / below));
      }
      Long whole = Scalars.constant(shape.get(free));
      if (count == null && below == step && whole != null && whole <= room) {
        return box(target, i, extent);
      }
    }
    refuse.accept(
        count == null
            ? "no dimension of " + CallCheck.text(target) + " has rows of " + step + " elements"
            : count * step + " valid elements fill no whole rows of " + CallCheck.text(target));
    return null;
  }

  private static List<Expr> box(List<Expr> target, int axis, Expr extent) {
    List<Expr> result = new ArrayList<>(target);
    for (int i = 0; i < axis; i++) {
      result.set(i, Extents.ONE);
    }
    result.set(axis, extent);
    return result;
  }
}

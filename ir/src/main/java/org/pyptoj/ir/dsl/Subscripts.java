package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.arith.IntegerFacts;
import org.pyptoj.ir.arith.Interval;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.ArrayOp;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/**
 * Subscripts of tensors and tiles: an index drops its dimension, a slice keeps it, missing ones are
 * whole.
 */
final class Subscripts {

  /**
   * A subscript, dimension by dimension.
   *
   * @param offsets first element in each dimension
   * @param extents elements in each dimension
   * @param dropped dimensions that an index removes
   */
  record Region(List<Expr> offsets, List<Expr> extents, List<Long> dropped) {}

  private final Evaluator evaluator;

  Subscripts(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** The value of {@code base[...]}. */
  Object read(Expr base, ExprTy.Subscript s) {
    if (base.type() instanceof ArrayType) {
      return evaluator.typed(
          ArrayOp.GET,
          List.of(base, element(s.slice)),
          Attrs.NONE,
          new CallSite(evaluator.span(s), Map.of()));
    }
    return read(base, region(base, s.slice), evaluator.span(s));
  }

  /** The value of a region. */
  Object read(Expr base, Region region, Span span) {
    boolean tile = base.type() instanceof TileType;
    if (region.dropped().size() == region.offsets().size()) {
      return evaluator.typed(
          tile ? TileOp.READ : TensorOp.READ,
          List.of(base, new MakeTuple(region.offsets(), span)),
          Attrs.NONE,
          new CallSite(span, Map.of()));
    }
    Attrs attrs =
        region.dropped().isEmpty() ? Attrs.NONE : Attrs.of(OpAttrs.DROP_DIMS, region.dropped());
    return evaluator.typed(
        tile ? TileOp.SLICE : TensorOp.SLICE,
        List.of(base, new MakeTuple(region.extents(), span), new MakeTuple(region.offsets(), span)),
        attrs,
        new CallSite(span, Map.of()));
  }

  /** Where a subscript points. */
  Region region(Expr base, ExprTy slice) {
    List<Expr> shape =
        base.type() instanceof TileType t ? t.shape() : ((TensorLike) base.type()).shape();
    ExprTy[] parts = slice instanceof ExprTy.Tuple t ? t.elements : new ExprTy[] {slice};
    if (parts.length > shape.size()) {
      throw Reports.error(
          DslRule.SUBSCRIPT,
          parts.length + " indices for " + shape.size() + " dimensions",
          evaluator.span(slice),
          null);
    }
    List<Expr> offsets = new ArrayList<>();
    List<Expr> extents = new ArrayList<>();
    List<Long> dropped = new ArrayList<>();
    for (int d = 0; d < shape.size(); d++) {
      if (d >= parts.length) {
        offsets.add(IntConst.index(0));
        extents.add(shape.get(d));
      } else if (parts[d] instanceof ExprTy.Slice range) {
        if (range.step != null) {
          throw Reports.error(
              DslRule.SUBSCRIPT, "a slice has no step here", evaluator.span(range.step), null);
        }
        Expr lower = range.lower == null ? IntConst.index(0) : index(range.lower);
        Expr upper = range.upper == null ? shape.get(d) : index(range.upper);
        offsets.add(lower);
        extents.add(extent(lower, upper));
      } else {
        Expr at = index(parts[d]);
        offsets.add(at);
        extents.add(IntConst.index(1));
        dropped.add((long) d);
      }
    }
    return new Region(offsets, extents, dropped);
  }

  /** The one index of an array's element. */
  Expr element(ExprTy slice) {
    if (slice instanceof ExprTy.Tuple || slice instanceof ExprTy.Slice) {
      throw Reports.error(
          DslRule.SUBSCRIPT,
          "an array has one dimension and no slices",
          evaluator.span(slice),
          "take one element at a time");
    }
    return index(slice);
  }

  private Expr index(ExprTy expr) {
    Object given = evaluator.eval(expr);
    Object value = given instanceof HostValue h ? evaluator.values().plain(h) : given;
    if (value instanceof Boolean || value instanceof Double) {
      throw Reports.error(
          DslRule.SUBSCRIPT,
          "an index is an integer, not " + Values.describe(value),
          evaluator.span(expr),
          null);
    }
    if (value instanceof Long l && l < 0) {
      throw Reports.error(
          DslRule.SUBSCRIPT,
          "a negative index (" + l + ") has no meaning in a kernel",
          evaluator.span(expr),
          "count from the front");
    }
    return evaluator.values().scalar(value, evaluator.span(expr), "index");
  }

  /** {@code upper - lower}, with {@code i : i + n} known to be n long. */
  private static Expr extent(Expr lower, Expr upper) {
    if (Operators.hasEffect(lower)) {
      return Scalars.sub(upper, lower);
    }
    if (upper instanceof Binary b && b.op() == BinaryOp.ADD) {
      if (b.left().equals(lower)) {
        return b.right();
      }
      if (b.right().equals(lower)) {
        return b.left();
      }
    }
    if (upper instanceof Binary u
        && lower instanceof Binary l
        && u.op() == BinaryOp.MUL
        && l.op() == BinaryOp.MUL
        && u.right().equals(l.right())
        && u.left() instanceof Binary next
        && next.op() == BinaryOp.ADD
        && next.left().equals(l.left())) {
      return Scalars.mul(next.right(), u.right());
    }
    Expr difference = Scalars.sub(upper, lower);
    Interval length = new IntegerFacts().of(difference);
    return length.low() == length.high()
        ? new IntConst(length.low(), Scalars.dtypeOf(difference), difference.span())
        : difference;
  }
}

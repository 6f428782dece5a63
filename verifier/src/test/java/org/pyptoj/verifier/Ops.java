package org.pyptoj.verifier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;

/**
 * Builds operands and calls for tests. Extents are numbers, or variables where they are dynamic.
 */
final class Ops {

  private Ops() {}

  /** A call with positional operands; each operand has a place of its own, one line per operand. */
  static Call call(Op op, Object... args) {
    return call(op, Attrs.NONE, args);
  }

  static Call call(Op op, Attrs attrs, Object... args) {
    List<Expr> exprs = new ArrayList<>();
    for (Object arg : args) {
      exprs.add(arg instanceof Expr e ? e : IntConst.index(((Number) arg).longValue()));
    }
    return OpTypes.call(op, exprs, attrs, site(op));
  }

  /** The place of an argument in calls that {@link #call} makes. */
  static Span place(Op op, String param) {
    int line = 2;
    for (var p : op.signature().params()) {
      if (p.name().equals(param)) {
        return new Span("kernel.py", line, 5, line, 6);
      }
      line++;
    }
    throw new IllegalArgumentException(op + " has no parameter " + param);
  }

  static CallSite site(Op op) {
    Map<String, Span> places = new HashMap<>();
    op.signature().params().forEach(p -> places.put(p.name(), place(op, p.name())));
    return new CallSite(new Span("kernel.py", 1, 1, 1, 2), places);
  }

  static Attrs attrs(Object... namesAndValues) {
    Map<String, Object> attrs = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      attrs.put(
          (String) namesAndValues[i], value instanceof Integer n ? (Object) n.longValue() : value);
    }
    return new Attrs(attrs);
  }

  static List<Expr> extents(Object... extents) {
    return Arrays.stream(extents)
        .map(e -> e instanceof Expr x ? x : (Expr) IntConst.index(((Number) e).longValue()))
        .toList();
  }

  static MakeTuple tuple(Object... extents) {
    return new MakeTuple(extents(extents), Span.NONE);
  }

  static Var var(String name, Type type) {
    return new Var(name, type, Span.NONE);
  }

  static Var tensor(DataType dtype, Object... shape) {
    return var("x", new TensorType(dtype, extents(shape)));
  }

  static Var window(DataType dtype, Object... shape) {
    return var("w", new DistributedTensorType(dtype, extents(shape)));
  }

  static Var tile(DataType dtype, Object... shape) {
    return var("t", new TileType(dtype, extents(shape)));
  }

  static Var validTile(DataType dtype, List<Expr> shape, List<Expr> valid) {
    return var("t", new TileType(dtype, shape).withValidShape(valid));
  }

  static Var validWindow(DataType dtype, List<Expr> shape, List<Expr> valid) {
    return var(
        "w",
        new DistributedTensorType(dtype, shape, TensorView.PACKED.withValidShape(valid), null));
  }

  static Var layoutWindow(DataType dtype, TensorLayout layout, Object... shape) {
    return var(
        "w",
        new DistributedTensorType(
            dtype, extents(shape), TensorView.PACKED.withLayout(layout), null));
  }

  static Var index(String name) {
    return var(name, ScalarType.INDEX);
  }

  static Var int32(String name) {
    return var(name, ScalarType.INT32);
  }
}

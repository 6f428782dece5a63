package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.PtrType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.ir.type.WindowBufferType;

/**
 * Reads annotations: {@code pl.Out[pl.Tensor[[4, 8], pl.FP32]]}, {@code pl.Scalar[pl.INT32]},
 * {@code tuple[...]}.
 */
final class TypeReader {

  private final Evaluator evaluator;

  TypeReader(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** The annotation that an expression stands for. */
  Annotation read(ExprTy expr) {
    return evaluator.lookup().annotating(() -> annotation(expr));
  }

  private Annotation annotation(ExprTy expr) {
    if (expr instanceof ExprTy.Constant c && c.value.kind == ConstantValue.Kind.CODEPOINTS) {
      PythonSource text =
          PythonSource.ofExpression(evaluator.file(), c.value.getCodePoints().toJavaString());
      return evaluator.reading(text, () -> annotation(text.expression()));
    }
    if (expr instanceof ExprTy.Subscript s) {
      Object base = evaluator.eval(s.value);
      if (base instanceof Namespace n) {
        return subscript(n, s);
      }
      if (s.value instanceof ExprTy.Name name && name.id.equals("tuple")) {
        return new Annotation(tuple(s.slice), Direction.IN);
      }
    }
    return of(evaluator.eval(expr), evaluator.span(expr));
  }

  /** The annotation of a compile-time value: one that a script built outside the kernel. */
  Annotation of(Object value, Span span) {
    return switch (value) {
      case Annotation a -> a;
      case Type t -> new Annotation(t, Direction.IN);
      case DataType d -> new Annotation(new ScalarType(d), Direction.IN);
      case Namespace n ->
          switch (n.path()) {
            case "pl.Tensor", "pld.DistributedTensor", "pl.Tile", "pl.Scalar" ->
                new Annotation(null, Direction.IN);
            case "pl.Ptr" -> new Annotation(PtrType.INSTANCE, Direction.IN);
            case "pl.Unknown" -> new Annotation(UnknownType.INSTANCE, Direction.IN);
            case "pl.TaskId" -> new Annotation(new ScalarType(DataType.TASK_ID), Direction.IN);
            case "pld.CommCtx", "pld.CommCtxType" ->
                new Annotation(CommCtxType.INSTANCE, Direction.IN);
            case "pld.WindowBuffer" -> new Annotation(WindowBufferType.INSTANCE, Direction.IN);
            default -> throw notAType(span, n.path());
          };
      default -> throw notAType(span, Values.describe(value));
    };
  }

  private static RuntimeException notAType(Span span, String what) {
    return Reports.error(
        DslRule.ANNOTATION,
        what + " is not a type of the kernel language",
        span,
        "write pl.Tensor[[shape], dtype], pld.DistributedTensor[[shape], dtype], pl.Tile[...] or"
            + " pl.Scalar[dtype], possibly inside pl.Out[...] or pl.InOut[...]");
  }

  private Annotation subscript(Namespace base, ExprTy.Subscript s) {
    List<ExprTy> args = s.slice instanceof ExprTy.Tuple t ? List.of(t.elements) : List.of(s.slice);
    Span span = evaluator.span(s);
    return switch (base.path()) {
      case "pl.Out" -> new Annotation(read(s.slice).type(), Direction.OUT);
      case "pl.InOut" -> new Annotation(read(s.slice).type(), Direction.INOUT);
      case "pl.Tensor" -> new Annotation(tensor(args, span, false), Direction.IN);
      case "pld.DistributedTensor" -> new Annotation(tensor(args, span, true), Direction.IN);
      case "pl.Tile" -> new Annotation(tile(args, span), Direction.IN);
      case "pl.Scalar" -> new Annotation(new ScalarType(dtype(args.getFirst())), Direction.IN);
      case "pl.Array" ->
          new Annotation(
              new ArrayType(
                  dtype(args.get(1)), (int) evaluator.staticInt(args.getFirst(), "extent")),
              Direction.IN);
      case "pl.Tuple", "builtins.tuple" -> new Annotation(tuple(s.slice), Direction.IN);
      default -> throw notAType(span, base.path());
    };
  }

  private TupleType tuple(ExprTy slice) {
    List<Type> types = new ArrayList<>();
    for (ExprTy e : slice instanceof ExprTy.Tuple t ? t.elements : new ExprTy[] {slice}) {
      types.add(read(e).type());
    }
    return new TupleType(types);
  }

  private DataType dtype(ExprTy expr) {
    Object value = evaluator.eval(expr);
    if (value instanceof DataType d) {
      return d;
    }
    throw Reports.error(
        DslRule.ANNOTATION,
        "the element type is " + Values.describe(value),
        evaluator.span(expr),
        "use a dtype such as pl.FP32");
  }

  private List<Expr> shape(ExprTy expr) {
    Object value = evaluator.eval(expr);
    List<Object> list = evaluator.sequence(value);
    if (list == null) {
      throw Reports.error(
          DslRule.ANNOTATION,
          "the shape is " + Values.describe(value) + ", not a list of extents",
          evaluator.span(expr),
          "write the shape as a list: pl.Tensor[[4, 8], pl.FP32]");
    }
    List<Expr> extents = new ArrayList<>();
    for (Object element : list) {
      extents.add(evaluator.values().scalar(element, evaluator.span(expr), "extent"));
    }
    return extents;
  }

  private Type tensor(List<ExprTy> args, Span span, boolean distributed) {
    if (args.size() < 2) {
      throw Reports.error(
          DslRule.ANNOTATION,
          "a tensor annotation needs a shape and a dtype",
          span,
          "write pl.Tensor[[4, 8], pl.FP32]");
    }
    List<Expr> shape = shape(args.get(0));
    DataType dtype = dtype(args.get(1));
    TensorView view = TensorView.PACKED;
    String window = null;
    for (ExprTy extra : args.subList(2, args.size())) {
      Object value =
          extra instanceof ExprTy.Call c && evaluator.lookup().isNamespace(c.func, "pl.TensorView")
              ? tensorView(c)
              : evaluator.eval(extra);
      switch (value) {
        case TensorView v -> view = v;
        case TensorLayout l -> view = view.withLayout(l);
        case String name -> window = name;
        default -> throw notAType(evaluator.span(extra), Values.describe(value));
      }
    }
    return distributed
        ? new DistributedTensorType(dtype, shape, view, window)
        : new TensorType(dtype, shape, view);
  }

  private TensorView tensorView(ExprTy.Call call) {
    List<Expr> stride = List.of();
    List<Expr> valid = List.of();
    TensorLayout layout = TensorLayout.ND;
    for (KeywordTy k : call.keywords) {
      switch (k.arg) {
        case "stride" -> stride = shape(k.value);
        case "valid_shape" -> valid = shape(k.value);
        case "layout" -> {
          Object value = evaluator.eval(k.value);
          if (!(value instanceof TensorLayout given)) {
            throw notAType(evaluator.span(k.value), Values.describe(value));
          }
          layout = given;
        }
        default -> throw notAType(evaluator.span(k.value), k.arg);
      }
    }
    return new TensorView(stride, valid, layout);
  }

  private TileType tile(List<ExprTy> args, Span span) {
    if (args.size() < 2) {
      throw Reports.error(
          DslRule.ANNOTATION, "a tile annotation needs a shape and a dtype", span, null);
    }
    TileType type = new TileType(dtype(args.get(1)), shape(args.get(0)));
    for (ExprTy extra : args.subList(2, args.size())) {
      if (extra instanceof ExprTy.Call c && evaluator.lookup().isNamespace(c.func, "pl.MemRef")) {
        String buffer = (String) evaluator.eval(c.args[0]);
        Object address = c.args.length > 1 ? evaluator.eval(c.args[1]) : PyNone.NONE;
        long size = c.args.length > 2 ? evaluator.staticInt(c.args[2], "size") : 0;
        type =
            type.withMemRef(
                new MemRef(
                    buffer,
                    address == PyNone.NONE
                        ? null
                        : evaluator.values().scalar(address, evaluator.span(c), "address"),
                    size));
      } else if (extra instanceof ExprTy.Call c
          && evaluator.lookup().isNamespace(c.func, "pl.TileView")) {
        type = tileView(type, c);
      } else {
        Object value = evaluator.eval(extra);
        if (!(value instanceof MemorySpace space)) {
          throw notAType(evaluator.span(extra), Values.describe(value));
        }
        type = type.withSpace(space);
      }
    }
    return type;
  }

  private TileType tileView(TileType type, ExprTy.Call call) {
    TileLayout layout = type.layout();
    TileType result = type;
    for (KeywordTy k : call.keywords) {
      switch (k.arg) {
        case "valid_shape" -> result = result.withValidShape(shape(k.value));
        case "blayout" ->
            layout =
                new TileLayout(
                    (TileLayout.Order) evaluator.eval(k.value),
                    layout.inner(),
                    layout.fractal(),
                    layout.pad());
        case "slayout" ->
            layout =
                new TileLayout(
                    layout.block(),
                    (TileLayout.Order) evaluator.eval(k.value),
                    layout.fractal(),
                    layout.pad());
        case "fractal" ->
            layout =
                new TileLayout(
                    layout.block(),
                    layout.inner(),
                    (int) evaluator.staticInt(k.value, "fractal"),
                    layout.pad());
        case "pad" -> layout = layout.withPad((TileLayout.Pad) evaluator.eval(k.value));
        default -> throw notAType(evaluator.span(k.value), k.arg);
      }
    }
    return result.withLayout(layout);
  }
}

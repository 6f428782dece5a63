package org.pyptoj.ir;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
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
 * Writes a program as the Python DSL. Every type is annotated and every attribute named, so that
 * parsing the text gives the same program.
 */
public final class Printer {

  private final StringBuilder out = new StringBuilder();
  private int indent;

  private Printer() {}

  /** The whole program as a script's text. */
  public static String print(Program program) {
    Printer printer = new Printer();
    printer.program(program);
    return printer.out.toString();
  }

  /** One function as it stands inside its program. */
  public static String print(Function function) {
    Printer printer = new Printer();
    printer.function(function);
    return printer.out.toString();
  }

  /** A value as it stands in a statement. */
  public static String print(Expr expr) {
    return new Printer().expr(expr, 0);
  }

  /** A type as an annotation. */
  public static String print(Type type) {
    return new Printer().type(type);
  }

  private void program(Program program) {
    line("# pypto.program: " + program.name());
    line("import pypto.language as pl");
    line("import pypto.language.distributed as pld");
    line("");
    TreeSet<String> symbols = new TreeSet<>();
    program.functions().forEach(f -> symbols.addAll(FreeSymbols.of(f)));
    for (String symbol : symbols) {
      line(symbol + " = pl.dynamic(\"" + symbol + "\")");
    }
    if (!symbols.isEmpty()) {
      line("");
    }
    line("@pl.program");
    line("class " + program.name() + ":");
    indent++;
    for (int i = 0; i < program.functions().size(); i++) {
      if (i > 0) {
        line("");
      }
      function(program.functions().get(i));
    }
    if (program.functions().isEmpty()) {
      line("pass");
    }
    indent--;
  }

  private void function(Function f) {
    List<String> args = new ArrayList<>();
    args.add("type=pl.FunctionType." + f.kind().dslName());
    if (f.level() != null) {
      args.add("level=pl.Level." + f.level().name());
    }
    if (f.role() != null) {
      args.add("role=pl.Role." + f.role().dslName());
    }
    if (!f.attrs().isEmpty()) {
      List<String> entries = new ArrayList<>();
      f.attrs().values().forEach((k, v) -> entries.add(quote(k) + ": " + attr(v)));
      args.add("attrs={" + String.join(", ", entries) + "}");
    }
    line("@pl.function(" + String.join(", ", args) + ")");
    String result =
        switch (f.results().size()) {
          case 0 -> "";
          case 1 -> " -> " + type(f.results().getFirst());
          default -> " -> " + type(new TupleType(f.results()));
        };
    line("def " + f.name() + "(");
    indent++;
    line("self,");
    for (Param param : f.params()) {
      String annotation = type(param.var().type());
      if (param.direction() != Direction.IN) {
        annotation = "pl." + param.direction().dslName() + "[" + annotation + "]";
      }
      line(param.var().name() + ": " + annotation + ",");
    }
    indent--;
    line(")" + result + ":");
    block(f.body(), List.of());
  }

  private void block(Block block, List<Var> results) {
    indent++;
    if (block.stmts().isEmpty()) {
      line("pass");
    }
    for (Stmt stmt : block.stmts()) {
      stmt(stmt, results);
    }
    indent--;
  }

  private void stmt(Stmt stmt, List<Var> results) {
    switch (stmt) {
      case Assign s ->
          line(s.target().name() + ": " + type(s.target().type()) + " = " + expr(s.value(), 0));
      case Eval s -> line(expr(s.value(), 0));
      case For s -> {
        List<String> args = new ArrayList<>();
        args.add(expr(s.start(), 0));
        args.add(expr(s.stop(), 0));
        args.add(expr(s.step(), 0));
        String target = s.index().name();
        if (!s.iterArgs().isEmpty()) {
          target += ", " + names(s.iterArgs().stream().map(IterArg::var).toList());
          args.add("init_values=" + tuple(s.iterArgs().stream().map(IterArg::init).toList()));
        }
        s.attrs().values().forEach((k, v) -> args.add(k + "=" + attr(v)));
        line(
            "for "
                + target
                + " in pl."
                + s.kind().dslName()
                + "("
                + String.join(", ", args)
                + "):");
        block(s.body(), s.results());
      }
      case While s -> {
        if (s.iterArgs().isEmpty()) {
          line("while " + expr(s.condition(), 0) + ":");
          block(s.body(), s.results());
        } else {
          line(
              "for "
                  + names(s.iterArgs().stream().map(IterArg::var).toList())
                  + " in pl.while_(init_values="
                  + tuple(s.iterArgs().stream().map(IterArg::init).toList())
                  + "):");
          indent++;
          line("pl.cond(" + expr(s.condition(), 0) + ")");
          indent--;
          block(s.body(), s.results());
        }
      }
      case If s -> {
        line("if " + expr(s.condition(), 0) + ":");
        block(s.then(), s.results());
        if (!s.orElse().stmts().isEmpty()) {
          line("else:");
          block(s.orElse(), s.results());
        }
      }
      case Yield s -> {
        String call = "pl.yield_(" + list(s.values()) + ")";
        line(
            switch (results.size()) {
              case 0 -> call;
              case 1 ->
                  results.getFirst().name() + ": " + type(results.getFirst().type()) + " = " + call;
              default -> names(results) + " = " + call;
            });
      }
      case Return s -> line(("return " + list(s.values())).strip());
      case Scope s -> {
        List<String> args = new ArrayList<>();
        s.attrs().values().forEach((k, v) -> args.add(k + "=" + attr(v)));
        String name =
            switch (s.kind()) {
              case AT -> "pl.at";
              case CLUSTER -> "pl.cluster";
              case SPMD -> "pl.spmd";
              case SPLIT_AIV -> "pl.split_aiv";
              case MANUAL -> "pl.manual_scope";
              case COMM_DOMAIN -> "pld.comm_domain";
              case RUNTIME -> "pl.scope";
            };
        String as = s.taskId() == null ? "" : " as " + s.taskId().name();
        line("with " + name + "(" + String.join(", ", args) + ")" + as + ":");
        block(s.body(), List.of());
      }
      case Break s -> line("break");
      case Continue s -> line("continue");
    }
  }

  private static String names(List<Var> vars) {
    if (vars.size() == 1) {
      return "(" + vars.getFirst().name() + ",)";
    }
    return "(" + String.join(", ", vars.stream().map(Var::name).toList()) + ")";
  }

  private String tuple(List<Expr> values) {
    return values.size() == 1 ? "(" + list(values) + ",)" : "(" + list(values) + ")";
  }

  private String list(List<Expr> values) {
    return String.join(", ", values.stream().map(v -> expr(v, 0)).toList());
  }

  private String expr(Expr expr, int outer) {
    return switch (expr) {
      case Var v -> v.name();
      case IntConst c ->
          switch (c.dtype()) {
            case INDEX -> c.value() < 0 && outer > 0 ? "(" + c.value() + ")" : "" + c.value();
            case BOOL -> c.value() != 0 ? "True" : "False";
            default -> "pl.const(" + c.value() + ", pl." + c.dtype().dslName() + ")";
          };
      case FloatConst c ->
          c.dtype() == DataType.FP32
              ? number(c.value(), outer)
              : "pl.const(" + number(c.value(), 0) + ", pl." + c.dtype().dslName() + ")";
      case StringConst c -> quote(c.value());
      case Binary b -> {
        if (b.op().form() == BinaryOp.Form.CALL) {
          yield "pl." + b.op().symbol() + "(" + expr(b.left(), 0) + ", " + expr(b.right(), 0) + ")";
        }
        int level = precedence(b.op());
        boolean compare = b.op().form() == BinaryOp.Form.COMPARE;
        boolean power = b.op() == BinaryOp.POW;
        String text =
            expr(b.left(), compare || power ? level + 1 : level)
                + " "
                + b.op().symbol()
                + " "
                + expr(b.right(), level + 1);
        yield level < outer ? "(" + text + ")" : text;
      }
      case Unary u -> {
        if (u.op() == UnaryOp.ABS) {
          yield "abs(" + expr(u.operand(), 0) + ")";
        }
        int level = u.op() == UnaryOp.NOT ? 3 : 12;
        String text = u.op().symbol() + expr(u.operand(), level);
        yield level < outer ? "(" + text + ")" : text;
      }
      case Cast c -> "pl.cast(" + expr(c.operand(), 0) + ", pl." + c.dtype().dslName() + ")";
      case MakeTuple t -> "[" + list(t.elements()) + "]";
      case TupleGet t -> expr(t.tuple(), 20) + "[" + t.index() + "]";
      case Call c -> c.op().fullName() + arguments(c);
      case FunctionCall c -> "self." + c.callee() + arguments(texts(c.args()), c.attrs());
    };
  }

  /**
   * The arguments of an op. An operand is named that stands behind an attribute in the op's row or
   * behind another one that is not given; what passes have added comes last.
   */
  private String arguments(Call c) {
    List<String> parts = new ArrayList<>();
    List<String> added = new ArrayList<>();
    Iterator<Call.Operand> operands = c.operands().iterator();
    Call.Operand next = operands.hasNext() ? operands.next() : null;
    boolean named = false;
    for (OpParam param : c.op().signature().params()) {
      if (next == null || next.param() != param) {
        named = true;
        continue;
      }
      String value = expr(next.value(), 0);
      named |= param.keywordOnly();
      (param.internal() ? added : parts).add(named ? param.name() + "=" + value : value);
      next = operands.hasNext() ? operands.next() : null;
    }
    attributes(c.attrs(), parts);
    parts.addAll(added);
    return "(" + String.join(", ", parts) + ")";
  }

  private String arguments(List<String> parts, Attrs attrs) {
    attributes(attrs, parts);
    return "(" + String.join(", ", parts) + ")";
  }

  private void attributes(Attrs attrs, List<String> parts) {
    attrs.values().forEach((k, v) -> parts.add(k + "=" + attr(v)));
  }

  private List<String> texts(List<Expr> values) {
    List<String> texts = new ArrayList<>();
    values.forEach(v -> texts.add(expr(v, 0)));
    return texts;
  }

  private static int precedence(BinaryOp op) {
    return switch (op) {
      case OR -> 1;
      case AND -> 2;
      case EQ, NE, LT, LE, GT, GE -> 4;
      case BIT_OR -> 5;
      case BIT_XOR -> 6;
      case BIT_AND -> 7;
      case SHL, SHR -> 8;
      case ADD, SUB -> 9;
      case MUL, FLOOR_DIV, FLOOR_MOD, DIV -> 10;
      case POW -> 13;
      case MIN, MAX -> 20;
    };
  }

  private static String number(double value, int outer) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "float(\"" + (Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf") + "\")";
    }
    String text = Double.toString(value);
    return value < 0 && outer > 0 ? "(" + text + ")" : text;
  }

  private String attr(Object value) {
    return switch (value) {
      case Expr e -> expr(e, 0);
      case Boolean b -> b ? "True" : "False";
      case Double d -> number(d, 0);
      case String s -> quote(s);
      case MaskPattern p -> "pl.tile.MaskPattern." + p.dslName();
      case AbiEnum e ->
          "pld." + ((Enum<?>) e).getDeclaringClass().getSimpleName() + "." + e.dslName();
      case DataType d -> "pl." + d.dslName();
      case MemorySpace m -> "pl.Mem." + m.dslName();
      case TileLayout.Pad p -> "pl.PadValue." + p.text();
      case TileLayout.Order o -> "pl.TileLayout." + o.text();
      case TensorLayout l -> "pl." + l.name();
      case Level l -> "pl.Level." + l.name();
      case Role r -> "pl.Role." + r.dslName();
      case Direction d -> quote(d.name());
      case ForKind k -> quote(k.dslName());
      case Enum<?> e -> quote(e.name().toLowerCase(Locale.ROOT));
      case List<?> l -> "[" + String.join(", ", l.stream().map(this::attr).toList()) + "]";
      case Map<?, ?> m -> {
        List<String> entries = new ArrayList<>();
        m.forEach((k, v) -> entries.add(quote(String.valueOf(k)) + ": " + attr(v)));
        yield "{" + String.join(", ", entries) + "}";
      }
      case null -> "None";
      default -> value.toString();
    };
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private String type(Type type) {
    return switch (type) {
      case TensorType t -> "pl.Tensor[" + tensor(t.shape(), t.dtype(), t.view()) + "]";
      case DistributedTensorType t ->
          "pld.DistributedTensor["
              + tensor(t.shape(), t.dtype(), t.view())
              + (t.window() == null ? "" : ", " + quote(t.window()))
              + "]";
      case TileType t -> tile(t);
      case ScalarType t -> "pl.Scalar[pl." + t.dtype().dslName() + "]";
      case TupleType t ->
          "tuple[" + String.join(", ", t.elements().stream().map(this::type).toList()) + "]";
      case PtrType t -> "pl.Ptr";
      case CommCtxType t -> "pld.CommCtx";
      case WindowBufferType t -> "pld.WindowBuffer";
      case ArrayType t -> "pl.Array[" + t.extent() + ", pl." + t.dtype().dslName() + "]";
      case UnknownType t -> "pl.Unknown";
    };
  }

  private String tensor(List<Expr> shape, DataType dtype, TensorView view) {
    String text = "[" + list(shape) + "], pl." + dtype.dslName();
    if (view.stride().isEmpty() && view.validShape().isEmpty()) {
      return view.layout() == TensorLayout.ND ? text : text + ", pl." + view.layout().name();
    }
    List<String> parts = new ArrayList<>();
    if (!view.stride().isEmpty()) {
      parts.add("stride=[" + list(view.stride()) + "]");
    }
    if (!view.validShape().isEmpty()) {
      parts.add("valid_shape=[" + list(view.validShape()) + "]");
    }
    parts.add("layout=pl." + view.layout().name());
    return text + ", pl.TensorView(" + String.join(", ", parts) + ")";
  }

  private String tile(TileType t) {
    StringBuilder text = new StringBuilder("pl.Tile[[" + list(t.shape()) + "], pl.");
    text.append(t.dtype().dslName());
    if (t.memRef() != null) {
      MemRef ref = t.memRef();
      String address = ref.address() == null ? "None" : expr(ref.address(), 0);
      text.append(", pl.MemRef(")
          .append(quote(ref.buffer()))
          .append(", ")
          .append(address)
          .append(", ")
          .append(ref.size())
          .append(")");
    }
    if (t.space() != null) {
      text.append(", pl.Mem.").append(t.space().dslName());
    }
    List<String> view = new ArrayList<>();
    if (!t.validShape().equals(t.shape())) {
      view.add("valid_shape=[" + list(t.validShape()) + "]");
    }
    TileLayout layout = t.layout();
    if (layout.block() != TileLayout.Order.ROW_MAJOR) {
      view.add("blayout=pl.TileLayout." + layout.block().text());
    }
    if (layout.inner() != TileLayout.Order.NONE_BOX) {
      view.add("slayout=pl.TileLayout." + layout.inner().text());
    }
    if (layout.fractal() != 512) {
      view.add("fractal=" + layout.fractal());
    }
    if (layout.pad() != TileLayout.Pad.NULL) {
      view.add("pad=pl.PadValue." + layout.pad().text());
    }
    if (!view.isEmpty()) {
      text.append(", pl.TileView(").append(String.join(", ", view)).append(")");
    }
    return text.append("]").toString();
  }

  private void line(String text) {
    if (!text.isEmpty()) {
      out.append("    ".repeat(indent));
    }
    out.append(text).append('\n');
  }
}

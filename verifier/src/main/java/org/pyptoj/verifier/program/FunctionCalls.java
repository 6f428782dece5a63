package org.pyptoj.verifier.program;

import static org.pyptoj.verifier.rule.ProgramRule.*;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Effect;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.Extents;

/** Calls of functions: arguments against parameters, directions, devices. */
public final class FunctionCalls extends Walker {

  private final Program program;
  private final Function function;
  private final TensorOrigins origins;
  private final Findings findings;
  private final Map<Var, Param> params = new IdentityHashMap<>();

  public FunctionCalls(
      Program program, Function function, TensorOrigins origins, Findings findings) {
    this.program = program;
    this.function = function;
    this.origins = origins;
    this.findings = findings;
    function.params().forEach(p -> params.put(p.var(), p));
  }

  @Override
  public void expr(Expr expr) {
    if (expr instanceof FunctionCall call) {
      check(call);
    } else if (expr instanceof Call call) {
      written(call).ifPresent(target -> checkWrite(target, call.span(), call.op().shortName()));
    }
    super.expr(expr);
  }

  private void check(FunctionCall call) {
    device(call);
    Optional<Function> callee = program.function(call.callee());
    if (callee.isEmpty()) {
      return;
    }
    level(call, callee.get());
    List<Param> wanted = callee.get().params();
    if (wanted.size() != call.args().size()) {
      findings.report(
          CALL_ARITY,
          call.span(),
          call.callee()
              + " has "
              + wanted.size()
              + " parameters, but "
              + call.args().size()
              + " arguments are given",
          "its parameters are "
              + String.join(", ", wanted.stream().map(p -> p.var().name()).toList()));
      return;
    }
    for (int i = 0; i < wanted.size(); i++) {
      Expr arg = call.args().get(i);
      matches(call, wanted.get(i), arg);
      if (wanted.get(i).direction() != Direction.IN) {
        checkWrite(arg, place(arg, call), call.callee());
      }
    }
  }

  private static Span place(Expr arg, FunctionCall call) {
    return arg.span().isKnown() ? arg.span() : call.span();
  }

  private void device(FunctionCall call) {
    boolean given = call.attrs().has(TaskAttrs.DEVICE);
    if (given && !function.isHostOrchestrator()) {
      findings.report(
          DEVICE_PLACEMENT,
          call.span(),
          function.name()
              + " calls "
              + call.callee()
              + " with device=, but it is no host orchestrator",
          "leave device out; the call runs on the caller's device");
    }
  }

  private void level(FunctionCall call, Function callee) {
    boolean up =
        (function.kind().isKernel() && RunsOn.of(callee) == RunsOn.CHIP)
            || (RunsOn.of(function) != RunsOn.HOST && callee.isHostOrchestrator());
    if (up && !callee.equals(function)) {
      findings.report(
          CALL_LEVEL,
          call.span(),
          function.name() + " calls " + callee.name() + ", which runs one level above it",
          "call downwards: host, chip orchestration, kernel");
    }
  }

  private void matches(FunctionCall call, Param param, Expr arg) {
    Type wanted = param.var().type();
    Type given = arg.type();
    if (given instanceof UnknownType || wanted instanceof UnknownType) {
      return;
    }
    boolean fits =
        switch (wanted) {
          case TensorLike w when given instanceof TensorLike g && w.kind().equals(g.kind()) ->
              w.dtype() == g.dtype();
          case TileType w when given instanceof TileType g ->
              w.dtype() == g.dtype() && w.rank() == g.rank();
          case ScalarType w when given instanceof ScalarType g -> scalars(w, g, arg);
          default -> wanted.getClass() == given.getClass();
        };
    if (fits) {
      extents(call, param, arg);
      value(call, param, arg);
      return;
    }
    findings.report(
        CALL_TYPE,
        place(arg, call),
        "parameter "
            + param.var().name()
            + " of "
            + call.callee()
            + " is "
            + Printer.print(wanted)
            + ", but the argument is "
            + Printer.print(given),
        wanted instanceof TensorType && given.kind().equals("DistributedTensor")
            ? "declare the parameter as pld.DistributedTensor[...]"
            : "pass an argument of the parameter's type");
  }

  private static boolean scalars(ScalarType wanted, ScalarType given, Expr arg) {
    DataType w = wanted.dtype();
    DataType g = given.dtype();
    boolean constant = arg instanceof IntConst || arg instanceof FloatConst;
    return w == g
        || (w.isInteger() && g.isInteger())
        || (w.isFloat() && (g.isFloat() || constant))
        || (w == DataType.BOOL && g.isInteger() && constant);
  }

  private void value(FunctionCall call, Param param, Expr arg) {
    if (!(param.var().type() instanceof ScalarType(DataType wanted)) || holds(wanted, arg)) {
      return;
    }
    String number = arg instanceof IntConst c ? "" + c.value() : "" + ((FloatConst) arg).value();
    findings.report(
        CALL_VALUE,
        place(arg, call),
        "parameter "
            + param.var().name()
            + " of "
            + call.callee()
            + " is "
            + wanted.dslName()
            + (wanted.isFloat()
                ? ", which has no value near "
                : ", which holds " + wanted.least() + " to " + wanted.greatest() + ", not ")
            + number,
        "pass a number that fits, or declare a wider parameter");
  }

  private static boolean holds(DataType type, Expr arg) {
    return switch (arg) {
      case IntConst c when !type.isFloat() ->
          type.holds(c.value()) && (!type.isUnsigned() || c.value() >= 0);
      case FloatConst c when type.isFloat() && Double.isFinite(c.value()) ->
          Math.abs(c.value()) < beyond(type);
      default -> true;
    };
  }

  /** The least number that rounds to no finite value of a float type. */
  private static double beyond(DataType type) {
    return switch (type) {
      case FP16 -> 65520;
      // Half a step beyond the greatest value.
      case BF16 -> 0x1.FFp127;
      // Halfway, 464 is rounded to the even one of its neighbours, which is 448.
      case FP8E4M3FN -> Math.nextUp(464.0);
      case FP8E5M2 -> 61440;
      default -> 0x1.FFFFFFp127;
    };
  }

  private void extents(FunctionCall call, Param param, Expr arg) {
    if (!(param.var().type() instanceof TensorLike wanted)
        || !(arg.type() instanceof TensorLike given)) {
      return;
    }
    if (wanted.rank() != given.rank()) {
      elements(call, param, arg, wanted, given);
      return;
    }
    for (int i = 0; i < wanted.rank(); i++) {
      Long w = Scalars.constant(wanted.shape().get(i));
      Long g = Scalars.constant(given.shape().get(i));
      if (w != null && g != null && !w.equals(g)) {
        findings.report(
            CALL_EXTENT,
            place(arg, call),
            "dimension "
                + i
                + " of parameter "
                + param.var().name()
                + " of "
                + call.callee()
                + " is "
                + w
                + ", but that of the argument is "
                + g,
            "pass a tensor of the parameter's shape, or slice it");
      }
    }
  }

  /** An argument of another rank is the same memory under the parameter's shape. */
  private void elements(
      FunctionCall call, Param param, Expr arg, TensorLike wanted, TensorLike given) {
    Long w = Extents.product(wanted.shape());
    Long g = Extents.product(given.shape());
    if (w != null && g != null && !w.equals(g)) {
      findings.report(
          CALL_EXTENT,
          place(arg, call),
          "parameter "
              + param.var().name()
              + " of "
              + call.callee()
              + " has "
              + w
              + " elements, but the argument has "
              + g,
          "pass a tensor of the parameter's shape, or slice it");
    }
  }

  /** The tensor that an op of this rank's memory writes. */
  private static Optional<Expr> written(Call call) {
    return call.op().effect() != Effect.WRITES
        ? Optional.empty()
        : call.operands().stream()
            .filter(o -> o.access().writes() && o.value().type() instanceof TensorLike)
            .map(Call.Operand::value)
            .findFirst();
  }

  private void checkWrite(Expr target, Span span, String writer) {
    Param param = origins.of(target) instanceof Var v ? params.get(v) : null;
    // An inline function's body is its caller's, and so are the directions.
    if (param != null
        && function.kind() != FunctionKind.INLINE
        && param.direction() == Direction.IN
        && param.var().type() instanceof TensorType) {
      findings.report(
          CALL_DIRECTION,
          span,
          writer
              + " writes parameter "
              + param.var().name()
              + " of "
              + function.name()
              + ", which is only read",
          "declare it as pl.Out[...] or pl.InOut[...]");
    }
  }
}

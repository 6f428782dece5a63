package org.pyptoj.sim.kernel;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.memory.TensorValue;

/** Puts arguments into frames; tensor extents that are names get their values from the tensors. */
final class Parameters {

  private final FunctionCompiler compiler;
  private final Set<String> bound = new HashSet<>();

  Parameters(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  /**
   * An extent that gives a name its value.
   *
   * @param factor how many times the name's value the extent is
   */
  private record Symbol(String name, long factor) {}

  private static Symbol symbol(Expr extent) {
    return switch (extent) {
      case Var v -> new Symbol(v.name(), 1);
      case Binary b when b.op() == BinaryOp.MUL ->
          b.left() instanceof Var v && b.right() instanceof IntConst c && c.value() > 0
              ? new Symbol(v.name(), c.value())
              : b.right() instanceof Var v && b.left() instanceof IntConst c && c.value() > 0
                  ? new Symbol(v.name(), c.value())
                  : null;
      default -> null;
    };
  }

  /** Whether an argument gives a name its value. */
  boolean binds(String name) {
    return bound.contains(name);
  }

  CompiledFunction.Binder binder(Param param) {
    Var var = param.var();
    Slots.Kind kind = Slots.Kind.of(var.type());
    int at = compiler.slots.index(var.name(), kind);
    return switch (kind) {
      case LONG -> {
        DataType type = ((ScalarType) var.type()).dtype();
        yield (f, a) -> f.longs[at] = held(var, type, number(var, a).longValue());
      }
      case DOUBLE -> (f, a) -> f.doubles[at] = number(var, a).doubleValue();
      case REF ->
          var.type() instanceof TensorLike type ? tensor(var, type, at) : (f, a) -> f.refs[at] = a;
    };
  }

  private Number number(Var var, Object argument) {
    if (argument instanceof Number n) {
      return n;
    }
    if (argument instanceof Boolean b) {
      return b ? 1L : 0L;
    }
    throw mismatch(var, "takes a number, not " + argument);
  }

  /** A value that the parameter's type holds: hardware would hand over its low bits. */
  private long held(Var var, DataType type, long value) {
    if (!type.holds(value)) {
      throw mismatch(
          var,
          "is "
              + type.dslName()
              + ", which holds "
              + type.least()
              + " to "
              + type.greatest()
              + ", not "
              + value);
    }
    return value;
  }

  private SimFailure mismatch(Var var, String what) {
    return new SimFailure(
        SimCode.ARGUMENT,
        "parameter " + var.name() + " of " + compiler.function.name() + " " + what,
        var.span().isKnown() ? var.span() : compiler.function.span());
  }

  private CompiledFunction.Binder tensor(Var var, TensorLike type, int at) {
    int dims = type.rank();
    int[] symbols = new int[dims];
    long[] factors = new long[dims];
    long[] fixed = new long[dims];
    for (int d = 0; d < dims; d++) {
      Expr extent = type.shape().get(d);
      Symbol symbol = symbol(extent);
      symbols[d] = symbol == null ? -1 : compiler.slots.index(symbol.name, Slots.Kind.LONG);
      factors[d] = symbol == null ? 1 : symbol.factor;
      fixed[d] = extent instanceof IntConst c ? c.value() : -1;
      if (symbol != null) {
        bound.add(symbol.name);
      }
    }
    // A column's elements lie one after another in either order, so DN says nothing about them.
    boolean column = dims > 0 && fixed[dims - 1] == 1;
    if (type.view().layout() != TensorLayout.ND && !column) {
      throw mismatch(var, "has layout " + type.view().layout() + ", which is not simulated");
    }
    List<Expr> validShape = type.view().validShape();
    LongsCode valid = validShape.isEmpty() ? null : compiler.longsExpr(validShape);
    return (f, a) -> {
      if (!(a instanceof TensorValue tensor)) {
        throw mismatch(var, "takes a tensor, not " + a);
      }
      if (tensor.dtype() != type.dtype()) {
        throw mismatch(
            var,
            "takes elements of "
                + type.dtype().dslName()
                + ", the argument has "
                + tensor.dtype().dslName());
      }
      long[] shape = tensor.shape();
      if (shape.length != dims) {
        tensor = fit(var, tensor, fixed);
        shape = tensor.shape();
      }
      for (int d = 0; d < dims; d++) {
        if (fixed[d] >= 0 && fixed[d] != shape[d]) {
          throw mismatch(
              var,
              "takes extent "
                  + fixed[d]
                  + " in dimension "
                  + d
                  + ", the argument's shape is "
                  + Arrays.toString(shape));
        }
        if (symbols[d] >= 0) {
          long value = shape[d] / factors[d];
          long known = f.longs[symbols[d]];
          if (value * factors[d] != shape[d] || (known != 0 && known != value)) {
            throw mismatch(
                var,
                "takes extent "
                    + Printer.print(type.shape().get(d))
                    + " in dimension "
                    + d
                    + ", the argument's shape is "
                    + Arrays.toString(shape)
                    + (known == 0
                        ? ""
                        : ", and " + symbol(type.shape().get(d)).name + " is " + known));
          }
          f.longs[symbols[d]] = value;
        }
      }
      if (valid != null) {
        tensor = tensor.with(tensor.strides(), valid.get(f));
      }
      f.refs[at] = tensor;
    };
  }

  /**
   * A packed argument of another rank is looked at in the parameter's shape, where that is known.
   */
  private TensorValue fit(Var var, TensorValue tensor, long[] fixed) {
    long count = 1;
    for (long extent : fixed) {
      count *= extent;
    }
    if (Arrays.stream(fixed).anyMatch(e -> e < 0)
        || count != tensor.elements()
        || !tensor.isPacked()) {
      throw mismatch(
          var,
          "has rank "
              + fixed.length
              + ", the argument's shape is "
              + Arrays.toString(tensor.shape()));
    }
    return tensor.reshape(fixed, fixed, Span.NONE);
  }
}

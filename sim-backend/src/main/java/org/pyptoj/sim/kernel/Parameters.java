package org.pyptoj.sim.kernel;

import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongsCode;
import org.pyptoj.sim.memory.TensorValue;

/** Puts arguments into frames; tensor extents that are names get their values from the tensors. */
final class Parameters {

  private final FunctionCompiler compiler;

  Parameters(FunctionCompiler compiler) {
    this.compiler = compiler;
  }

  CompiledFunction.Binder binder(Param param) {
    Var var = param.var();
    Slots.Kind kind = Slots.Kind.of(var.type());
    int at = compiler.slots.index(var.name(), kind);
    return switch (kind) {
      case LONG -> (f, a) -> f.longs[at] = number(var, a).longValue();
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

  private SimFailure mismatch(Var var, String what) {
    return new SimFailure(
        SimCode.ARGUMENT,
        "parameter " + var.name() + " of " + compiler.function.name() + " " + what,
        var.span().isKnown() ? var.span() : compiler.function.span());
  }

  private CompiledFunction.Binder tensor(Var var, TensorLike type, int at) {
    int dims = type.rank();
    int[] symbols = new int[dims];
    long[] fixed = new long[dims];
    for (int d = 0; d < dims; d++) {
      Expr extent = type.shape().get(d);
      symbols[d] = extent instanceof Var v ? compiler.slots.index(v.name(), Slots.Kind.LONG) : -1;
      fixed[d] = extent instanceof IntConst c ? c.value() : -1;
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
          f.longs[symbols[d]] = shape[d];
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

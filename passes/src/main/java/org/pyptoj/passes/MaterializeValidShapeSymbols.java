package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.MemoryRule;

/**
 * Gives kernels the valid extents that they name and cannot know. Comes in: kernels whose
 * parameters' valid shapes name symbols. Goes out: each symbol that is no extent of a parameter's
 * physical shape is a parameter of its own, in front of the others, and callers pass the valid
 * extent of what they hand over.
 *
 * <pre>
 * def k(self, a: pl.Tensor[[16, 128], pl.FP32, pl.TensorView(valid_shape=[16, VALID], layout=pl.ND)])
 *     self.k(x)                       # x is valid in [16, n]
 *   becomes
 * def k(self, VALID: pl.Scalar[pl.INDEX], a: ...)
 *     self.k(n, x)
 * </pre>
 *
 * <p>Establishes {@link Invariant#VALID_EXTENTS}.
 */
public final class MaterializeValidShapeSymbols implements Pass {

  @Override
  public String name() {
    return "MaterializeValidShapeSymbols";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.VALID_EXTENTS);
  }

  @Override
  public Program run(Program program, PassContext context) {
    Map<String, Function> before = new HashMap<>();
    Map<String, List<Var>> symbols = new HashMap<>();
    for (Function f : program.functions()) {
      before.put(f.name(), f);
      if (f.kind().isKernel() || f.kind() == org.pyptoj.ir.FunctionKind.SPMD) {
        List<Var> open = openSymbols(f);
        if (!open.isEmpty()) {
          symbols.put(f.name(), open);
        }
      }
    }
    if (symbols.isEmpty()) {
      return program;
    }
    return program.map(
        f -> extended(new Calls(before, symbols).function(f), symbols.get(f.name())));
  }

  private static Function extended(Function f, List<Var> symbols) {
    if (symbols == null) {
      return f;
    }
    List<Param> params = new ArrayList<>();
    symbols.forEach(s -> params.add(new Param(s, Direction.IN)));
    params.addAll(f.params());
    return f.withParams(params);
  }

  private static List<Var> openSymbols(Function f) {
    Set<Var> bound = Collections.newSetFromMap(new IdentityHashMap<>());
    Map<Var, Var> named = new LinkedHashMap<>();
    f.params().forEach(p -> bound.add(p.var()));
    Walker binder =
        new Walker() {
          @Override
          protected void use(Var var) {
            bound.add(var);
          }
        };
    Walker reader =
        new Walker() {
          @Override
          protected void use(Var var) {
            if (!bound.contains(var)) {
              named.putIfAbsent(var, var);
            }
          }
        };
    for (Param param : f.params()) {
      if (param.var().type() instanceof TensorLike t) {
        t.shape().forEach(binder::expr);
      }
    }
    for (Param param : f.params()) {
      if (param.var().type() instanceof TensorLike t) {
        t.view().validShape().forEach(reader::expr);
      }
    }
    return List.copyOf(named.keySet());
  }

  private static final class Calls extends Rewriter {
    private final Map<String, Function> callees;
    private final Map<String, List<Var>> symbols;

    Calls(Map<String, Function> callees, Map<String, List<Var>> symbols) {
      this.callees = callees;
      this.symbols = symbols;
    }

    @Override
    protected Expr functionCall(FunctionCall c) {
      List<Var> wanted = symbols.get(c.callee());
      if (wanted == null) {
        return super.functionCall(c);
      }
      List<Expr> args = new ArrayList<>();
      wanted.forEach(s -> args.add(extent(c, s)));
      args.addAll(c.args());
      Attrs attrs = c.attrs();
      if (attrs.has(TaskAttrs.ARG_DIRECTIONS)) {
        List<ArgDirection> directions =
            new ArrayList<>(Collections.nCopies(wanted.size(), ArgDirection.SCALAR));
        directions.addAll(attrs.get(TaskAttrs.ARG_DIRECTIONS));
        attrs = attrs.with(TaskAttrs.ARG_DIRECTIONS, directions);
      }
      return super.functionCall(new FunctionCall(c.callee(), args, attrs, c.type(), c.span()));
    }

    /**
     * The symbol's value: the valid extent of an argument at the place where the parameter names
     * the symbol.
     */
    private Expr extent(FunctionCall c, Var symbol) {
      Expr found = null;
      List<Param> params = callees.get(c.callee()).params();
      for (int i = 0; i < params.size(); i++) {
        if (!(params.get(i).var().type() instanceof TensorLike declared)
            || !(c.args().get(i).type() instanceof TensorLike actual)) {
          continue;
        }
        List<Expr> valid = declared.view().validShape();
        for (int d = 0; d < valid.size(); d++) {
          if (valid.get(d) != symbol) {
            continue;
          }
          Expr value = actual.validShape().get(d);
          if (found != null && !found.equals(value)) {
            throw MemoryRule.VALID_SYMBOL_DISAGREES.at(
                c.span(),
                "two arguments of '"
                    + c.callee()
                    + "' give '"
                    + symbol.name()
                    + "' different values",
                "use two symbols, or hand over tensors that are valid alike");
          }
          found = value;
        }
      }
      if (found == null) {
        throw MemoryRule.VALID_SYMBOL_COMPOUND.at(
            c.span(),
            "'"
                + symbol.name()
                + "' stands only inside a larger expression of '"
                + c.callee()
                + "'",
            "name the symbol alone in a valid_shape, or pass the extent as a pl.Scalar");
      }
      return found;
    }
  }
}

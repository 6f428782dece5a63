package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Puts the bodies of inline functions where they are called, and the bodies of kernels that kernel
 * code calls: both run where their caller runs. In comes a program before SSA form; out goes one
 * without functions of kind {@code Inline}, in which only orchestrations call kernels. Names of the
 * body get the suffix {@code _inlineN}, one number per call; a parameter is its argument, or a copy
 * of it where the body assigns the parameter.
 *
 * <pre>
 * def square(x):                    z = self.square(a)      y_inline0 = pl.mul(a, a)
 *     y = pl.mul(x, x)                                      z = y_inline0
 *     return y
 * </pre>
 *
 * <p>Establishes {@link Invariant#INLINED}.
 */
public final class InlineFunctions implements Pass {

  @Override
  public String name() {
    return "InlineFunctions";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.INLINED);
  }

  /**
   * The program without inline functions.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0105 when inline functions call
   *     themselves, PLP0103 when one returns before its end, PLP0113 when a name misses what one
   *     writes
   */
  @Override
  public Program run(Program program, PassContext context) {
    Map<String, Function> inline = new HashMap<>();
    for (Function f : program.functions()) {
      if (f.kind() == FunctionKind.INLINE) {
        inline.put(f.name(), f);
      }
    }
    inline.replaceAll((name, f) -> EarlyReturns.merged(f));
    List<Function> kept = new ArrayList<>();
    for (Function f : program.functions()) {
      if (f.kind() != FunctionKind.INLINE) {
        Function placed = inline.isEmpty() ? f : new Inliner(f, inline).function(f);
        kept.add(
            f.isHostOrchestrator() ? placed : new KernelInliner(placed, program).function(placed));
      }
    }
    kept.forEach(StaleValues::check);
    return program.withFunctions(kept);
  }

  /** Puts kernels where kernel code calls them. */
  private static final class KernelInliner extends Inliner {

    private boolean inKernel;

    KernelInliner(Function caller, Program program) {
      super(caller, kernels(program));
      inKernel = caller.kind().isKernel();
    }

    private static Map<String, Function> kernels(Program program) {
      Map<String, Function> kernels = new HashMap<>();
      for (Function f : program.functions()) {
        if (f.kind().isKernel()) {
          kernels.put(f.name(), f);
        }
      }
      return kernels;
    }

    @Override
    protected boolean isInlined(FunctionCall c) {
      return inKernel && super.isInlined(c);
    }

    @Override
    protected Function callee(FunctionCall c) {
      return EarlyReturns.merged(super.callee(c));
    }

    @Override
    protected void scope(Scope s, List<Stmt> out) {
      boolean outer = inKernel;
      inKernel |= KernelScopes.isKernelCode(s);
      super.scope(s, out);
      inKernel = outer;
    }
  }

  private static class Inliner extends Rewriter {

    private final Map<String, Function> inline;
    private final FreshNames names;
    private final LinkedHashSet<String> open = new LinkedHashSet<>();
    private List<Stmt> before = new ArrayList<>();
    private int count;

    Inliner(Function caller, Map<String, Function> inline) {
      this.inline = inline;
      this.names = FreshNames.beside(caller);
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      List<Stmt> outer = before;
      before = new ArrayList<>();
      List<Stmt> self = new ArrayList<>();
      switch (stmt) {
        case Eval s when isInline(s.value()) -> expand((FunctionCall) s.value());
        case For s -> loop(s, self);
        case While s -> loop(s, self);
        case If s -> choice(s, self);
        default -> super.stmt(stmt, self);
      }
      out.addAll(before);
      out.addAll(self);
      before = outer;
    }

    private boolean isInline(Expr e) {
      return e instanceof FunctionCall c && isInlined(c);
    }

    /** Whether a call is replaced by its callee's body. */
    protected boolean isInlined(FunctionCall c) {
      return inline.containsKey(c.callee());
    }

    /** The function that stands for a call. */
    protected Function callee(FunctionCall c) {
      return inline.get(c.callee());
    }

    @Override
    public Block block(Block block) {
      List<Stmt> outer = before;
      before = new ArrayList<>();
      Block done = super.block(block);
      before = outer;
      return done;
    }

    @Override
    protected Expr functionCall(FunctionCall c) {
      return isInlined(c) ? expand(c) : super.functionCall(c);
    }

    /** Puts the callee's statements in front of the statement at hand; returns what it returns. */
    private Expr expand(FunctionCall c) {
      Function callee = callee(c);
      if (!open.add(c.callee())) {
        throw StructureRule.RECURSIVE_INLINE.at(
            c.span(),
            "`"
                + c.callee()
                + "` is inline and calls itself: "
                + String.join(" -> ", open)
                + " -> "
                + c.callee(),
            "an inline function is copied to its call, so it cannot recurse; use a loop");
      }
      List<Expr> args = exprs(c.args());
      Body body = new Body(callee, args, count++);
      List<Stmt> copied = new ArrayList<>(body.block(callee.body()).stmts());
      List<Expr> results = List.of();
      if (!copied.isEmpty() && copied.getLast() instanceof Return end) {
        copied.removeLast();
        results = StorageRoots.flat(end);
      }
      before.addAll(body.copies);
      for (Stmt stmt : copied) {
        List<Stmt> expanded = new ArrayList<>();
        stmt(stmt, expanded);
        before.addAll(expanded);
      }
      List<Expr> values = new ArrayList<>();
      for (Expr result : results) {
        Expr value = expr(result);
        // The parts of a tuple are told apart by their names.
        values.add(results.size() > 1 && Walker.calls(value) ? named(value, body) : value);
      }
      open.remove(c.callee());
      return switch (values.size()) {
        case 0 -> null;
        case 1 -> values.getFirst();
        default -> new MakeTuple(values, c.span());
      };
    }

    private Var named(Expr value, Body body) {
      Var name = new Var(body.rename("returned" + before.size()), value.type(), value.span());
      before.add(new Assign(name, value, value.span()));
      return name;
    }

    /** A callee's body with the caller's values and names of its own. */
    private final class Body extends Rewriter {

      private final Map<String, Expr> params = new HashMap<>();
      private final Map<String, String> renamed = new HashMap<>();
      private final List<Stmt> copies = new ArrayList<>();
      private final int number;

      Body(Function callee, List<Expr> args, int number) {
        this.number = number;
        Set<String> assigned = Liveness.assigned(callee.body());
        for (int i = 0; i < callee.params().size(); i++) {
          Param param = callee.params().get(i);
          bindExtents(param.var(), args.get(i));
        }
        for (int i = 0; i < callee.params().size(); i++) {
          Var param = callee.params().get(i).var();
          Expr arg = args.get(i);
          if (assigned.contains(param.name()) || Walker.calls(arg)) {
            Var copy = new Var(rename(param.name()), arg.type(), param.span());
            copies.add(new Assign(copy, arg, param.span()));
            params.put(param.name(), copy);
          } else {
            params.put(param.name(), arg);
          }
        }
      }

      /** A symbolic extent of a parameter is the argument's extent. */
      private void bindExtents(Var param, Expr arg) {
        if (param.type() instanceof TensorLike p && arg.type() instanceof TensorLike a) {
          for (int d = 0; d < Math.min(p.rank(), a.rank()); d++) {
            if (p.shape().get(d) instanceof Var symbol) {
              params.put(symbol.name(), a.shape().get(d));
            }
          }
        }
      }

      private String rename(String name) {
        return renamed.computeIfAbsent(
            name, n -> names.free(AutoName.baseOf(n) + "_inline" + number));
      }

      @Override
      protected Var define(Var var) {
        Var fresh = new Var(rename(var.name()), type(var.type()), var.span());
        params.put(var.name(), fresh);
        return fresh;
      }

      @Override
      public Expr expr(Expr expr) {
        if (!(expr instanceof Var v)) {
          return super.expr(expr);
        }
        Expr value = params.getOrDefault(v.name(), v);
        // A name may have another scalar type here than where it was assigned last: behind a choice
        // it has the type of both branches.
        return value instanceof Var fresh
                && fresh.name().equals(renamed.get(v.name()))
                && v.type() instanceof ScalarType
                && !fresh.type().equals(v.type())
            ? new Var(fresh.name(), v.type(), v.span())
            : value;
      }
    }
  }
}

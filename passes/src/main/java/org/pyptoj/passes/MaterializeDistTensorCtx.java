package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Owner;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.Definitions;
import org.pyptoj.passes.memory.MemoryRule;

/**
 * Makes communication contexts ordinary values. Comes in: functions with window parameters, whose
 * contexts are asked for by {@code get_comm_ctx}. Goes out: every function has, behind its other
 * parameters, one context per window parameter, in their order; callers pass them along, and the
 * host, which has them from the runtime, asks for them in front of each dispatch. Inside kernels
 * and chip orchestrations {@code get_comm_ctx} is gone, and each op that reaches a peer names its
 * context as attribute {@code ctx}.
 *
 * <pre>
 * def step(self, data: pld.DistributedTensor[...]):
 *     me = pld.system.rank(pld.system.get_comm_ctx(data))
 *   becomes
 * def step(self, data: pld.DistributedTensor[...], data_ctx: pld.CommCtx):
 *     me = pld.system.rank(data_ctx)
 * </pre>
 *
 * <p>Establishes {@link Invariant#CONTEXTS}.
 */
public final class MaterializeDistTensorCtx implements Pass {

  @Override
  public String name() {
    return "MaterializeDistTensorCtx";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.CONTEXTS);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> new Contexts(f, program).function(f));
  }

  private static boolean isWindow(Expr value) {
    return value.type() instanceof DistributedTensorType;
  }

  private static final class Contexts extends Rewriter {
    private final Function function;
    private final Program program;
    private final StorageRoots roots;
    private final FreshNames names;
    private final Map<Var, Var> contexts = new IdentityHashMap<>();

    Contexts(Function function, Program program) {
      this.function = function;
      this.program = program;
      this.roots = StorageRoots.of(function, program, StorageRoots.Sharing.PARTS);
      this.names = FreshNames.beside(function);
    }

    @Override
    public Function function(Function f) {
      List<Param> params = new ArrayList<>(f.params());
      for (Param param : f.params()) {
        if (isWindow(param.var())) {
          Var ctx = fresh(param.var().name() + "_ctx", param.var().span());
          contexts.put(param.var(), ctx);
          params.add(new Param(ctx, Direction.IN));
        }
      }
      return super.function(f.withParams(params));
    }

    private Var fresh(String hint, Span span) {
      return new Var(names.free(hint), CommCtxType.INSTANCE, span);
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      carriesOne(s.iterArgs(), s.body(), s.span());
      super.loop(s, out);
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      carriesOne(s.iterArgs(), s.body(), s.span());
      super.loop(s, out);
    }

    private void carriesOne(List<IterArg> args, Block body, Span span) {
      List<Expr> yields = Definitions.yields(body);
      for (int i = 0; i < args.size(); i++) {
        if (isWindow(args.get(i).var())
            && roots.root(yields.get(i)) != roots.root(args.get(i).init())) {
          throw MemoryRule.CTX_CHANGES.at(
              span,
              "the loop begins with one window as '"
                  + AutoName.baseOf(args.get(i).var().name())
                  + "' and goes on with another",
              "use the windows' own names, or two loops");
        }
      }
    }

    private boolean isHost() {
      return function.isHostOrchestrator();
    }

    /** The context of a window: that of the parameter behind it. */
    private Var contextOf(Expr window, Span span) {
      Var root = roots.root(window);
      Var ctx = root == null ? null : contexts.get(root);
      if (ctx == null) {
        throw MemoryRule.CTX_UNKNOWN.at(
            span,
            "the window here is none of the parameters of '" + function.name() + "'",
            "pass the window as a parameter and use it, or what a store into it returns");
      }
      return ctx;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      if (!isHost() && s.value() instanceof Call c && c.op() == DistributedOp.GET_COMM_CTX) {
        substitute(s.target(), contextOf(c.operand(ParamRole.SOURCE), c.span()));
        return;
      }
      super.assign(s, out);
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      if (isHost()) {
        switch (stmt) {
          case Assign a when a.value() instanceof FunctionCall c ->
              super.stmt(new Assign(a.target(), withRuntimeContexts(c, out), a.span()), out);
          case Eval e when e.value() instanceof FunctionCall c ->
              super.stmt(new Eval(withRuntimeContexts(c, out), e.span()), out);
          case Return r when r.values().stream().anyMatch(v -> v instanceof FunctionCall) -> {
            List<Expr> values = new ArrayList<>();
            for (Expr value : r.values()) {
              values.add(value instanceof FunctionCall c ? withRuntimeContexts(c, out) : value);
            }
            super.stmt(new Return(values, r.span()), out);
          }
          default -> super.stmt(stmt, out);
        }
      } else {
        super.stmt(stmt, out);
      }
    }

    /** The windows among the arguments, in the order of the callee's window parameters. */
    private List<Expr> windows(FunctionCall c) {
      Function callee = program.function(c.callee()).orElse(null);
      List<Expr> windows = new ArrayList<>();
      for (int i = 0; callee != null && i < callee.params().size() && i < c.args().size(); i++) {
        if (isWindow(callee.params().get(i).var())) {
          windows.add(c.args().get(i));
        }
      }
      return windows;
    }

    private FunctionCall withRuntimeContexts(FunctionCall c, List<Stmt> out) {
      List<Expr> passed = new ArrayList<>();
      for (Expr window : windows(c)) {
        String hint = window instanceof Var v ? v.name() + "_ctx" : "window_ctx";
        passed.add(
            new IrBuilder(names, out, c.span())
                .bind(hint, DistributedOp.GET_COMM_CTX, expr(window)));
      }
      return extended(c, passed);
    }

    private static FunctionCall extended(FunctionCall c, List<Expr> passed) {
      if (passed.isEmpty()) {
        return c;
      }
      List<Expr> args = new ArrayList<>(c.args());
      args.addAll(passed);
      Attrs attrs = c.attrs();
      if (attrs.has(TaskAttrs.ARG_DIRECTIONS)) {
        List<ArgDirection> directions = new ArrayList<>(attrs.get(TaskAttrs.ARG_DIRECTIONS));
        passed.forEach(p -> directions.add(ArgDirection.SCALAR));
        attrs = attrs.with(TaskAttrs.ARG_DIRECTIONS, directions);
      }
      return new FunctionCall(c.callee(), args, attrs, c.type(), c.span());
    }

    @Override
    protected Expr functionCall(FunctionCall c) {
      if (isHost()) {
        return super.functionCall(c);
      }
      List<Expr> passed = new ArrayList<>();
      for (Expr window : windows(c)) {
        passed.add(contextOf(window, c.span()));
      }
      return super.functionCall(extended(c, passed));
    }

    @Override
    protected Expr call(Call c) {
      if (isHost()) {
        return super.call(c);
      }
      if (c.op() == DistributedOp.GET_COMM_CTX) {
        return contextOf(c.operand(ParamRole.SOURCE), c.span());
      }
      for (Call.Operand operand : c.operands()) {
        if (operand.param().owner() == Owner.PEER) {
          return withContext(c, operand.value());
        }
      }
      return super.call(c);
    }

    private Expr withContext(Call c, Expr window) {
      Call plain = (Call) super.call(c);
      Var ctx = contextOf(window, c.span());
      return plain.withOperand(ParamRole.CONTEXT, ctx);
    }
  }
}

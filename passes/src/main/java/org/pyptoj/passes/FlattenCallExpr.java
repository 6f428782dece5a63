package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Takes calls out of other values. In comes a program in SSA form; out goes one in which a call
 * stands alone on the right of an assignment or as a statement, and everything else mentions
 * variables.
 *
 * <pre>
 * y__ssa_v1 = pl.store(pl.mul(a, b), [0, 0], y)      t__tmp_v0 = pl.mul(a, b)
 *                                                    y__ssa_v1 = pl.store(t__tmp_v0, [0, 0], y)
 * </pre>
 *
 * The right side of {@code and} and {@code or} is computed where Python computes it: a read in it
 * that may be out of range goes into a choice on the left side.
 *
 * <p>A tile that nobody wants gets a name too. A call in the condition of a while loop is evaluated
 * before the loop and again at the end of each iteration; the loop carries the condition.
 *
 * <p>Establishes {@link Invariant#FLAT_CALLS}.
 */
public final class FlattenCallExpr implements Pass {

  @Override
  public String name() {
    return "FlattenCallExpr";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.FLAT_CALLS);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> new Flattener(f).function(f));
  }

  /** Whether an operand is no place that only the run knows. */
  private static boolean isSettled(Expr operand) {
    return switch (operand) {
      case IntConst c -> true;
      case MakeTuple t -> t.elements().stream().allMatch(FlattenCallExpr::isSettled);
      default -> !(operand.type() instanceof ScalarType);
    };
  }

  private static final class Flattener extends Rewriter {

    private final FreshNames names;
    private List<Stmt> before = new ArrayList<>();
    private boolean inType;

    Flattener(Function function) {
      names = FreshNames.beside(function);
    }

    @Override
    public Type type(Type type) {
      boolean outer = inType;
      inType = true;
      try {
        return super.type(type);
      } finally {
        inType = outer;
      }
    }

    /** A value that may stay a call at its top. */
    private Expr top(Expr expr) {
      return switch (expr) {
        case Call c -> super.call(c);
        case FunctionCall c -> super.functionCall(c);
        default -> expr(expr);
      };
    }

    @Override
    public Expr expr(Expr expr) {
      if (expr instanceof MakeTuple t) {
        // An extent of as many as there are ranks keeps saying so: it is part of a window's type.
        List<Expr> elements = new ArrayList<>();
        for (Expr e : t.elements()) {
          elements.add(e instanceof Call c && c.op() == DistributedOp.WORLD_SIZE ? c : expr(e));
        }
        return new MakeTuple(elements, t.span());
      }
      if (!inType
          && expr instanceof Binary b
          && (b.op() == BinaryOp.AND || b.op() == BinaryOp.OR)
          && mayFail(b.right())) {
        return decided(b);
      }
      return super.expr(expr);
    }

    /** The right side is computed only where the left one does not decide. */
    private Expr decided(Binary b) {
      Expr left = expr(b.left());
      List<Stmt> outer = before;
      before = new ArrayList<>();
      Expr right = expr(b.right());
      List<Stmt> further = before;
      before = outer;
      further.add(new Yield(List.of(right), b.span()));
      boolean and = b.op() == BinaryOp.AND;
      Block goesOn = new Block(further);
      Block ends = new Block(List.of(new Yield(List.of(IntConst.bool(!and, b.span())), b.span())));
      Var result = new Var(names.fresh("t", "tmp"), b.type(), b.span());
      before.add(new If(left, and ? goesOn : ends, and ? ends : goesOn, List.of(result), b.span()));
      return result;
    }

    /** Whether a value reads memory at a place that only the run knows. */
    private static boolean mayFail(Expr expr) {
      return Walker.anyPart(expr, e -> e instanceof Call c && readsSomewhere(c));
    }

    private static boolean readsSomewhere(Call c) {
      return c.operands().stream().anyMatch(o -> o.access().reads() && o.value().type().isMemory())
          && !c.args().stream().allMatch(FlattenCallExpr::isSettled);
    }

    @Override
    protected Expr call(Call c) {
      return inType ? c : name(super.call(c));
    }

    @Override
    protected Expr functionCall(FunctionCall c) {
      return inType ? c : name(super.functionCall(c));
    }

    private Var name(Expr call) {
      Var var = new Var(names.fresh("t", "tmp"), call.type(), call.span());
      before.add(new Assign(var, call, call.span()));
      return var;
    }

    private void flush(List<Stmt> out) {
      out.addAll(before);
      before.clear();
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      Expr value = top(s.value());
      flush(out);
      out.add(new Assign(define(s.target()), value, s.span()));
    }

    @Override
    protected void eval(Eval s, List<Stmt> out) {
      Expr value = top(s.value());
      if (value instanceof Call c && c.type() instanceof TileType) {
        // Tiles need a place, wanted or not, and places belong to names.
        name(c);
        flush(out);
        return;
      }
      flush(out);
      out.add(new Eval(value, s.span()));
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      switch (stmt) {
        case Yield s -> {
          List<Expr> values = exprs(s.values());
          flush(out);
          out.add(new Yield(values, s.span()));
        }
        case Return s -> {
          List<Expr> values = exprs(s.values());
          flush(out);
          out.add(new Return(values, s.span()));
        }
        default -> super.stmt(stmt, out);
      }
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      Expr start = expr(s.start());
      Expr stop = expr(s.stop());
      Expr step = expr(s.step());
      List<IterArg> args = iterArgs(s.iterArgs());
      Attrs attrs = attrs(s.attrs());
      flush(out);
      out.add(
          new For(
              define(s.index()),
              start,
              stop,
              step,
              args,
              block(s.body()),
              s.results().stream().map(this::define).toList(),
              s.kind(),
              attrs,
              s.span()));
    }

    private List<IterArg> iterArgs(List<IterArg> args) {
      List<IterArg> out = new ArrayList<>();
      for (IterArg arg : args) {
        out.add(new IterArg(define(arg.var()), expr(arg.init())));
      }
      return out;
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      List<IterArg> args = iterArgs(s.iterArgs());
      flush(out);
      List<Var> results = new ArrayList<>(s.results());
      if (!Walker.calls(s.condition())) {
        out.add(new While(s.condition(), args, block(s.body()), results, s.span()));
        return;
      }
      Expr first =
          substituted(
              s.condition(), s.iterArgs(), s.iterArgs().stream().map(IterArg::init).toList());
      first = expr(first);
      flush(out);
      Var going = new Var(names.fresh("going", "iter"), first.type(), s.span());
      args.add(new IterArg(going, first));
      results.add(new Var(names.fresh("going", "rv"), first.type(), s.span()));
      List<Stmt> body = new ArrayList<>(block(s.body()).stmts());
      List<Expr> yields = new ArrayList<>();
      if (!body.isEmpty() && body.getLast() instanceof Yield y) {
        yields.addAll(y.values());
        body.removeLast();
      }
      Expr again = expr(substituted(s.condition(), s.iterArgs(), yields));
      flush(body);
      yields.add(again);
      body.add(new Yield(yields, s.span()));
      out.add(new While(going, args, new Block(body), results, s.span()));
    }

    private static Expr substituted(Expr condition, List<IterArg> args, List<Expr> values) {
      Rewriter rewriter = new Rewriter();
      for (int i = 0; i < args.size(); i++) {
        rewriter.substitute(args.get(i).var(), values.get(i));
      }
      return rewriter.expr(condition);
    }

    @Override
    protected void choice(If s, List<Stmt> out) {
      Expr condition = expr(s.condition());
      flush(out);
      out.add(
          new If(
              condition,
              block(s.then()),
              block(s.orElse()),
              s.results().stream().map(this::define).toList(),
              s.span()));
    }

    @Override
    protected void scope(Scope s, List<Stmt> out) {
      Attrs attrs = attrs(s.attrs());
      flush(out);
      out.add(new Scope(s.kind(), attrs, s.taskId(), block(s.body()), s.span()));
    }
  }
}

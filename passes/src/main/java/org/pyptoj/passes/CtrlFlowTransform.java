package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Removes {@code break}, {@code continue} and returns inside choices. In comes a program before SSA
 * form; out goes one whose regions are left at their end only. What follows a jump moves into the
 * other branch; a loop with a {@code break} becomes a while loop over its index and a flag.
 *
 * <pre>
 * for i in pl.range(n):          i = 0
 *     if c: break                stopped = False
 *     A                          while i &lt; n and not stopped:
 *                                    if c:
 *                                        stopped = True
 *                                    else:
 *                                        A
 *                                    if not stopped:
 *                                        i = i + 1
 * </pre>
 *
 * A carried value that the author yields keeps its last yielded value when the loop is left by a
 * break.
 *
 * <p>Establishes {@link Invariant#STRUCTURED}.
 */
public final class CtrlFlowTransform implements Pass {

  @Override
  public String name() {
    return "CtrlFlowTransform";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.STRUCTURED);
  }

  /**
   * The program without jumps.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0107 for a jump outside a loop
   */
  @Override
  public Program run(Program program, PassContext context) {
    return EarlyReturns.merged(program).map(f -> new Structurer(f).function(f));
  }

  private static final class Structurer extends Rewriter {

    private final FreshNames names;
    private int loops;
    private Var flag;

    Structurer(Function function) {
      names = FreshNames.beside(function);
    }

    @Override
    public Block block(Block block) {
      List<Stmt> out = new ArrayList<>();
      region(block.stmts(), out);
      return new Block(out);
    }

    /** Rewrites statements; what cannot run behind a jump is dropped. */
    private void region(List<Stmt> stmts, List<Stmt> out) {
      for (int i = 0; i < stmts.size(); i++) {
        Stmt stmt = stmts.get(i);
        List<Stmt> rest = stmts.subList(i + 1, stmts.size());
        switch (stmt) {
          case Break s -> {
            inLoop(s.span(), "break");
            out.add(
                new Assign(
                    new Var(flag.name(), flag.type(), s.span()),
                    IntConst.bool(true, s.span()),
                    s.span()));
            return;
          }
          case Continue s -> {
            inLoop(s.span(), "continue");
            return;
          }
          case If s when jumps(s) -> {
            out.add(
                new If(
                    expr(s.condition()),
                    branch(s.then(), rest),
                    branch(s.orElse(), rest),
                    List.of(),
                    s.span()));
            return;
          }
          case Scope s when jumps(s.body()) ->
              throw StructureRule.JUMP_OUTSIDE_LOOP.at(
                  s.span(),
                  "a break or continue leaves a scope",
                  "jump outside the scope, or set a value in it and test that behind it");
          default -> stmt(stmt, out);
        }
      }
    }

    private void inLoop(Span span, String what) {
      if (loops == 0) {
        throw StructureRule.JUMP_OUTSIDE_LOOP.at(
            span, "`" + what + "` stands outside a loop", "remove it, or move it into the loop");
      }
    }

    /** A branch followed by what stands behind the choice, unless the branch always jumps. */
    private Block branch(Block branch, List<Stmt> rest) {
      List<Stmt> whole = new ArrayList<>(branch.stmts());
      if (!alwaysJumps(branch)) {
        whole.addAll(rest);
      }
      List<Stmt> out = new ArrayList<>();
      region(whole, out);
      return new Block(out);
    }

    private static boolean alwaysJumps(Block block) {
      for (Stmt stmt : block.stmts()) {
        if (stmt instanceof Break
            || stmt instanceof Continue
            || stmt instanceof If i && alwaysJumps(i.then()) && alwaysJumps(i.orElse())) {
          return true;
        }
      }
      return false;
    }

    private static boolean jumps(Block block) {
      return block.stmts().stream().anyMatch(Structurer::jumps);
    }

    private static boolean jumps(Stmt stmt) {
      return switch (stmt) {
        case Break b -> true;
        case Continue c -> true;
        case If i -> jumps(i.then()) || jumps(i.orElse());
        case Scope s -> jumps(s.body());
        default -> false;
      };
    }

    private static boolean breaks(Block block) {
      return block.stmts().stream()
          .anyMatch(
              stmt ->
                  switch (stmt) {
                    case Break b -> true;
                    case If i -> breaks(i.then()) || breaks(i.orElse());
                    case Scope s -> breaks(s.body());
                    default -> false;
                  });
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      if (!jumps(s.body())) {
        enter(null, () -> super.loop(s, out));
        return;
      }
      if (!breaks(s.body()) && s.iterArgs().isEmpty()) {
        enter(null, () -> super.loop(s, out));
        return;
      }
      Carried carried = new Carried(s.iterArgs(), s.results(), out);
      Block body = carried.byName(s.body());
      if (!breaks(s.body())) {
        enter(null, () -> super.loop(s.carrying(List.of(), body, List.of()), out));
        carried.finish();
        return;
      }
      Span span = s.span();
      Var stopped = stopped(span, out);
      // As Python has it, the bounds are what they were when the loop began.
      Set<String> changed = Liveness.assigned(s.body());
      Expr step = fixed(expr(s.step()), "step", changed, out);
      Expr stop = fixed(expr(s.stop()), "stop", changed, out);
      Var index = s.index();
      out.add(new Assign(index, Scalars.cast(expr(s.start()), Scalars.dtypeOf(index), span), span));
      boolean down = Scalars.constant(step) != null && Scalars.constant(step) < 0;
      Expr more = Scalars.binary(down ? BinaryOp.GT : BinaryOp.LT, index, stop, span);
      List<Stmt> stmts = new ArrayList<>();
      enter(stopped, () -> region(body.stmts(), stmts));
      Var next = new Var(index.name(), index.type(), span);
      Assign advance =
          new Assign(
              next,
              Scalars.cast(
                  Scalars.binary(BinaryOp.ADD, index, step, span), Scalars.dtypeOf(index), span),
              span);
      stmts.add(new If(not(stopped), Block.of(advance), Block.EMPTY, List.of(), span));
      out.add(
          new While(
              Scalars.binary(BinaryOp.AND, more, not(stopped), span),
              List.of(),
              new Block(stmts),
              List.of(),
              span));
      carried.finish();
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      if (!jumps(s.body()) || !breaks(s.body()) && s.iterArgs().isEmpty()) {
        enter(null, () -> super.loop(s, out));
        return;
      }
      Carried carried = new Carried(s.iterArgs(), s.results(), out);
      Block body = carried.byName(s.body());
      Expr condition = carried.held(expr(s.condition()));
      Var stopped = breaks(s.body()) ? stopped(s.span(), out) : null;
      List<Stmt> stmts = new ArrayList<>();
      enter(stopped, () -> region(body.stmts(), stmts));
      out.add(
          new While(
              stopped == null
                  ? condition
                  : Scalars.binary(BinaryOp.AND, condition, not(stopped), s.span()),
              List.of(),
              new Block(stmts),
              List.of(),
              s.span()));
      carried.finish();
    }

    /** A bound's value before the loop, where the body may change what it is made of. */
    private Expr fixed(Expr value, String name, Set<String> changed, List<Stmt> out) {
      if (!calls(value) && Liveness.reads(value).stream().noneMatch(changed::contains)) {
        return value;
      }
      Var var = new Var(fresh(name), value.type(), value.span());
      out.add(new Assign(var, value, value.span()));
      return var;
    }

    /** Whether an expression may read memory. */
    private static boolean calls(Expr value) {
      boolean[] found = {false};
      new Walker() {
        @Override
        public void expr(Expr expr) {
          found[0] |= expr instanceof Call || expr instanceof FunctionCall;
          super.expr(expr);
        }
      }.expr(value);
      return found[0];
    }

    private String fresh(String base) {
      return names.free(base, "");
    }

    private Var stopped(Span span, List<Stmt> out) {
      Var var = new Var(fresh("stopped"), ScalarType.BOOL, span);
      out.add(new Assign(var, IntConst.bool(false, span), span));
      return var;
    }

    private static Expr not(Var var) {
      return Scalars.unary(UnaryOp.NOT, var, var.span());
    }

    private void enter(Var breakFlag, Runnable inside) {
      Var outer = flag;
      flag = breakFlag;
      loops++;
      inside.run();
      loops--;
      flag = outer;
    }

    /** Carried values of a loop that jumps, as names: what the author yields is assigned. */
    private final class Carried {
      private final List<IterArg> args;
      private final List<Var> results;
      private final List<Stmt> out;

      Carried(List<IterArg> args, List<Var> results, List<Stmt> out) {
        this.args = args;
        this.results = results;
        this.out = out;
        for (IterArg arg : args) {
          out.add(new Assign(held(arg), expr(arg.init()), arg.var().span()));
        }
      }

      private Var held(IterArg arg) {
        return new Var(arg.var().name() + "_held", arg.var().type(), arg.var().span());
      }

      /** A while loop's condition, which is evaluated before the body binds the carried names. */
      Expr held(Expr condition) {
        return new Rewriter() {
          @Override
          public Expr expr(Expr expr) {
            if (expr instanceof Var v) {
              for (IterArg arg : args) {
                if (arg.var().name().equals(v.name())) {
                  return held(arg);
                }
              }
            }
            return super.expr(expr);
          }
        }.expr(condition);
      }

      Block byName(Block body) {
        List<Stmt> stmts = new ArrayList<>();
        for (IterArg arg : args) {
          stmts.add(new Assign(arg.var(), held(arg), arg.var().span()));
        }
        for (Stmt stmt : body.stmts()) {
          if (stmt instanceof Yield y) {
            for (int i = 0; i < args.size(); i++) {
              stmts.add(new Assign(held(args.get(i)), y.values().get(i), y.span()));
            }
          } else {
            stmts.add(stmt);
          }
        }
        return new Block(stmts);
      }

      void finish() {
        for (int i = 0; i < results.size(); i++) {
          out.add(new Assign(define(results.get(i)), held(args.get(i)), results.get(i).span()));
        }
      }
    }
  }
}

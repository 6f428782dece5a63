package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.arith.IntegerFacts;
import org.pyptoj.ir.arith.Interval;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ScalarType;

/**
 * Computes what is known when the kernel compiles. In comes a program in SSA form, out goes one in
 * which
 *
 * <ul>
 *   <li>constants and plain copies stand where they are used, extents of types included; other
 *       scalar definitions stay
 *   <li>comparisons, minima and maxima are decided where the ranges of loop variables decide them
 *   <li>a choice with a known condition is its branch, a sequential loop without hints that runs
 *       once is its body, and one that never runs is gone
 *   <li>scalar definitions without a use are gone; calls stay, used or not
 * </ul>
 *
 * <pre>
 * for col__idx_v0 in pl.range(0, 17, 32):
 *     valid__ssa_v0 = pl.min(32, 17 - col__idx_v0)
 *     part__ssa_v0 = pl.load(x, [0, col__idx_v0], [1, 32], [1, valid__ssa_v0])
 *
 * part__ssa_v0 = pl.load(x, [0, 0], [1, 32], [1, 17])
 * </pre>
 */
public final class Simplify implements Pass {

  @Override
  public String name() {
    return "Simplify";
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> withoutDeadScalars(new Simplifier().function(f)));
  }

  private static final class Simplifier extends Rewriter {

    private final IntegerFacts facts = new IntegerFacts();

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      Expr value = expr(s.value());
      if (s.target().type() instanceof ScalarType(var stated)
          && value.type() instanceof ScalarType(var now)
          && now != stated) {
        // A loop's index that has become a bare number took the type of what stands beside it.
        value = Scalars.cast(value, stated, s.span());
      }
      if (isTrivial(s.target(), value)) {
        substitute(s.target(), value);
        return;
      }
      Var target = define(s.target());
      // What ranks and blocks say is not used: the reference keeps the minima that it would decide.
      if (target.type() instanceof ScalarType) {
        facts.set(target, Walker.calls(value) ? Interval.ALL : facts.of(value));
      }
      out.add(new Assign(target, value, s.span()));
    }

    private boolean isTrivial(Var target, Expr value) {
      return switch (value) {
        case IntConst c -> target.type() instanceof ScalarType(var d) && d == c.dtype();
        case FloatConst c -> target.type() instanceof ScalarType(var d) && d == c.dtype();
        case Var v -> v.type().equals(type(target.type()));
        case MakeTuple t -> t.elements().stream().allMatch(Simplifier::isPlain);
        default -> false;
      };
    }

    private static boolean isPlain(Expr e) {
      return e instanceof Var || e instanceof IntConst || e instanceof FloatConst;
    }

    @Override
    public Expr expr(Expr expr) {
      Expr after = super.expr(expr);
      if (after instanceof Binary b) {
        Boolean known = facts.decide(b);
        if (known != null) {
          return IntConst.bool(known, b.span());
        }
        if (b.op() == BinaryOp.MIN || b.op() == BinaryOp.MAX) {
          return extremum(b);
        }
      }
      return after;
    }

    private Expr extremum(Binary b) {
      if (!b.left().type().equals(b.right().type()) || !b.dtype().isInteger()) {
        return b;
      }
      Interval x = facts.of(b.left());
      Interval y = facts.of(b.right());
      boolean leftSmaller = x.isBelow(y);
      boolean rightSmaller = y.isBelow(x);
      boolean min = b.op() == BinaryOp.MIN;
      if (leftSmaller) {
        return min ? b.left() : b.right();
      }
      return rightSmaller ? min ? b.right() : b.left() : b;
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      Expr start = expr(s.start());
      Expr stop = expr(s.stop());
      Expr step = expr(s.step());
      if (s.kind() == ForKind.SEQUENTIAL && s.attrs().isEmpty()) {
        Integer trips = trips(start, stop, step);
        if (trips != null && trips == 0) {
          for (int i = 0; i < s.results().size(); i++) {
            substitute(s.results().get(i), expr(s.iterArgs().get(i).init()));
          }
          return;
        }
        if (trips != null) {
          List<Expr> inits = s.iterArgs().stream().map(a -> expr(a.init())).toList();
          for (int i = 0; i < inits.size(); i++) {
            substitute(s.iterArgs().get(i).var(), inits.get(i));
          }
          substitute(s.index(), Scalars.cast(start, Scalars.dtypeOf(s.index()), start.span()));
          splice(s.body(), s.results(), out);
          return;
        }
      }
      Map<Expr, Interval> saved = facts.save();
      Interval from = facts.of(start);
      Interval to = facts.of(stop);
      if (facts.of(step).low() >= 1) {
        facts.set(
            s.index(),
            new Interval(from.low(), to.isBoundedAbove() ? to.high() - 1 : Interval.ALL.high()));
      }
      super.loop(s, out);
      facts.restore(saved);
    }

    /** 0 or 1 where the loop runs that often, else null. */
    private Integer trips(Expr start, Expr stop, Expr step) {
      Interval by = facts.of(step);
      if (by.low() < 1) {
        return null;
      }
      if (start.equals(stop)) {
        return 0;
      }
      Interval from = facts.of(start);
      Interval to = facts.of(stop);
      if (to.isBoundedAbove() && from.isBoundedBelow() && to.high() <= from.low()) {
        return 0;
      }
      Long distance = distance(start, stop);
      if (distance != null) {
        return distance <= 0
            ? Integer.valueOf(0)
            : distance <= by.low() ? Integer.valueOf(1) : null;
      }
      boolean runs = from.isBoundedAbove() && to.isBoundedBelow() && from.high() < to.low();
      boolean once =
          to.isBoundedAbove() && from.isBoundedBelow() && to.high() - from.low() <= by.low();
      return runs && once ? Integer.valueOf(1) : null;
    }

    private static Long distance(Expr start, Expr stop) {
      if (stop instanceof Binary b && b.op() == BinaryOp.ADD) {
        if (b.left().equals(start)) {
          return Scalars.constant(b.right());
        }
        if (b.right().equals(start)) {
          return Scalars.constant(b.left());
        }
      }
      return null;
    }

    /** Puts a region's statements here; its yielded values become the results. */
    private void splice(Block region, List<Var> results, List<Stmt> out) {
      List<Stmt> stmts = new ArrayList<>(block(region).stmts());
      if (!stmts.isEmpty() && stmts.getLast() instanceof Yield y) {
        stmts.removeLast();
        for (int i = 0; i < results.size(); i++) {
          substitute(results.get(i), y.values().get(i));
        }
      }
      out.addAll(stmts);
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      Map<Expr, Interval> saved = facts.save();
      super.loop(s, out);
      facts.restore(saved);
    }

    @Override
    protected void choice(If s, List<Stmt> out) {
      Expr condition = expr(s.condition());
      Map<Expr, Interval> saved = facts.save();
      if (condition instanceof IntConst c) {
        splice(c.value() != 0 ? s.then() : s.orElse(), s.results(), out);
        return;
      }
      facts.assume(condition, true);
      Block then = block(s.then());
      facts.restore(saved);
      facts.assume(condition, false);
      Block orElse = block(s.orElse());
      facts.restore(saved);
      if (then.stmts().isEmpty() && orElse.stmts().isEmpty() && !Walker.calls(condition)) {
        return;
      }
      List<Var> results = s.results().stream().map(this::define).toList();
      out.add(new If(condition, then, orElse, results, s.span()));
    }
  }

  private static Function withoutDeadScalars(Function function) {
    Function current = function;
    while (true) {
      Set<Var> used = Collections.newSetFromMap(new IdentityHashMap<>());
      Walker uses =
          new Walker() {
            @Override
            protected void use(Var var) {
              used.add(var);
            }
          };
      uses.function(current);
      current.results().forEach(t -> new TypeUses(used).type(t));
      boolean[] dropped = new boolean[1];
      Function next =
          new Rewriter() {
            @Override
            protected void assign(Assign s, List<Stmt> out) {
              if (s.target().type() instanceof ScalarType
                  && !used.contains(s.target())
                  && !Walker.calls(s.value())) {
                dropped[0] = true;
              } else {
                super.assign(s, out);
              }
            }
          }.function(current);
      if (!dropped[0]) {
        return current;
      }
      current = next;
    }
  }

  private static final class TypeUses extends Walker {
    private final Set<Var> used;

    TypeUses(Set<Var> used) {
      this.used = used;
    }

    @Override
    protected void use(Var var) {
      used.add(var);
    }

    @Override
    protected void type(org.pyptoj.ir.type.Type type) {
      super.type(type);
    }
  }
}

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Writes the body of a {@code pl.unroll} loop once per iteration. In comes a program before SSA
 * form; out goes one without such loops, whose other loops have indices that nobody else assigns or
 * reads. Bounds must be constants.
 *
 * <pre>
 * for i in pl.unroll(2):          x = pl.add(x, 0)
 *     x = pl.add(x, i)            x = pl.add(x, 1)
 * </pre>
 *
 * <p>Establishes {@link Invariant#UNROLLED}.
 */
public final class UnrollLoops implements Pass {

  /** More iterations than this are a mistake: the program would not fit anywhere. */
  private static final int MOST_ITERATIONS = 4096;

  @Override
  public String name() {
    return "UnrollLoops";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.UNROLLED);
  }

  /**
   * The program without unrolled loops.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0104 for bounds that are not constant,
   *     PLP0109 for too many iterations
   */
  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> new Unroller().function(LoopIndices.apart(f)));
  }

  private static final class Unroller extends Rewriter {

    @Override
    protected void loop(For s, List<Stmt> out) {
      if (s.kind() != ForKind.UNROLL) {
        super.loop(s, out);
        return;
      }
      Long start = Scalars.constant(expr(s.start()));
      Long stop = Scalars.constant(expr(s.stop()));
      Long step = Scalars.constant(expr(s.step()));
      if (start == null || stop == null || step == null || step == 0) {
        throw StructureRule.DYNAMIC_UNROLL.at(
            s.span(),
            step != null && step == 0
                ? "an unrolled loop has step 0"
                : "the bounds of an unrolled loop are not constants",
            "use pl.range for a loop that is counted when the kernel runs");
      }
      long trips =
          Math.max(
              0, step > 0 ? Math.ceilDiv(stop - start, step) : Math.ceilDiv(start - stop, -step));
      if (trips > MOST_ITERATIONS) {
        throw StructureRule.UNROLL_TOO_LONG.at(
            s.span(),
            "an unrolled loop has "
                + trips
                + " iterations; at most "
                + MOST_ITERATIONS
                + " are copied",
            "use pl.range");
      }
      List<Expr> carried = s.iterArgs().stream().map(a -> expr(a.init())).toList();
      assignAll(s.iterArgs().stream().map(a -> a.var()).toList(), carried, out);
      for (long i = start, n = 0; n < trips; n++, i += step) {
        List<Stmt> body = new ArrayList<>(iteration(s, i));
        if (!s.iterArgs().isEmpty() && body.removeLast() instanceof Yield y) {
          out.addAll(body);
          assignAll(s.iterArgs().stream().map(a -> a.var()).toList(), y.values(), out);
        } else {
          out.addAll(body);
        }
      }
      for (int k = 0; k < s.results().size(); k++) {
        out.add(new Assign(define(s.results().get(k)), s.iterArgs().get(k).var(), s.span()));
      }
    }

    /** Assigns carried values at once: with several, through names of their own. */
    private void assignAll(List<Var> targets, List<Expr> values, List<Stmt> out) {
      List<Expr> from = values;
      if (targets.size() > 1) {
        from = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
          Var between =
              new Var(targets.get(i).name() + "_next", values.get(i).type(), values.get(i).span());
          out.add(new Assign(between, values.get(i), between.span()));
          from.add(between);
        }
      }
      for (int i = 0; i < targets.size(); i++) {
        out.add(new Assign(targets.get(i), from.get(i), targets.get(i).span()));
      }
    }

    private List<Stmt> iteration(For s, long i) {
      IntConst value = new IntConst(i, Scalars.dtypeOf(s.index()), s.index().span());
      Rewriter copy =
          new Rewriter() {
            @Override
            public Expr expr(Expr expr) {
              return expr instanceof Var v && v.name().equals(s.index().name())
                  ? value
                  : super.expr(expr);
            }
          };
      return block(copy.block(s.body())).stmts();
    }
  }
}

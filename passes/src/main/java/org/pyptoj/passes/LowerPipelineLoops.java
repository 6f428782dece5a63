package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.LoopAttrs;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.DataType;

/**
 * Writes the body of a {@code pl.pipeline} loop as often as it has stages, so that each stage has
 * tiles of its own. In comes a kernel in SSA form; out goes one whose pipelined loops have one
 * stage, and as many bodies in a round as they had stages. Iterations that are left over stand
 * behind the loop: written out where the bounds are constants, chosen by their number otherwise.
 *
 * <pre>
 * for i in pl.pipeline(0, 5, 1, stage=2):       for i in pl.pipeline(0, 4, 2, stage=1):
 *     t = pl.load(x, [i, 0], [1, 64])               t = pl.load(x, [i, 0], [1, 64])
 *     y = pl.store(t, [i, 0], y)                    y = pl.store(t, [i, 0], y)
 *                                                   t_1 = pl.load(x, [i + 1, 0], [1, 64])
 *                                                   y_1 = pl.store(t_1, [i + 1, 0], y)
 *                                               t_2 = pl.load(x, [4, 0], [1, 64])
 *                                               y_2 = pl.store(t_2, [4, 0], y)
 * </pre>
 *
 * <p>{@link CanonicalizeIoOrder}, which follows, makes the stages overlap.
 */
public final class LowerPipelineLoops implements Pass {

  @Override
  public String name() {
    return "LowerPipelineLoops";
  }

  /**
   * The program whose pipelined loops have one stage.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0114 where the number of stages, or how
   *     many iterations there are, cannot be told
   */
  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> f.kind().isKernel() ? new Stages(f).function(f) : f);
  }

  private static final class Stages extends Rewriter {

    private final Function kernel;

    /** Taken when the first loop is written out, which few kernels have. */
    private FreshNames names;

    Stages(Function kernel) {
      this.kernel = kernel;
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      if (s.kind() != ForKind.PIPELINE) {
        super.loop(s, out);
        return;
      }
      List<Stmt> inner = new ArrayList<>(1);
      super.loop(s, inner);
      For loop = (For) inner.getFirst();
      long stages = loop.attrs().get(LoopAttrs.STAGE);
      if (stages < 1) {
        throw refused(s.span(), "this loop has " + stages + " stages", "give stage=2 or more");
      }
      if (stages == 1) {
        out.add(loop);
        return;
      }
      if (names == null) {
        names = FreshNames.beside(kernel);
      }
      Long start = Scalars.constant(loop.start());
      Long stop = Scalars.constant(loop.stop());
      Long step = Scalars.constant(loop.step());
      if (step == null) {
        throw refused(
            s.span(), "the step of this loop is known at run time only", "give a constant step");
      }
      if (start != null && stop != null) {
        counted(loop, stages, start, stop, step, out);
      } else if (step > 0) {
        measured(loop, stages, step, out);
      } else {
        throw refused(
            s.span(),
            "this loop steps by " + step + " between bounds that are known at run time only",
            "count upwards and compute the index: for t in pl.pipeline(n) with i = n - 1 - t");
      }
    }

    private static RuntimeException refused(Span at, String what, String help) {
      return StructureRule.PIPELINE.at(at, what, help);
    }

    private void counted(For s, long stages, long start, long stop, long step, List<Stmt> out) {
      long trips =
          Math.max(
              0, step > 0 ? Math.ceilDiv(stop - start, step) : Math.ceilDiv(start - stop, -step));
      long whole = trips / stages * stages;
      IntConst end = IntConst.index(start + whole * step);
      List<Expr> carried = s.iterArgs().stream().map(IterArg::init).toList();
      if (whole > 0) {
        carried = main(s, stages, step, end, whole == trips, out);
      }
      for (long i = whole; i < trips; i++) {
        carried = iteration(s, IntConst.index(start + i * step), carried, out);
      }
      for (int i = 0; i < s.results().size(); i++) {
        if (carried.get(i) != s.results().get(i)) {
          substitute(s.results().get(i), carried.get(i));
        }
      }
    }

    /** Where the number of iterations is known when the kernel runs. */
    private void measured(For s, long stages, long step, List<Stmt> out) {
      Expr start = index(s.start());
      Expr stop = index(s.stop());
      Expr distance = Scalars.sub(stop, start);
      Expr trips =
          step == 1
              ? distance
              : Scalars.floorDiv(
                  Scalars.add(distance, IntConst.index(step - 1)), IntConst.index(step));
      Expr rounds = Scalars.floorDiv(Scalars.max(trips, IntConst.index(0)), IntConst.index(stages));
      Var end =
          named(
              "pipeline_end",
              Scalars.add(start, Scalars.mul(rounds, IntConst.index(stages * step))),
              s,
              out);
      List<Expr> carried = main(s, stages, step, end, false, out);
      Expr left = Scalars.sub(stop, end);
      if (step > 1) {
        left = Scalars.floorDiv(Scalars.add(left, IntConst.index(step - 1)), IntConst.index(step));
      }
      choice(
          s, 1, stages, step, named("pipeline_left", left, s, out), end, carried, s.results(), out);
    }

    private static Expr index(Expr bound) {
      return Scalars.cast(bound, DataType.INDEX, bound.span());
    }

    private Var named(String name, Expr value, For s, List<Stmt> out) {
      Var var = new Var(names.free(name), s.index().type(), s.span());
      out.add(new Assign(var, value, s.span()));
      return var;
    }

    /** What is done where {@code count} iterations, or more, are left. */
    private void choice(
        For s,
        long count,
        long stages,
        long step,
        Var left,
        Var end,
        List<Expr> carried,
        List<Var> results,
        List<Stmt> out) {
      List<Stmt> then = new ArrayList<>();
      List<Expr> last = carried;
      for (long i = 0; i < count; i++) {
        last = iteration(s, Scalars.add(end, IntConst.index(i * step)), last, then);
      }
      List<Stmt> orElse = new ArrayList<>();
      List<Expr> others = carried;
      if (count + 1 < stages) {
        List<Var> inner = fresh(results);
        choice(s, count + 1, stages, step, left, end, carried, inner, orElse);
        others = List.copyOf(inner);
      }
      if (!results.isEmpty()) {
        then.add(new Yield(last, s.span()));
        orElse.add(new Yield(others, s.span()));
      }
      Expr isThat = Scalars.compare(BinaryOp.EQ, left, IntConst.index(count));
      out.add(new If(isThat, new Block(then), new Block(orElse), results, s.span()));
    }

    private List<Var> fresh(List<Var> vars) {
      return vars.stream().map(v -> new Var(names.free(v.name()), v.type(), v.span())).toList();
    }

    /** The loop over whole rounds; what it hands on. */
    private List<Expr> main(
        For s, long stages, long step, Expr end, boolean isAll, List<Stmt> out) {
      List<Stmt> body = new ArrayList<>();
      List<Expr> carried = s.iterArgs().stream().<Expr>map(IterArg::var).toList();
      for (long k = 0; k < stages; k++) {
        carried = iteration(s, Scalars.add(s.index(), IntConst.index(k * step)), carried, body);
      }
      if (!carried.isEmpty()) {
        body.add(new Yield(carried, s.span()));
      }
      List<Var> results = isAll ? s.results() : fresh(s.results());
      out.add(
          new For(
              s.index(),
              s.start(),
              end,
              IntConst.index(stages * step),
              s.iterArgs(),
              new Block(body),
              results,
              ForKind.PIPELINE,
              s.attrs().with(LoopAttrs.STAGE, 1L),
              s.span()));
      return List.copyOf(results);
    }

    /** A body for one index and what was handed on to it; what it hands on itself. */
    private List<Expr> iteration(For s, Expr index, List<Expr> carried, List<Stmt> out) {
      Rewriter copy =
          new Rewriter() {
            @Override
            protected Var define(Var var) {
              Var fresh = new Var(names.free(var.name()), type(var.type()), var.span());
              substitute(var, fresh);
              return fresh;
            }
          };
      copy.substitute(s.index(), index);
      for (int i = 0; i < carried.size(); i++) {
        copy.substitute(s.iterArgs().get(i).var(), carried.get(i));
      }
      List<Stmt> body = new ArrayList<>(copy.block(s.body()).stmts());
      if (carried.isEmpty()) {
        out.addAll(body);
        return List.of();
      }
      Yield end = (Yield) body.removeLast();
      out.addAll(body);
      return end.values();
    }
  }
}

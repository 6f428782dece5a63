package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.collective.CollectiveRule;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Gives every allreduce of the host orchestrator that names no signal a private one (specification,
 * pld.tensor.allreduce).
 *
 * <pre>
 * data2 = pld.tensor.allreduce(data, core_num=2)
 * </pre>
 *
 * becomes
 *
 * <pre>
 * allreduce_world_size = pld.system.world_size()
 * allreduce_signal_buf = pld.tensor.alloc_window_buffer(allreduce_world_size * 8)
 * allreduce_signal = pld.tensor.window(allreduce_signal_buf, [allreduce_world_size, 2], dtype=pl.INT32)
 * data2 = pld.tensor.allreduce(data, allreduce_signal, core_num=2)
 * </pre>
 *
 * <p>Establishes {@link Invariant#HOST_SIGNALS}.
 */
public final class SynthesizeAllReduceSignals implements Pass {

  @Override
  public String name() {
    return "SynthesizeAllReduceSignals";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.HOST_SIGNALS);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> f.isHostOrchestrator() ? new HostRewriter(f).function(f) : f);
  }

  private static final class HostRewriter extends Rewriter {

    private final FreshNames names;
    private int loops;

    HostRewriter(Function host) {
      this.names = FreshNames.beside(host);
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      loops++;
      super.loop(s, out);
      loops--;
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      loops++;
      super.loop(s, out);
      loops--;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      if (isBare(s.value())) {
        Call call = withSignal((Call) s.value(), out);
        out.add(new Assign(define(s.target()), call, s.span()));
      } else {
        super.assign(s, out);
      }
    }

    @Override
    protected void eval(Eval s, List<Stmt> out) {
      if (isBare(s.value())) {
        out.add(new Eval(withSignal((Call) s.value(), out), s.span()));
      } else {
        super.eval(s, out);
      }
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      if (stmt instanceof Return r && r.values().stream().anyMatch(HostRewriter::isBare)) {
        List<Expr> values = new ArrayList<>();
        for (Expr value : r.values()) {
          values.add(isBare(value) ? withSignal((Call) value, out) : expr(value));
        }
        out.add(new Return(values, r.span()));
      } else {
        super.stmt(stmt, out);
      }
    }

    /** Anywhere else there is no place before the call for what the signal needs. */
    @Override
    protected Expr call(Call c) {
      if (isBare(c)) {
        throw CollectiveRule.HOST_NESTED.at(
            c.span(),
            "This allreduce without a signal stands inside another expression.",
            "Assign its result to a name first, or pass a signal.");
      }
      return super.call(c);
    }

    private static boolean isBare(Expr value) {
      return value instanceof Call c
          && c.op() == DistributedOp.ALLREDUCE
          && c.operand(ParamRole.SIGNAL) == null;
    }

    private Call withSignal(Call call, List<Stmt> out) {
      Span span = call.span();
      if (call.attr(OpAttrs.ALGORITHM).equals("ring")) {
        throw CollectiveRule.RING_NEEDS_SIGNAL.at(
            span,
            "mode=\"ring\" counts in a row per round, and such a signal is not made up.",
            "Allocate a [2*(NR-1)+1, NR] INT32 window and pass its view as the signal.");
      }
      if (loops > 0) {
        throw CollectiveRule.HOST_SIGNAL_IN_LOOP.at(
            span,
            "This allreduce names no signal, and one cannot be allocated in every iteration.",
            "Allocate a signal window before the loop and pass its view; it is zero again after each"
                + " call.");
      }
      IrBuilder b = new IrBuilder(names, out, span);
      Expr lanes = IntConst.index(call.attr(OpAttrs.CORE_NUM));
      Var ranks = b.bind("allreduce_world_size", DistributedOp.WORLD_SIZE);
      Expr count = Scalars.cast(ranks, DataType.INDEX, span);
      Expr bytes = Scalars.mul(count, Scalars.mul(lanes, IntConst.index(DataType.INT32.bytes())));
      Var buffer =
          b.bind(
              "allreduce_signal_buf",
              name ->
                  b.call(DistributedOp.ALLOC_WINDOW_BUFFER, Attrs.of(OpAttrs.NAME, name), bytes));
      Var signal =
          b.bind(
              "allreduce_signal",
              b.call(
                  DistributedOp.WINDOW,
                  Attrs.of(OpAttrs.DTYPE, DataType.INT32),
                  buffer,
                  b.tuple(count, lanes)));
      Call signalled = ((Call) super.call(call)).withOperand(ParamRole.SIGNAL, signal);
      return b.call(signalled.op(), signalled.byParameter(), call.attrs());
    }
  }
}

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.passes.collective.Builtin;
import org.pyptoj.passes.collective.BuiltinKernels;
import org.pyptoj.passes.collective.BuiltinSet;
import org.pyptoj.passes.collective.CollectiveRule;
import org.pyptoj.passes.collective.Collectives;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Replaces all_to_all_v in a chip orchestration by a call of its builtin kernel: one vector task of
 * the caller's own pipeline, ordered like any other (specification, pld.tensor.all_to_all_v, CHIP
 * builtin).
 *
 * <pre>
 * filled = pld.tensor.all_to_all_v(tokens, inbox, signal, counts, arrived)
 * </pre>
 *
 * becomes
 *
 * <pre>
 * self.builtin_tensor_all_to_all_v__fp32__kernel(tokens, inbox, signal, counts, arrived)
 * </pre>
 *
 * with later uses of {@code filled} naming {@code inbox}. The kernel is the one that the host rail
 * dispatches.
 *
 * <p>Establishes {@link Invariant#CHIP_COLLECTIVES_LOWERED}.
 */
public final class LowerL2TensorCollectives implements Pass {

  private final List<Pass> kernelPasses;

  public LowerL2TensorCollectives() {
    this(List.of());
  }

  /**
   * @param kernelPasses the pipeline's passes over kernels, to run on those that are added
   */
  public LowerL2TensorCollectives(List<Pass> kernelPasses) {
    this.kernelPasses = List.copyOf(kernelPasses);
  }

  @Override
  public String name() {
    return "LowerL2TensorCollectives";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.CHIP_COLLECTIVES_LOWERED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    BuiltinSet builtins = new BuiltinSet(new BuiltinKernels(), program);
    Program called =
        program.map(f -> f.isChipOrchestration() ? new ChipRewriter(builtins).function(f) : f);
    return BuiltinFunctions.join(called, builtins, kernelPasses, context);
  }

  private static final class ChipRewriter extends Rewriter {

    private final BuiltinSet builtins;

    ChipRewriter(BuiltinSet builtins) {
      this.builtins = builtins;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      if (isCollective(s.value())) {
        substitute(s.target(), task((Call) s.value(), out));
      } else {
        super.assign(s, out);
      }
    }

    @Override
    protected void eval(Eval s, List<Stmt> out) {
      if (isCollective(s.value())) {
        task((Call) s.value(), out);
      } else {
        super.eval(s, out);
      }
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      if (stmt instanceof Return r && r.values().stream().anyMatch(ChipRewriter::isCollective)) {
        List<Expr> values = new ArrayList<>();
        for (Expr value : r.values()) {
          values.add(isCollective(value) ? task((Call) value, out) : expr(value));
        }
        out.add(new Return(values, r.span()));
      } else {
        super.stmt(stmt, out);
      }
    }

    private static boolean isCollective(Expr value) {
      return value instanceof Call c && Collectives.isCollective(c.op());
    }

    private Expr task(Call call, List<Stmt> out) {
      if (call.op() != DistributedOp.ALL_TO_ALL_V) {
        throw CollectiveRule.CHIP_COLLECTIVE.at(
            call.span(),
            call.op().fullName() + " is written in a chip orchestration, which has no task for it.",
            "Call it inside a kernel, or from the host orchestrator.");
      }
      long cores = call.attr(OpAttrs.CORE_NUM);
      if (cores != 1) {
        throw CollectiveRule.CHIP_CORES.at(
            call.span(),
            "all_to_all_v runs on one block, but core_num is " + cores + ".",
            "Leave core_num at 1.");
      }
      Call task = call.mapOperands(this::expr);
      Builtin builtin = BuiltinSet.variant(task);
      String kernel = builtins.kernel(builtin).name();
      FunctionCall dispatch =
          new FunctionCall(
              kernel,
              List.copyOf(task.args()),
              builtin.directions(),
              UnknownType.INSTANCE,
              call.span());
      out.add(new Eval(dispatch, call.span()));
      return task.sharedOperand();
    }
  }
}

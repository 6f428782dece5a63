package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.passes.collective.CollectiveLowering;
import org.pyptoj.passes.collective.Collectives;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Replaces collectives inside kernels by what they are made of: loops over ranks, signals, remote
 * accesses and tile ops (specification, Barrier-signal protocol and the collectives' sections).
 * Orchestrators keep theirs; those are dispatched later.
 *
 * <p>In: SSA, tile level. Out: the same without collectives in kernels; a kernel's attribute
 * {@value FunctionAttrs#COLLECTIVE_SIGNALS} names the variables that held their signals.
 *
 * <pre>
 * signal2 = pld.tensor.barrier(signal)
 * </pre>
 *
 * becomes
 *
 * <pre>
 * for peer in pl.range(nranks):
 *     if peer != my_rank:
 *         pld.system.notify(signal, peer, [my_rank, 0], 1, op=AtomicAdd)
 * for src in pl.range(nranks):
 *     if src != my_rank:
 *         pld.system.wait(signal, [src, 0], 1, cmp=Ge)
 * for src in pl.range(nranks):
 *     if src != my_rank:
 *         pld.system.notify(signal, my_rank, [src, 0], -1, op=AtomicAdd)
 * </pre>
 *
 * <p>Establishes {@link Invariant#KERNEL_COLLECTIVES_LOWERED}.
 */
public final class LowerCompositeOps implements Pass {

  @Override
  public String name() {
    return "LowerCompositeOps";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.KERNEL_COLLECTIVES_LOWERED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> f.isHostOrchestrator() || f.isChipOrchestration() ? f : kernel(f));
  }

  private Function kernel(Function f) {
    KernelRewriter rewriter = new KernelRewriter(FreshNames.beside(f));
    Function lowered = rewriter.function(f);
    return rewriter.signals.isEmpty()
        ? lowered
        : lowered.withAttrs(
            lowered.attrs().with(FunctionAttrs.COLLECTIVE_SIGNALS, List.copyOf(rewriter.signals)));
  }

  private static final class KernelRewriter extends Rewriter {

    private final FreshNames names;

    /** Variables that hold signals of collectives. */
    private final Set<String> signals = new LinkedHashSet<>();

    KernelRewriter(FreshNames names) {
      this.names = names;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      CollectiveLowering lowering = s.value() instanceof Call c ? Collectives.of(c) : null;
      if (lowering == null) {
        super.assign(s, out);
      } else {
        // The result is the window itself, so later uses name the window.
        substitute(s.target(), lower(lowering, (Call) s.value(), s.target().name(), out));
      }
    }

    @Override
    protected void eval(Eval s, List<Stmt> out) {
      CollectiveLowering lowering = s.value() instanceof Call c ? Collectives.of(c) : null;
      if (lowering == null) {
        super.eval(s, out);
      } else {
        lower(lowering, (Call) s.value(), "collective", out);
      }
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      if (stmt instanceof Return r && r.values().stream().anyMatch(KernelRewriter::isCollective)) {
        List<Expr> values = new ArrayList<>();
        for (Expr value : r.values()) {
          values.add(
              isCollective(value)
                  ? lower(Collectives.of((Call) value), (Call) value, "ret", out)
                  : expr(value));
        }
        out.add(new Return(values, r.span()));
      } else {
        super.stmt(stmt, out);
      }
    }

    private static boolean isCollective(Expr value) {
      return value instanceof Call c && Collectives.isCollective(c.op());
    }

    private Expr lower(CollectiveLowering lowering, Call call, String name, List<Stmt> out) {
      Call operands = (Call) expr(call);
      if (Collectives.signal(operands) instanceof Var signal) {
        signals.add(signal.name());
      }
      IrBuilder b = new IrBuilder(names, base(name), call.span());
      Expr result = lowering.lower(b, operands);
      out.addAll(b.statements());
      return result;
    }

    /** A name without its SSA version. */
    private static String base(String name) {
      int version = name.indexOf("__");
      return version < 0 ? name : name.substring(0, version);
    }
  }
}

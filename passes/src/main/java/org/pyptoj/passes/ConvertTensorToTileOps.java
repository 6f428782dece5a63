package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.verifier.OpTypes;

/**
 * Turns tensor-level ops of kernels into tile-level ones. Comes in: kernels in SSA form that mix
 * both levels. Goes out: kernels whose computed values are tiles. A tensor in global memory that an
 * op computes on is loaded in front of it; a slice becomes the offsets of the load or store that
 * uses it; put and get receive their staging tiles, one or, with {@code pipeline=True}, two; a
 * computed tensor that the kernel returns is stored into an {@code Out} parameter that the pass
 * adds, and callers create it.
 *
 * <pre>
 * pld.tensor.put(inbox, peer, x, chunk_rows=4, chunk_cols=64, pipeline=True)
 *   becomes
 * tput_stage_ping = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
 * tput_stage_pong = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
 * pld.tile.put(inbox, peer, x, tput_stage_ping, tput_stage_pong)
 * </pre>
 *
 * <p>Establishes {@link Invariant#TILE_OPS}.
 */
public final class ConvertTensorToTileOps implements Pass {

  @Override
  public String name() {
    return "ConvertTensorToTileOps";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.TILE_OPS);
  }

  @Override
  public Program run(Program program, PassContext context) {
    Map<String, List<Var>> added = new java.util.HashMap<>();
    Program converted =
        program.map(
            f -> {
              if (!f.kind().isKernel()) {
                return f;
              }
              TileConversion conversion = new TileConversion(f);
              Function after = written(conversion.function(f), program);
              if (!conversion.outputs().isEmpty()) {
                added.put(f.name(), conversion.outputs());
              }
              return after;
            });
    return added.isEmpty()
        ? converted
        : converted.map(f -> f.kind().isKernel() ? f : new CallSites(added, f).function(f));
  }

  /**
   * A kernel whose parameters say what it writes: a peer's slice, a signal or a plain tensor that
   * it changes is no mere input, so that whoever reads it later is ordered behind.
   */
  private static Function written(Function kernel, Program program) {
    List<Var> inputs =
        kernel.params().stream()
            .filter(p -> p.direction() == Direction.IN)
            .map(Param::var)
            .toList();
    Map<Var, Direction> found = new AccessDirections(program).of(kernel.body(), inputs);
    return kernel.withParams(
        kernel.params().stream()
            .map(p -> new Param(p.var(), found.getOrDefault(p.var(), p.direction())))
            .toList());
  }

  /** Creates the tensors that kernels now write their results into. */
  private static final class CallSites extends Rewriter {
    private final Map<String, List<Var>> added;
    private final FreshNames names;

    CallSites(Map<String, List<Var>> added, Function caller) {
      this.added = added;
      this.names = FreshNames.beside(caller);
    }

    @Override
    protected void stmt(Stmt stmt, List<Stmt> out) {
      Expr value =
          switch (stmt) {
            case Assign a -> a.value();
            case Eval e -> e.value();
            default -> null;
          };
      if (!(value instanceof FunctionCall c) || !added.containsKey(c.callee())) {
        super.stmt(stmt, out);
        return;
      }
      List<Expr> args = new ArrayList<>(c.args());
      for (Var output : added.get(c.callee())) {
        TensorType type = (TensorType) output.type();
        Call create =
            OpTypes.call(
                TensorOp.CREATE,
                List.of(new MakeTuple(type.shape(), Span.NONE)),
                Attrs.of(OpAttrs.DTYPE, type.dtype()),
                c.span());
        Var tensor = new Var(names.free(output.name()), type, c.span());
        out.add(new Assign(tensor, create, c.span()));
        args.add(tensor);
      }
      FunctionCall call = new FunctionCall(c.callee(), args, c.attrs(), c.type(), c.span());
      super.stmt(
          switch (stmt) {
            case Assign a -> new Assign(a.target(), call, a.span());
            default -> new Eval(call, stmt.span());
          },
          out);
    }
  }
}

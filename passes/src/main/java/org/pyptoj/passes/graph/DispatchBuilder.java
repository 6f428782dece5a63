package org.pyptoj.passes.graph;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.passes.StorageRoots;

/** Makes the dispatches of a host's graph out of calls, and numbers them. */
final class DispatchBuilder {

  private final Program program;
  private final OpenDomains domains;
  private final Map<Var, FunctionCall> calls = new IdentityHashMap<>();
  private int dispatched;

  DispatchBuilder(Program program, OpenDomains domains) {
    this.program = program;
    this.domains = domains;
  }

  /**
   * The dispatch of a call.
   *
   * @param target the variable that gets its results, or null
   */
  HostStep.Dispatch of(FunctionCall call, Var target) {
    Function callee = callee(call);
    boolean sub = callee.role() == Role.SUB_WORKER;
    if (!sub && !callee.isChipOrchestration() && !callee.kind().isKernel()) {
      throw OrchestrationRule.NOT_DISPATCHABLE.at(
          call.span(),
          "the host dispatches `"
              + callee.name()
              + "`, which is neither an orchestration nor a kernel",
          "declare it with type=pl.FunctionType.Orchestration");
    }
    Expr rank = call.attrs().get(TaskAttrs.DEVICE);
    List<HostStep.Argument> tensors = new ArrayList<>();
    List<HostStep.Scalar> scalars = new ArrayList<>();
    Set<String> touched = new LinkedHashSet<>();
    for (int i = 0; i < call.args().size(); i++) {
      Expr arg = call.args().get(i);
      Direction direction = callee.params().get(i).direction();
      switch (arg.type()) {
        case CommCtxType t -> scalars.add(ranked(domains.context(arg, call.span()), rank, call));
        case DistributedTensorType t -> {
          String domain = domains.of(t, call.span());
          touched.add(domain);
          needed(rank, call);
          tensors.add(
              new HostStep.WindowSlice(domain, t.window(), t.shape(), t.dtype(), direction));
        }
        case TensorType t -> tensors.add(new HostStep.HostTensor((Var) arg, direction));
        case ScalarType t -> scalars.add(new HostStep.Value(arg));
        default ->
            throw new IllegalStateException(
                "argument " + i + " of " + callee.name() + " is " + arg.type());
      }
    }
    if (target != null) {
      calls.put(target, call);
    }
    return new HostStep.Dispatch(
        dispatched++,
        sub ? callee.name() : ArtifactName.of(callee),
        sub ? HostStep.Worker.SUB_WORKER : HostStep.Worker.CHIP,
        rank,
        tensors,
        made(callee, target),
        sub || rank == null ? List.of() : List.copyOf(touched),
        scalars);
  }

  private Function callee(FunctionCall call) {
    return program
        .function(call.callee())
        .orElseThrow(() -> new IllegalStateException("no function " + call.callee()));
  }

  private static HostStep.Scalar ranked(HostStep.Scalar scalar, Expr rank, FunctionCall call) {
    if (scalar instanceof HostStep.Context) {
      needed(rank, call);
    }
    return scalar;
  }

  private static void needed(Expr rank, FunctionCall call) {
    if (rank == null) {
      throw new IllegalStateException(
          "a dispatch at " + call.span() + " passes a window without device=");
    }
  }

  private static boolean writes(Function callee) {
    return callee.params().stream().anyMatch(p -> p.direction() != Direction.IN);
  }

  /** The tensor that a dispatch makes where its callee has no parameter to write it to. */
  private static HostGraph.Created made(Function callee, Var target) {
    return target != null
            && !writes(callee)
            && !callee.results().isEmpty()
            && callee.results().getFirst() instanceof TensorType t
        ? new HostGraph.Created(target, t.dtype(), t.shape())
        : null;
  }

  /** The argument that the one result of a dispatch is, or null. */
  Var written(Var target) {
    return target.type() instanceof TensorType && writes(callee(calls.get(target)))
        ? written(target, 0)
        : null;
  }

  /** The argument that a result of a dispatch is, or null where it is none. */
  Var written(Var results, int index) {
    FunctionCall call = calls.get(results);
    if (call == null) {
      return null;
    }
    int[] params = StorageRoots.returnedParams(callee(call), program);
    return index < params.length
            && params[index] >= 0
            && call.args().get(params[index]) instanceof Var v
        ? v
        : null;
  }
}

package org.pyptoj.passes.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.AutoName;

/** Makes the tasks of a chip's graph out of calls, and numbers them and their kernels. */
final class TaskBuilder {

  private final Program program;
  private final KnownValues values;
  private final Map<String, ChipGraph.Kernel> kernels = new LinkedHashMap<>();
  private final Set<Var> certain = Collections.newSetFromMap(new IdentityHashMap<>());
  private int submitted;

  TaskBuilder(Program program, KnownValues values) {
    this.program = program;
    this.values = values;
  }

  /** The kernels of the tasks so far, by id. */
  List<ChipGraph.Kernel> kernels() {
    return List.copyOf(kernels.values());
  }

  /** A task's id is set on every path to where it is known. */
  void isCertain(Var taskId) {
    certain.add(taskId);
  }

  /**
   * The task of a call. What touches tensors comes before scalars; members of a group share the
   * arguments of the first.
   */
  ChipStep.Submit submit(FunctionCall call) {
    Function callee = function(call);
    List<ArgDirection> directions = directions(callee, call);
    List<ChipStep.Argument> tensors = new ArrayList<>();
    List<Expr> scalars = new ArrayList<>();
    for (int i : launchOrder(callee, call)) {
      Expr arg = call.args().get(i);
      if (arg.type() instanceof TensorLike) {
        tensors.add(new ChipStep.Argument(values.of((Var) arg), directions.get(i)));
      } else {
        scalars.add(values.of(arg));
      }
    }
    return new ChipStep.Submit(
        submitted++,
        callee.name(),
        tensors,
        scalars,
        dependencies(call),
        blocks(callee, call),
        call.attrs().get(TaskAttrs.SYNC_START) || callee.attrs().get(FunctionAttrs.SYNC_START),
        launch(callee, tensors.stream().map(ChipStep.Argument::direction).toList()),
        call.attrs().get(TaskAttrs.SUBMIT));
  }

  private Function function(FunctionCall call) {
    return program
        .function(call.callee())
        .orElseThrow(() -> new IllegalStateException("no function " + call.callee()));
  }

  /** What the pass found; a call that a later pass made uses its arguments as the callee says. */
  private static List<ArgDirection> directions(Function callee, FunctionCall call) {
    List<ArgDirection> found = call.attrs().get(TaskAttrs.ARG_DIRECTIONS);
    if (!found.isEmpty() || call.args().isEmpty()) {
      return found;
    }
    List<ArgDirection> declared = new ArrayList<>();
    for (int i = 0; i < call.args().size(); i++) {
      declared.add(
          call.args().get(i).type() instanceof TensorLike
              ? switch (callee.params().get(i).direction()) {
                case IN -> ArgDirection.INPUT;
                case OUT -> ArgDirection.OUTPUT_EXISTING;
                case INOUT -> ArgDirection.INOUT;
              }
              : ArgDirection.SCALAR);
    }
    return declared;
  }

  private static boolean isGroup(Function callee) {
    return callee.kind() == FunctionKind.GROUP || callee.kind() == FunctionKind.SPMD;
  }

  /**
   * The order in which a task passes its arguments: the callee's own, or that of a group's first
   * member.
   */
  private static List<Integer> launchOrder(Function callee, FunctionCall call) {
    List<Integer> order = new ArrayList<>();
    if (isGroup(callee)) {
      for (Expr arg : members(callee).getFirst().args()) {
        for (int i = 0; i < callee.params().size(); i++) {
          if (callee.params().get(i).var() == arg) {
            order.add(i);
          }
        }
      }
    } else {
      for (int i = 0; i < call.args().size(); i++) {
        order.add(i);
      }
    }
    return order;
  }

  private static List<FunctionCall> members(Function group) {
    List<FunctionCall> found = new ArrayList<>();
    new Walker() {
      @Override
      public void expr(Expr e) {
        if (e instanceof FunctionCall c) {
          found.add(c);
        }
        super.expr(e);
      }
    }.function(group);
    return found;
  }

  private List<ChipStep.Dependency> dependencies(FunctionCall call) {
    List<ChipStep.Dependency> found = new ArrayList<>();
    for (Expr dep : call.attrs().get(TaskAttrs.DEPS)) {
      Var task = (Var) dep;
      if (!values.isKnown(task)) {
        throw OrchestrationRule.TASK_OUT_OF_SCOPE.at(
            call.span(),
            "the task `"
                + AutoName.baseOf(task.name())
                + "` is not known where this task depends on it",
            "keep both in one loop body or branch");
      }
      found.add(new ChipStep.Dependency(values.of(task), certain.contains(task)));
    }
    return found;
  }

  private Expr blocks(Function callee, FunctionCall call) {
    if (call.attrs().has(TaskAttrs.CORE_NUM)) {
      return values.of(call.attrs().get(TaskAttrs.CORE_NUM));
    }
    Long cores = callee.attrs().get(FunctionAttrs.CORE_NUM);
    return cores == null ? null : IntConst.index(cores);
  }

  private ChipStep.Launch launch(Function callee, List<ArgDirection> signature) {
    if (!isGroup(callee)) {
      ChipGraph.Kernel kernel = kernel(callee, signature);
      return !kernel.cube() && callee.attrs().get(FunctionAttrs.DUAL_AIV_DISPATCH)
          ? new ChipStep.KernelsOfACluster(null, kernel, kernel)
          : new ChipStep.OneKernel(kernel);
    }
    ChipGraph.Kernel cube = null;
    ChipGraph.Kernel first = null;
    ChipGraph.Kernel second = null;
    for (FunctionCall member : members(callee)) {
      Function f = function(member);
      ChipGraph.Kernel kernel = kernel(f, signature);
      if (kernel.cube()) {
        cube = kernel;
      } else {
        first = kernel;
        second = f.attrs().get(FunctionAttrs.DUAL_AIV_DISPATCH) ? first : second;
      }
    }
    return new ChipStep.KernelsOfACluster(cube, first, second);
  }

  private ChipGraph.Kernel kernel(Function f, List<ArgDirection> signature) {
    return kernels.computeIfAbsent(
        f.name(),
        n -> new ChipGraph.Kernel(kernels.size(), n, f.kind() == FunctionKind.AIC, signature));
  }
}

package org.pyptoj.codegen.orchestration;

import java.util.List;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.passes.Platform;
import org.pyptoj.passes.graph.ChipGraph;
import org.pyptoj.passes.graph.ChipStep;

/** Writes the submission of tasks to the chip's runtime. */
final class CppTasks {

  private final CodeLines out;
  private final CppNames names;
  private final ScalarText scalars;
  private final Platform platform;

  CppTasks(CodeLines out, CppNames names, ScalarText scalars, Platform platform) {
    this.out = out;
    this.names = names;
    this.scalars = scalars;
    this.platform = platform;
  }

  void submit(ChipStep.Submit task) {
    String params = "params_t" + task.number();
    out.line("");
    out.line("// Task %d: %s", task.number(), task.callee());
    out.line("CoreTaskArgs %s;", params);
    for (ChipStep.Argument arg : task.tensors()) {
      out.line("%s.%s(%s);", params, method(arg.direction()), names.of(arg.tensor()));
    }
    for (Expr arg : task.scalars()) {
      out.line("%s.add_scalar(%s);", params, scalar(arg));
    }
    dependencies(task.dependencies(), params);
    if (task.blocks() != null) {
      String method = platform.isAscend910B() ? "set_block_num" : "set_core_num";
      out.line("%s.launch_spec.%s(%s);", params, method, scalars.of(task.blocks()));
    }
    if (task.together()) {
      out.line("%s.launch_spec.set_require_sync_start(true);", params);
    }
    launch(task, params);
  }

  /** The id of a task whose outputs were kept. */
  void id(ChipStep.TaskId s) {
    out.line("PTO2TaskId %s = %s.task_id();", names.give(s.target()), outputs(s.task()));
  }

  private static String outputs(int task) {
    return "task_" + task + "_outs";
  }

  private static String method(ArgDirection direction) {
    return switch (direction) {
      case INPUT -> "add_input";
      case OUTPUT_EXISTING -> "add_output";
      case INOUT -> "add_inout";
      case SCALAR -> "add_scalar";
    };
  }

  private String scalar(Expr arg) {
    return switch (arg) {
      case IntConst c -> "(uint64_t)" + (c.dtype() == DataType.BOOL ? c.value() : scalars.of(c));
      case FloatConst c -> "to_u64(" + scalars.of(c) + ")";
      default ->
          arg.type() instanceof ScalarType(DataType d) && d.isFloat()
              ? "to_u64(" + scalars.of(arg) + ")"
              : scalars.of(arg);
    };
  }

  private void dependencies(List<ChipStep.Dependency> dependencies, String params) {
    if (dependencies.isEmpty()) {
      return;
    }
    out.line("PTO2TaskId %s_deps[%d];", params, dependencies.size());
    out.line("uint32_t %s_deps_count = 0;", params);
    for (ChipStep.Dependency one : dependencies) {
      String task = names.of(one.task());
      String guard = one.certain() ? "" : "if (" + task + ".is_valid()) ";
      out.line("%s%s_deps[%s_deps_count++] = %s;", guard, params, params, task);
    }
    out.line("%s.set_dependencies(%s_deps, %s_deps_count);", params, params, params);
  }

  private void launch(ChipStep.Submit task, String params) {
    String captured = task.captured() ? "TaskOutputTensors " + outputs(task.number()) + " = " : "";
    switch (task.launch()) {
      case ChipStep.OneKernel(ChipGraph.Kernel kernel) ->
          out.line("%srt_submit_%s_task(%d, %s);", captured, kernel.core(), kernel.id(), params);
      case ChipStep.KernelsOfACluster k -> {
        String mixed = "mixed_" + task.number();
        out.line(
            "MixedKernels %s = {%s, %s, %s};", mixed, id(k.cube()), id(k.first()), id(k.second()));
        out.line("%srt_submit_task(%s, %s);", captured, mixed, params);
      }
    }
  }

  private static String id(ChipGraph.Kernel kernel) {
    return kernel == null ? "INVALID_KERNEL_ID" : Integer.toString(kernel.id());
  }
}

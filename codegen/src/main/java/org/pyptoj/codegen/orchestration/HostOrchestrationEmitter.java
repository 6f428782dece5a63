package org.pyptoj.codegen.orchestration;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.passes.graph.HostGraph;
import org.pyptoj.passes.graph.HostStep;

/**
 * Writes the host orchestrator as the Python module {@code orchestration/host_orch.py}: tensors
 * live in the dictionary {@code tensors}; windows are buffers of a communication domain's handle;
 * every dispatch builds a {@code TaskArgs} with its tensors first, then, for dispatches that touch
 * a domain, the domain's ordering token of that rank, then its scalars.
 */
public final class HostOrchestrationEmitter {

  /** Transfers need their buffers to begin at multiples of this many bytes. */
  private static final int ALIGNMENT = 32;

  private final CodeLines out = new CodeLines();
  private final PythonTensors tensors = new PythonTensors();
  private final PythonDispatches dispatches = new PythonDispatches(out, tensors);

  private HostOrchestrationEmitter() {}

  /** The module of a host orchestrator. */
  public static String emit(HostGraph graph) {
    HostOrchestrationEmitter emitter = new HostOrchestrationEmitter();
    emitter.module(graph);
    return emitter.out.toString();
  }

  private void module(HostGraph graph) {
    out.line("import torch");
    out.line(
        "from simpler.task_interface import"
            + " CallConfig, CommBufferSpec, DataType, TaskArgs, TensorArgType");
    out.line("from pypto.runtime.tensor_arg import make_tensor_arg");
    out.line("from pypto.runtime.distributed_runner import _submit_chip");
    out.line("");
    out.line("def _alloc_intermediates(tensors, world_size=1):");
    out.indented(() -> intermediates(graph));
    out.line("");
    out.line(
        "def %s(orch, _args, config, *, tensors, callables, sub_ids, _keep, world_size,"
            + " _domain_provider=None):",
        graph.name());
    out.indented(() -> body(graph));
    out.line("");
    out.line(graph.name() + "._pypto_distributed_entry = True");
    out.line("");
  }

  /** What must exist before the workers are forked. */
  private void intermediates(HostGraph graph) {
    for (String domain : graph.domains()) {
      out.line(
          "tensors[\"%s\"] = [torch.zeros((1,), dtype=torch.int32).share_memory_() for _ in"
              + " range(max(world_size, 1))]",
          PythonDispatches.token(domain));
    }
    graph.created().forEach(c -> out.line(tensors.zeros(c)));
    if (graph.domains().isEmpty() && graph.created().isEmpty()) {
      out.line("pass");
    }
  }

  private void body(HostGraph graph) {
    for (Var scalar : graph.scalars()) {
      out.line("%s = tensors[\"%s\"]", scalar.name(), scalar.name());
    }
    graph.extents().forEach(e -> out.line("%s = %s", e.symbol().name(), solved(e)));
    if (!graph.scalars().isEmpty() || !graph.extents().isEmpty()) {
      graph.steps().forEach(this::step);
    } else {
      block(graph.steps());
    }
  }

  private static String solved(HostGraph.Extent e) {
    String extent = PythonTensors.of(e.tensor()) + ".shape[" + e.dimension() + "]";
    return switch (e.inverse()) {
      case SAME -> extent;
      case MINUS -> "(" + extent + " - " + e.constant() + ")";
      case PLUS -> "(" + extent + " + " + e.constant() + ")";
      case FROM -> "(" + e.constant() + " - " + extent + ")";
      case DIVIDED -> "(" + extent + " // " + e.constant() + ")";
    };
  }

  // Steps.

  private void region(List<HostStep> steps) {
    out.indented(() -> block(steps));
  }

  /** Python wants a statement where there is nothing to do. */
  private void block(List<HostStep> steps) {
    if (steps.isEmpty()) {
      out.line("pass");
    }
    steps.forEach(this::step);
  }

  private void step(HostStep step) {
    switch (step) {
      case HostStep.Assign s -> out.line("%s = %s", places(s.targets()), places(s.values()));
      case HostStep.WorldSize s -> out.line("%s = world_size", s.target().name());
      case HostStep.Slice s ->
          out.line(
              "%s = %s[%s]",
              PythonTensors.of(s.target()), PythonTensors.of(s.source()), tensors.indices(s.at()));
      case HostStep.ReadElement s ->
          out.line(
              "%s%s[%s].item()",
              s.target() == null ? "" : s.target().name() + " = ",
              PythonTensors.of(s.tensor()),
              tensors.list(s.at()));
      case HostStep.WriteElement s ->
          out.line(
              "%s[%s] = %s",
              PythonTensors.of(s.tensor()), tensors.list(s.at()), tensors.scalar(s.value()));
      case HostStep.ExtentOf s ->
          out.line("%s = %s.shape[%d]", s.target().name(), PythonTensors.of(s.tensor()), s.axis());
      case HostStep.Copy s ->
          out.line(
              "%s[%s] = %s[%s]",
              PythonTensors.of(s.target()),
              tensors.indices(s.at()),
              PythonTensors.of(s.source()),
              tensors.indices(s.from()));
      case HostStep.Dispatch s -> dispatches.dispatch(s);
      case HostStep.Domain s -> domain(s);
      case HostStep.Loop s -> {
        out.line(
            "for %s in range(%s, %s, %s):",
            s.index().name(),
            tensors.scalar(s.start()),
            tensors.scalar(s.stop()),
            tensors.scalar(s.step()));
        region(s.body());
      }
      case HostStep.Repeat s -> {
        out.line("while %s:", tensors.scalar(s.condition()));
        region(s.body());
      }
      case HostStep.Branch s -> {
        out.line("if %s:", tensors.scalar(s.condition()));
        region(s.then());
        if (s.orElse() != null) {
          out.line("else:");
          region(s.orElse());
        }
      }
      case HostStep.Break s -> out.line("break");
      case HostStep.Continue s -> out.line("continue");
    }
  }

  private String places(List<? extends Expr> values) {
    return String.join(
        ", ",
        values.stream()
            .map(
                v ->
                    v instanceof Var t && t.type() instanceof TensorType
                        ? PythonTensors.of(t)
                        : tensors.scalar(v))
            .toList());
  }

  private void domain(HostStep.Domain s) {
    List<String> sizes = s.windows().stream().map(w -> aligned(tensors.scalar(w.bytes()))).toList();
    out.line("with (_domain_provider or orch.allocate_domain)(");
    out.indented(
        () -> {
          out.line("name=\"%s\",", s.name());
          out.line("workers=%s,", workers(s.devices()));
          out.line(
              "window_size=%s,",
              String.join(" + ", sizes.stream().map(z -> "(" + z + ")").toList()));
          out.line("buffers=[");
          out.indented(
              () -> {
                for (int i = 0; i < sizes.size(); i++) {
                  HostStep.Window window = s.windows().get(i);
                  out.line(
                      "CommBufferSpec(name=\"%s\", dtype=\"opaque\", count=%s, nbytes=%s),",
                      window.name(), tensors.scalar(window.bytes()), sizes.get(i));
                }
              });
          out.line("],");
        });
    out.line(") as %s:", PythonDispatches.handle(s.name()));
    region(s.body());
  }

  private static String aligned(String bytes) {
    return "(((%s + %d) // %d) * %d)".formatted(bytes, ALIGNMENT - 1, ALIGNMENT, ALIGNMENT);
  }

  private static String workers(List<Long> devices) {
    return devices == null
        ? "[*range(world_size)]"
        : "[" + String.join(", ", devices.stream().map(String::valueOf).toList()) + "]";
  }
}

package org.pyptoj.codegen.artifact;

import java.util.List;
import java.util.stream.Collectors;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Direction;
import org.pyptoj.passes.graph.ChipGraph;

/**
 * {@code kernel_config.py}: which sources a chip's callable is built from. Kernel sources are named
 * as the assembler writes them beside the {@code .pto} files.
 */
final class KernelConfig {

  private KernelConfig() {}

  static String text(String orchestration, ChipGraph graph, CompileSettings settings) {
    StringBuilder out = new StringBuilder();
    out.append("# Kernels and orchestration of ").append(orchestration).append("\n\n");
    out.append("from pathlib import Path\n\n");
    boolean signatures =
        !graph.signature().isEmpty()
            || graph.kernels().stream().anyMatch(k -> !k.signature().isEmpty());
    if (signatures) {
      out.append("from simpler.task_interface import ArgDirection as _D\n\n");
    }
    out.append("_ROOT_DIR = Path(__file__).parent\n\n");
    out.append("RUNTIME_CONFIG = {\n");
    out.append("\t\"runtime\": \"tensormap_and_ringbuffer\",\n");
    out.append("\t\"aicpu_thread_num\": ").append(settings.aicpuThreads()).append(",\n}\n\n");
    out.append("ORCHESTRATION = {\n");
    out.append("\t\"source\": str(_ROOT_DIR / \"orchestration\" / \"")
        .append(orchestration)
        .append(".cpp\"),\n");
    out.append("\t\"function_name\": \"aicpu_orchestration_entry\",\n");
    if (!graph.signature().isEmpty()) {
      out.append("\t\"signature\": [")
          .append(list(graph.signature().stream().map(Direction::name).toList()))
          .append("],\n");
    }
    out.append("}\n\n");
    out.append("KERNELS = [\n");
    for (ChipGraph.Kernel kernel : graph.kernels()) {
      out.append("\t{\"func_id\": ")
          .append(kernel.id())
          .append(", \"name\": \"")
          .append(kernel.name())
          .append("\", \"source\": str(_ROOT_DIR / \"kernels\" / \"")
          .append(kernel.core())
          .append("\" / \"")
          .append(kernel.name())
          .append(".cpp\"), \"core_type\": \"")
          .append(kernel.core())
          .append('"');
      if (!kernel.signature().isEmpty()) {
        out.append(", \"signature\": [")
            .append(list(kernel.signature().stream().map(KernelConfig::name).toList()))
            .append(']');
      }
      out.append("},\n");
    }
    return out.append("]\n").toString();
  }

  private static String list(List<String> names) {
    return names.stream().map(n -> "_D." + n).collect(Collectors.joining(", "));
  }

  private static String name(ArgDirection direction) {
    return switch (direction) {
      case INPUT -> "IN";
      case OUTPUT_EXISTING -> "OUT";
      case INOUT -> "INOUT";
      case SCALAR -> throw new IllegalArgumentException("a scalar has no place in a signature");
    };
  }
}

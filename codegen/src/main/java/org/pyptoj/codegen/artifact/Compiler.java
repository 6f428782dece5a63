package org.pyptoj.codegen.artifact;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.pyptoj.codegen.orchestration.ChipOrchestrationEmitter;
import org.pyptoj.codegen.orchestration.HostOrchestrationEmitter;
import org.pyptoj.codegen.pto.PtoEmitter;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.AuthorNames;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.graph.ArtifactName;
import org.pyptoj.passes.graph.ChipGraph;
import org.pyptoj.passes.graph.HostGraph;

/**
 * Runs the pipeline and writes everything that follows from its result.
 *
 * <p>A distributed program has {@code orchestration/host_orch.py}, one folder {@code
 * next_levels/<chip>} for each chip orchestration and {@code distributed_meta.json}. A program of
 * one chip orchestration has that folder's contents at the top and {@code compiled_meta.json}; one
 * of several has {@code next_levels} and that file in each. A program of kernels alone has {@code
 * kernels}.
 */
public final class Compiler {

  private final Pipeline pipeline;

  /** With the default passes. */
  public Compiler() {
    this(Pipeline.DEFAULT);
  }

  public Compiler(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  /**
   * The program's artifact, not yet on disk.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException for the author's mistakes
   */
  public Artifact compile(Program program, CompileSettings settings) {
    StageTimes times = new StageTimes();
    List<PassDump> dumps = new ArrayList<>();
    Program lowered =
        pipeline.run(
            program,
            new PassContext(settings.platform()),
            (index, pass, after) -> {
              times.end(pass);
              if (settings.dumpPasses()) {
                dumps.add(new PassDump(index, pass, after));
              }
              times.begin();
            });
    times.begin();
    SequencedMap<String, String> files = new TreeMap<>(emit(lowered, dumps, settings).files());
    times.end("codegen");
    if (settings.profile()) {
      files.put("report/pipeline_profile.txt", times.text());
      files.put("report/pipeline_profile.json", times.json());
    }
    return new Artifact(lowered, files);
  }

  /**
   * The artifact of a program that went through the pipeline already.
   *
   * @param lowered the program after the last pass
   * @param dumps the program after passes, as they shall be in the folder
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException for the author's mistakes
   */
  public static Artifact emit(Program lowered, List<PassDump> dumps, CompileSettings settings) {
    try {
      return new Artifact(lowered, files(lowered, dumps, settings));
    } catch (DiagnosticException e) {
      throw AuthorNames.in(e);
    }
  }

  private static SequencedMap<String, String> files(
      Program lowered, List<PassDump> dumps, CompileSettings settings) {
    SequencedMap<String, String> files = new TreeMap<>();
    for (PassDump dump : dumps) {
      files.put("passes_dump/" + dump.fileName(), Printer.print(dump.program()));
    }
    List<Function> chips =
        lowered.functions().stream().filter(Function::isChipOrchestration).toList();
    if (lowered.host().isPresent()) {
      files.put("orchestration/host_orch.py", HostOrchestrationEmitter.emit(HostGraph.of(lowered)));
      files.put(
          "distributed_meta.json", MetaData.distributed(lowered.host().orElseThrow(), settings));
      for (Function chip : chips) {
        chip(lowered, chip, "next_levels/" + ArtifactName.of(chip) + "/", settings, files);
      }
    } else if (chips.size() > 1) {
      for (Function chip : chips) {
        String folder = "next_levels/" + ArtifactName.of(chip) + "/";
        chip(lowered, chip, folder, settings, files);
        files.put(folder + "compiled_meta.json", MetaData.compiled(chip, settings));
      }
    } else if (chips.size() == 1) {
      chip(lowered, chips.getFirst(), "", settings, files);
      files.put("compiled_meta.json", MetaData.compiled(chips.getFirst(), settings));
    } else {
      for (Function kernel : lowered.functions()) {
        if (kernel.kind().isKernel()) {
          kernel(lowered, kernel, "", settings, files);
        }
      }
    }
    files.put("report/memory.txt", MemoryReport.of(lowered, settings.platform()));
    return files;
  }

  private static void chip(
      Program program,
      Function chip,
      String folder,
      CompileSettings settings,
      SequencedMap<String, String> files) {
    ChipGraph graph = ChipGraph.of(program, chip);
    String name = ArtifactName.of(chip);
    files.put(
        folder + "orchestration/" + name + ".cpp",
        ChipOrchestrationEmitter.emit(graph, settings.platform()));
    files.put(folder + "kernel_config.py", KernelConfig.text(name, graph, settings));
    List<String> done = new ArrayList<>();
    for (ChipGraph.Kernel kernel : graph.kernels()) {
      if (!done.contains(kernel.name())) {
        done.add(kernel.name());
        kernel(program, program.function(kernel.name()).orElseThrow(), folder, settings, files);
      }
    }
  }

  private static void kernel(
      Program program,
      Function kernel,
      String folder,
      CompileSettings settings,
      SequencedMap<String, String> files) {
    String core = kernel.kind() == FunctionKind.AIC ? "aic" : "aiv";
    files.put(
        folder + "kernels/" + core + "/" + kernel.name() + ".pto",
        PtoEmitter.emit(program, kernel, settings.platform()));
  }
}

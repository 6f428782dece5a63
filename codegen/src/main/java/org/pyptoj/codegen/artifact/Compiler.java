package org.pyptoj.codegen.artifact;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.pyptoj.codegen.orchestration.ArtifactName;
import org.pyptoj.codegen.orchestration.ChipOrchestrationEmitter;
import org.pyptoj.codegen.orchestration.HostOrchestrationEmitter;
import org.pyptoj.codegen.pto.PtoEmitter;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;

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
   * A program after the pipeline.
   *
   * @param program what the last pass made
   * @param settings what the compilation was told
   * @param dumps the program after each pass, where the settings ask for it
   * @param times how long each pass took
   */
  public record Lowered(
      Program program, CompileSettings settings, List<Dump> dumps, StageTimes times) {

    /**
     * The program after a pass.
     *
     * @param file the dump's name below {@code passes_dump}
     * @param program the program
     */
    public record Dump(String file, Program program) {}

    public Lowered {
      dumps = List.copyOf(dumps);
    }
  }

  /**
   * The program's artifact, not yet on disk.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException for the author's mistakes
   */
  public Artifact compile(Program program, CompileSettings settings) {
    return emit(lower(program, settings));
  }

  /**
   * Runs the pipeline; nothing is printed or emitted.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException for the author's mistakes
   */
  public Lowered lower(Program program, CompileSettings settings) {
    List<Lowered.Dump> dumps = new ArrayList<>();
    StageTimes times = new StageTimes();
    Program lowered =
        pipeline.run(
            program,
            new PassContext(settings.platform()),
            (index, pass, after) -> {
              times.end(pass);
              if (settings.dumpPasses()) {
                String name = index == 0 ? "00_" + pass : "%02d_after_%s".formatted(index, pass);
                dumps.add(new Lowered.Dump(name + ".py", after));
              }
              times.begin();
            });
    return new Lowered(lowered, settings, dumps, times);
  }

  /** Writes out everything that follows from a lowered program. */
  public Artifact emit(Lowered input) {
    Program lowered = input.program();
    CompileSettings settings = input.settings();
    StageTimes times = input.times();
    SequencedMap<String, String> files = new TreeMap<>();
    times.begin();
    input.dumps().forEach(d -> files.put("passes_dump/" + d.file(), Printer.print(d.program())));
    times.end("print");
    times.begin();
    List<Function> chips =
        lowered.functions().stream().filter(Function::isChipOrchestration).toList();
    if (lowered.host().isPresent()) {
      files.put("orchestration/host_orch.py", HostOrchestrationEmitter.emit(lowered));
      files.put(
          "distributed_meta.json", MetaData.distributed(lowered.host().orElseThrow(), settings));
      chips.forEach(
          c -> chip(lowered, c, "next_levels/" + ArtifactName.of(c) + "/", settings, files));
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
    times.end("codegen");
    if (settings.profile()) {
      files.put("report/pipeline_profile.txt", times.text());
      files.put("report/pipeline_profile.json", times.json());
    }
    return new Artifact(lowered, files);
  }

  private static void chip(
      Program program,
      Function chip,
      String folder,
      CompileSettings settings,
      SequencedMap<String, String> files) {
    ChipOrchestrationEmitter.Result graph =
        ChipOrchestrationEmitter.emit(program, chip, settings.platform());
    String name = ArtifactName.of(chip);
    files.put(folder + "orchestration/" + name + ".cpp", graph.text());
    files.put(folder + "kernel_config.py", KernelConfig.text(name, graph, settings));
    List<String> done = new ArrayList<>();
    for (ChipOrchestrationEmitter.Kernel kernel : graph.kernels()) {
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
    String core = ChipOrchestrationEmitter.isCube(kernel) ? "aic" : "aiv";
    files.put(
        folder + "kernels/" + core + "/" + kernel.name() + ".pto",
        PtoEmitter.emit(program, kernel, settings.platform()));
  }
}

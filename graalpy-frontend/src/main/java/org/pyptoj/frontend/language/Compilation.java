package org.pyptoj.frontend.language;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pyptoj.codegen.artifact.Artifact;
import org.pyptoj.codegen.artifact.ArtifactFolder;
import org.pyptoj.codegen.artifact.CompileSettings;
import org.pyptoj.codegen.artifact.Compiler;
import org.pyptoj.codegen.artifact.PassDump;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.passes.InlineFunctions;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.verifier.ProgramVerifier;
import org.pyptoj.verifier.program.TargetFacts;

/**
 * A program on its way from the script to artifacts. It is lowered when it is made, so that
 * mistakes show at the script's compile call; text is emitted and written when somebody asks for
 * the folder.
 */
final class Compilation {

  private final Program source;
  private final Platform platform;
  private final int[] devices;
  private final List<PassDump> dumps = new ArrayList<>();
  private final Program lowered;
  private final OutputFolder folder;
  private final Writes writes;
  private final CompileRecord record;
  private Path written;

  /** What becomes of artifacts. */
  enum Writes {
    /** They are written when somebody asks for their folder. */
    ARTIFACTS,
    /** Their folder has a name and is never made: {@code check} writes nothing. */
    NOTHING,
    /** Asking for their folder is refused: the script has no files to write. */
    REFUSED
  }

  /**
   * Verifies and lowers a program.
   *
   * @param pipeline the passes
   * @param context the target, and how the passes are watched
   * @param folder where the artifacts go
   * @param writes whether artifacts are written at all
   * @throws DiagnosticException for the author's mistakes
   */
  Compilation(
      Program source,
      Pipeline pipeline,
      PassContext context,
      int[] devices,
      boolean dump,
      OutputFolder folder,
      Writes writes) {
    this.source = source;
    this.platform = context.platform();
    this.devices = devices.clone();
    this.folder = folder;
    this.writes = writes;
    verify(source);
    if (source.functions().stream().anyMatch(f -> f.kind() == FunctionKind.INLINE)) {
      // Only its callers say where an inline body stands and what it may write.
      verify(new InlineFunctions().run(source, context));
    }
    Pipeline.Listener listener =
        dump
            ? (i, pass, program) -> dumps.add(new PassDump(i, pass, program))
            : Pipeline.Listener.NONE;
    this.lowered = pipeline.run(source, context, listener);
    this.record = new CompileRecord(source, lowered);
  }

  private void verify(Program program) {
    List<Diagnostic> mistakes =
        ProgramVerifier.verify(
            program, new TargetFacts(platform.isAscend910B(), platform.aivCores()));
    if (!mistakes.isEmpty()) {
      throw new DiagnosticException(mistakes);
    }
  }

  private Compilation(Program program, Platform platform, int[] devices) {
    this.source = program;
    this.lowered = program;
    this.platform = platform;
    this.devices = devices.clone();
    this.folder = null;
    this.writes = Writes.NOTHING;
    this.record = new CompileRecord(source, lowered);
  }

  /** A program of whatever pass, to be simulated as it is; it has no artifacts. */
  static Compilation withoutLowering(Program program, Platform platform, int[] devices) {
    return new Compilation(program, platform, devices);
  }

  Program source() {
    return source;
  }

  Program lowered() {
    return lowered;
  }

  Platform platform() {
    return platform;
  }

  int[] devices() {
    return devices.clone();
  }

  /**
   * The function that a dispatch calls: the host orchestrator, or the chip's orchestration, or the
   * only function.
   */
  Function entry() {
    return source
        .host()
        .or(() -> source.functions().stream().filter(Function::isChipOrchestration).findFirst())
        .orElseGet(() -> source.functions().getLast());
  }

  CompileRecord record() {
    return record;
  }

  /**
   * The folder of the artifacts, which are written at the first call.
   *
   * @throws UnwritableOutput when they cannot be written
   */
  Path artifacts() {
    if (written == null && writes != Writes.ARTIFACTS) {
      Path chosen = folder.choose(source.name());
      if (writes == Writes.REFUSED) {
        throw UnwritableOutput.sandbox(chosen);
      }
      written = chosen;
    }
    if (written == null) {
      List<Integer> ids = Arrays.stream(devices).boxed().toList();
      Artifact artifact = Compiler.emit(lowered, dumps, CompileSettings.of(platform, ids));
      Path chosen = folder.choose(source.name());
      try {
        written = ArtifactFolder.write(chosen, artifact.files());
        record.wrote(written);
      } catch (IOException e) {
        throw UnwritableOutput.of(chosen, e);
      }
    }
    return written;
  }
}

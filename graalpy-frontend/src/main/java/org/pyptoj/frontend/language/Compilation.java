package org.pyptoj.frontend.language;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.pyptoj.codegen.artifact.Artifact;
import org.pyptoj.codegen.artifact.ArtifactFolder;
import org.pyptoj.codegen.artifact.CompileSettings;
import org.pyptoj.codegen.artifact.Compiler;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.passes.Platform;
import org.pyptoj.verifier.ProgramVerifier;
import org.pyptoj.verifier.TargetFacts;

/**
 * A program on its way from the script to artifacts. It is lowered when it is made, so that
 * mistakes show at the script's compile call; text is emitted and written when somebody asks for
 * the folder.
 */
final class Compilation {

  private final Program source;
  private final Platform platform;
  private final int[] devices;
  private final OutputFolder folder;
  private final boolean writes;
  private final Compiler.Lowered lowered;
  private Path written;

  /**
   * Verifies and lowers a program.
   *
   * @param folder where the artifacts go
   * @param writes whether artifacts are written at all; {@code check} writes none
   * @throws DiagnosticException for the author's mistakes
   */
  Compilation(
      Program source,
      Platform platform,
      int[] devices,
      boolean dump,
      OutputFolder folder,
      boolean writes) {
    this.source = source;
    this.platform = platform;
    this.devices = devices.clone();
    this.folder = folder;
    this.writes = writes;
    List<Diagnostic> mistakes =
        ProgramVerifier.verify(
            source, new TargetFacts(platform.isAscend910B(), platform.aivCores()));
    if (!mistakes.isEmpty()) {
      throw new DiagnosticException(mistakes);
    }
    List<Integer> ids = Arrays.stream(devices).boxed().toList();
    CompileSettings settings = new CompileSettings(platform, ids, 0, 0, dump, false);
    this.lowered = new Compiler().lower(source, settings);
  }

  Program source() {
    return source;
  }

  Program lowered() {
    return lowered.program();
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

  /** The folder of the artifacts, which are written at the first call. */
  Path artifacts() {
    if (written == null) {
      Path place = folder.choose(source.name());
      if (writes) {
        Artifact artifact = new Compiler().emit(lowered);
        try {
          ArtifactFolder.write(place, artifact.files());
        } catch (IOException e) {
          throw new HostException("the artifacts cannot be written: " + e);
        }
      }
      written = place;
    }
    return written;
  }
}

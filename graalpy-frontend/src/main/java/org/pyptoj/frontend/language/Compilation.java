package org.pyptoj.frontend.language;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.verifier.ProgramVerifier;
import org.pyptoj.verifier.TargetFacts;

/**
 * A program on its way from the script to artifacts. It is lowered when it is made, so that
 * mistakes show at the script's compile call; text is emitted and written when somebody asks for
 * the folder.
 */
final class Compilation {

  private record Dump(int index, String pass, Program program) {}

  private final Program source;
  private final Platform platform;
  private final int[] devices;
  private final List<Dump> dumps = new ArrayList<>();
  private final Program lowered;
  private final OutputFolder folder;
  private Path written;

  Compilation(Program source, Platform platform, int[] devices, boolean dump, OutputFolder folder) {
    this.source = source;
    this.platform = platform;
    this.devices = devices;
    this.folder = folder;
    List<Diagnostic> mistakes =
        ProgramVerifier.verify(
            source, new TargetFacts(platform.isAscend910B(), platform.aivCores()));
    if (!mistakes.isEmpty()) {
      throw new DiagnosticException(mistakes);
    }
    Pipeline.Listener listener =
        dump ? (i, pass, program) -> dumps.add(new Dump(i, pass, program)) : Pipeline.Listener.NONE;
    this.lowered = Pipeline.DEFAULT.run(source, new PassContext(platform), listener);
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

  /** The folder of the artifacts, which are written at the first call. */
  Path artifacts() {
    if (written == null) {
      written = folder.choose(source.name());
    }
    return written;
  }
}

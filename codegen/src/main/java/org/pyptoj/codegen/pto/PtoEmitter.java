package org.pyptoj.codegen.pto;

import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.Platform;

/** Writes kernels as PTO text. */
public final class PtoEmitter {

  private PtoEmitter() {}

  /**
   * The module of one kernel.
   *
   * @param program the program after the whole pipeline
   * @param kernel one of its kernels
   * @param platform the target
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException when the kernel asks for what PTO cannot
   *     express; codes are those of {@link CodegenCode}
   */
  public static String emit(Program program, Function kernel, Platform platform) {
    return "module attributes {pto.target_arch = \""
        + platform.targetArch()
        + "\"} {\n"
        + new KernelEmitter(kernel).text()
        + "}\n";
  }
}

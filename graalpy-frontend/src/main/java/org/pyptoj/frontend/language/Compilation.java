package org.pyptoj.frontend.language;

import org.pyptoj.frontend.Session;
import org.pyptoj.ir.Program;

/** Verifies, lowers and emits a program. */
final class Compilation {

  private final Session session;

  Compilation(Session session) {
    this.session = session;
  }

  CompiledHandle compile(
      Program program, String platform, int[] devices, String outputDirectory, boolean dump) {
    return new CompiledHandle(program);
  }
}

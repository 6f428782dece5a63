package org.pyptoj.frontend.language;

import org.graalvm.polyglot.HostAccess.Export;
import org.pyptoj.ir.Program;

/** A compiled program as Python holds it. */
public final class CompiledHandle {

  private final Program source;

  CompiledHandle(Program source) {
    this.source = source;
  }

  @Export
  public String name() {
    return source.name();
  }
}

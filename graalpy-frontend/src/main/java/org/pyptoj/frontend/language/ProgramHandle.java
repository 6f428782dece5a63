package org.pyptoj.frontend.language;

import org.graalvm.polyglot.HostAccess.Export;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;

/** A program as Python holds it. */
public final class ProgramHandle {

  private final Program program;

  ProgramHandle(Program program) {
    this.program = program;
  }

  Program program() {
    return program;
  }

  @Export
  public String name() {
    return program.name();
  }

  @Export
  public String[] functionNames() {
    return program.functions().stream().map(Function::name).toArray(String[]::new);
  }

  /** The program as DSL text. */
  @Export
  public String text() {
    return Printer.print(program);
  }
}

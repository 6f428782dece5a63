package org.pyptoj.frontend.language;

import java.util.Map;
import org.graalvm.polyglot.HostAccess.Export;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;

/** A program as Python holds it. */
public final class ProgramHandle {

  private final Program program;
  private final Map<String, SubWorker> subWorkers;

  ProgramHandle(Program program, Map<String, SubWorker> subWorkers) {
    this.program = program;
    this.subWorkers = subWorkers;
  }

  Program program() {
    return program;
  }

  Map<String, SubWorker> subWorkers() {
    return subWorkers;
  }

  @Export
  public String name() {
    return program.name();
  }

  @Export
  public String[] functionNames() {
    return program.functions().stream().map(Function::name).toArray(String[]::new);
  }

  /** Whether a function is a sub-worker without a body. */
  @Export
  public boolean requiresRuntimeBinding(String function) {
    return subWorkers.containsKey(function) && subWorkers.get(function).isAbstract();
  }

  /** The program as DSL text. */
  @Export
  public String text() {
    return Printer.print(program);
  }

  /** One of its functions as DSL text. */
  @Export
  public String functionText(String function) {
    Function one =
        program.functions().stream().filter(f -> f.name().equals(function)).findFirst().get();
    return Printer.print(one);
  }
}

package org.pyptoj.frontend.language;

import java.util.Map;
import org.graalvm.polyglot.HostAccess.Export;
import org.pyptoj.ir.Direction;
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
    return Printer.print(function(function));
  }

  /** What a function is: paths of its kind, its level and its role; null for what it has not. */
  @Export
  public Object[] functionFacts(String function) {
    Function f = function(function);
    return new Object[] {
      "pl.FunctionType." + f.kind().dslName(),
      f.level() == null ? null : "pl.Level." + f.level().name(),
      f.role() == null ? null : "pl.Role." + f.role().dslName()
    };
  }

  /** Name, type as DSL text and direction of each parameter of a function. */
  @Export
  public Object[] functionParams(String function) {
    return function(function).params().stream()
        .map(
            p ->
                new Object[] {
                  p.var().name(),
                  Printer.print(p.var().type()),
                  p.direction() == Direction.IN ? "In" : p.direction().dslName()
                })
        .toArray();
  }

  /** The types that a function returns, as DSL text. */
  @Export
  public String[] functionResults(String function) {
    return function(function).results().stream().map(Printer::print).toArray(String[]::new);
  }

  private Function function(String name) {
    return program.functions().stream().filter(f -> f.name().equals(name)).findFirst().get();
  }
}

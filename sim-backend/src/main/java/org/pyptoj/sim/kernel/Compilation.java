package org.pyptoj.sim.kernel;

import java.util.HashMap;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;

/** A program's functions, compiled when they are first called for. */
public final class Compilation {

  private record Key(String name, Role role) {}

  private final Program program;
  private final int compileAfter;
  private final Map<Key, CompiledFunction> compiled = new HashMap<>();
  private final ReturnAliases aliases;

  /**
   * Nothing is compiled yet.
   *
   * @param compileAfter loop iterations after which a function becomes JVM code
   */
  public Compilation(Program program, int compileAfter) {
    this.program = program;
    this.compileAfter = compileAfter;
    this.aliases = new ReturnAliases(program);
  }

  public Program program() {
    return program;
  }

  int compileAfter() {
    return compileAfter;
  }

  Function function(String name, Span span) {
    return program
        .function(name)
        .orElseThrow(
            () -> new SimFailure(SimCode.UNBOUND, "the program has no function " + name, span));
  }

  /** A function compiled for where it is called. */
  synchronized CompiledFunction compiled(String name, Role role, Span span) {
    Function function = function(name, span);
    Key key = new Key(name, role);
    CompiledFunction known = compiled.get(key);
    if (known != null) {
      return known;
    }
    CompiledFunction fresh = new CompiledFunction(function, role, aliases.of(function));
    compiled.put(key, fresh);
    new FunctionCompiler(this, function, role).compileInto(fresh);
    return fresh;
  }

  /** A function compiled for the place that its kind names. */
  CompiledFunction compiled(String name, Span span) {
    return compiled(name, Role.of(function(name, span)), span);
  }

  ReturnAliases aliases() {
    return aliases;
  }
}

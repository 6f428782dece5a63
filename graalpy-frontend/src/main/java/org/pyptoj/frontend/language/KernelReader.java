package org.pyptoj.frontend.language;

import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.dsl.FunctionRef;
import org.pyptoj.ir.dsl.FunctionSource;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.ir.dsl.ProgramParser;
import org.pyptoj.ir.dsl.PythonSource;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.type.Type;
import org.pyptoj.verifier.OpTypes;

/** Reads programs from what Python's decorators hand over. */
final class KernelReader {

  private final PythonBridge bridge;
  private final SourceFiles files;
  private final Map<String, SubWorker> subWorkers = new LinkedHashMap<>();

  KernelReader(PythonBridge bridge, SourceFiles files) {
    this.bridge = bridge;
    this.files = files;
  }

  /**
   * The program of a class: all its functions and what they reach.
   *
   * @param line where the class is defined or handed to the decorator
   */
  Program program(String name, Value functions, String file, int line) {
    subWorkers.clear();
    List<FunctionSource> sources = new ArrayList<>();
    for (long i = 0; i < functions.getArraySize(); i++) {
      sources.add(source(functions.getArrayElement(i), Map.of()));
    }
    // The file is read for its functions; a class without one needs it for its place alone.
    Span place = sources.isEmpty() ? place(name, file, line) : Span.NONE;
    return new ProgramParser(OpTypes::call, this::resolve, false).parse(name, place, sources);
  }

  private Span place(String name, String file, int line) {
    try {
      return files.get(file).classAt(line, name);
    } catch (HostException e) {
      return new Span(file, line, 1, line, 1);
    }
  }

  /** The program of a function and what it reaches, for arguments of these types. */
  Program specialized(Value function, Map<String, Type> arguments) {
    subWorkers.clear();
    FunctionSource entry = source(function, arguments);
    return new ProgramParser(OpTypes::call, this::resolve, false).parse(entry);
  }

  /** Forgets a file, since its text is another one now. */
  void forget(String file) {
    files.forget(file);
  }

  /** The sub-workers of the program that was read last, by name. */
  Map<String, SubWorker> subWorkers() {
    return Map.copyOf(subWorkers);
  }

  private FunctionSource resolve(FunctionRef ref) {
    Value function = (Value) ref.key();
    return source(function.invokeMember("_source"), Map.of());
  }

  private FunctionSource source(Value v, Map<String, Type> given) {
    String name = v.getArrayElement(0).asString();
    PythonSource file = files.get(v.getArrayElement(1).asString());
    StmtTy.FunctionDef def = file.functionAt(v.getArrayElement(2).asInt(), name);
    if (def == null) {
      throw new HostException("the definition of " + name + " is not in " + file.file());
    }
    FunctionKind kind = (FunctionKind) PythonBridge.path(v.getArrayElement(3).asString());
    Value level = v.getArrayElement(4);
    Value role = v.getArrayElement(5);
    Role does = role.isNull() ? null : (Role) PythonBridge.path(role.asString());
    if (does == Role.SUB_WORKER) {
      subWorkers.put(name, SubWorker.of(def, v.getArrayElement(8)));
    }
    Map<String, Object> attrs = new LinkedHashMap<>();
    ((Map<?, ?>) bridge.value(v.getArrayElement(6)))
        .forEach((k, value) -> attrs.put(String.valueOf(k), value));
    return new FunctionSource(
        name,
        file,
        def,
        bridge.environment(v.getArrayElement(7)),
        kind,
        level.isNull() ? null : (Level) PythonBridge.path(level.asString()),
        does,
        new Attrs(attrs),
        given);
  }
}

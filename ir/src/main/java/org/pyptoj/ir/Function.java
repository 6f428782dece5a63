package org.pyptoj.ir;

import java.util.List;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.type.Type;

/**
 * A function of a program.
 *
 * @param name its name, unique in the program
 * @param kind what it is
 * @param level where it runs, or null where the kind says it
 * @param role what it does there, or null
 * @param params parameters
 * @param results result types
 * @param body statements
 * @param attrs what decorators and passes say of it
 * @param span where it is written
 */
public record Function(
    String name,
    FunctionKind kind,
    Level level,
    Role role,
    List<Param> params,
    List<Type> results,
    Block body,
    Attrs attrs,
    Span span) {

  public Function {
    params = List.copyOf(params);
    results = List.copyOf(results);
  }

  /** Whether this is the host's orchestrator. */
  public boolean isHostOrchestrator() {
    return level == Level.HOST && role == Role.ORCHESTRATOR;
  }

  /** Whether this is a chip's orchestration. */
  public boolean isChipOrchestration() {
    return kind == FunctionKind.ORCHESTRATION && !isHostOrchestrator() && role != Role.SUB_WORKER;
  }

  public Function withBody(Block other) {
    return new Function(name, kind, level, role, params, results, other, attrs, span);
  }

  public Function withParams(List<Param> other) {
    return new Function(name, kind, level, role, other, results, body, attrs, span);
  }

  public Function withResults(List<Type> other) {
    return new Function(name, kind, level, role, params, other, body, attrs, span);
  }

  public Function withAttrs(Attrs other) {
    return new Function(name, kind, level, role, params, results, body, other, span);
  }

  public Function withKind(FunctionKind other) {
    return new Function(name, other, level, role, params, results, body, attrs, span);
  }
}

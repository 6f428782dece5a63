package org.pyptoj.passes.graph;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.RuleCode;

/** What task graphs ask of orchestrations. */
public enum OrchestrationRule implements RuleCode {
  HOST_OP("PLC0101", "An op cannot stand in a host orchestrator"),
  CHIP_OP("PLC0102", "An op cannot stand in a chip orchestration"),
  UNBOUND_WINDOW("PLC0105", "A window reaches a dispatch without its allocation being known"),
  DYNAMIC_EXTENT("PLC0106", "A dynamic extent cannot be read off any argument"),
  NESTED_CREATE("PLC0107", "A host orchestrator creates a tensor inside a loop or choice"),
  TASK_OUT_OF_SCOPE("PLC0108", "A dependency names a task of a scope that has closed"),
  NOT_DISPATCHABLE("PLC0109", "A host orchestrator calls a function that is no task");

  private final String code;
  private final String title;

  OrchestrationRule(String code, String title) {
    this.code = code;
    this.title = title;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String title() {
    return title;
  }

  DiagnosticException at(Span span, String message, String help) {
    return new DiagnosticException(new Diagnostic(code, message, span, help));
  }
}

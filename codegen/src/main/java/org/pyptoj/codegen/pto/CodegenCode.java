package org.pyptoj.codegen.pto;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.RuleCode;

/** What a kernel may not ask of PTO. */
public enum CodegenCode implements RuleCode {
  UNBOUND_SYMBOL("PLC0001", "every symbolic extent of a kernel gets its value from a parameter"),
  DESCENDING_LOOP("PLC0002", "a loop in a kernel counts upwards"),
  NO_PTO_FORM("PLC0003", "an operation in a kernel has a PTO form"),
  TWO_TENSORS_IN_BRANCHES("PLC0004", "both branches of a choice hand on the same tensor"),
  DEFERRED_ALIAS("PLC0005", "a deferred wait names a window parameter of its kernel");

  private final String code;
  private final String title;

  CodegenCode(String code, String title) {
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
    return new DiagnosticException(new Diagnostic(code, message, span, help, List.of()));
  }
}

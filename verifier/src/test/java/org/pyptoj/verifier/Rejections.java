package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.function.Supplier;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.verifier.rule.Rule;

/** Expects calls to be rejected. */
final class Rejections {

  private Rejections() {}

  /** What a rejected call is told. */
  static List<Diagnostic> of(Supplier<Call> call) {
    return assertThrows(DiagnosticException.class, call::get).diagnostics();
  }

  /** The one diagnostic of a rejected call. */
  static Diagnostic one(Rule rule, Supplier<Call> call) {
    List<Diagnostic> all = of(call);
    assertEquals(List.of(rule.code()), all.stream().map(Diagnostic::code).toList(), all.toString());
    return all.getFirst();
  }

  /** The codes of a rejected call, in the order of the report. */
  static List<String> codes(Supplier<Call> call) {
    return of(call).stream().map(Diagnostic::code).toList();
  }
}

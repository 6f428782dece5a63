package org.pyptoj.passes;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.RuleCode;

/** What passes that give a program its structure ask of the author. */
public enum StructureRule implements RuleCode {
  PARTLY_ASSIGNED("PLP0101", "A name is read that only some paths assign"),
  PATHS_DISAGREE("PLP0102", "The paths that assign a name give it different types"),
  EARLY_RETURN("PLP0103", "A loop or a scope does not return from its function."),
  DYNAMIC_UNROLL(
      "PLP0104", "An unrolled loop needs bounds that are known when the kernel compiles"),
  RECURSIVE_INLINE("PLP0105", "An inline function calls itself"),
  UNKNOWN_CALLEE("PLP0106", "A call names a function that the program does not have"),
  JUMP_OUTSIDE_LOOP("PLP0107", "break or continue stands outside a loop"),
  SCOPE_RESULT("PLP0108", "A value leaves a core-group scope that cannot leave it"),
  UNROLL_TOO_LONG("PLP0109", "An unrolled loop has too many iterations"),
  NESTED_LAUNCH("PLP0110", "Kernel code launches no tasks"),
  MIXED_KERNEL("PLP0111", "A kernel needs the cube core and a vector core"),
  PREDICATE("PLP0112", "A task's predicate cannot be compiled yet"),
  STALE_VALUE("PLP0113", "A value is read under a name that has missed a write to it"),
  PIPELINE("PLP0114", "A pipelined loop has stages and iterations that can be counted");

  private final String code;
  private final String title;

  StructureRule(String code, String title) {
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

  DiagnosticException at(Span span, String message, String help, String note, Span noteSpan) {
    return new DiagnosticException(
        new Diagnostic(code, message, span, help, List.of(new Diagnostic.Note(note, noteSpan))));
  }
}

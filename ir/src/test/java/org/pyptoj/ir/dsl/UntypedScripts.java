package org.pyptoj.ir.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;

/** Scripts of one program, in which no op stands whose types had to be known. */
final class UntypedScripts {

  private static final String HEAD =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld

      @pl.program
      class P:
      """;

  /** The line of a script on which the first line of its functions stands. */
  static final int FIRST_LINE = 6;

  private UntypedScripts() {}

  /** The program of these functions. */
  static Program parse(String functions) {
    return DslParser.parseScript(
        "kernel.py",
        HEAD + functions.indent(4),
        (op, args, attrs, site) -> {
          throw new AssertionError(op);
        });
  }

  /** The one mistake in these functions. */
  static Diagnostic mistake(String functions) {
    List<Diagnostic> all =
        assertThrows(DiagnosticException.class, () -> parse(functions)).diagnostics();
    assertEquals(1, all.size(), all.toString());
    return all.getFirst();
  }
}

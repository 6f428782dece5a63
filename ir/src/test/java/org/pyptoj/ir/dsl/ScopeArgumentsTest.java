package org.pyptoj.ir.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;

/** What scopes and calls say of their tasks is of the kinds that later stages take it for. */
class ScopeArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "level=pl | PLY0106 | a scope's level is a pl.Level, not 'pl'",
        "level=3 | PLY0106 | a scope's level is a pl.Level, not the integer 3",
        "level=pl.Level.CHIP, role=pl.Level | PLY0106 | a scope's role is a pl.Role, not 'pl.Level'",
        "level=pl.Level.CHIP, name_hint=7 | PLY0106 | a scope's name_hint is a text, not the integer 7",
        "level=pl.Level.CHIP, deps=['x'] | PLY0106 | a scope's deps is a list of task ids, not a sequence of 1",
        "**3 | PLY0105 | a scope's arguments are written out",
      })
  void ofAScope(String arguments, String code, String message) {
    mistake(
        """
        import pypto.language as pl

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Orchestration)
            def f(self, n: pl.Scalar[pl.INT32]):
                with pl.at(%s):
                    m = n + 1
        """
            .formatted(arguments),
        7,
        code,
        message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "deps=n | PLY0106 | a call's deps is a list of task ids, not 'n' (Scalar)",
        "deps=[None] | PLY0106 | a call's deps is a list of task ids, not a sequence of 1",
        "name_hint=7 | PLY0106 | a call's name_hint is a text, not the integer 7",
        "allow_early_resolve=1 | PLY0106 | a call's allow_early_resolve is True or False, not the integer 1",
        "core_num='x' | PLY0111 | the core_num must be a scalar, not the text 'x'",
      })
  void ofACall(String keyword, String code, String message) {
    mistake(
        """
        import pypto.language as pl

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, n: pl.Scalar[pl.INT32]):
                m = n + 1

            @pl.function(type=pl.FunctionType.Orchestration)
            def f(self, n: pl.Scalar[pl.INT32]):
                self.k(n, %s)
        """
            .formatted(keyword),
        11,
        code,
        message);
  }

  private static void mistake(String text, int line, String code, String message) {
    DiagnosticException mistake =
        assertThrows(
            DiagnosticException.class,
            () ->
                DslParser.parseScript(
                    "kernel.py",
                    text,
                    (op, args, attrs, site) -> {
                      throw new AssertionError(op);
                    }));
    Diagnostic first = mistake.diagnostics().getFirst();
    assertEquals(code, first.code());
    assertEquals(message, first.message());
    assertEquals(line, first.span().line());
  }
}

package org.pyptoj.ir.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** Short forms of ops between scalars are Python's operators. */
class ScalarFormsTest {

  private static String function(String value) {
    return """
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32]):
        m = %s
        if n > m:
            k = n
    """
        .formatted(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pl.add(n, 2)                             | n + 2
          pl.add(2, n)                             | 2 + n
          pl.sub(n, 2)                             | n - 2
          pl.sub(2, n)                             | 2 - n
          pl.mul(lhs=n, rhs=n)                     | n * n
          pl.div(v, 2.0)                           | v / 2.0
          pl.div(rhs=v, lhs=1.0)                   | 1.0 / v
          pl.add(3, 4)                             | 7
          pl.sub(3, pl.mul(2, 5))                  | -7
          pl.cast(v, pl.INDEX, "round")            | pl.cast(v, pl.INDEX)
          pl.cast(v, target_type=pl.INDEX, mode=2) | pl.cast(v, pl.INDEX)
          """)
  void meansTheOperator(String form, String operator) {
    assertEquals(
        Printer.print(UntypedScripts.parse(function(operator))),
        Printer.print(UntypedScripts.parse(function(form))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pl.cast(v, pl.INDEX, "floor")     | PLY0106 | a scalar is cast without a rounding mode, not with the text 'floor'
          pl.cast(v, pl.INDEX, mode=3)      | PLY0106 | a scalar is cast without a rounding mode, not with the integer 3
          """)
  void aModeIsForElements(String form, String code, String message) {
    Diagnostic mistake = UntypedScripts.mistake(function(form));
    assertEquals(code, mistake.code());
    assertEquals(message, mistake.message());
    assertEquals("leave mode out, or cast a tile or tensor", mistake.help());
  }
}

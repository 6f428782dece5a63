package org.pyptoj.ir.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** What decides at run time is a scalar, wherever it stands. */
class ConditionsTest {

  private static String function(String statement) {
    return """
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, t: pl.Tile[[16, 16], pl.FP32], x: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INT32]):
        %s
            m = n + 1
    """
        .formatted(statement);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          if t:               | 't' (Tile) is no condition   | t
          if x:               | 'x' (Tensor) is no condition | x
          while t:            | 't' (Tile) is no condition   | t
          if not t:           | 't' (Tile) is no condition   | t
          if n > 0 and t:     | 't' (Tile) is no condition   | t
          if n > 0 or not x:  | 'x' (Tensor) is no condition | x
          while "on":         | the text 'on' is no condition | "on"
          """)
  void anythingElseIsRejectedWhereItStands(String statement, String message, String place) {
    Diagnostic mistake = UntypedScripts.mistake(function(statement));
    assertEquals("PLY0116", mistake.code());
    assertEquals(message, mistake.message());
    assertEquals("compare a scalar, or read an element first", mistake.help());
    int line = UntypedScripts.FIRST_LINE + 2;
    int column = 9 + statement.lastIndexOf(place);
    assertEquals(
        new Span("kernel.py", line, column, line, column + place.length()), mistake.span());
  }

  @ParameterizedTest
  @ValueSource(strings = {"if n > 0:", "if not n > 0:", "while n > 0 and n < 9:"})
  void scalarsAreAccepted(String statement) {
    UntypedScripts.parse(function(statement));
  }

  /** A number is true where it is not zero, as in Python. */
  @ParameterizedTest
  @CsvSource({
    "if n:, if n != pl.const(0; pl.INT32):",
    "while n:, while n != pl.const(0; pl.INT32):"
  })
  void numbersAreComparedWithZero(String statement, String meant) {
    String printed = Printer.print(UntypedScripts.parse(function(statement)));
    assertTrue(printed.contains("        " + meant.replace(';', ',') + "\n"), printed);
  }

  /** An operator that decides nothing is another rule's. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      m = ~t | '~' cannot take 't' (Tile)
      m = +x | '+' cannot take 'x' (Tensor)
      """)
  void operatorsOfNumbersTakeNoTiles(String statement, String message) {
    Diagnostic mistake = UntypedScripts.mistake(function("if n > 0:\n        " + statement));
    assertEquals("PLY0111", mistake.code());
    assertEquals(message, mistake.message());
  }
}

package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.OpTyping;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;

/**
 * Programs as text, before and after a pass. Every assignment in the texts has its type, and only
 * an element's type is deduced.
 */
final class PassText {

  private static final String HEAD =
      """
      # pypto.program: P
      import pypto.language as pl
      import pypto.language.distributed as pld

      @pl.program
      class P:
      """;

  private static final OpTyping UNTYPED =
      (op, args, attrs, site) -> {
        if (op == TensorOp.READ && args.getFirst().type() instanceof TensorLike t) {
          return new Call(op, args, attrs, new ScalarType(t.dtype()), site.call());
        }
        throw new DiagnosticException(
            new Diagnostic("TEST", op + " stands without a type", site.call(), null));
      };

  private PassText() {}

  static Program parse(String functions) {
    return DslParser.parseProgram(HEAD + functions.indent(4), UNTYPED);
  }

  /** The text of a program's functions; it parses back to the same text. */
  static String text(Program program) {
    String whole = Printer.print(program);
    assertEquals(whole, Printer.print(DslParser.parseProgram(whole, UNTYPED)));
    return whole.substring(HEAD.length()).indent(-4);
  }

  static Program run(Program program, Pass... passes) {
    return new Pipeline(java.util.List.of(passes))
        .run(program, new PassContext(Platform.A2A3_SIM), Pipeline.Listener.NONE);
  }

  /** Checks what passes make of functions. */
  static void assertAfter(String expected, String functions, Pass... passes) {
    assertEquals(expected, text(run(parse(functions), passes)));
  }

  static Diagnostic rejected(String functions, Pass... passes) {
    Program program = parse(functions);
    return assertThrows(DiagnosticException.class, () -> run(program, passes))
        .diagnostics()
        .getFirst();
  }
}

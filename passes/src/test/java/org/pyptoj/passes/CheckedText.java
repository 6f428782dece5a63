package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.verifier.OpTypes;

/** Programs as text whose calls are typed and checked as a user's are. */
final class CheckedText {

  private static final PassContext CONTEXT = new PassContext(Platform.A2A3_SIM);

  private CheckedText() {}

  /** The program with these methods. */
  static Program program(String methods) {
    String text =
        """
        import pypto.language as pl
        import pypto.language.distributed as pld

        @pl.program
        class P:
        """
            + methods.indent(4);
    return DslParser.parseProgram(text, OpTypes::call);
  }

  /** The program after passes, in order. */
  static Program run(String methods, Pass... passes) {
    return new Pipeline(List.of(passes)).run(program(methods), CONTEXT, Pipeline.Listener.NONE);
  }

  /** One function's text after passes; it parses back to the same. */
  static String function(String name, String methods, Pass... passes) {
    Program program = run(methods, passes);
    String whole = Printer.print(program);
    assertEquals(whole, Printer.print(DslParser.parseProgram(whole, OpTypes::call)));
    return Printer.print(program.function(name).orElseThrow());
  }

  /** The code of the first mistake that passes find, in programs that no rule has refused. */
  static String rejection(String methods, Pass... passes) {
    Program program = program(methods);
    PassContext unverified = new PassContext(Platform.A2A3_SIM, Verification.NONE);
    return assertThrows(
            DiagnosticException.class,
            () -> new Pipeline(List.of(passes)).run(program, unverified, Pipeline.Listener.NONE))
        .diagnostics()
        .getFirst()
        .code();
  }
}

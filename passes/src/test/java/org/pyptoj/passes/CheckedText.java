package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    Program program = program(methods);
    for (Pass pass : passes) {
      program = pass.run(program, CONTEXT);
    }
    return program;
  }

  /** One function's text after passes; it parses back to the same. */
  static String function(String name, String methods, Pass... passes) {
    Program program = run(methods, passes);
    String whole = Printer.print(program);
    assertEquals(whole, Printer.print(DslParser.parseProgram(whole, OpTypes::call)));
    return Printer.print(program.function(name).orElseThrow());
  }

  /** The code of the first mistake that passes find. */
  static String rejection(String methods, Pass... passes) {
    return assertThrows(DiagnosticException.class, () -> run(methods, passes))
        .diagnostics()
        .getFirst()
        .code();
  }
}

package org.pyptoj.passes;

import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.verifier.OpTypes;

/** Programs of tests, from their text and back to it. */
final class Texts {

  private static final PassContext CONTEXT = new PassContext(Platform.A2A3_SIM);

  private Texts() {}

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

  /** One function's text after passes. */
  static String function(String name, String methods, Pass... passes) {
    return Printer.print(run(methods, passes).function(name).orElseThrow());
  }
}

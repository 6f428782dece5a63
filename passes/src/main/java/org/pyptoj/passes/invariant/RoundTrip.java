package org.pyptoj.passes.invariant;

import java.util.List;
import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.PassContext;
import org.pyptoj.verifier.OpTypes;

/** Prints the program, parses the text and prints it again. */
final class RoundTrip implements Check {

  @Override
  public void check(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (function != program.functions().getFirst()) {
      return;
    }
    String text = Printer.print(program);
    String again;
    try {
      again = Printer.print(DslParser.parseProgram(text, OpTypes::call));
    } catch (DiagnosticException e) {
      var first = e.diagnostics().getFirst();
      found.accept(
          "line "
              + first.span().line()
              + " of the printed program does not parse: "
              + first.code()
              + " "
              + first.message());
      return;
    }
    List<String> before = text.lines().toList();
    List<String> after = again.lines().toList();
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      String one = i < before.size() ? before.get(i) : "";
      String other = i < after.size() ? after.get(i) : "";
      if (!one.equals(other)) {
        found.accept("line " + (i + 1) + " is " + one.strip() + " and then " + other.strip());
        return;
      }
    }
  }
}

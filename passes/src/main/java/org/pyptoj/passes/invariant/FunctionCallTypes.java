package org.pyptoj.passes.invariant;

import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.collective.Builtin;

/** Names of functions, and calls against their callees. */
final class FunctionCallTypes implements Check {

  @Override
  public void check(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (program.function(function.name()).orElseThrow() != function) {
      found.accept("another function has the same name");
    }
    new Walker() {
      @Override
      public void expr(Expr expr) {
        if (expr instanceof FunctionCall c) {
          call(program, c, found);
        }
        super.expr(expr);
      }
    }.function(function);
  }

  private static void call(Program program, FunctionCall call, Consumer<String> found) {
    Function callee = program.function(call.callee()).orElse(null);
    if (callee == null) {
      found.accept("it calls " + call.callee() + ", which the program does not have");
      return;
    }
    if (callee.params().size() != call.args().size()) {
      found.accept(
          "it calls "
              + callee.name()
              + " with "
              + call.args().size()
              + " arguments for "
              + callee.params().size()
              + " parameters");
      return;
    }
    for (int i = 0; i < call.args().size(); i++) {
      var param = callee.params().get(i).var();
      TypeAgreement.Strictness strictness =
          Builtin.isName(callee.name())
              ? TypeAgreement.Strictness.BUILTIN
              : TypeAgreement.Strictness.PASSED;
      TypeAgreement.difference(call.args().get(i).type(), param.type(), strictness)
          .ifPresent(
              d ->
                  found.accept(
                      "it calls "
                          + callee.name()
                          + " with an argument for "
                          + param.name()
                          + " whose "
                          + d));
    }
  }
}

package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.collective.BuiltinSet;

/**
 * Adds builtin kernels and orchestrations to a program, in front of the functions that call them.
 */
final class BuiltinFunctions {

  private BuiltinFunctions() {}

  static Program join(
      Program program, BuiltinSet builtins, List<Pass> kernelPasses, PassContext context) {
    if (builtins.kernels().isEmpty()) {
      return program;
    }
    Program kernels = new Program(program.name(), builtins.kernels());
    for (Pass pass : kernelPasses) {
      kernels = pass.run(kernels, context);
    }
    List<Function> functions = new ArrayList<>(kernels.functions());
    functions.addAll(builtins.chips());
    functions.addAll(program.functions());
    return program.withFunctions(functions);
  }
}

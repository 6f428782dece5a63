package org.pyptoj.conformance.ops;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.codegen.pto.PtoEmitter;
import org.pyptoj.conformance.pto.PtoModule;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.passes.Verification;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.Simulator;
import org.pyptoj.verifier.OpTypes;
import org.pyptoj.verifier.ProgramVerifier;

/**
 * A program that calls an op, and what it should do with its tensors.
 *
 * @param text the functions of the program
 * @param ranks how many ranks run it
 * @param ports the tensors of the entry function, in order
 * @param instruction the PTO operation that has to be in a kernel, or null
 * @param refused the code with which lowering refuses what no kernel can do yet, or null
 */
record Exercise(String text, int ranks, List<Port> ports, String instruction, String refused) {

  Exercise(String text, int ranks, List<Port> ports, String instruction) {
    this(text, ranks, ports, instruction, null);
  }

  Exercise refusedAs(String code) {
    return new Exercise(text, ranks, ports, instruction, code);
  }

  /** A kernel of these statements over its ports. */
  static Exercise kernel(List<Port> ports, String body, String instruction) {
    StringBuilder params = new StringBuilder("self");
    ports.forEach(p -> params.append(", ").append(p.name()).append(": ").append(p.annotation()));
    String text =
        "@pl.function(type=pl.FunctionType.InCore)\ndef step("
            + params
            + "):\n"
            + body.strip().indent(4);
    return new Exercise(text, 1, ports, instruction);
  }

  /**
   * Types, simulates, lowers, simulates again, emits and reads back.
   *
   * @param verification how much of the IR is checked between passes
   * @return what went wrong, or null
   */
  String run(Verification verification) {
    Program program =
        DslParser.parseProgram(
            "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n"
                + "@pl.program\nclass P:\n"
                + text.indent(4),
            OpTypes::call);
    List<Diagnostic> mistakes = ProgramVerifier.verify(program);
    if (!mistakes.isEmpty()) {
      return mistakes.toString();
    }
    String wrong = simulated(program, "as written");
    if (wrong != null) {
      return wrong;
    }
    try {
      Program lowered =
          Pipeline.DEFAULT.run(
              program, new PassContext(Platform.A2A3_SIM, verification), Pipeline.Listener.NONE);
      wrong = simulated(lowered, "lowered");
      wrong = wrong != null ? wrong : emitted(lowered);
    } catch (DiagnosticException e) {
      String code = e.diagnostics().getFirst().code();
      return code.equals(refused) ? null : e.toString();
    }
    return wrong != null || refused == null ? wrong : "nothing refuses it as " + refused;
  }

  private String simulated(Program program, String when) {
    List<HostBuffer> buffers = new ArrayList<>();
    ports.forEach(p -> buffers.add(p.buffer()));
    Simulator.run(program, SimConfig.seeded(ranks, 1), buffers);
    for (int i = 0; i < ports.size(); i++) {
      String difference = ports.get(i).difference(buffers.get(i));
      if (difference != null) {
        return when + ", " + difference;
      }
    }
    return null;
  }

  private String emitted(Program lowered) {
    boolean found = instruction == null;
    for (Function function : lowered.functions()) {
      if (function.kind().isKernel()) {
        String pto = PtoEmitter.emit(lowered, function, Platform.A2A3_SIM);
        PtoModule.parse(pto);
        found |=
            pto.contains("pto." + instruction + " ") || pto.contains("pto." + instruction + "(");
      }
    }
    return found ? null : "no pto." + instruction + " is emitted";
  }
}

package org.pyptoj.verifier;

import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.verifier.program.CallGraph;
import org.pyptoj.verifier.program.DeferWaitContract;
import org.pyptoj.verifier.program.Findings;
import org.pyptoj.verifier.program.FunctionCalls;
import org.pyptoj.verifier.program.OpPlacement;
import org.pyptoj.verifier.program.TargetFacts;
import org.pyptoj.verifier.program.TensorOrigins;
import org.pyptoj.verifier.program.UnboundSymbols;
import org.pyptoj.verifier.program.WindowViews;

/**
 * The rules that one call alone does not tell: where it stands, who calls whom, what a task's whole
 * body does, and what the target can do. All violations of a program are collected.
 */
public final class ProgramVerifier {

  private ProgramVerifier() {}

  /** The violations of a program, without those that depend on the target. */
  public static List<Diagnostic> verify(Program program) {
    return verify(program, null);
  }

  /**
   * The violations of a program.
   *
   * @param target the machine, or null where it is not chosen yet
   */
  public static List<Diagnostic> verify(Program program, TargetFacts target) {
    Findings findings = new Findings();
    CallGraph.check(program, findings);
    for (Function function : program.functions()) {
      TensorOrigins origins = TensorOrigins.of(function);
      new FunctionCalls(program, function, origins, findings).function(function);
      new OpPlacement(function, origins, target, findings).function(function);
      UnboundSymbols.check(function, findings);
      if (function.isHostOrchestrator()) {
        new WindowViews(findings).function(function);
      }
    }
    new DeferWaitContract(program, findings).check();
    return findings.all();
  }
}

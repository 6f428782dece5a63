package org.pyptoj.passes.invariant;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.Pass;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Verification;

/**
 * Checks programs between passes: what held once and what the last pass establishes. An author's
 * mistakes are not its business; what it finds is a defect of the compiler.
 */
public final class IrVerifier {

  private final PassContext context;
  private final Set<Invariant> holding = EnumSet.of(Invariant.CALLS, Invariant.TYPES);

  /** A verifier that checks as much as the context asks for. */
  public IrVerifier(PassContext context) {
    this.context = context;
    if (context.verification() == Verification.ROUNDTRIP) {
      holding.add(Invariant.ROUND_TRIP);
    }
  }

  /**
   * Checks the program that goes into a pipeline.
   *
   * @throws BrokenInvariantException where it is broken already
   */
  public void before(Program program) {
    require(program, "frontend");
  }

  /**
   * Checks the program that a pass has made.
   *
   * @throws BrokenInvariantException where it breaks what held before, or the pass does not hold
   *     what it promises
   */
  public void after(Pass pass, Program program) {
    holding.addAll(pass.establishes());
    require(program, pass.name());
  }

  private void require(Program program, String pass) {
    if (context.verification() == Verification.NONE) {
      return;
    }
    List<Violation> found = violations(program, context, holding);
    if (!found.isEmpty()) {
      throw new BrokenInvariantException(pass, found);
    }
  }

  /** Where a program breaks one of these invariants. */
  public static List<Violation> violations(
      Program program, PassContext context, Set<Invariant> invariants) {
    List<Violation> found = new ArrayList<>();
    for (Invariant invariant : invariants) {
      for (Function function : program.functions()) {
        invariant
            .check()
            .check(
                program,
                function,
                context,
                detail -> found.add(new Violation(invariant, function.name(), detail)));
      }
    }
    return found;
  }
}

package org.pyptoj.passes.invariant;

import java.util.List;
import java.util.stream.Collectors;

/** A pass has made a program that breaks an invariant: a defect of the compiler. */
public final class BrokenInvariantException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  private static final int SHOWN = 5;

  private final String pass;
  private final transient List<Violation> violations;

  /**
   * @param pass the pass behind which the program is wrong; {@code frontend} for the program that
   *     goes into the pipeline
   * @param violations what is wrong, at least one
   */
  public BrokenInvariantException(String pass, List<Violation> violations) {
    super(message(pass, violations));
    this.pass = pass;
    this.violations = List.copyOf(violations);
  }

  private static String message(String pass, List<Violation> violations) {
    String shown =
        violations.stream().limit(SHOWN).map(Violation::toString).collect(Collectors.joining("; "));
    int more = violations.size() - SHOWN;
    return "the IR is broken after "
        + pass
        + ": "
        + shown
        + (more > 0 ? "; " + more + " more" : "");
  }

  /** The pass that is to blame. */
  public String pass() {
    return pass;
  }

  /** What is wrong. */
  public List<Violation> violations() {
    return violations;
  }
}

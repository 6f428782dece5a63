package org.pyptoj.conformance.pto;

import java.util.List;

/**
 * Whether two PTO modules are the same: their {@code pto.*} and {@code scf.*} operations agree in
 * order, operands' types, attributes and region structure, and each operand has the same value.
 *
 * <p>Names of values, the order of constants and the arithmetic that computes an operand do not
 * matter. Values are compared as canonical terms; where the terms differ but agree on many random
 * choices of their inputs, the values count as the same and are listed apart.
 *
 * <p>Functions, calls and returns are compared as {@code pto.*} operations are. A load through a
 * parameter of type {@code !pto.ptr<i64>} that the function does nothing else with gives the same
 * value wherever it stands, since such a parameter is a communication context.
 */
public final class PtoSameness {
  private PtoSameness() {}

  /**
   * What was found.
   *
   * @param differences empty when the modules are the same
   * @param probablySame operands whose terms differ although no random choice told them apart
   * @param operations how many operations of the left module were compared
   */
  public record Result(
      List<Difference> differences, List<Difference> probablySame, int operations) {
    public Result {
      differences = List.copyOf(differences);
      probablySame = List.copyOf(probablySame);
    }

    /** Whether the modules are the same. */
    public boolean same() {
      return differences.isEmpty();
    }
  }

  /**
   * Compares two PTO texts.
   *
   * @return the differences in the order of the text; empty when the modules are the same
   * @throws PtoSyntaxException when a text cannot be read or uses a value that is not defined
   */
  public static List<Difference> compare(String left, String right) {
    return examine(PtoModule.parse(left), PtoModule.parse(right)).differences();
  }

  /** Compares two modules and tells also what is only probably the same. */
  public static Result examine(PtoModule left, PtoModule right) {
    return new ModuleComparison().run(left, right);
  }
}

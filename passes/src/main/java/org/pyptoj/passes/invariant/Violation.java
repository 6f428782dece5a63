package org.pyptoj.passes.invariant;

/**
 * One place where an invariant does not hold.
 *
 * @param invariant which
 * @param function the function, or null where the program as a whole is wrong
 * @param detail what is wrong, as a sentence without its end
 */
public record Violation(Invariant invariant, String function, String detail) {

  @Override
  public String toString() {
    return invariant + (function == null ? ": " : " in " + function + ": ") + detail;
  }
}

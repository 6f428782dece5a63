package org.pyptoj.conformance.pto;

/**
 * One thing in which two PTO modules differ.
 *
 * @param kind what sort of thing
 * @param what the operation and the part of it that differs
 * @param left where it stands in the left text, or null when it does not stand there
 * @param leftText what the left text has
 * @param right where it stands in the right text, or null when it does not stand there
 * @param rightText what the right text has
 */
public record Difference(
    Kind kind, String what, Place left, String leftText, Place right, String rightText) {
  /** Sorts of differences. */
  public enum Kind {
    /** The right text lacks an operation. */
    MISSING("missing operation"),
    /** The right text has an operation more. */
    EXTRA("extra operation"),
    /** Another operation stands in its place. */
    OPERATION("other operation"),
    /** An operand, a result or a parameter has another type. */
    TYPE("type"),
    /** An attribute is absent, added or has another value. */
    ATTRIBUTE("attribute"),
    /** Operands stand in other roles, or there are more or fewer. */
    OPERANDS("operands"),
    /** An operand has another value. */
    VALUE("value"),
    /** There are more or fewer results. */
    RESULTS("results"),
    /** There are more or fewer regions or blocks. */
    REGIONS("regions");

    private final String title;

    Kind(String title) {
      this.title = title;
    }
  }

  /** Three lines: what differs, then the left and the right side with line and column. */
  @Override
  public String toString() {
    return kind.title
        + ": "
        + what
        + "\n  left  "
        + (left == null ? "-" : left + "  " + leftText)
        + "\n  right "
        + (right == null ? "-" : right + "  " + rightText);
  }
}

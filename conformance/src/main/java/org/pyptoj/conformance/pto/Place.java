package org.pyptoj.conformance.pto;

/**
 * A place in a PTO text.
 *
 * @param line 1-based line
 * @param column 1-based column, in characters
 */
public record Place(int line, int column) {
  @Override
  public String toString() {
    return line + ":" + column;
  }
}

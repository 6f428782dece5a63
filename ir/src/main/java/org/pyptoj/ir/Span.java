package org.pyptoj.ir;

/**
 * A place in a user's file.
 *
 * @param file path as the interpreter names it, or {@code "<generated>"} for nodes that a pass made
 * @param line first line, 1-based
 * @param column first column in characters, 1-based
 * @param endLine last line, 1-based
 * @param endColumn column after the last character, 1-based
 */
public record Span(String file, int line, int column, int endLine, int endColumn) {

  /** The place of nodes that have none. */
  public static final Span NONE = new Span("<generated>", 0, 0, 0, 0);

  /** Whether this span points into a file. */
  public boolean isKnown() {
    return line > 0;
  }

  @Override
  public String toString() {
    return isKnown() ? file + ":" + line + ":" + column : file;
  }
}

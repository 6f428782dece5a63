package org.pyptoj.stubs.mirror;

/**
 * A place in a file.
 *
 * @param file as it was named
 * @param line 1-based, or 0 for the file as a whole
 * @param column 1-based in characters, or 0 where it is not known
 */
public record SourcePlace(String file, int line, int column) {
  /** {@code file:line:column}, without what is not known. */
  @Override
  public String toString() {
    return file + (line == 0 ? "" : ":" + line) + (line == 0 || column == 0 ? "" : ":" + column);
  }
}

package org.pyptoj.codegen.orchestration;

/** Text that grows line by line, four spaces per level. */
final class CodeLines {

  private final StringBuilder text = new StringBuilder();
  private int level;

  CodeLines line(String line) {
    if (!line.isEmpty()) {
      text.append("    ".repeat(level)).append(line);
    }
    text.append('\n');
    return this;
  }

  /** A line whose {@code %s} and {@code %d} are filled in. */
  CodeLines line(String format, Object... values) {
    return line(format.formatted(values));
  }

  CodeLines indented(Runnable body) {
    level++;
    body.run();
    level--;
    return this;
  }

  /** Changes the level by hand, for blocks that open in one method and close in another. */
  void shift(int levels) {
    level += levels;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

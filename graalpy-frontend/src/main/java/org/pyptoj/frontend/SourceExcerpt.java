package org.pyptoj.frontend;

import java.io.IOException;
import java.util.List;
import org.pyptoj.ir.Span;

/** The source line of a place, and a caret below it. */
public final class SourceExcerpt {

  private final ScriptFiles files;

  /** Excerpts of the files that a script has. */
  public SourceExcerpt(ScriptFiles files) {
    this.files = files;
  }

  /** Two lines, or none if the file or the place is not there. */
  public List<String> of(Span span) {
    if (!span.isKnown()) {
      return List.of();
    }
    List<String> lines;
    try {
      lines = files.text(span.file()).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
    if (span.line() > lines.size()) {
      return List.of();
    }
    String line = lines.get(span.line() - 1);
    String number = Integer.toString(span.line());
    String text = "  " + number + " | " + line;
    if (span.column() < 1) {
      return List.of(text);
    }
    int length = line.codePointCount(0, line.length());
    int from = Math.min(span.column() - 1, length);
    int to = span.endLine() == span.line() ? Math.min(span.endColumn() - 1, length) : length;
    // A tab stays a tab, so that the caret stands where the terminal puts the column.
    String indent =
        line.codePoints()
            .limit(from)
            .mapToObj(c -> c == '\t' ? "\t" : " ")
            .reduce("", String::concat);
    return List.of(
        text,
        "  " + " ".repeat(number.length()) + " | " + indent + "^".repeat(Math.max(1, to - from)));
  }
}

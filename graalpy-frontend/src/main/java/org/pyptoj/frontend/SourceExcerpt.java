package org.pyptoj.frontend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.pyptoj.ir.Span;

/** The source line of a place, and a caret below it. */
public final class SourceExcerpt {

  private SourceExcerpt() {}

  /** Two lines, or none if the file or the place is not there. */
  public static List<String> of(Span span) {
    if (!span.isKnown()) {
      return List.of();
    }
    List<String> lines;
    try {
      // Any bytes: an excerpt must not fail on a file that is not UTF-8.
      lines =
          new String(Files.readAllBytes(Path.of(span.file())), StandardCharsets.UTF_8)
              .lines()
              .toList();
    } catch (IOException | InvalidPathException e) {
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

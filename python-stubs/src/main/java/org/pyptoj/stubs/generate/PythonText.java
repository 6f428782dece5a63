package org.pyptoj.stubs.generate;

import java.util.List;

/** Python's text of functions, broken at 100 columns. */
final class PythonText {
  private static final int COLUMNS = 100;
  private static final String INDENT = "    ";

  private PythonText() {}

  /**
   * A function.
   *
   * @param parameters as they stand in the list, stars included
   * @param documentation paragraphs of the docstring
   * @param overload whether it is one of several
   */
  static String function(
      String name,
      List<String> parameters,
      String result,
      List<String> documentation,
      boolean overload) {
    return (overload ? "@overload\n" : "")
        + broken("def " + name, parameters, result, ":")
        + "\n"
        + docstring(documentation);
  }

  /** A call with the types of its parameters and of its result, without a line's end. */
  static String call(String name, List<String> parameters, String result) {
    return broken(name, parameters, result, "");
  }

  private static String broken(String name, List<String> parameters, String result, String end) {
    String line = name + "(" + String.join(", ", parameters) + ") -> " + result + end;
    if (line.length() <= COLUMNS) {
      return line;
    }
    StringBuilder out = new StringBuilder(name).append("(\n");
    for (String parameter : parameters) {
      out.append(INDENT).append(parameter).append(",\n");
    }
    return out.append(") -> ").append(result).append(end).toString();
  }

  /** A docstring of paragraphs, indented as the body of a function. */
  static String docstring(List<String> paragraphs) {
    StringBuilder out = new StringBuilder(INDENT).append("\"\"\"");
    String first = wrapped(paragraphs.getFirst());
    out.append(first.substring(INDENT.length()));
    if (paragraphs.size() == 1 && !first.contains("\n")) {
      return out.append("\"\"\"\n").toString();
    }
    for (String paragraph : paragraphs.subList(1, paragraphs.size())) {
      out.append("\n\n").append(wrapped(paragraph));
    }
    return out.append("\n").append(INDENT).append("\"\"\"\n").toString();
  }

  private static String wrapped(String paragraph) {
    StringBuilder out = new StringBuilder();
    int column = COLUMNS;
    for (String word : paragraph.replace("\\", "\\\\").split(" ")) {
      // The quotes that open a docstring take room on its first line.
      int room = out.isEmpty() ? 0 : column + 1 + word.length();
      if (out.isEmpty() || room > COLUMNS - 3) {
        out.append(out.isEmpty() ? "" : "\n").append(INDENT).append(word);
        column = INDENT.length() + word.length();
      } else {
        out.append(' ').append(word);
        column = room;
      }
    }
    return out.toString();
  }
}

package org.pyptoj.stubs.generate;

import java.util.ArrayList;
import java.util.List;

/** Turns a table's text into the lines of a docstring: a first sentence, the rest, the section. */
final class Documentation {
  private Documentation() {}

  static List<String> of(String text, String section) {
    List<String> paragraphs = new ArrayList<>();
    int end = firstSentence(text);
    paragraphs.add(text.substring(0, end));
    if (end < text.length()) {
      paragraphs.add(text.substring(end).strip());
    }
    if (section != null) {
      paragraphs.add("Specification: " + section + ".");
    }
    return paragraphs;
  }

  /** The end of the first sentence: a full stop before a blank and a capital letter. */
  private static int firstSentence(String text) {
    for (int i = 0; i + 2 < text.length(); i++) {
      if (text.charAt(i) == '.'
          && text.charAt(i + 1) == ' '
          && Character.isUpperCase(text.charAt(i + 2))) {
        return i + 1;
      }
    }
    return text.length();
  }
}

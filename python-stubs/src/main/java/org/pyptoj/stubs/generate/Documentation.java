package org.pyptoj.stubs.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * Turns a table's text into the paragraphs of a docstring: the first sentence, the rest, the codes
 * of diagnostics, the specification's section.
 */
final class Documentation {
  private static final String ERRORS = "Errors: ";

  private Documentation() {}

  static List<String> of(String text, String section) {
    List<String> paragraphs = new ArrayList<>();
    int errors = text.indexOf(ERRORS);
    String plain = errors < 0 ? text : text.substring(0, errors).strip();
    int end = plain.indexOf(". ");
    paragraphs.add(end < 0 ? plain : plain.substring(0, end + 1));
    if (end >= 0) {
      paragraphs.add(plain.substring(end + 2));
    }
    if (errors >= 0) {
      paragraphs.add(text.substring(errors));
    }
    if (section != null) {
      paragraphs.add("Specification: " + section + ".");
    }
    return paragraphs;
  }
}

package org.pyptoj.stubs.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.stubs.mirror.FunctionMirror;
import org.pyptoj.stubs.mirror.MirrorLayer;
import org.pyptoj.stubs.mirror.PythonReader;

/**
 * The forms of the language, such as {@code pl.range}, with types that depend on the arguments. The
 * signatures stand in {@code forms.pyi}, one a line; the documentation is the table's.
 */
final class LanguageForms {
  private static final String FILE = "forms.pyi";
  private static final Pattern LINE = Pattern.compile("def (\\w+)\\((.*)\\) -> (.*): \\.\\.\\.");

  /** What a number's cast is, which shares its name with ops. */
  private static final String CAST = "A number converted to another element type.";

  private LanguageForms() {}

  /** The overloads of each form by its path. */
  static Map<String, List<String>> texts() {
    Map<String, List<String[]>> lines = new LinkedHashMap<>();
    StubTemplates.read(FILE)
        .lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .forEach(
            m ->
                lines
                    .computeIfAbsent("pl." + m.group(1), k -> new ArrayList<>())
                    .add(new String[] {m.group(1), m.group(2), m.group(3)}));
    Map<String, List<String>> texts = new LinkedHashMap<>();
    lines.forEach(
        (path, overloads) -> {
          String doc = SpecialForm.of(path).map(SpecialForm::doc).orElse(CAST);
          for (String[] overload : overloads) {
            texts
                .computeIfAbsent(path, k -> new ArrayList<>())
                .add(
                    PythonText.function(
                        overload[0],
                        parts(overload[1]),
                        overload[2],
                        Documentation.of(doc, null),
                        overloads.size() > 1 || SpecialForm.of(path).isEmpty()));
          }
        });
    return texts;
  }

  /** The signatures, as a mirror reads them. */
  static List<FunctionMirror> signatures() {
    MirrorLayer layer =
        PythonReader.read(
            "forms", FILE, StubTemplates.read(FILE), "pl", Set.of(MirrorLayer.Part.FUNCTIONS));
    return layer.functions();
  }

  /** Splits a parameter list at its own commas. */
  private static List<String> parts(String parameters) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < parameters.length(); i++) {
      switch (parameters.charAt(i)) {
        case '[', '(' -> depth++;
        case ']', ')' -> depth--;
        case ',' -> {
          if (depth == 0) {
            parts.add(parameters.substring(start, i).strip());
            start = i + 1;
          }
        }
        default -> {}
      }
    }
    String last = parameters.substring(start).strip();
    if (!last.isEmpty()) {
      parts.add(last);
    }
    return parts;
  }
}

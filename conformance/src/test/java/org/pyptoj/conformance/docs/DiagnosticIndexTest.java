package org.pyptoj.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.diagnostic.RuleCode;

/**
 * Every code of every catalogue has a page, every page a code, and {@code
 * docs/diagnostics/index.md} lists them. The pages' examples are compiled by the tests beside the
 * catalogues.
 */
class DiagnosticIndexTest {

  private static final Path INDEX = Docs.ROOT.resolve("docs/diagnostics/index.md");
  private static final String FOLDER = "src/main/resources/org/pyptoj/diagnostics";

  /** Which part of the work a code is about, by its first letters. */
  private static final Map<String, String> PARTS =
      Map.of(
          "PLC", "Code generation",
          "PLD", "Distributed ops",
          "PLP", "Passes",
          "PLT", "Tiles and tensors",
          "PLY", "The kernel language",
          "SIM", "Runs");

  private static final Pattern SENTENCE_END = Pattern.compile("[.](?= [A-Z`])");
  private static final Map<String, RuleCode> RULES = new TreeMap<>();
  private static final Map<String, Path> PAGES = new TreeMap<>();

  @BeforeAll
  static void collect() throws IOException {
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.pyptoj")) {
      if (type.isEnum() && type.isAssignableTo(RuleCode.class)) {
        for (Object row : type.reflect().getEnumConstants()) {
          RuleCode rule = (RuleCode) row;
          assertNull(RULES.put(rule.code(), rule), () -> rule.code() + " stands for two rules");
        }
      }
    }
    try (Stream<Path> modules = Files.list(Docs.ROOT)) {
      for (Path folder : modules.map(m -> m.resolve(FOLDER)).filter(Files::isDirectory).toList()) {
        try (Stream<Path> pages = Files.list(folder)) {
          pages.forEach(p -> PAGES.put(p.getFileName().toString().replace(".md", ""), p));
        }
      }
    }
  }

  @Test
  void everyCodeHasAPageAndEveryPageACode() {
    assertEquals(RULES.keySet(), PAGES.keySet());
  }

  @Test
  void pagesHaveOneForm() throws IOException {
    List<String> other = new ArrayList<>();
    for (Map.Entry<String, Path> page : PAGES.entrySet()) {
      String text = Files.readString(page.getValue());
      boolean form =
          text.startsWith("# " + page.getKey() + "\n\n")
              && text.contains("\nRejected:\n\n```python")
              && text.contains("\nAccepted:\n\n```python")
              && text.contains("\nWay out: ");
      if (!form) {
        other.add(page.getKey());
      }
    }
    assertEquals(List.of(), other);
  }

  @Test
  void indexIsUpToDate() throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            # Diagnostics

            Every code with its rule, by the part of the work that reports it. A code's page has an example that breaks the rule, one
            that keeps it, and the way out; `./pypto-j explain CODE` shows it in a terminal. A code never changes its meaning.
            """);
    String part = "";
    for (RuleCode rule : RULES.values()) {
      String letters = rule.code().substring(0, 3);
      assertTrue(PARTS.containsKey(letters), rule::code);
      if (!letters.equals(part)) {
        part = letters;
        text.append("\n## ").append(PARTS.get(part)).append(" (").append(part).append(")\n\n");
        text.append("| code | rule |\n| --- | --- |\n");
      }
      text.append("| [").append(rule.code()).append("](");
      text.append(INDEX.getParent().relativize(PAGES.get(rule.code()))).append(") | ");
      text.append(firstSentence(Files.readString(PAGES.get(rule.code())))).append(" |\n");
    }
    Docs.assertUpToDate(INDEX, text.toString());
  }

  /** The rule as its page says it, without what the page adds. */
  private static String firstSentence(String page) {
    String rule = page.lines().skip(2).findFirst().orElseThrow();
    Matcher end = SENTENCE_END.matcher(rule);
    return (end.find() ? rule.substring(0, end.start() + 1) : rule).replace("|", "\\|");
  }
}

package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pyptoj.verifier.rule.Rule;

/**
 * {@code docs/rules.md} lists the rules as the catalogues have them. After a change, {@code
 * -Dpyptoj.write=true} makes the test write it.
 */
class RuleTableTest {

  private static final Path TABLE = Path.of("..", "docs", "rules.md");

  static String table() {
    Map<String, List<String>> held = HeldRules.byCode();
    StringBuilder text =
        new StringBuilder(
            """
            # Rules of the verifier

            Made from the catalogues `DistributedRule`, `TileRule` and `ProgramRule` by `RuleTableTest`. Each code has a page with a
            rejected and an accepted example (`pypto-j explain CODE`), which `RulePagesTest` compiles; further tests that hold a rule
            are named beside it. The section is that of the specification of the distributed ops; local ops have none.

            | Code | Rule | Section | Tests beside the page's |
            | --- | --- | --- | --- |
            """);
    for (Rule rule : Rules.all()) {
      text.append("| ")
          .append(rule.code())
          .append(" | ")
          .append(rule.title())
          .append(" | ")
          .append(rule.section() == null ? "" : rule.section())
          .append(" | ")
          .append(
              held.getOrDefault(rule.code(), List.of()).stream()
                  .map(t -> "`" + t + "`")
                  .collect(Collectors.joining(", ")))
          .append(" |\n");
    }
    return text.toString();
  }

  @Test
  void tableIsUpToDate() throws IOException {
    if (Boolean.getBoolean("pyptoj.write")) {
      Files.createDirectories(TABLE.getParent());
      Files.writeString(TABLE, table());
    }
    assertTrue(Files.exists(TABLE), TABLE + " is missing; run with -Dpyptoj.write=true");
    assertEquals(table(), Files.readString(TABLE), "stale; run with -Dpyptoj.write=true");
  }

  @Test
  void heldCodesExist() {
    List<String> codes = Rules.all().stream().map(Rule::code).toList();
    HeldRules.byCode().keySet().forEach(code -> assertTrue(codes.contains(code), code));
  }

  /**
   * What the DSL refuses earlier, or cannot write at all, is held by a test that builds the call.
   */
  @Test
  void rulesThatNoScriptReachesAreHeldByATest() {
    Map<String, List<String>> held = HeldRules.byCode();
    for (Rule rule : Rules.all()) {
      String kind = RulePage.of(rule).kind();
      if (kind.equals("surface") || kind.equals("constructed")) {
        assertTrue(held.containsKey(rule.code()), rule.code() + " needs a test");
      }
    }
  }
}

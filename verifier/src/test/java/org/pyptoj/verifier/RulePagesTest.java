package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.verifier.rule.Rule;

/** Each code has a page, and the page's examples are what the verifier rejects and accepts. */
class RulePagesTest {

  static Stream<Rule> rules() {
    return Rules.all().stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void examplesAreRejectedAndAccepted(Rule rule) {
    RulePage page = RulePage.of(rule);
    assertEquals(rule.code(), page.heading());
    assertEquals(rule.title(), page.title());
    List<Diagnostic> rejected = page.compile(page.rejected());
    boolean surface = page.kind().equals("surface");
    boolean constructed = page.kind().equals("constructed");
    assertTrue(
        constructed || rejected.stream().anyMatch(d -> surface || d.code().equals(rule.code())),
        () -> "rejected example of " + rule.code() + ": " + rejected);
    List<Diagnostic> accepted = page.compile(page.accepted());
    assertTrue(accepted.isEmpty(), () -> "accepted example of " + rule.code() + ": " + accepted);
    for (Diagnostic d : rejected) {
      assertTrue(d.span().isKnown() || surface, () -> "no place: " + d);
      assertFalse(d.message().endsWith("."), () -> "a sentence without full stop: " + d);
      assertTrue(surface || (d.help() != null && !d.help().isBlank()), () -> "no way out: " + d);
    }
  }

  @Test
  void codesAreUnique() {
    Set<String> seen = new HashSet<>();
    rules().forEach(r -> assertTrue(seen.add(r.code()), r.code()));
  }
}

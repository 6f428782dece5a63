package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.dsl.DslRule;

/** The examples on the pages of the kernel language's own rules, which need the ops' types. */
class DslRulePagesTest {

  @ParameterizedTest
  @EnumSource
  void examplesAreRejectedAndAccepted(DslRule rule) {
    RulePage page = RulePage.of(rule);
    assertEquals(rule.code(), page.heading());
    List<Diagnostic> rejected = page.compile(page.rejected());
    assertFalse(rejected.isEmpty(), () -> "nothing rejects the example of " + rule.code());
    assertEquals(rule.code(), rejected.getFirst().code());
    assertTrue(rejected.getFirst().span().isKnown(), "no place");
    assertEquals(List.of(), page.compile(page.accepted()));
  }
}

package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pyptoj.ir.diagnostic.DiagnosticPages;
import org.pyptoj.passes.collective.CollectiveRule;

/** Every rule of the lowering of collectives is explained. */
class CollectivePagesTest {

  @ParameterizedTest
  @EnumSource(CollectiveRule.class)
  void aRuleHasAPageWithBothExamplesAndAWayOut(CollectiveRule rule) {
    String page = DiagnosticPages.of(rule.code()).orElseThrow();
    assertTrue(page.startsWith("# " + rule.code() + "\n"), page);
    assertTrue(page.contains("Rejected:") && page.contains("Accepted:"), page);
    assertTrue(page.contains("Way out:"), page);
  }
}

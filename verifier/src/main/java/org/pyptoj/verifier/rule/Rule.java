package org.pyptoj.verifier.rule;

import org.pyptoj.ir.diagnostic.RuleCode;

/** A row in one of the verifier's catalogues. */
public sealed interface Rule extends RuleCode permits DistributedRule, TileRule, ProgramRule {

  /** The section of the specification that the rule is read from, or null for local ops. */
  String section();
}

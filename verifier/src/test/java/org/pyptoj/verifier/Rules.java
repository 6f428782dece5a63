package org.pyptoj.verifier;

import java.util.List;
import java.util.stream.Stream;
import org.pyptoj.verifier.rule.DistributedRule;
import org.pyptoj.verifier.rule.ProgramRule;
import org.pyptoj.verifier.rule.Rule;
import org.pyptoj.verifier.rule.TileRule;

/** All rules of the verifier's catalogues, in the order of their codes. */
final class Rules {

  private Rules() {}

  static List<Rule> all() {
    return Stream.<Rule>concat(
            Stream.of(DistributedRule.values()),
            Stream.concat(Stream.of(TileRule.values()), Stream.of(ProgramRule.values())))
        .sorted((a, b) -> a.code().compareTo(b.code()))
        .toList();
  }
}

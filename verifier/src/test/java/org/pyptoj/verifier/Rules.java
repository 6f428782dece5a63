package org.pyptoj.verifier;

import java.util.List;
import java.util.stream.Stream;

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

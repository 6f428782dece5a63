package org.pyptoj.conformance.ops;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/** How each op is exercised: by its full name, what makes an exercise of it. */
final class OpDraws {

  private OpDraws() {}

  static Map<String, Function<Random, Exercise>> all() {
    Map<String, Function<Random, Exercise>> draws = new TreeMap<>();
    ElementwiseDraws.add(draws);
    ReductionDraws.add(draws);
    MemoryDraws.add(draws);
    MatmulDraws.add(draws);
    RearrangeDraws.add(draws);
    IndexedDraws.add(draws);
    RankDraws.add(draws);
    return draws;
  }
}

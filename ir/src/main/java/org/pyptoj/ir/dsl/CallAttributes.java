package org.pyptoj.ir.dsl;

import java.util.Set;

/** The keywords of a function call that are not parameters of the callee. */
final class CallAttributes {

  private static final Set<String> KNOWN =
      Set.of(
          "device", "deps", "name_hint", "predicate", "allow_early_resolve", "core_num", "attrs");

  private CallAttributes() {}

  static boolean isKnown(String name) {
    return KNOWN.contains(name);
  }
}

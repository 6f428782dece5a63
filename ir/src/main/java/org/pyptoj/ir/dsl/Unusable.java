package org.pyptoj.ir.dsl;

import org.pyptoj.ir.Span;

/**
 * What a name is bound to whose value cannot be told: it depends on the path that a run takes, or
 * there is none.
 *
 * @param rule the rule that a read of the name breaks
 * @param message what is wrong; {@code %s} is the name
 * @param help the way out, or null
 */
record Unusable(DslRule rule, String message, String help) {

  RuntimeException read(String name, Span at) {
    return Reports.error(rule, message.formatted(name), at, help);
  }
}

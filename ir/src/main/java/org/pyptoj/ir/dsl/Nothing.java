package org.pyptoj.ir.dsl;

import org.pyptoj.ir.Span;

/**
 * The value of a call that is made for its effect alone.
 *
 * @param op what was called
 */
record Nothing(String op) {

  RuntimeException used(Span at) {
    return Reports.error(
        DslRule.OPERAND_KIND,
        op + " returns nothing that could be used",
        at,
        "use what it has written");
  }
}

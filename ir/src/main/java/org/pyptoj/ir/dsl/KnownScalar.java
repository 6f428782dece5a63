package org.pyptoj.ir.dsl;

import org.pyptoj.ir.expr.Var;

/**
 * A number that a name has here, whatever path was taken. The name is a variable too, since another
 * path may give it another number further down.
 *
 * @param var the variable, which has been assigned the number
 * @param number a {@code Long}, {@code Double} or {@code Boolean}
 */
record KnownScalar(Var var, Object number) {}

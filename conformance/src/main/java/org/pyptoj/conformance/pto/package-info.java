/**
 * PTO assembly text: a reader into a small immutable model, and the comparison that says whether
 * two modules are the same.
 *
 * <p>Two modules are the same when their {@code pto.*} and {@code scf.*} operations agree in order,
 * operands' types, attributes and region structure. SSA names, the order of constants and the
 * arithmetic that feeds an operand may differ as long as the value is the same.
 */
package org.pyptoj.conformance.pto;

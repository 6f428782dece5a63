package org.pyptoj.conformance.pto;

/**
 * A value that an operation uses.
 *
 * @param role where the value stands in the operation's syntax: {@code ins 0}, {@code valid_row},
 *     {@code offsets 1}, {@code buf 0}, or {@code operand 0} outside any group
 * @param name the value's name without the percent sign, with {@code #n} for a value of a pack
 * @param place where the name stands
 */
public record PtoOperand(String role, String name, Place place) {}

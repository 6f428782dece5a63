package org.pyptoj.ir.dsl;

/**
 * A symbolic extent that a script made with {@code pl.dynamic}, or arithmetic on such extents.
 *
 * @param name its name, or the arithmetic as Python text
 */
public record DynamicExtent(String name) {

  boolean isArithmetic() {
    return !name.chars().allMatch(Character::isJavaIdentifierPart);
  }
}

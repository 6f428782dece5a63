package org.pyptoj.ir.dsl;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A dict that a kernel's text makes and in which run-time values stand, which Python cannot hold.
 * Its keys are integers, texts and the language's constants, which are equal here exactly where
 * they are equal in Python.
 */
final class Mapping {

  private final Map<Object, Object> entries;
  private final Object region;

  /**
   * A dict of these entries.
   *
   * @param region the part of the kernel's flow in which it is made, by identity
   */
  Mapping(Map<Object, Object> entries, Object region) {
    this.entries = new LinkedHashMap<>(entries);
    this.region = region;
  }

  /** Whether a key's equality is the same here and in Python. */
  static boolean isKey(Object key) {
    return key instanceof Long || key instanceof String || key instanceof Enum<?>;
  }

  Map<Object, Object> entries() {
    return entries;
  }

  Object region() {
    return region;
  }
}

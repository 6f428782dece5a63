package org.pyptoj.ir.dsl;

/** Python's {@code None} among compile-time values. */
public enum PyNone {
  NONE
}

package org.pyptoj.ir.arith;

/** The outcome of a proof. */
public enum Proof {
  /** It holds for all values of the unknowns. */
  TRUE,
  /** It holds for none. */
  FALSE,
  /** Neither is known. */
  UNKNOWN;

  /** A truth, null where it is not known. */
  static Proof of(Boolean known) {
    if (known == null) {
      return UNKNOWN;
    }
    return known ? TRUE : FALSE;
  }

  static Proof both(Proof a, Proof b) {
    if (a == FALSE || b == FALSE) {
      return FALSE;
    }
    return a == TRUE && b == TRUE ? TRUE : UNKNOWN;
  }

  static Proof either(Proof a, Proof b) {
    if (a == TRUE || b == TRUE) {
      return TRUE;
    }
    return a == FALSE && b == FALSE ? FALSE : UNKNOWN;
  }
}

package org.pyptoj.passes;

import java.util.Locale;
import java.util.Optional;

/** How much of the IR is checked between passes; the names are those of the scripts' API. */
public enum Verification {
  /** Nothing. */
  NONE,
  /** Every invariant that holds, behind every pass. */
  BASIC,
  /** As {@link #BASIC}, and that the printed program parses back to the same text. */
  ROUNDTRIP;

  /** The environment variable that chooses the level where nobody else does. */
  public static final String VARIABLE = "PYPTO_VERIFY_LEVEL";

  /** The level that the environment chooses; {@link #NONE} where it says nothing. */
  public static Verification ofEnvironment() {
    String name = System.getenv(VARIABLE);
    return name == null ? NONE : of(name).orElse(NONE);
  }

  /** The level of a name in either case, if there is one. */
  public static Optional<Verification> of(String name) {
    for (Verification level : values()) {
      if (level.name().equals(name.toUpperCase(Locale.ROOT))) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }
}

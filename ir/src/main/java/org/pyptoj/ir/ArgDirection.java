package org.pyptoj.ir;

import java.util.Locale;

/** How a task uses an argument, as the runtime is told. */
public enum ArgDirection {
  SCALAR,
  /** Read. */
  INPUT,
  /** Written, into storage that the caller has. */
  OUTPUT_EXISTING,
  /** Read and written, or written after an earlier writer whose order must be kept. */
  INOUT;

  /** The spelling in dumps: {@code output_existing}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The direction of a spelling, or null where there is none. */
  public static ArgDirection of(String text) {
    for (ArgDirection direction : values()) {
      if (direction.text().equals(text)) {
        return direction;
      }
    }
    return null;
  }
}

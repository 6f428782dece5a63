package org.pyptoj.frontend;

import java.util.List;
import java.util.Optional;
import org.graalvm.polyglot.PolyglotException;

/**
 * What a context refuses with a Java exception that no Python handler sees. What scripts usually
 * try raises in Python, with its place; this is for code that reaches behind that, and such an
 * exception knows no place.
 */
final class Refusal {

  private static final List<String> EXCEPTIONS =
      List.of("java.lang.SecurityException", "UnsupportedPosixFeatureException");

  private Refusal() {}

  /** The refusal behind an exception that came through the whole script, if it is one. */
  static Optional<PythonError> of(PolyglotException e) {
    String message = e.getMessage();
    if (!e.isInternalError()
        || message == null
        || EXCEPTIONS.stream().noneMatch(message::contains)) {
      return Optional.empty();
    }
    return Optional.of(
        PythonError.of(
            "PermissionError",
            "the script reached for a part of the system that scripts do not have",
            List.of(),
            "scripts have files, the network (without --sandbox), pypto and torch; they start no"
                + " processes and run no native code"));
  }
}

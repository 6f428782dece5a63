package org.pyptoj.frontend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.Span;

/**
 * An uncaught Python exception, as far as a user needs it.
 *
 * @param type qualified name of its class, as Python prints it
 * @param message its text
 * @param frames the calls in the user's own files that led to it, outermost first
 * @param place where a syntax error is
 * @param missingModule the module that an import did not find
 * @param notes what {@code add_note} added
 * @param help why scripts cannot have what this one asked for, and what to do instead
 * @param cause the exception that it came from
 * @param explicitCause whether the script said {@code raise … from}
 */
public record PythonError(
    String type,
    String message,
    List<Frame> frames,
    Optional<Span> place,
    Optional<String> missingModule,
    List<String> notes,
    Optional<String> help,
    Optional<PythonError> cause,
    boolean explicitCause) {

  /**
   * A call in a user's file.
   *
   * @param function the name of the function, or {@code <module>}
   * @param span what was being executed
   */
  public record Frame(String function, Span span) {}

  /** The place to point at: the syntax error, or the innermost call in the user's files. */
  public Span span() {
    return place.orElseGet(() -> frames.isEmpty() ? Span.NONE : frames.getLast().span());
  }

  /** What Java found wrong, in the words of a Python exception. */
  public static PythonError of(String type, String message, List<Frame> frames, String help) {
    return new PythonError(
        type,
        message,
        frames,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.ofNullable(help),
        Optional.empty(),
        false);
  }

  /** Reads what {@code _pyptoj_script.describe} returned. */
  static PythonError of(Value error) {
    List<Frame> frames = new ArrayList<>();
    Value list = error.getArrayElement(2);
    for (long i = 0; i < list.getArraySize(); i++) {
      frames.add(frame(list.getArrayElement(i)));
    }
    List<String> notes = new ArrayList<>();
    Value texts = error.getArrayElement(5);
    for (long i = 0; i < texts.getArraySize(); i++) {
      notes.add(texts.getArrayElement(i).asString());
    }
    Optional<String> missingModule = optional(error.getArrayElement(4)).map(Value::asString);
    return new PythonError(
        error.getArrayElement(0).asString(),
        error.getArrayElement(1).asString(),
        frames,
        optional(error.getArrayElement(3)).map(PythonError::place),
        missingModule,
        notes,
        missingModule
            .flatMap(AbsentModules::reason)
            .or(() -> optional(error.getArrayElement(8)).map(Value::asString)),
        optional(error.getArrayElement(6)).map(PythonError::of),
        error.getArrayElement(7).asBoolean());
  }

  private static Optional<Value> optional(Value value) {
    return value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private static Frame frame(Value frame) {
    return new Frame(
        frame.getArrayElement(1).asString(),
        new Span(
            frame.getArrayElement(0).asString(),
            frame.getArrayElement(2).asInt(),
            frame.getArrayElement(3).asInt() + 1,
            frame.getArrayElement(4).asInt(),
            frame.getArrayElement(5).asInt() + 1));
  }

  private static Span place(Value place) {
    return new Span(
        place.getArrayElement(0).asString(),
        place.getArrayElement(1).asInt(),
        place.getArrayElement(2).asInt(),
        place.getArrayElement(3).asInt(),
        place.getArrayElement(4).asInt());
  }
}

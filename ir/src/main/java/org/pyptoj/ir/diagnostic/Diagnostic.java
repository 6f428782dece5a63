package org.pyptoj.ir.diagnostic;

import java.util.List;
import org.pyptoj.ir.Span;

/**
 * What is wrong at a place in a user's file.
 *
 * @param code stable code, {@code PLD0103}
 * @param message one sentence that names the operand and the values
 * @param span the place the caret points at
 * @param help the way out, or null
 * @param notes further places and facts
 */
public record Diagnostic(String code, String message, Span span, String help, List<Note> notes) {

  public Diagnostic {
    notes = List.copyOf(notes);
  }

  public Diagnostic(String code, String message, Span span, String help) {
    this(code, message, span, help, List.of());
  }

  /**
   * A further fact.
   *
   * @param message one sentence
   * @param span where, or {@link Span#NONE}
   */
  public record Note(String message, Span span) {}
}
